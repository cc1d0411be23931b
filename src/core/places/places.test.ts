import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository, write } from '../../../tests/helpers/repository.ts';
import { isRefusal, openWorkspace } from '../workspace/index.ts';
import { openPlaces } from './places.ts';

const SOURCE = `export function issueToken(user: string, seconds: number): string {
  const payload = { user, expires: seconds };
  return sign(JSON.stringify(payload), 'issue');
}
`;
const NEVER = new AbortController().signal;

async function setUp(signal: AbortSignal = NEVER) {
  const root = repository({ 'src/token.ts': SOURCE, 'src/other.ts': 'export const other = 1;\n' });
  const workspace = await openWorkspace({ root, maxFileBytes: 100_000, extraDeny: ['closed/**'] });
  const outlined: string[] = [];
  const symbolsOf = async (path: string, text: string) => {
    outlined.push(path);
    return text === SOURCE ? [{ name: 'issueToken', startLine: 1, endLine: 4 }] : [];
  };
  const open = () => openPlaces(workspace, symbolsOf, signal);
  const places = open();
  const page = await places.page('src/token.ts');
  if (isRefusal(page)) throw new Error(page.reason);
  return { root, open, outlined, anchor: await places.anchor('src/token.ts', page, 1, 4) };
}

test('code that left its file is found, and no outline is made of files that cannot hold it', async () => {
  const { root, open, outlined, anchor } = await setUp();
  write(root, { 'lib/empty.ts': '' });
  renameSync(join(root, 'src/token.ts'), join(root, 'lib/issue.ts'));
  outlined.length = 0;
  expect(await open().now(anchor)).toMatchObject({ state: 'moved', path: 'lib/issue.ts', startLine: 1 });
  expect(outlined).toEqual(['lib/issue.ts']);
});

test('code that was last in another file than its anchor says is found where it came from', async () => {
  const { root, open, anchor } = await setUp();
  expect(await open().now(anchor, 'src/gone.ts')).toMatchObject({ state: 'moved', path: 'src/token.ts' });
  write(root, { 'src/gone.ts': 'export const gone = 1;\n' });
  expect(await open().now(anchor, 'src/gone.ts')).toMatchObject({ state: 'moved', path: 'src/token.ts' });
});

test('a file is read and outlined once a call, however many places it holds', async () => {
  const { open, outlined, anchor } = await setUp();
  outlined.length = 0;
  const places = open();
  for (let n = 0; n < 3; n++) expect(await places.now(anchor)).toMatchObject({ state: 'fresh' });
  expect(outlined).toEqual(['src/token.ts']);
});

test('a file that is closed to readers is not looked for under other names', async () => {
  const { root, open, anchor } = await setUp();
  write(root, { 'closed/token.ts': SOURCE });
  expect(await open().now(anchor, 'closed/token.ts')).toMatchObject({ state: 'lost' });
  expect(await open().now(anchor, '../token.ts')).toMatchObject({ state: 'lost' });
});

test('a call that was cancelled ends the search', async () => {
  const stop = new AbortController();
  const { root, open, anchor } = await setUp(stop.signal);
  renameSync(join(root, 'src/token.ts'), join(root, 'src/issue.ts'));
  const places = open();
  stop.abort();
  await expect(places.now(anchor)).rejects.toThrow();
});
