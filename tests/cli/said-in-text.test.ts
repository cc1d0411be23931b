/** Answers that a person would otherwise have to look for with --json. */
import { describe, expect, test } from 'vitest';
import { repository, write } from '../helpers/repository.ts';
import { runProgram } from '../helpers/run-program.ts';

const ONE = 'def one():\n    return 1\n';
const TWO = 'def two(a):\n    b = a + 1\n    return b\n';

async function packed(): Promise<string> {
  const root = repository({ 'a.py': `${ONE}\n${TWO}`, 'b.py': ONE });
  await runProgram(root, ['pack', 'create', 'tour-pack']);
  const edit = (...words: string[]) => runProgram(root, ['pack', 'edit', 'tour-pack', ...words]);
  await edit('upsert_section', 'section_key=core', 'section_title=Core');
  const ref = (key: string, path: string, start: number, end: number) =>
    edit(
      'upsert_ref',
      'section_key=core',
      `ref_key=${key}`,
      `path=${path}`,
      `line_start=${start}`,
      `line_end=${end}`,
    );
  await ref('one', 'a.py', 1, 2);
  await ref('two', 'a.py', 4, 6);
  await ref('same', 'b.py', 1, 2);
  return root;
}

test('stash add says what it wrote, and the comment to paste', async () => {
  const root = repository({ '.context/config.json': '{}\n', 'a.py': ONE });
  const { stdout } = await runProgram(root, ['stash', 'add', '--anchors', 'a.py:1-2', 'One is enough.']);
  expect(stdout).toBe('Recorded .context/00001.md. Paste where it applies: # refer to context 00001\n');
});

test('recall in an empty repository says that there is nothing to index', async () => {
  const { status, stderr } = await runProgram(repository({}), ['recall', 'how are prices rounded?']);
  expect(stderr).toBe('Nothing is indexed: the repository has no text files.\n');
  expect(status).toBe(1);
});

describe('pack', () => {
  test('refresh says what moved, what is stale, and how much is as before', async () => {
    const root = await packed();
    write(root, { 'a.py': `# new\n\n${ONE}` });
    const { stdout, stderr } = await runProgram(root, ['pack', 'refresh', 'tour-pack']);
    expect(stdout).toMatch(/^pk_\w+ {2}revision \d+, no expiry$/m);
    expect(stdout).toMatch(/^ {2}moved {3}core\/one {2}a\.py:1-2 to a\.py:3-4 {2}\S.*$/m);
    expect(stdout).toMatch(/^ {2}stale {3}core\/two {2}\S.*$/m);
    expect(stdout).not.toContain('core/same');
    expect(stderr).toContain('2 changed, 1 unchanged');
  });

  test('delete says that it deleted', async () => {
    expect((await runProgram(await packed(), ['pack', 'delete', 'tour-pack'])).stdout).toMatch(
      /^pk_\w+ {2}deleted$/m,
    );
  });
});

describe('an empty answer is said on stderr', () => {
  test.each([
    [['stash', 'refs'], 'No comment in the code cites an entry.'],
    [['stash', 'list'], 'There are no entries.'],
    [['stash', 'search', 'word'], 'Nothing found.'],
    [['files', '*.rs'], 'No file matches the glob.'],
    [['log'], 'No calls are recorded.'],
  ])('%j', async (args, said) => {
    const root = repository({ '.context/config.json': '{}\n', 'a.py': 'x = 1\n' });
    const { status, stdout, stderr } = await runProgram(root, args);
    expect([status, stdout]).toEqual([0, '']);
    expect(stderr).toContain(said);
  });

  test('files of an empty directory', async () => {
    expect((await runProgram(repository({}), ['files'])).stderr).toContain('There are no files.');
  });
});

test('a malformed pack is one message, without a log line or a stack', async () => {
  const root = repository({ '.agents/mcp/context_pack/packs/pk_aaaaaaaa.md': 'not a pack\n' });
  const { status, stdout, stderr } = await runProgram(root, ['pack', 'list']);
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^The pack file pk_aaaaaaaa\.md is malformed: /);
  expect(stderr).not.toMatch(/"level"|"stack"|\n\s+at /);
});
