import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plainGrep } from '../../../tests/helpers/grep-parts.ts';
import { LINKS, MODES, testWith } from '../../../tests/helpers/probes.ts';
import { repository, write } from '../../../tests/helpers/repository.ts';
import { citations, outline } from '../../core/parsing/index.ts';
import { openWorkspace } from '../../core/workspace/index.ts';
import { grepCitingFiles } from './citations.ts';
import { DEFAULT_CONFIG } from './config.ts';
import { openStash, type Stash } from './stash.ts';

const signal = new AbortController().signal;
const CONFIG = { '.context/config.json': JSON.stringify(DEFAULT_CONFIG) };

async function stashIn(root: string): Promise<Stash> {
  const workspace = await openWorkspace({ root, maxFileBytes: 1 << 20, programPath: process.env.PATH });
  return openStash({
    workspace,
    symbolsOf: outline,
    citationsIn: citations,
    citingFiles: grepCitingFiles(plainGrep(workspace)),
  });
}

describe('an entry', () => {
  testWith(MODES)('is a read-only file that holds exactly the given text', async () => {
    const root = repository(CONFIG);
    const stash = await stashIn(root);
    const markdown = '# Why\r\n\r\nBecause of — this. \n';
    expect(await stash.create({ markdown }, signal)).toEqual({
      file: '00001.md',
      ref: '00001',
      comment: '// refer to context 00001',
    });
    const file = join(root, '.context/00001.md');
    expect(readFileSync(file, 'utf8')).toBe(markdown);
    expect(statSync(file).mode & 0o777).toBe(0o444);
    expect(await stash.get('1', signal)).toEqual({ markdown, ref: '00001', file: '00001.md' });
  });

  it('keeps its fields apart from its Markdown, and maxLines counts the Markdown only', async () => {
    const root = repository({
      ...CONFIG,
      '.context/config.json': '{"maxLines": 2}',
      'src/a.py': 'def f():\n    return 1\n',
    });
    const stash = await stashIn(root);
    await stash.create({ markdown: 'one\ntwo\n' }, signal);
    const entry = {
      markdown: 'new\nwords\n',
      type: 'decision' as const,
      module: 'core',
      supersedes: ['1', '00001.md'],
      anchors: ['src/a.py:1-2'],
    };
    expect(await stash.create(entry, signal)).toMatchObject({
      ref: '00002',
      comment: '# refer to context 00002',
    });
    expect(await stash.get('00002', signal)).toEqual({
      markdown: 'new\nwords\n',
      ref: '00002',
      file: '00002.md',
      type: 'decision',
      module: 'core',
      supersedes: ['00001'],
      anchors: [{ path: 'src/a.py', start_line: 1, end_line: 2, state: 'fresh' }],
    });
    expect(await stash.get('1', signal)).toMatchObject({ superseded_by: ['00002'] });
    expect(await stash.list(signal)).toEqual([
      { ref: '00001', file: '00001.md', title: 'one', superseded_by: ['00002'] },
      { ref: '00002', file: '00002.md', title: 'new', type: 'decision', module: 'core' },
    ]);
  });

  it('says where its code is now', async () => {
    const code = [
      'def open_gate(lock, boat):',
      '    lock.fill(boat.draught)',
      '    return lock.gate',
      '',
    ].join('\n');
    const root = repository({ ...CONFIG, 'src/gate.py': code });
    const stash = await stashIn(root);
    await stash.create({ markdown: 'Fill first.', anchors: ['src/gate.py'] }, signal);
    write(root, { 'src/gate.py': `import boats\n\n${code}` });
    expect((await stash.get('1', signal)).anchors).toEqual([
      {
        path: 'src/gate.py',
        start_line: 3,
        end_line: 5,
        state: 'moved',
        was: 'src/gate.py:1-3',
        reason: 'the same lines, 2 lines down',
      },
    ]);
    rmSync(join(root, 'src/gate.py'));
    write(root, { 'src/locks/gate.py': code });
    expect((await stash.get('1', signal)).anchors).toMatchObject([
      { path: 'src/locks/gate.py', start_line: 1, end_line: 3, state: 'moved', was: 'src/gate.py:1-3' },
    ]);
    rmSync(join(root, 'src/locks'), { recursive: true });
    const [lost] = (await stash.get('1', signal)).anchors ?? [];
    expect(lost).toMatchObject({ path: 'src/gate.py', state: 'lost', was: 'src/gate.py:1-3' });
    expect(lost).not.toHaveProperty('start_line');
  });

  it.each([
    ['../outside.txt:1-1'],
    ['/etc/passwd:1-1'],
    ['missing.py:1-1'],
    ['.env:1'],
    ['a.py:9-10'],
    ['a.py:2-1'],
    ['a.py:0-1'],
    ['empty.py'],
    [''],
  ])('is not made with an anchor that points nowhere: %j', async (place) => {
    const stash = await stashIn(repository({ ...CONFIG, 'a.py': 'x = 1\n', '.env': 'A=1', 'empty.py': '' }));
    await expect(stash.create({ markdown: 'x', anchors: [place] }, signal)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(/^anchors: /),
    });
    expect(await stash.list(signal)).toEqual([]);
  });
});

describe('create warns', () => {
  it('of what looks like a secret, without repeating it', async () => {
    const stash = await stashIn(repository(CONFIG));
    const secret = `ghp_${'aB3dE6gH9jK2mN5pQ8rS1tU4vW7xY0zC'.repeat(2).slice(0, 36)}`;
    const { warnings } = await stash.create({ markdown: `Key:\n\n    ${secret}\n` }, signal);
    expect(warnings).toEqual([expect.stringContaining('Line 3 looks like a GitHub token')]);
    expect(JSON.stringify(warnings)).not.toContain(secret);
  });

  it('of an entry that says nearly the same, unless it is superseded', async () => {
    const stash = await stashIn(repository(CONFIG));
    const text =
      '# Two attempts\n\nThe payment call stops after two attempts, because the bank counts each as an order.';
    await stash.create({ markdown: text }, signal);
    expect((await stash.create({ markdown: `${text}\nSince May.` }, signal)).warnings).toEqual([
      expect.stringMatching(/^Entry 00001 \(Two attempts\) is \d\d % similar/),
    ]);
    const { warnings } = await stash.create({ markdown: text, supersedes: ['1', '2'] }, signal);
    expect(warnings).toBeUndefined();
  });
});

describe('numbers', () => {
  it('follow the highest there is, and nothing else in the directory counts', async () => {
    const root = repository({
      ...CONFIG,
      '.context/00007.md': 'seven',
      '.context/README.md': 'no entry',
      '.context/99999.txt': 'no entry',
      '.context/9x.md': 'no entry',
      '.context/sub/00099.md': 'no entry',
      '.context/project.yaml': 'no entry',
    });
    const stash = await stashIn(root);
    expect((await stash.create({ markdown: 'x' }, signal)).ref).toBe('00008');
    expect((await stash.list(signal)).map(({ ref }) => ref)).toEqual(['00007', '00008']);
  });

  testWith(LINKS)('pass over a name that something else has', async () => {
    const root = repository(CONFIG);
    mkdirSync(join(root, '.context/00001.md'));
    symlinkSync('/nowhere', join(root, '.context/00002.md'));
    const stash = await stashIn(root);
    expect((await stash.create({ markdown: 'x' }, signal)).ref).toBe('00003');
    await expect(stash.get('2', signal)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('may be larger than any number of the machine', async () => {
    const stash = await stashIn(repository({ ...CONFIG, '.context/99999999999999999999.md': 'far' }));
    expect((await stash.create({ markdown: 'x' }, signal)).file).toBe('100000000000000000000.md');
  });

  it('are each given once to many at the same time', async () => {
    const stash = await stashIn(repository(CONFIG));
    const made = await Promise.all(
      Array.from({ length: 30 }, (_, at) => stash.create({ markdown: `note ${at} of thirty` }, signal)),
    );
    expect(new Set(made.map(({ file }) => file)).size).toBe(30);
    expect(await stash.list(signal)).toHaveLength(30);
  });
});

describe('trouble', () => {
  it('with one entry does not hide the others', async () => {
    const root = repository({ ...CONFIG, '.context/00001.md': 'good words' });
    writeFileSync(join(root, '.context/00002.md'), Buffer.from([0xff, 0xfe, 0x00]));
    const stash = await stashIn(root);
    expect(await stash.list(signal)).toEqual([
      { ref: '00001', file: '00001.md', title: 'good words' },
      { ref: '00002', file: '00002.md' },
    ]);
    expect(await stash.search('words', signal)).toHaveLength(1);
    await expect(stash.get('2', signal)).rejects.toMatchObject({ code: 'io_error' });
    expect((await stash.create({ markdown: 'more' }, signal)).ref).toBe('00003');
  });

  testWith(LINKS)(
    'with the directory is said in fixed words, and nothing is written through a link',
    async () => {
      const outside = repository({ 'config.json': '{}' });
      const root = repository({});
      symlinkSync(outside, join(root, '.context'));
      const stash = await stashIn(root);
      await expect(stash.create({ markdown: 'x' }, signal)).rejects.toMatchObject({ kind: 'io' });
      await expect(stash.list(signal)).rejects.toMatchObject({ kind: 'io' });
      const error = await stash.get('1', signal).catch(String);
      expect(error).not.toContain(outside);
    },
  );

  it.each([
    ['', 'invalid_input'],
    [' \n\t\n', 'invalid_input'],
    ['nul \0', 'invalid_input'],
    ['half \ud800 pair', 'invalid_input'],
    ['x\n'.repeat(51), 'too_many_lines'],
    ['y'.repeat((1 << 20) + 1), 'invalid_input'],
  ])('with the Markdown is refused and writes nothing', async (markdown, code) => {
    const stash = await stashIn(repository(CONFIG));
    await expect(stash.create({ markdown }, signal)).rejects.toMatchObject({ code });
    expect(await stash.list(signal)).toEqual([]);
  });

  it('ends when the caller leaves', async () => {
    const stash = await stashIn(repository({ ...CONFIG, '.context/00001.md': 'x' }));
    await expect(stash.search('x', AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('citations', () => {
  const FILES = {
    ...CONFIG,
    '.context/00012.md': '# Twelve',
    '.context/00019.md': '---\nsupersedes: ["00012"]\n---\n# Nineteen',
    'src/a.ts': "// refer to context 00012, 19\nexport const a = 'refer to context 00012';\n",
    'src/b.py': 'x = 1  # see above; refer to context 12\n"""refer to context 00012"""\n',
    'src/c.sql': '-- refer to context 00012.md\n-- and more\n',
    'src/d.sql': '/* Refer to\n  context 00019,\n  00077 */\n',
    'notes.md': 'refer to context 00012 in prose\n',
    'src/odd.zz': '# refer to context 00012\nrefer to context 00019\n',
  };

  it('are listed with the entry, in comments only, each with its line', async () => {
    const stash = await stashIn(repository(FILES));
    expect((await stash.get('12', signal)).cited_from).toEqual([
      { path: 'src/a.ts', line: 1 },
      { path: 'src/b.py', line: 1 },
      { path: 'src/c.sql', line: 1 },
      { path: 'src/odd.zz', line: 1 },
    ]);
  });

  it('are true at the moment of answering', async () => {
    const root = repository(FILES);
    const stash = await stashIn(root);
    await stash.get('12', signal);
    write(root, { 'src/a.ts': '\n\n// refer to context 12\n' });
    rmSync(join(root, 'src/b.py'));
    rmSync(join(root, 'src/c.sql'));
    expect((await stash.get('12', signal)).cited_from).toEqual([
      { path: 'src/a.ts', line: 3 },
      { path: 'src/odd.zz', line: 1 },
    ]);
  });

  it('are all listed with the state of their entries', async () => {
    const stash = await stashIn(repository(FILES));
    const twelve = { ref: '00012', state: 'superseded', superseded_by: ['00019'] };
    expect(await stash.refs(signal)).toEqual([
      { path: 'src/a.ts', line: 1, ...twelve },
      { path: 'src/a.ts', line: 1, ref: '00019', state: 'current' },
      { path: 'src/b.py', line: 1, ...twelve },
      { path: 'src/c.sql', line: 1, ...twelve },
      { path: 'src/d.sql', line: 2, ref: '00019', state: 'current' },
      { path: 'src/d.sql', line: 3, ref: '00077', state: 'unknown' },
      { path: 'src/odd.zz', line: 1, ...twelve },
    ]);
  });

  it('with the configured prefix count, with another they do not', async () => {
    const stash = await stashIn(
      repository({
        '.context/config.json': '{"filePrefix": "ctx-", "fileSuffix": ".markdown"}',
        '.context/ctx-00003.markdown': 'three',
        'a.ts': '// refer to context ctx-00003\n// refer to context 3\n\n// refer to context adr-00003\n',
      }),
    );
    expect((await stash.get('ctx-00003.markdown', signal)).cited_from).toEqual([
      { path: 'a.ts', line: 1 },
      { path: 'a.ts', line: 2 },
    ]);
  });
});

describe('immutability', () => {
  testWith(MODES)('no operation changes an entry', async () => {
    const root = repository({ ...CONFIG, '.context/00001.md': '# One\n', 'a.ts': '// refer to context 1\n' });
    chmodSync(join(root, '.context/00001.md'), 0o644);
    const before = statSync(join(root, '.context/00001.md'));
    const stash = await stashIn(root);
    await stash.create({ markdown: '# One\n', supersedes: ['1'] }, signal);
    await stash.get('1', signal);
    await stash.list(signal);
    await stash.search('one', signal);
    await stash.refs(signal);
    const after = statSync(join(root, '.context/00001.md'));
    expect([after.ino, after.mtimeMs, after.mode]).toEqual([before.ino, before.mtimeMs, before.mode]);
    expect(readFileSync(join(root, '.context/00001.md'), 'utf8')).toBe('# One\n');
  });
});

describe('a comment that is made to cite another entry', () => {
  it('changes in its number only, and not at all if its line is no longer what was read', async () => {
    const before = '// café: refer to context 00001 (why)\r\nrun();\r\n';
    const root = repository({
      ...CONFIG,
      '.context/00001.md': '# One\n',
      '.context/00002.md': '# Two\n',
      'a.ts': before,
    });
    const stash = await stashIn(root);
    const [citation] = await stash.citations(signal);
    if (citation === undefined) throw new Error('no citation');
    const cited = { ...citation, entry: { ref: '00001' } };
    const changed = before.replace('(why)', '(another reason)');
    write(root, { 'a.ts': changed });
    await expect(stash.repoint(cited, '00002', signal)).rejects.toMatchObject({ code: 'not_fixed' });
    expect(readFileSync(join(root, 'a.ts'), 'utf8')).toBe(changed);
    write(root, { 'a.ts': before });
    expect(await stash.repoint(cited, '00002', signal)).toBe('// café: refer to context 00002 (why)');
    expect(readFileSync(join(root, 'a.ts'), 'utf8')).toBe(before.replace('00001', '00002'));
  });
});
