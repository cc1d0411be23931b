/** A client that asks for progress learns how far indexing is; a limit that a person set holds, and what was done is kept. */
import { expect, test } from 'vitest';
import type { Json } from '../helpers/app.ts';
import { connectClient } from '../helpers/mcp-client.ts';
import { repository } from '../helpers/repository.ts';

const FILES = 600;

const large = () =>
  repository(
    Object.fromEntries(
      Array.from({ length: FILES }, (_, n) => [
        `src/m${n}.txt`,
        `word${n} in a line of text\n`.repeat(1_500),
      ]),
    ),
  );

async function connected(root: string, flags: string[] = []) {
  const client = await connectClient(root, undefined, undefined, flags);
  const reports: { progress: number; total?: number | undefined; message?: string | undefined }[] = [];
  const call = async (name: string): Promise<Json> => {
    const answer: Json = await client.callTool(
      { name, arguments: {} },
      { onprogress: (report) => void reports.push(report), timeout: 600_000 },
    );
    const { text } = answer.content[0];
    return { isError: answer.isError, text, ...JSON.parse(text) };
  };
  return { call, reports };
}

test('files, speed and time left, rising', async () => {
  const { call, reports } = await connected(large());
  expect((await call('repo_refresh_index')).result).toMatchObject({ added: FILES });
  // How many there are is a matter of time.
  expect(reports).not.toEqual([]);
  expect(reports.map(({ progress }) => progress)).toEqual(
    reports.map(({ progress }) => progress).toSorted((a, b) => a - b),
  );
  for (const { total, message } of reports) {
    expect(total).toBe(FILES);
    expect(message).toMatch(/^Indexing \d+ of 600 files(?:, [\d.]+ MB\/s, \d+ (?:s|min) left)?$/);
  }
});

test('a limit that somebody set holds for indexing too, and the next call goes on', async () => {
  const root = large();
  const limited = await connected(root, ['--call-timeout-ms', '100']);
  expect(await limited.call('repo_refresh_index')).toMatchObject({
    isError: true,
    text: expect.stringContaining('took longer than 100 ms'),
  });
  const { call } = await connected(root);
  await call('repo_refresh_index');
  expect((await call('repo_status')).result).toMatchObject({
    index_status: 'ready',
    indexed_file_count: FILES,
  });
});
