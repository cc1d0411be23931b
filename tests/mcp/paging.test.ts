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

describe('grep_codebase', () => {
  const found = ({ matches }: Json) => matches.map(({ file, line }: Json) => `${file}:${line}`);

  test('pages put together are all matches; files and counts agree with them', async () => {
    const root = gitRepository({
      ...FILES,
      ...Object.fromEntries(names.map((name) => [`${name}.txt`, 'a TODO\n\nTODO b\n'])),
    });
    const { ask } = await connect(root);
    const asked = { pattern: 'TODO', filePattern: '*.txt' };
    const whole = await ask('grep_codebase', asked);
    const seen: Json[] = [];
    for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
      const page = await ask('grep_codebase', {
        ...asked,
        limit: 5,
        ...(cursor === undefined ? {} : { cursor }),
      });
      expect(page.totalMatches).toBe(18);
      seen.push(...page.matches);
      cursor = page.next_cursor;
    }
    expect(found({ matches: seen })).toEqual(found(whole));
    expect(found(whole)).toHaveLength(18);
    const counts = await ask('grep_codebase', { ...asked, countOnly: true });
    expect(counts.files).toEqual(names.map((name) => ({ file: `${name}.txt`, matches: 2 })));
    const files = await ask('grep_codebase', { ...asked, filesOnly: true, limit: 4 });
    expect(files).toMatchObject({ matches: [], totalFiles: 9, totalMatches: 18 });
    const rest = await ask('grep_codebase', { ...asked, filesOnly: true, cursor: files.next_cursor });
    expect([...files.files, ...rest.files]).toEqual(names.map((name) => `${name}.txt`));
    write(root, { 'aaa.txt': 'TODO\n' });
    expect(
      JSON.stringify(await ask('grep_codebase', { ...asked, filesOnly: true, cursor: files.next_cursor })),
    ).toContain('the list has changed since');
  });

  test('context, and whether the file pattern matches any file', async () => {
    const root = gitRepository({ 'a.txt': 'one\ntwo\nthree\nfour\nfive\nsix\n' });
    const { text } = await connect(root, '--answers', 'text');
    expect(await text('grep_codebase', { pattern: 'three|five' })).toBe(
      'a.txt:3-5\n 3: three\n 5: five\n2 matches',
    );
    expect(await text('grep_codebase', { pattern: 'three|five', context: 1, fresh: true })).toBe(
      'a.txt:3-5\n 2: two\n 3: three\n 4: four\n 5: five\n 6: six\n2 matches',
    );
    expect(await text('grep_codebase', { pattern: 'seven', filePattern: '*.md' })).toMatch(
      /^No match in 0 files\.\nNo file that is searched matches filePattern "\*\.md"/,
    );
    expect(await text('grep_codebase', { pattern: 'seven', filePattern: '*.txt' })).toBe(
      'No match in 1 file.',
    );
  });
});

test('read_file gives a part where one is asked for, and in text form 400 lines at once', async () => {
  const lines = Array.from({ length: 900 }, (_, at) => (at % 400 === 399 ? '' : `line ${at + 1}`));
  const root = gitRepository({
    'long.txt': `${lines.join('\n')}\n`,
    'wide.txt': `${'"'.repeat(600_000)}\nend\n`,
  });
  const { ask } = await connect(root);
  const { file } = await ask('read_file', { path: 'long.txt' });
  expect(file).toEqual({
    path: 'long.txt',
    content: `${lines.join('\n')}\n`,
    size: 7976,
    lines: 900,
    language: 'text',
  });
  const part = await ask('read_file', { path: 'long.txt', startLine: 10, maxLines: 2, numbers: true });
  expect(part.file).toMatchObject({
    content: '10: line 10\n11: line 11',
    startLine: 10,
    endLine: 11,
    lines: 900,
  });
  expect(JSON.stringify(await ask('read_file', { path: 'long.txt', startLine: 901 }))).toContain(
    'past the end',
  );

  const read = await connect(root, '--answers', 'text');
  const seen: string[] = [];
  for (let startLine = 1; startLine > 0; ) {
    const shown = await read.text('read_file', { path: 'long.txt', startLine });
    seen.push(...[...shown.matchAll(/^ *\d+: (.*)$/gm)].map(([, line = '']) => line));
    startLine = Number(/continue with startLine (\d+)\.$/m.exec(shown)?.[1] ?? 0);
  }
  expect(seen).toEqual(lines);
  // A line that is longer than an answer may be is cut, and the answer says so.
  const wide = await read.text('read_file', { path: 'wide.txt' });
  expect(wide).toMatch(/^wide\.txt:1 of 2/);
  expect(wide).toContain('Line 1 is cut');
  const opened = await read.text('repo.open_file', { path: 'wide.txt', fresh: true });
  expect(opened).toContain('continue with start_line 2.');
  expect(opened).toContain('Line 1 is cut: it has 600000 characters.');
  expect((await runProgram(root, ['read', 'long.txt', '--start', '899'])).stdout).toBe(
    'long.txt:899-900 of 900  text\n 899: line 899\n 900: line 900\n',
  );
});

test('an outline that is larger than an answer goes on', async () => {
  const code = Array.from({ length: 200 }, (_, at) => `def function_${at}(first, second):\n    pass\n`).join(
    '\n',
  );
  const root = gitRepository({ 'a.py': `${code}LAST = 1\n` });
  const { ask } = await connect(root, '--max-total-bytes-per-response', '8192');
  const seen: string[] = [];
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const { result } = await ask('repo.outline', {
      path: 'a.py',
      ...(cursor === undefined ? {} : { cursor }),
    });
    seen.push(...result.symbols.map(({ name }: Json) => name));
    cursor = result.next_cursor;
    expect(result.assignments).toEqual(
      cursor === undefined ? [expect.objectContaining({ name: 'LAST' })] : undefined,
    );
  }
  expect(seen).toEqual(Array.from({ length: 200 }, (_, at) => `function_${at}`));
});
