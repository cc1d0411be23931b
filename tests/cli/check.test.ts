/** `pilotbook check`, as CI runs it. */

import { chmodSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RULES } from '../../src/app/check/rules.ts';
import { type Json, openApp } from '../helpers/app.ts';
import { faultyRepository, PACKS } from '../helpers/faults.ts';
import { handOver } from '../helpers/ordinary-user.ts';
import { ANY_NAME, MODES, testWith } from '../helpers/probes.ts';
import { git, gitRepository, madeOnce, repository, write } from '../helpers/repository.ts';
import { runProgram } from '../helpers/run-program.ts';

const check = (root: string, ...args: string[]) => runProgram(root, ['check', ...args]);

async function findings(root: string, ...args: string[]): Promise<Json[]> {
  return JSON.parse((await check(root, '--format', 'json', ...args)).stdout).findings;
}
const places = (found: readonly Json[]) => found.map(({ rule, file, line }) => `${rule} ${file}:${line}`);

const CONFIG = { '.context/config.json': '{}' };
const text = (root: string, path: string) => readFileSync(join(root, path), 'utf8');
const commit = (root: string) => {
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '-m', 'next');
};

const faulty = madeOnce(faultyRepository);

describe('one fault of each kind', () => {
  const expected = (pack: string) => [
    `packs/malformed ${PACKS}/pk_aaaaaaaa.md:1`,
    `packs/expiring ${PACKS}/${pack}:1`,
    `packs/moved-ref ${PACKS}/${pack}:15`,
    `packs/edited-ref ${PACKS}/${pack}:21`,
    `packs/lost-ref ${PACKS}/${pack}:27`,
    `packs/ambiguous-ref ${PACKS}/${pack}:33`,
    'stash/uncited-entry .context/00003.md:1',
    'stash/changed-entry .context/00004.md:1',
    'stash/secret .context/00005.md:3',
    'stash/lost-anchor .context/00007.md:1',
    'stash/edited-anchor .context/00008.md:1',
    'stash/ambiguous-anchor .context/00009.md:1',
    'stash/duplicate-number .context/6.md:1',
    'contexts/unknown-version src/later/.context.yaml:1',
    'stash/missing-entry src/new é.py:2',
    'contexts/stale src/old/.context.yaml:1',
    'contexts/stale src/claim/.context.yaml:1',
    'contexts/stale-claim src/claim/.context.yaml:8',
    'stash/superseded-entry src/pay.ts:1',
    'contexts/invalid src/wrong/.context.yaml:7',
  ];

  test('is found, each with its place, its severity and what to do, in every format', async () => {
    const { root, pack } = await faulty();
    const found = await findings(root);
    expect(places(found).sort()).toEqual(expected(pack).sort());
    expect(new Set([...found.map(({ rule }) => rule), 'stash/config'])).toEqual(
      new Set(RULES.map(({ id }) => id)),
    );

    const written = await check(root);
    expect(written.status).toBe(1);
    for (const { file, line, severity, rule, message, advice } of found) {
      expect(written.stdout).toContain(`${file}:${line}  ${severity}  ${rule}  ${message}\n    ${advice}\n`);
      expect(advice).toMatch(/[.)]$/);
    }
    expect(written.stdout).toContain('6 errors, 7 warnings, 7 info; 3 fixable with --fix\n');

    const annotations = await check(root, '--format', 'github');
    expect(annotations.status).toBe(1);
    const commands = annotations.stdout.trim().split('\n');
    expect(commands).toHaveLength(found.length);
    expect(commands).toContain(
      '::error file=src/new é.py,line=2,title=stash/missing-entry::There is no entry 00077.%0ACorrect the number, or restore the entry; if it no longer applies, remove the comment.',
    );
    expect(commands.filter((line) => line.startsWith('::notice ')).length).toBe(7);
    expect(commands.filter((line) => line.startsWith('::warning ')).length).toBe(7);

    const sarif = JSON.parse((await check(root, '--format', 'sarif')).stdout);
    expect(sarif.version).toBe('2.1.0');
    const [run] = sarif.runs;
    expect(run.tool.driver.name).toBe('pilotbook');
    expect(run.results).toHaveLength(found.length);
    for (const result of run.results) {
      expect(run.tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId);
      expect(['error', 'warning', 'note']).toContain(result.level);
      expect(result.message.text).not.toBe('');
      const [{ physicalLocation }] = result.locations;
      expect(physicalLocation.region.startLine).toBeGreaterThanOrEqual(1);
      expect(physicalLocation.artifactLocation.uri).toMatch(/^[\w.%/-]+$/);
    }
    expect(
      run.results.map((result: Json) => result.locations[0].physicalLocation.artifactLocation.uri),
    ).toContain('src/new%20%C3%A9.py');
    expect(new Set(run.results.map((result: Json) => result.partialFingerprints['pilotbook/v1'])).size).toBe(
      found.length,
    );
  });

  test('an invalid document is to be opened by its path: no command edits it', async () => {
    const root = repository({ 'src/a b/.context.yaml': 'version: [\n', 'src/a b/a.ts': '' });
    const { stdout } = await runProgram(join(root, 'src'), ['check', '--rule', 'contexts/invalid']);
    expect(stdout).toContain("    Open 'a b/.context.yaml' in an editor and correct it.\n");
    expect(stdout).not.toContain('contexts edit');
  });

  test('--help names every kind of thing that --fix writes', async () => {
    const { stdout } = await runProgram(repository({}), ['check', '--help']);
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'resolves merge conflicts in .context.yaml; it writes nothing else',
    );
  });

  test('--fix moves a ref and leaves an expired pack where it is', async () => {
    const { root, pack } = await faulty();
    const expired = text(root, `${PACKS}/${pack}`)
      .replace(/^id: .*$/m, 'id: pk_bbbbbbbb')
      .replace(/^name: .*\n/m, '')
      .replace(/^expires_at: .*$/m, 'expires_at: 2020-01-01T00:00:00Z');
    write(root, { [`${PACKS}/pk_bbbbbbbb.md`]: expired });
    const { fixed } = JSON.parse((await check(root, '--fix', '--json')).stdout);
    expect(fixed.map(({ rule }: Json) => rule)).toContain('packs/moved-ref');
    expect(text(root, `${PACKS}/pk_bbbbbbbb.md`)).toBe(expired);
  });

  test('--fix fixes what is safe and nothing else, once', async () => {
    const { root, pack } = await faulty();
    const before = git(root, 'status', '--porcelain', '-uall', '-z');
    const fixed = JSON.parse((await check(root, '--fix', '--json')).stdout);
    expect(fixed.fixed.map(({ rule }: Json) => rule).sort()).toEqual([
      'packs/moved-ref',
      'stash/duplicate-number',
      'stash/superseded-entry',
    ]);
    expect(fixed.not_fixed).toEqual([]);
    expect(fixed.findings.some(({ fixable }: Json) => fixable)).toBe(false);
    // The comment cited the successor in another line already; this one cites it now too.
    expect(text(root, 'src/pay.ts')).toContain('// refer to context 00002\nexport const');
    expect(text(root, '.context/00010.md')).toBe('# Second of the number\n');
    expect(readdirSync(join(root, '.context'))).not.toContain('6.md');
    expect(text(root, 'src/new é.py')).toBe('# refer to context 00010\n# refer to context 00077\n');
    expect(text(root, `${PACKS}/${pack}`)).toMatch(/lines:\n +start: 5\n +end: 9/);
    const after = git(root, 'status', '--porcelain', '-uall', '-z');
    const changed = (status: string) => status.split('\0').map((line) => line.slice(3));
    expect(
      changed(after)
        .filter((path) => !changed(before).includes(path))
        .sort(),
    ).toEqual(['.context/00010.md', `${PACKS}/${pack}`, 'src/pay.ts'].sort());
    const again = JSON.parse((await check(root, '--fix', '--json')).stdout);
    expect(again.fixed).toEqual([]);
    expect(git(root, 'status', '--porcelain', '-uall', '-z')).toBe(after);
    expect(again.findings).toEqual(fixed.findings);
  });

  test('a broken configuration is one finding, and nothing is said of what cannot be told', async () => {
    const root = gitRepository({
      '.context/config.json': '{"maxLines": 0}',
      'a.ts': '// refer to context 1\n',
    });
    expect(places(await findings(root))).toEqual(['stash/config .context/config.json:1']);
    const { status, stdout } = await check(root);
    expect(status).toBe(1);
    expect(stdout).toContain('maxLines');
  });
});

describe('exit codes', () => {
  test('0 where nothing is wrong, or only worth knowing', async () => {
    const root = gitRepository({ ...CONFIG, '.context/00001.md': '# x\n' });
    const only = await check(root);
    expect([only.status, only.stdout]).toEqual([0, expect.stringContaining('stash/uncited-entry')]);
    write(root, { 'a.ts': '// refer to context 00001\n' });
    expect(await check(root)).toEqual({ status: 0, stdout: 'Nothing to report.\n', stderr: '' });
    expect((await check(root, '--format', 'github')).stdout).toBe('');
  });

  const configured = madeOnce(() => ({ root: gitRepository(CONFIG) }));

  test.each([
    [['--format', 'xml'], 'text, json, sarif, github'],
    [['--rule', 'stash/nope'], 'stash/missing-entry'],
    [['--since', 'nowhere'], 'git has no commit'],
    [['--since', '--output=x'], '--since'],
    [['word'], 'Unexpected argument "word"'],
  ])('2 for %j', async (args, message) => {
    const { status, stdout, stderr } = await check((await configured()).root, ...args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });

  test('--rule runs those alone', async () => {
    const { root } = await faulty();
    expect(places(await findings(root, '--rule', 'stash/secret, contexts/stale'))).toEqual([
      'stash/secret .context/00005.md:3',
      'contexts/stale src/claim/.context.yaml:1',
      'contexts/stale src/old/.context.yaml:1',
    ]);
  });
});

describe('secrets', () => {
  const key = ['sk', 'proj', 'A1b2C3d4E5f6G7h8I9j0K1l2'].join('-');
  const long = `${'The reason is long and the key stands at its end. '.repeat(2).slice(0, 90)} `;
  const withKeys = madeOnce(() => ({
    root: gitRepository({
      ...CONFIG,
      '.context/00001.md': `# key ${key} in config\n`,
      '.context/00002.md': `# ${long}${key}\n`,
    }),
  }));

  test.each(['text', 'json', 'sarif', 'github'])(
    'are not shown by the warning of them: %s',
    async (format) => {
      const { root } = await withKeys();
      const { status, stdout } = await check(root, '--format', format);
      expect(status).toBe(1);
      expect(stdout).toContain('stash/secret');
      expect(stdout).toContain('No comment cites entry 00001 (key [hidden: an OpenAI key] in config).');
      expect(stdout).not.toContain('sk-');
    },
  );
});

describe('the code of an entry', () => {
  const block = 'export function pay(order: Order) {\n  audit.record(order.id);\n  return total(order);\n}\n';

  test('is missed when it is gone, until another entry takes the place', async () => {
    const root = gitRepository({ ...CONFIG, 'src/pay.ts': block, 'src/other.ts': 'export {};\n' });
    await runProgram(root, ['stash', 'add', '# Why we pay so', '--anchors', 'src/pay.ts:1-4']);
    commit(root);
    write(root, { 'src/pay.ts': `// one more line\n${block}` });
    expect(await findings(root)).toEqual([]);

    rmSync(join(root, 'src/pay.ts'));
    const [lost, ...more] = await findings(root, '--since', 'HEAD');
    expect(more).toEqual([]);
    expect(lost).toMatchObject({ rule: 'stash/lost-anchor', severity: 'warning', file: '.context/00001.md' });
    expect(lost?.message).toMatch(/^The code of entry 00001 \(src\/pay\.ts:1-4\) is lost: .*[^.]\.$/);
    expect(lost?.advice).toContain('pilotbook stash add --supersedes 00001');

    const place = ['--supersedes', '00001', '--anchors', 'src/other.ts:1'];
    expect((await runProgram(root, ['stash', 'add', '# We no longer pay', ...place])).status).toBe(0);
    expect(await findings(root)).toEqual([]);
  });

  const anchored = madeOnce(async () => {
    const root = gitRepository({ ...CONFIG, 'src/pay.ts': block });
    await runProgram(root, ['stash', 'add', '# Why we pay so', '--anchors', 'src/pay.ts:1-4']);
    return { root };
  });

  test('is named with its new place when it was moved and edited', async () => {
    const { root } = await anchored();
    commit(root);
    rmSync(join(root, 'src/pay.ts'));
    write(root, { 'lib/money.ts': `// Money.\n${block.replace('total(order)', 'sum(order)')}` });
    const [edited, ...more] = await findings(root, '--since', 'HEAD');
    expect(more).toEqual([]);
    expect(edited).toMatchObject({
      rule: 'stash/edited-anchor',
      severity: 'info',
      file: '.context/00001.md',
    });
    expect(edited?.message).toMatch(
      /^The code of entry 00001 \(src\/pay\.ts:1-4\) was edited and is now lib\/money\.ts:2-5: .*[^.]\.$/,
    );
    expect((await check(root)).status).toBe(0);
  });

  test('cannot be followed, and check says so, when its file is missing or damaged', async () => {
    const { root } = await anchored();
    const folder = join(root, '.context/anchors');
    const [name = ''] = readdirSync(folder).filter((each) => each.endsWith('.json'));
    const whole = readFileSync(join(folder, name), 'utf8');
    const told = `The code of entry 00001 (src/pay.ts:1-4) cannot be followed: .context/anchors/${name} is missing, damaged or denied.`;
    rmSync(join(folder, name));
    expect((await findings(root)).map(({ message }) => message)).toEqual([told]);
    expect((await runProgram(root, ['stash', 'show', '1'])).stdout).toContain('anchor: src/pay.ts  lost');
    write(root, { [`.context/anchors/${name}`]: whole.replace('"startLine":1', '"startLine":2') });
    expect((await findings(root)).map(({ message }) => message)).toEqual([told]);
    write(root, { [`.context/anchors/${name}`]: whole.replace('\n', '\r\n') });
    expect(await findings(root)).toEqual([]);
  });
});

describe('comments', () => {
  test('count where they are comments; an example in a page or a string is none', async () => {
    const root = repository({
      ...CONFIG,
      'agents.md': '```\n// refer to context 00012\n```\n',
      'a.ts': 'export const example = "// refer to context 00012";\n',
      'b.md': '<!-- refer to context 00013 -->\n',
    });
    expect(places(await findings(root))).toEqual(['stash/missing-entry b.md:1']);
  });

  test('are followed to the last successor, and left alone where there are several', async () => {
    const root = repository({
      ...CONFIG,
      '.context/00001.md': '# 1\n',
      '.context/00002.md': '---\nsupersedes: ["00001"]\n---\n# 2\n',
      '.context/00003.md': '---\nsupersedes: [2]\n---\n# 3\n',
      '.context/00004.md': '# 4\n',
      '.context/00005.md': '---\nsupersedes: ["4"]\n---\n# 5\n',
      '.context/00006.md': '---\nsupersedes: ["00004"]\n---\n# 6\n',
      'a.ts': '// refer to context 00001\n\n// refer to context 4\n',
    });
    const found = await findings(root, '--rule', 'stash/superseded-entry');
    expect(found.map(({ message, fixable }) => [message, fixable])).toEqual([
      ['Entry 00001 is superseded by 00003.', true],
      ['Entry 00004 is superseded by 00005, 00006.', false],
    ]);
    await check(root, '--fix');
    expect(text(root, 'a.ts')).toBe('// refer to context 00003\n\n// refer to context 4\n');
  });

  testWith(MODES)(
    'keep every other byte: line ends, marks, numbers that look alike, permissions',
    async () => {
      const root = repository({
        ...CONFIG,
        '.context/00001.md': '# 1\n',
        '.context/00002.md': '---\nsupersedes: ["00001"]\n---\n# 2\n',
        'bom.ts': '\ufeff/* 00001 */ // refer to context 00001.md; 00001\r\nconst port = 1;\r\n',
        'list.py': 'x = 1  # refer to context 1, 00002 and 1\n',
        'run.sh': '#!/bin/sh\n# refer to context\n#   00001\n',
      });
      chmodSync(join(root, 'run.sh'), 0o755);
      const { not_fixed } = JSON.parse((await check(root, '--fix', '--json')).stdout);
      expect(not_fixed).toEqual([]);
      expect(text(root, 'bom.ts')).toBe(
        '\ufeff/* 00001 */ // refer to context 00002.md; 00001\r\nconst port = 1;\r\n',
      );
      expect(text(root, 'list.py')).toBe('x = 1  # refer to context 00002\n');
      expect(text(root, 'run.sh')).toBe('#!/bin/sh\n# refer to context\n#   00002\n');
      expect(statSync(join(root, 'run.sh')).mode & 0o777).toBe(0o755);
    },
  );
});

describe('a number that two branches gave', () => {
  /** Both branches wrote entry 2 and a comment that cites it. */
  const branches = madeOnce(() => {
    const root = gitRepository({
      ...CONFIG,
      '.context/00001.md': '# 1\n',
      'a.ts': '// refer to context 00001\n',
      'shared.ts': 'start();\n\n\n\nmiddle();\n\n\n\nend();\n',
    });
    git(root, 'checkout', '-q', '-b', 'side');
    write(root, {
      '.context/00002.md': '# Theirs\n\nTheir reason.\n',
      'theirs.ts': '// refer to context 00002\n',
      'shared.ts': 'start();\n\n\n\nmiddle();\n\n\n\n// their end: refer to context 2\nend();\n',
    });
    commit(root);
    git(root, 'checkout', '-q', 'main');
    write(root, {
      '.context/00002.md': '# Ours\n\nOur reason.\n',
      'ours.ts': '// refer to context 00002\n',
      'shared.ts': '// our start: refer to context 2\nstart();\n\n\n\nmiddle();\n\n\n\nend();\n',
    });
    commit(root);
    return { root };
  });
  const merge = (root: string, ...args: string[]) => {
    try {
      git(root, 'merge', '-q', '-m', 'merge', ...args, 'side');
    } catch {
      // It stops at the conflict.
    }
  };
  async function isSorted(root: string): Promise<void> {
    expect(text(root, '.context/00002.md')).toBe('# Ours\n\nOur reason.\n');
    expect(text(root, '.context/00003.md')).toBe('# Theirs\n\nTheir reason.\n');
    expect(text(root, 'ours.ts')).toBe('// refer to context 00002\n');
    expect(text(root, 'theirs.ts')).toBe('// refer to context 00003\n');
    expect(text(root, 'shared.ts')).toBe(
      '// our start: refer to context 2\nstart();\n\n\n\nmiddle();\n\n\n\n// their end: refer to context 3\nend();\n',
    );
    expect(await findings(root)).toEqual([]);
  }

  test('while the merge waits: each text gets its number back, and the comments theirs', async () => {
    const { root } = await branches();
    merge(root);
    const found = await findings(root);
    expect(places(found)).toEqual(['stash/duplicate-number .context/00002.md:1']);
    expect((await check(root, '--fix')).status).toBe(0);
    await isSorted(root);
    commit(root);
    await isSorted(root);
  });

  test('while a rebase waits: the commit that is replayed moves on', async () => {
    const { root } = await branches();
    git(root, 'checkout', '-q', 'side');
    try {
      git(root, 'rebase', '-q', 'main');
    } catch {
      // It stops at the conflict.
    }
    await check(root, '--fix');
    await isSorted(root);
  });

  test('after a merge that dropped their text: it comes back under a number of its own', async () => {
    const { root } = await branches();
    merge(root, '-X', 'ours');
    const found = await findings(root);
    expect(places(found)).toEqual(['stash/duplicate-number .context/00002.md:1']);
    expect(found[0].message).toContain('one of the two texts is lost');
    expect((await check(root, '--fix')).status).toBe(0);
    await isSorted(root);
    commit(root);
    expect((await check(root, '--fix')).stdout).toBe('Nothing to report.\n');
  });

  test('after a merge that mixed the texts: a person has to look', async () => {
    const { root } = await branches();
    merge(root);
    write(root, { '.context/00002.md': '# Ours and theirs\n' });
    commit(root);
    const found = await findings(root, '--rule', 'stash/duplicate-number,stash/changed-entry');
    expect(new Set(places(found))).toEqual(new Set(['stash/duplicate-number .context/00002.md:1']));
    expect(found.some(({ fixable }) => fixable)).toBe(false);
  });

  test('without git the marks tell', async () => {
    const root = repository({
      ...CONFIG,
      '.context/00001.md':
        '# Same\n\n<<<<<<< HEAD\nours\n||||||| base\nold\n=======\ntheirs\n>>>>>>> side\nend\n',
    });
    expect(places(await findings(root, '--rule', 'stash/duplicate-number'))).toEqual([
      'stash/duplicate-number .context/00001.md:3',
    ]);
    await check(root, '--fix');
    expect(text(root, '.context/00001.md')).toBe('# Same\n\nours\nend\n');
    expect(text(root, '.context/00002.md')).toBe('# Same\n\ntheirs\nend\n');
  });

  test('that was removed and given again is no collision, and an entry about merges is none either', async () => {
    const root = gitRepository({
      ...CONFIG,
      '.context/00001.md': '# Old\n',
      'a.ts': '// refer to context 1\n',
    });
    rmSync(join(root, '.context/00001.md'));
    commit(root);
    write(root, { '.context/00001.md': '# New\n\n<<<<<<< ours\n=======\n>>>>>>> theirs\n' });
    commit(root);
    expect(await findings(root)).toEqual([]);
  });
});

describe('--since', () => {
  test('shows what the branch has to do with, not what was wrong before', async () => {
    const root = gitRepository({
      ...CONFIG,
      '.context/00001.md': '# 1\n',
      '.context/00002.md': '# 2\n',
      'old.ts': '// refer to context 99\n',
      'cites.ts': '// refer to context 1, 2\n',
    });
    git(root, 'checkout', '-q', '-b', 'work');
    expect(await findings(root, '--since', 'main')).toEqual([]);
    write(root, { 'new.ts': '// refer to context 98\n' });
    commit(root);
    rmSync(join(root, '.context/00001.md'));
    write(root, { '.context/00003.md': '---\nsupersedes: ["00002"]\n---\n# 3\n' });
    expect(places(await findings(root, '--since', 'main'))).toEqual([
      'stash/uncited-entry .context/00003.md:1',
      'stash/missing-entry cites.ts:1',
      'stash/superseded-entry cites.ts:1',
      'stash/missing-entry new.ts:1',
    ]);
    expect(places(await findings(root, '--since', 'HEAD'))).not.toContain('stash/missing-entry new.ts:1');
  });

  test('does not count what others did on the branch one left', async () => {
    const root = gitRepository({ ...CONFIG });
    git(root, 'checkout', '-q', '-b', 'work');
    commitNothing(root);
    git(root, 'checkout', '-q', 'main');
    write(root, { 'theirs.ts': 'x\n' });
    commit(root);
    git(root, 'checkout', '-q', 'work');
    write(root, { 'a.ts': '// refer to context 9\n' });
    expect(places(await findings(root, '--since', 'main'))).toEqual(['stash/missing-entry a.ts:1']);
  });

  test('a directory that changed makes its document stale', async () => {
    const document =
      'version: 1\nlast_updated: x\nfingerprint: "00000000"\nscope: src\nsummary: s\nmaintenance: m\n';
    const root = gitRepository({
      'src/.context.yaml': document,
      'src/a.ts': 'a\n',
      'lib/.context.yaml': document,
      'lib/a.ts': 'a\n',
    });
    write(root, { 'src/a.ts': 'b\n' });
    expect(places(await findings(root, '--since', 'HEAD'))).toEqual(['contexts/stale src/.context.yaml:1']);
  });

  test('needs git, and says so', async () => {
    const { status, stderr } = await check(repository(CONFIG), '--since', 'HEAD');
    expect(status).toBe(2);
    expect(stderr).toContain('no git repository');
  });
});

describe('notes of directories', () => {
  const code = 'export function add(a: number, b: number) {\n  return a + b;\n}\n';
  const decision = { what: 'Two numbers', why: 'Enough' };
  const signal = new AbortController().signal;
  const noted = async (...edits: { decision: typeof decision; anchors?: string[] }[]) => {
    const root = repository({ '.context.config.yaml': 'min_tokens: 0\n', 'src/add.ts': code });
    const { app } = await openApp(root);
    expect((await runProgram(root, ['contexts', 'generate'])).status).toBe(0);
    for (const edit of edits) await app.contexts.edit('src', edit);
    await app.contexts.stamp('src', signal);
    return { root, app };
  };

  test.each([
    ['generated', []],
    ['decided by a person', [{ decision }]],
    ['decided with a place', [{ decision, anchors: ['src/add.ts:1-3'] }]],
  ])('a comment that is appended fails nothing: %s', async (_, edits) => {
    const { root, app } = await noted(...edits);
    write(root, { 'src/add.ts': `${code}// A remark.\n` });
    const { findings: found } = await app.check({ fix: false, signal });
    expect(found.map(({ rule, severity }) => `${rule} ${severity}`)).toEqual(['contexts/stale info']);
    expect((await check(root)).status).toBe(0);
  });

  test('a claim is judged by the code it rests on', async () => {
    const { root, app } = await noted({ decision, anchors: ['src/add.ts:1-3'] });
    write(root, { 'src/add.ts': code.replace('a + b', 'a - b') });
    const [, claim] = await findings(root);
    expect(claim).toMatchObject({
      rule: 'contexts/stale-claim',
      severity: 'warning',
      file: 'src/.context.yaml',
    });
    expect(claim?.message).toContain('"Two numbers" (src/add.ts:1-3) was edited');
    expect(text(root, 'src/.context.yaml').split('\n')[claim?.line - 1]).toContain('what: Two numbers');
    await app.contexts.stamp('src', signal);
    expect((await app.check({ fix: false, signal })).counts).toMatchObject({ error: 0, warning: 0 });
  });
});

describe('wherever it runs', () => {
  const FILES = {
    ...CONFIG,
    '.context/00001.md': '# 1\n',
    '.context/00002.md': '---\nsupersedes: ["00001"]\n---\n# 2\n',
    'ein Ordner/ü,100%:x.ts': '// refer to context 00001\n',
  };
  const committed = madeOnce(() => ({ root: gitRepository(FILES) }));
  const superseded = ['stash/superseded-entry ein Ordner/ü,100%:x.ts:1'];

  testWith(ANY_NAME)('without git it says what it cannot find', async () => {
    const root = repository(FILES);
    const { stderr, status } = await check(root);
    expect(status).toBe(1);
    expect(stderr).toContain('no git history');
    expect(places(await findings(root))).toEqual(expect.arrayContaining(superseded));
  });

  testWith(ANY_NAME)('without entries it says so', async () => {
    const { status, stdout, stderr } = await check(repository({ 'a.ts': 'x\n' }));
    expect([status, stdout]).toEqual([0, 'Nothing to report.\n']);
    expect(stderr).toContain('no .context directory');
  });

  testWith(ANY_NAME)('in a work tree, a submodule and below the top of a repository', async () => {
    const { root } = await committed();
    write(root, { '.context/00001.md': '# changed\n' });
    commit(root);
    const tree = join(repository({}), 'ein Baum');
    git(root, 'worktree', 'add', '-q', '-b', 'other', tree);
    const outer = gitRepository({ 'x.txt': 'x\n' });
    git(outer, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', root, 'sub dir');
    const top = gitRepository(
      Object.fromEntries(Object.entries(FILES).map(([path, body]) => [`a/b/${path}`, body])),
    );
    write(top, { 'a/b/.context/00001.md': '# changed\n' });
    commit(top);
    for (const place of [tree, join(outer, 'sub dir'), join(top, 'a/b')]) {
      const there = ['--root', '.'];
      expect(places(await findings(place, ...there))).toEqual(
        expect.arrayContaining(['stash/changed-entry .context/00001.md:1', ...superseded]),
      );
      expect((await check(place, '--fix', '--since', 'HEAD', ...there)).status).not.toBe(2);
      expect(JSON.parse((await check(place, '--fix', '--json', ...there)).stdout).fixed).toHaveLength(1);
      expect(text(place, 'ein Ordner/ü,100%:x.ts')).toBe('// refer to context 00002\n');
    }
  });

  testWith(ANY_NAME)('names of files are escaped for GitHub', async () => {
    const { stdout } = await check(
      repository(FILES),
      '--format',
      'github',
      '--rule',
      'stash/superseded-entry',
    );
    expect(stdout).toMatch(
      /^::warning file=ein Ordner\/ü%2C100%25%3Ax.ts,line=1,title=stash\/superseded-entry::/,
    );
  });

  testWith(ANY_NAME, MODES)(
    'a read-only checkout is checked, and says that it cannot be mended',
    async () => {
      const root = handOver((await committed()).root);
      for (const path of ['.context', 'ein Ordner']) chmodSync(join(root, path), 0o555);
      const { status, stdout } = await runProgram(root, ['check', '--fix', '--json'], {
        asOrdinaryUser: true,
      });
      expect(status).toBe(1);
      const { not_fixed, findings: left } = JSON.parse(stdout);
      expect(places(left)).toEqual(expect.arrayContaining(superseded));
      expect(not_fixed).toHaveLength(1);
      expect(JSON.stringify(not_fixed)).not.toContain(root);
    },
  );

  testWith(ANY_NAME)('leaves nothing behind', async () => {
    const { root } = await committed();
    const before = readdirSync(root, { recursive: true });
    await check(root);
    expect(readdirSync(root, { recursive: true })).toEqual(before);
  });
});

function commitNothing(root: string): void {
  git(root, 'commit', '-q', '--allow-empty', '-m', 'empty');
}
