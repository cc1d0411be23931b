/** Lists that are cut, by a real client: pages put together are the whole list, and a cursor that no longer holds is refused. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../helpers/app.ts';
import { connectClient } from '../helpers/mcp-client.ts';
import { gitRepository, write } from '../helpers/repository.ts';
import { runProgram } from '../helpers/run-program.ts';

const names = Array.from({ length: 9 }, (_, at) => `part${at}`);
/** So long that its directory may have notes. */
const code = (name: string) => `def ${name}(count):\n    return count  # TODO\n\n`.repeat(600);

const FILES: Record<string, string> = {
  '.context/config.json': '{}\n',
  ...Object.fromEntries(names.map((name) => [`${name}/code.py`, code(name)])),
  ...Object.fromEntries(
    names.map((name, at) => [`.context/0000${at + 1}.md`, `# On ${name}\n\nA reason.\n`]),
  ),
};

const connect = async (root: string, ...flags: string[]) => {
  const client = await connectClient(root, undefined, undefined, flags);
  const text = async (name: string, args: Record<string, unknown>) => {
    const { content } = await client.callTool({ name, arguments: args });
    const [first] = content;
    return first?.type === 'text' ? first.text : '';
  };
  return { text, ask: async (name: string, args = {}): Promise<Json> => JSON.parse(await text(name, args)) };
};

/** What is called, with how few at once, and where its list is. */
const LISTS: readonly [string, Record<string, unknown>, Record<string, unknown>, (answer: Json) => Json[]][] =
  [
    ['repo.list_files', {}, { max_results: 2 }, ({ result }) => result.files],
    ['context.list', {}, { limit: 2 }, ({ entries }) => entries],
    ['list_contexts', {}, { limit: 2 }, ({ entries }) => entries],
    ['list_contexts', { status: 'missing' }, { limit: 4 }, ({ entries }) => entries],
  ];

const cursorOf = (answer: Json): string | undefined => (answer.result ?? answer).next_cursor;

describe.each(LISTS)('%s %j by %j', (name, args, few, listOf) => {
  test('pages put together are the list', async () => {
    const { ask } = await connect(gitRepository(FILES));
    const whole = await ask(name, args);
    expect(cursorOf(whole)).toBeUndefined();
    const seen: Json[] = [];
    for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
      const page = await ask(name, { ...args, ...few, ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...listOf(page));
      cursor = cursorOf(page);
    }
    expect(listOf(whole).length).toBeGreaterThan(4);
    expect(seen).toEqual(listOf(whole));
  });

  test('a cursor is refused once the list is another; the error says what to do', async () => {
    const root = gitRepository(FILES);
    const { ask } = await connect(root);
    const cursor = cursorOf(await ask(name, { ...args, ...few }));
    write(root, { '.context/00000.md': '# Before\n', 'aaa/code.py': code('aaa') });
    const text = JSON.stringify(await ask(name, { ...args, ...few, cursor }));
    expect(text).toContain('the list has changed since');
    expect(text).toContain('Start again without cursor.');
    expect(JSON.stringify(await ask(name, { ...args, cursor: '7' }))).toContain('it is not one of ours');
  });
});

test('the entries that a search of the stash leaves out are on the next page', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 130 }, (_, at) => [
      `.context/${String(at + 1).padStart(5, '0')}.md`,
      `# Retry ${at}\n`,
    ]),
  );
  const root = gitRepository({ '.context/config.json': '{}\n', ...many });
  const { ask, text } = await connect(root);
  const first = await ask('context.search', { query: 'retry' });
  const second = await ask('context.search', { query: 'retry', cursor: first.next_cursor });
  expect([...first.results, ...second.results].map(({ ref }: Json) => Number(ref))).toEqual(
    Array.from({ length: 130 }, (_, at) => at + 1),
  );
  expect(second).toMatchObject({ total: 130 });
  expect(second.next_cursor).toBeUndefined();
  expect((await ask('context.list')).entries).toHaveLength(130);
  expect(await text('context.list', {})).not.toContain('total');

  const read = await connect(root, '--answers', 'text');
  const shown = await read.text('context.list', {});
  const [, cursor] = /^100 of 130 entries shown; continue with cursor (\S+)\.$/m.exec(shown) ?? [];
  const rest = (await read.text('context.list', { cursor })).split('\n');
  expect(rest).toHaveLength(31);
  expect(rest.at(-1)).toBe('101-130 of 130 entries shown.');
  expect(await read.text('context.list', { cursor: `1${cursor}` })).toBe(
    'cursor: the list has changed since, or the arguments have.\nStart again without cursor.',
  );
  const { stdout, stderr } = await runProgram(root, ['stash', 'list', '--limit', '3']);
  expect(stdout.trim().split('\n')).toHaveLength(3);
  expect(stderr).toMatch(/^3 of 130 entries shown; continue with --cursor \S+\.$/m);
  expect(JSON.parse((await runProgram(root, ['stash', 'list', '--json'])).stdout).entries).toHaveLength(130);
});

test('older calls of the log, though every page is a call itself', async () => {
  const { ask } = await connect(gitRepository(FILES));
  for (const name of names) await ask('repo.outline', { path: `${name}/code.py` });
  const asked: string[] = [];
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const page = await ask('repo.audit_log', { limit: 4, ...(cursor === undefined ? {} : { cursor }) });
    asked.unshift(...page.result.entries.map(({ metadata }: Json) => metadata.path));
    cursor = cursorOf(page);
  }
  expect(asked).toEqual(names.map((name) => `${name}/code.py`));
  const refused = await ask('repo.audit_log', { cursor: '1.abcdefgh' });
  expect(refused.error).toMatchObject({ code: 'INVALID_PARAMS', hint: 'Start again without cursor.' });
});
