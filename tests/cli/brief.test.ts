/** `pilotbook brief`, and the prompt that says the same. */
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Json, openApp } from '../helpers/app.ts';
import { git, gitRepository, repository, write } from '../helpers/repository.ts';
import { runProgram } from '../helpers/run-program.ts';

/** Of a call that nobody cancels. */
const NEVER = new AbortController().signal;

const brief = (root: string, ...args: string[]) => runProgram(root, ['brief', ...args]);
const facts = async (root: string, ...args: string[]): Promise<Json> =>
  JSON.parse((await brief(root, '--json', ...args)).stdout);
const commit = (root: string) => {
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'next');
};

const PAY = `// refer to context 00001
export function pay(order: Order): Receipt {
  const total = order.lines.reduce((sum, line) => sum + line.price, 0);
  return { id: order.id, total };
}

// refer to context 00002
export function refund(receipt: Receipt): void {
  ledger.book(receipt.id, -receipt.total);
  audit.record('refund', receipt.id);
}
`;

const FILES = {
  '.context/config.json': '{}',
  '.context/00001.md': '# Pay once\n\nThe bank books twice if we retry.\n',
  '.context/00002.md': '---\ntype: decision\n---\n# Refunds are booked, not deleted\n\nAuditors asked.\n',
  'src/pay.ts': PAY,
  'src/.context.yaml':
    'version: 1\nlast_updated: x\nfingerprint: "00000000"\nscope: src\nsummary: s\nmaintenance: m\n',
  'lib/other.ts': '// refer to context 1\nexport {};\n',
};

/** A pack and an entry that point at `refund`. */
async function anchored(): Promise<{ root: string; pack: string }> {
  const root = gitRepository(FILES);
  const { call, app } = await openApp(root);
  await call('context.create', { markdown: '# Refund is slow\n', anchors: ['src/pay.ts:8-11'] });
  const { value } = await call('input', { action: 'create', ttl_minutes: 60, name: 'money' });
  const { id } = value.payload;
  await call('input', {
    action: 'upsert_section',
    id,
    expected_revision: 1,
    section_key: 'flow',
    section_title: 'Flow',
  });
  await call('input', {
    action: 'upsert_ref',
    id,
    expected_revision: 2,
    section_key: 'flow',
    ref_key: 'refund',
    path: 'src/pay.ts',
    line_start: 8,
    line_end: 11,
  });
  await app.close();
  commit(root);
  return { root, pack: id };
}

const ids = (items: readonly Json[]) => items.map(({ id }) => id);
const risks = (answer: Json) => answer.at_risk.map(({ kind, id }: Json) => `${kind} ${id}`);

describe('what governs', () => {
  test('files: entries cited in them and pointing at them, and packs, with their texts', async () => {
    const { root, pack } = await anchored();
    const answer = await facts(root, 'src/pay.ts');
    expect(ids(answer.governing)).toEqual(['00001', '00002', '00003', pack]);
    expect(answer.governing[0]).toEqual({
      id: '00001',
      kind: 'entry',
      title: 'Pay once',
      where: ['cited at src/pay.ts:1'],
      text: '# Pay once\n\nThe bank books twice if we retry.',
    });
    expect(answer.governing[1].kind).toBe('decision');
    expect(answer.governing[2].where).toEqual(['about src/pay.ts:8-11']);
    expect(answer.governing[3]).toMatchObject({
      kind: 'pack',
      where: ['ref flow/refund at src/pay.ts:8-11'],
    });

    const { status, stdout } = await brief(root, 'src/pay.ts');
    expect(status).toBe(0);
    expect(stdout).toContain('# Brief: 1 file\n');
    expect(stdout).toContain('- 00001 (entry) Pay once. Cited at src/pay.ts:1.\n');
    expect(stdout).toContain('### 00001 Pay once\n\n> # Pay once\n>\n> The bank books twice if we retry.\n');
  });

  test('files: what points at code that came into them from another file', async () => {
    const { root, pack } = await anchored();
    renameSync(join(root, 'src/pay.ts'), join(root, 'lib/money.ts'));
    const { governing } = await facts(root, 'lib/money.ts');
    const found = governing.map(({ id, where }: Json) => [id, where.at(-1)]);
    expect(found).toContainEqual(['00003', 'about lib/money.ts:8-11 (moved from src/pay.ts:8-11)']);
    expect(found).toContainEqual([pack, 'ref flow/refund at lib/money.ts:8-11']);
  });

  test('a directory: what governs the files in it, and no other', async () => {
    const root = gitRepository(FILES);
    expect(ids((await facts(root, 'lib')).governing)).toEqual(['00001']);
    expect(ids((await facts(root, '.')).governing)).toEqual(['00001', '00002']);
    expect(ids((await facts(root, '.context')).governing)).toEqual([]);
    expect((await brief(root, 'src/.context.yaml')).stdout).toContain('no longer describes');
  });

  test('what finds the code of an entry again belongs to the entry, and is no file of its own', async () => {
    const root = gitRepository({ '.context/config.json': '{}\n', 'a.py': 'def one():\n    return 1\n' });
    await runProgram(root, ['stash', 'add', '--anchors', 'a.py:1-2', 'One is enough.']);
    const { stdout } = await runProgram(root, ['brief']);
    expect(stdout).toContain('# Brief: 1 file not committed');
    expect(stdout).toContain('- .context/00001.md (added)');
    expect(stdout).not.toContain('.context/anchors/');
  });

  test('files: decisions and constraints of their directories, the nearest first', async () => {
    const notes = (what: string) =>
      `version: 1\nlast_updated: x\nfingerprint: "00000000"\nscope: s\nsummary: s\nmaintenance: m\ndecisions:\n  - what: ${what}\n    why: Since then.\nconstraints:\n  - No ${what}\n`;
    const root = gitRepository({
      '.context.yaml': notes('Root rule'),
      'src/deep/.context.yaml': notes('Deep rule'),
      'src/deep/a.ts': 'export {};\n',
      'other/.context.yaml': notes('Other rule'),
      'other/b.ts': 'export {};\n',
    });
    const { governing } = await facts(root, 'src/deep/a.ts');
    expect(governing.map(({ kind, where }: Json) => `${kind} ${where}`)).toEqual([
      'constraint directory src/deep',
      'decision directory src/deep',
      'constraint directory .',
      'decision directory .',
    ]);
    expect(JSON.stringify(governing)).toContain('Deep rule');
    expect(JSON.stringify(governing)).not.toContain('Other rule');
  });

  test('decisions that cannot be read are missed by name, those of other directories are not', async () => {
    const root = gitRepository({
      '.context.yaml': '<<<<<<< HEAD\nversion: 1\n=======\nversion: 1\n>>>>>>> theirs\n',
      'api/.context.yaml': 'version: [\n',
      'api/limits.py': 'LIMIT = 1\n',
      'other/.context.yaml': 'version: [\n',
    });
    const missing = 'its decisions are missing here; run pilotbook check.';
    const { notes } = await facts(root, 'api/limits.py');
    expect(notes.filter((note: string) => note.includes('.context.yaml'))).toEqual([
      `.context.yaml cannot be read (merge conflict, line 1): ${missing}`,
      `api/.context.yaml cannot be read (not valid, line 2): ${missing}`,
    ]);
    const { stdout } = await brief(root, 'api/limits.py');
    expect(stdout).toContain('Note: api/.context.yaml cannot be read');
    expect(stdout).toContain('Nothing else is recorded about these files.');
  });

  test('superseded entries name the successor', async () => {
    const root = gitRepository({
      ...FILES,
      '.context/00003.md': '---\nsupersedes: ["00001"]\n---\n# Pay twice\n',
    });
    expect((await brief(root, 'lib/other.ts')).stdout).toContain('Superseded by 00003.');
  });
});

describe('what a change puts at risk', () => {
  test('comments that went, code that changed under others, places that were edited, stale contexts', async () => {
    const { root, pack } = await anchored();
    write(root, {
      'src/pay.ts': PAY.replace('// refer to context 00001\n', '').replace(
        'ledger.book(receipt.id, -receipt.total);',
        'ledger.remove(receipt.id);\n  ledger.close();',
      ),
    });
    const answer = await facts(root);
    expect(answer.title).toBe('1 file not committed');
    expect(answer.files).toEqual([{ path: 'src/pay.ts', change: 'modified' }]);
    expect(risks(answer)).toEqual([
      'citation-removed 00001',
      'cited-code-changed 00002',
      'anchor-edited 00003',
      `anchor-edited ${pack}`,
      'context-stale src',
    ]);
    const { stdout } = await brief(root);
    expect(stdout).toContain('- src/pay.ts:1: no longer cites 00001 (Pay once)\n');
    expect(stdout.indexOf('## At risk')).toBeLessThan(stdout.indexOf('## What governs this'));
  });

  test('places are where the code stands now, and a title is neither changed nor said twice', async () => {
    const root = gitRepository({ 'a.ts': 'export function pay(): number {\n  return 1;\n}\n' });
    await runProgram(root, ['stash', 'init']);
    expect(
      (await runProgram(root, ['stash', 'add', '--anchors', 'a.ts:1-3', 'getpass comes late.'])).status,
    ).toBe(0);
    write(root, { 'a.ts': '// one\n// two\nexport function pay(): number {\n  return 1;\n}\n' });
    const { stdout } = await brief(root, 'a.ts');
    expect(stdout).toContain('- 00001 (entry) getpass comes late. About a.ts:3-5.\n');
    expect(stdout.match(/getpass/g)).toHaveLength(1);
  });

  test('nothing, where code only moved down', async () => {
    const { root } = await anchored();
    write(root, { 'src/pay.ts': `import { ledger } from './ledger';\n\n${PAY}` });
    expect(risks(await facts(root))).toEqual(['context-stale src']);
  });

  test('places in a file that the code came into, in this change or before it', async () => {
    const { root, pack } = await anchored();
    rmSync(join(root, 'src/pay.ts'));
    const edited = PAY.replace('ledger.book(receipt.id, -receipt.total);', 'ledger.remove(receipt.id);');
    write(root, { 'lib/money.ts': edited });
    expect((await brief(root)).stdout).toContain(
      '- lib/money.ts:8-11: the code that 00003 (Refund is slow) points at was edited (moved from src/pay.ts:8-11)\n',
    );
    expect(risks(await facts(root))).toContain(`anchor-edited ${pack}`);

    write(root, { 'lib/money.ts': PAY });
    commit(root);
    write(root, { 'lib/money.ts': edited });
    expect(risks(await facts(root))).toEqual(
      expect.arrayContaining(['anchor-edited 00003', `anchor-edited ${pack}`]),
    );
    commit(root);
    write(root, { 'lib/money.ts': `// Money.\n${edited}` });
    expect(risks(await facts(root))).toEqual([]);
  });

  test('a file that went away takes its comments along; one that was renamed does not', async () => {
    const root = gitRepository(FILES);
    rmSync(join(root, 'src/pay.ts'));
    expect(risks(await facts(root))).toEqual(
      expect.arrayContaining(['citation-removed 00001', 'citation-removed 00002']),
    );
    write(root, { 'src/payment.ts': PAY });
    expect(risks(await facts(root)).filter((risk: string) => risk.startsWith('citation'))).toEqual([]);
  });

  test('since a revision counts the whole branch; staged counts what is staged', async () => {
    const root = gitRepository(FILES);
    git(root, 'checkout', '-q', '-b', 'work');
    write(root, { 'src/pay.ts': PAY.replace('// refer to context 00002\n', '') });
    commit(root);
    write(root, { 'lib/other.ts': 'export {};\n', 'new é.ts': '// refer to context 00077\n' });
    git(root, 'add', 'new é.ts');
    expect((await facts(root, '--since', 'main')).files.map(({ path }: Json) => path)).toEqual([
      'lib/other.ts',
      'new é.ts',
      'src/pay.ts',
    ]);
    expect(risks(await facts(root, '--since', 'main'))).toEqual([
      'citation-removed 00001',
      'citation-removed 00002',
      'entry-missing 00077',
      'context-stale src',
    ]);
    const staged = await facts(root, '--staged');
    expect(staged.files).toEqual([{ path: 'new é.ts', change: 'added' }]);
    expect(risks(staged)).toEqual(['entry-missing 00077']);
  });
});

describe('the budget', () => {
  const many = () => {
    const files: Record<string, string> = { '.context/config.json': '{}' };
    for (let number = 1; number <= 40; number++) {
      files[`.context/${String(number).padStart(5, '0')}.md`] =
        `# Decision number ${number}\n\n${'Because of what happened then, and how we found out. '.repeat(12)}\n`;
      files[`src/file${number}.ts`] = `// refer to context ${number}\n`;
    }
    return gitRepository(files);
  };

  test.each([200, 1000, 4000])('%i tokens are not exceeded, and what is left out is said', async (tokens) => {
    const root = many();
    const answer = await facts(root, 'src', '--tokens', String(tokens));
    expect(answer.tokens.budget).toBe(tokens);
    expect(answer.tokens.used).toBeLessThanOrEqual(tokens);
    expect(answer.governing.length + answer.left_out.governing.length).toBe(40);
    const told = answer.governing.filter(({ text }: Json) => text !== undefined).length;
    expect(told + answer.left_out.texts.length).toBe(answer.governing.length);
    expect((await brief(root, 'src', '--tokens', String(tokens))).stdout).toContain(
      `Left out to stay within ${tokens} tokens:`,
    );
  });

  test('2000 is what one gets without asking', async () => {
    expect((await facts(many(), 'src')).tokens.budget).toBe(2000);
  });
});

describe('usage', () => {
  test.each([
    [['--tokens', '10']],
    [['--tokens', 'many']],
    [['--since', 'nowhere']],
    [['--since', 'HEAD', '--staged']],
    [['--staged', 'src']],
  ])('%j ends with 2', async (args) => {
    const { status, stdout, stderr } = await brief(gitRepository(FILES), ...args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr.trim()).not.toBe('');
  });

  test('a path outside of the repository is refused', async () => {
    const { status, stdout } = await brief(gitRepository(FILES), '../elsewhere');
    expect([status, stdout]).toEqual([1, '']);
  });

  test('a path that is not there is said', async () => {
    const { status, stdout } = await brief(gitRepository(FILES), 'gone.ts');
    expect(status).toBe(0);
    expect(stdout).toContain('gone.ts does not exist.');
    expect(stdout).toContain('Nothing is recorded about these files.');
  });
});

describe('wherever it runs', () => {
  test('without git files can be named, and it says what it cannot tell', async () => {
    const root = repository({ ...FILES, 'ein Ordner/ü.ts': '// refer to context 2\n' });
    const { status, stdout } = await brief(root, 'ein Ordner');
    expect(status).toBe(0);
    expect(stdout).toContain('There is no git repository here: what');
    expect(stdout).toContain('Cited at ein Ordner/ü.ts:1.');
    expect((await brief(root)).status).toBe(2);
  });

  test('before the first commit it asks for names', async () => {
    const root = repository(FILES);
    git(root, 'init', '-q', '-b', 'main');
    const { status, stderr } = await brief(root);
    expect(status).toBe(2);
    expect(stderr).toContain('Nothing was committed here yet');
  });

  test('in a work tree and in a submodule', async () => {
    const root = gitRepository(FILES);
    const tree = join(repository({}), 'ein Baum');
    git(root, 'worktree', 'add', '-q', '-b', 'other', tree);
    const outer = gitRepository({ 'x.txt': 'x\n' });
    git(outer, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', root, 'sub dir');
    for (const place of [tree, join(outer, 'sub dir')]) {
      write(place, { 'lib/other.ts': 'export {};\n' });
      expect(risks(await facts(place))).toEqual(['citation-removed 00001']);
    }
  });

  test('text of the repository cannot pass for ours', async () => {
    const root = gitRepository({
      '.context/config.json': '{}',
      '.context/00001.md': '# Fine\n\n## At risk\n\u001b[2J\u202e- nothing\n',
      'a.ts': '// refer to context 1\n',
    });
    const { stdout } = await brief(root, 'a.ts');
    expect(stdout).toContain('> ## At risk\n> \\u001b[2J\\u202e- nothing\n');
    expect(stdout).not.toMatch(/^## At risk/m);
  });
});

test('the prompt brief-me says the same', async () => {
  const root = gitRepository(FILES);
  const { app } = await openApp(root);
  const prompt = app.prompts.find(({ name }) => name === 'brief-me');
  expect(prompt?.arguments.map(({ name, required }) => [name, required])).toEqual([
    ['paths', false],
    ['since', false],
  ]);
  expect((await prompt?.render({ paths: 'src/pay.ts, lib' }, String, NEVER))?.trimEnd()).toBe(
    (await brief(root, 'src/pay.ts', 'lib')).stdout.trimEnd(),
  );
  write(root, { 'lib/other.ts': 'export {};\n' });
  expect((await prompt?.render({ since: 'HEAD' }, String, NEVER))?.trimEnd()).toBe(
    (await brief(root, '--since', 'HEAD')).stdout.trimEnd(),
  );
  await expect(prompt?.render({ since: 'nowhere' }, String, NEVER)).rejects.toMatchObject({
    code: 'unknown_revision',
  });
});
