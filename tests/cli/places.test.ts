/** Wherever a repository lies: what sets it up, checks it and tells of it works there, or says what it cannot do. */

import { chmodSync, cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { handOver } from '../helpers/ordinary-user.ts';
import { MODES, testWith } from '../helpers/probes.ts';
import { git, gitRepository, madeOnce, repository, write } from '../helpers/repository.ts';
import { type RunOptions, runProgram } from '../helpers/run-program.ts';

const FILES = {
  'AGENTS.md': '# Rules\n',
  '.context/config.json': '{}\n',
  '.context/00001.md': '# Retry three times\n',
  '.context/00002.md': '---\nsupersedes: ["00001"]\n---\n# Retry twice\n',
  'src dir/zahlen ü.py': '# refer to context 00001\nretries = 3\n',
};

interface Place {
  root: string;
  options?: RunOptions;
  hasGit: boolean;
}

/** Loaded before the program: whoever asks for a connection or an address is stopped. */
const NO_NETWORK = `
import dns from 'node:dns';
import net from 'node:net';
const stop = () => { process.stderr.write('asked for the network\\n'); process.exit(77); };
net.Socket.prototype.connect = stop;
dns.lookup = stop;
dns.promises.lookup = stop;
`;

const committed = madeOnce(() => ({ root: gitRepository(FILES) }));

const PLACES: Readonly<Record<string, () => Promise<Place>>> = {
  'a folder without git': async () => ({ root: repository(FILES), hasGit: false }),
  'a machine without the program git': async () => ({
    ...(await committed()),
    options: { env: { PATH: repository({}) } },
    hasGit: false,
  }),
  // In processes of their own: threads, too, start with what stops the network.
  'a git repository without a network': async () => ({
    ...(await committed()),
    options: { env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(NO_NETWORK)}` } },
    hasGit: true,
  }),
  'a path with blanks and letters of other scripts': async () => {
    const root = join(repository({}), 'ein Ordner', 'Пример – 例');
    mkdirSync(root, { recursive: true });
    cpSync((await committed()).root, root, { recursive: true });
    return { root, hasGit: true };
  },
  'a work tree of git': async () => {
    const root = join(repository({}), 'ein Baum');
    git((await committed()).root, 'worktree', 'add', '-q', '-b', 'other', root);
    return { root, hasGit: true };
  },
  'a submodule': async () => ({ root: join((await withSubmodule()).root, 'sub dir'), hasGit: true }),
  'a root below the top of a repository': async () => ({
    root: join((await committedBelow()).root, 'apps/pay'),
    options: { env: { CONTEXT_PACK_SOURCE_ROOT: '.' } },
    hasGit: true,
  }),
};

const withSubmodule = madeOnce(async () => {
  const root = gitRepository({ 'x.txt': 'x\n' });
  const { root: inner } = await committed();
  git(root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'sub dir');
  return { root };
});

const committedBelow = madeOnce(() => {
  const below = Object.entries(FILES).map(([path, text]) => [`apps/pay/${path}`, text]);
  return { root: gitRepository(Object.fromEntries(below)) };
});

/** All but our own data and git's. */
function tree(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/^\.(git|repo_mcp)(\/|$)/.test(path))
    .sort();
}

function at({ root, options }: Place) {
  const env = { HOME: join(repository({ '.codex/keep': '' })), ...options?.env };
  return (...args: string[]) => runProgram(root, args, { ...options, env });
}

describe.each(Object.keys(PLACES))('in %s', (name) => {
  const open = async () => {
    const place = (await PLACES[name]?.()) ?? { root: '', hasGit: false };
    return { ...place, run: at(place) };
  };

  test('init writes, writes nothing the second time, and takes all of it back', async () => {
    const { root, run, hasGit } = await open();
    const before = tree(root);
    const first = await run('init', '--yes', '--client', 'all', '--skill');
    expect([first.status, first.stderr]).toEqual([0, '']);
    expect(first.stdout).toContain(`git: ${hasGit ? 'yes' : 'no'}; languages: `);
    const written = tree(root);
    expect(written).toContain('.codex/config.toml');
    expect((await run('init', '--yes', '--client', 'all', '--skill')).stderr).toBe('Nothing to do.\n');
    expect(tree(root)).toEqual(written);
    expect((await run('init', '--remove', '--yes', '--client', 'all', '--skill')).status).toBe(0);
    // The entries are the team's own, and the configuration that was there before stays with them.
    expect(tree(root)).toEqual(before);
  });

  test('check finds, mends, and says what it cannot look at', async () => {
    const { run, hasGit } = await open();
    const found = await run('check');
    expect(found.status).toBe(1);
    expect(found.stdout).toContain('src dir/zahlen ü.py:1  warning  stash/superseded-entry');
    expect(found.stderr.includes('no git history')).toBe(!hasGit);
    expect((await run('check', '--fix')).stdout).toContain('fixed  stash/superseded-entry');
    expect((await run('check')).status).toBe(0);
    expect((await run('check', '--since', 'HEAD')).status).toBe(hasGit ? 0 : 2);
  });

  test('brief tells what governs a file, and the change where there is git', async () => {
    const { root, run, hasGit } = await open();
    const named = await run('brief', 'src dir/zahlen ü.py');
    expect(named.status).toBe(0);
    expect(named.stdout).toContain('Retry three times');
    write(root, { 'src dir/zahlen ü.py': '# refer to context 00002\nretries = 2\n' });
    const change = await run('brief');
    expect(change.status).toBe(hasGit ? 0 : 2);
    if (hasGit) expect(change.stdout).toContain('# Brief: 1 file not committed');
    else expect(change.stderr).toContain('git');
  });

  test('doctor finds nothing broken, and stats count', async () => {
    const { run, hasGit } = await open();
    const { status, stdout } = await run('doctor', '--repair');
    expect([status, stdout.includes('failed')]).toEqual([0, false]);
    expect(stdout).toMatch(hasGit ? /^ok +git /m : /^warning +git /m);
    expect((await run('open', 'src dir/zahlen ü.py')).status).toBe(0);
    expect((await run('stats')).stdout).toMatch(/^repo\.open_file +1 +0 /m);
  });
});

describe('in a read-only checkout', () => {
  const open = async () => {
    const root = handOver((await committed()).root);
    for (const path of ['.', '.context', 'src dir']) chmodSync(join(root, path), 0o555);
    const options = { asOrdinaryUser: true, env: { HOME: handOver(repository({})) } };
    return { root, run: at({ root, hasGit: true, options }) };
  };

  testWith(MODES)(
    'init says of each file that it could not be written, and leaves nothing half done',
    async () => {
      const { root, run } = await open();
      const before = tree(root);
      const { status, stderr } = await run('init', '--yes', '--client', 'codex,cursor');
      expect(status).toBe(1);
      for (const file of ['.codex/config.toml', '.cursor/mcp.json'])
        expect(stderr).toContain(`failed    ${file}  Permission was denied`);
      expect(stderr).not.toContain(root);
      expect((await run('init', '--dry-run')).status).toBe(0);
      expect(tree(root)).toEqual(before);
    },
  );

  testWith(MODES)('check and brief answer; check --fix says what it could not mend', async () => {
    const { run } = await open();
    expect((await run('check')).stdout).toContain('stash/superseded-entry');
    const fix = await run('check', '--fix');
    expect([fix.status, fix.stdout]).toEqual([1, expect.stringContaining('not fixed')]);
    expect((await run('brief', 'src dir')).stdout).toContain('Retry three times');
  });

  testWith(MODES)('doctor names what cannot be written and the way out, which works', async () => {
    const { root, run } = await open();
    const { status, stdout } = await run('doctor', '--repair');
    expect(status).toBe(1);
    expect(stdout).toMatch(/^warning +checkout +read-only/m);
    expect(stdout).toMatch(/^failed +data .*\n +Choose a writable directory: --data-dir DIR\.$/m);
    expect(stdout).not.toContain(root);
    const data = ['--data-dir', join(handOver(repository({})), 'data')];
    expect((await run('doctor', '--repair', ...data)).status).toBe(0);
    expect((await run('search', 'retries', ...data)).stdout).toContain('zahlen ü.py');
    expect((await run('stats', ...data)).stdout).toContain('repo.search');
  });

  testWith(MODES)(
    'search fails in two plain lines; stats and log say that nothing was recorded',
    async () => {
      const { run } = await open();
      const { status, stderr } = await run('search', 'retries');
      expect([status, stderr.trim().split('\n')]).toEqual([
        1,
        ['Permission was denied: .repo_mcp', 'Choose a writable directory: --data-dir DIR.'],
      ]);
      expect(await run('stats')).toEqual({ status: 0, stdout: '', stderr: 'No calls were recorded here.\n' });
      expect(await run('log')).toMatchObject({ status: 0, stdout: '' });
      expect((await run('stash', 'add', 'x')).stderr).not.toContain('"level"');
    },
  );
});
