/** A file that was replaced by another of the same size and time is read again by the next process. */
import { renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Json } from '../helpers/app.ts';
import { eventually } from '../helpers/eventually.ts';
import { connectClient } from '../helpers/mcp-client.ts';
import { gitRepository } from '../helpers/repository.ts';

const WAYS: [string, (place: string, text: string) => void][] = [
  ['in place', (place, text) => writeFileSync(place, text)],
  [
    'by another file',
    (place, text) => {
      writeFileSync(`${place}.new`, text);
      renameSync(`${place}.new`, place);
    },
  ],
];

test.each(WAYS)('written %s', async (_, put) => {
  const root = gitRepository({ 'src/a.txt': 'the old walrus\n', 'src/b.txt': 'another\n' });
  const place = join(root, 'src/a.txt');
  // Old enough that its time is believed, and no whole second, which would not be.
  const time = new Date('2026-01-01T00:00:00.125Z');
  utimesSync(place, time, time);
  const hits = async (query: string): Promise<string[]> => {
    const client = await connectClient(root);
    const found = await eventually(async () => {
      const answer: Json = await client.callTool({ name: 'repo_search', arguments: { query, mode: 'bm25' } });
      const { result, warnings } = JSON.parse(answer.content[0].text);
      expect(warnings).toEqual([]);
      return result.hits.map(({ snippet }: Json) => snippet);
    });
    await client.close();
    return found;
  };
  expect(await hits('walrus')).toEqual(['the old walrus']);
  const { size } = statSync(place);
  put(place, 'the new badger\n');
  utimesSync(place, time, time);
  expect(statSync(place)).toMatchObject({ size, mtimeMs: time.getTime() });
  expect(await hits('badger')).toEqual(['the new badger']);
});
