/** `pilotbook stash …`, `pack …` and `init`, as a person runs them. */

import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LINKS, SHELL, testWith } from '../helpers/probes.ts';
import { git, gitRepository, repository, write } from '../helpers/repository.ts';
import { PROGRAM, programEnvironment, type RunOptions, runProgram } from '../helpers/run-program.ts';

const run = (cwd: string, args: string[], options: Pick<RunOptions, 'input' | 'env'> = {}) =>
  runProgram(cwd, args, { ...options, env: { HOME: join(cwd, 'home'), ...options.env } });

describe('stash', () => {
  test('add from words and from stdin, list, show, search, refs', async () => {
    const root = repository({ 'a.py': '# refer to context 1\nx = 1\n' });
    expect((await run(root, ['stash', 'add', 'too early'])).stderr).toContain('init');
    expect((await run(root, ['--init'])).status).toBe(0);
    // No file is named: the comment is one of the language that the repository has most of.
    expect((await run(root, ['stash', 'add', '--type', 'decision', '# One thing'])).stdout).toContain(
      '# refer to context 00001',
    );
    expect(
      (
        await run(root, ['stash', 'add', '--supersedes', '1', '--anchors', 'a.py:1-2'], {
          input: '# Another thing\n\nBecause.\n',
        })
      ).stdout,
    ).toContain('00002');
    expect(readFileSync(join(root, '.context/00001.md'), 'utf8')).toContain('# One thing');
    expect((await run(root, ['stash', 'list'])).stdout).toContain('superseded by 00002');
    expect((await run(root, ['stash', 'show', '2'])).stdout).toContain('Because.');
    expect((await run(root, ['stash', 'search', 'BECAUSE'])).stdout).toContain('00002');
    expect((await run(root, ['stash', 'refs'])).stdout).toContain('a.py:1  00001  superseded by 00002');
    write(root, { 'b.py': '# refer to context 77\n' });
    expect((await run(root, ['stash', 'refs'])).status).toBe(1);
  });

  test('add without a text and without an editor says what to do, and writes nothing', async () => {
    const root = repository({});
    await run(root, ['--init']);
    const { status, stderr } = await run(root, ['stash', 'add']);
    expect(status).not.toBe(0);
    expect(stderr.trim()).not.toBe('');
    expect(readdirSync(join(root, '.context'))).toEqual(['config.json']);
  });
});

describe('pack', () => {
  test('create, edit, show, refresh and delete', async () => {
    const root = repository({ 'a.py': 'def one():\n    return 1\n' });
    expect((await run(root, ['pack', 'list'])).stderr).toContain('There are no packs');
    expect((await run(root, ['pack', 'create', 'first-pack', '--title', 'First'])).status).toBe(0);
    expect((await run(root, ['pack', 'list'])).stdout).toMatch(
      /^pk_\w+ {2}first-pack {2}First {2}draft, revision 1, /,
    );
    expect(
      (
        await run(root, [
          'pack',
          'edit',
          'first-pack',
          'upsert_section',
          'section_key=core',
          'section_title=Core',
        ])
      ).status,
    ).toBe(0);
    expect(
      (
        await run(root, [
          'pack',
          'edit',
          'first-pack',
          'upsert_ref',
          'section_key=core',
          'ref_key=one',
          'path=a.py',
          'line_start=1',
          'line_end=2',
        ])
      ).status,
    ).toBe(0);
    write(root, { 'a.py': '# moved\n\ndef one():\n    return 1\n' });
    const shown = (await run(root, ['pack', 'show', 'first-pack', '--raw'])).stdout;
    expect(shown).toContain('moved from 1-2');
    expect(shown).toContain('   3: def one():');
    expect((await run(root, ['pack', 'refresh', 'first-pack'])).status).toBe(0);
    expect((await run(root, ['pack', 'show', 'first-pack', '--raw'])).stdout).not.toContain('moved from');
    expect((await run(root, ['pack', 'edit', 'first-pack', 'set_status', 'status=finalized'])).status).toBe(
      0,
    );
    expect((await run(root, ['pack', 'delete', 'first-pack'])).status).toBe(0);
    expect((await run(root, ['pack', 'show', 'first-pack'])).status).toBe(1);
  });

  test('create --from-bundle keeps the excerpts of the bundle', async () => {
    const root = repository({ 'a.py': 'def refund_order(order):\n    return order\n' });
    const bundle = JSON.parse((await run(root, ['bundle', 'refund order', '--json'])).stdout).result;
    expect((await run(root, ['pack', 'create', 'refunds', '--from-bundle', bundle.bundle_id])).status).toBe(
      0,
    );
    expect((await run(root, ['pack', 'show', 'refunds', '--raw'])).stdout).toContain(
      'def refund_order(order):',
    );
  });

  test('bad fields and unknown packs are said', async () => {
    const root = repository({});
    expect((await run(root, ['pack', 'edit', 'nope', 'set_meta', 'title=x'])).stderr).toContain(
      'There is no pack',
    );
    await run(root, ['pack', 'create', 'some-pack']);
    expect((await run(root, ['pack', 'edit', 'some-pack', 'set_meta', 'title'])).stderr).toContain(
      'field=value',
    );
    expect((await run(root, ['pack', 'edit', 'some-pack', 'explode'])).status).toBe(2);
  });
});

describe('init', () => {
  test('writes for no client where it finds none, and says where it looked', async () => {
    const root = gitRepository({ 'a.py': 'x = 1\n' });
    const { status, stdout } = await run(root, ['init', '--yes']);
    expect(status).toBe(0);
    expect(stdout).toContain('clients: none found');
    expect(stdout).toMatch(
      /No client was found\. Looked for Claude Code \(.*\.claude.*Cursor \(.*\.cursor\)/,
    );
    expect(stdout).toContain('--client NAME');
    expect(git(root, 'status', '--short', '-uall').trim().split('\n')).toEqual([
      '?? .context/config.json',
      '?? AGENTS.md',
    ]);
  });

  test('shows, writes, changes nothing the second time, and takes everything back', async () => {
    const root = gitRepository({
      'a.py': 'x = 1\n',
      '.cursor/mcp.json': '{\n  // mine\n  "mcpServers": {}\n}\n',
      'README.md': '# r\n',
    });
    const before = git(root, 'status', '--short');
    const dry = await run(root, ['init', '--dry-run', '--client', 'all', '--skill']);
    expect(dry.stdout).toContain('create    .mcp.json');
    expect(git(root, 'status', '--short')).toBe(before);
    expect((await run(root, ['init', '--client', 'all'])).status).toBe(1);
    expect((await run(root, ['init', '--yes', '--client', 'all', '--skill'])).status).toBe(0);
    expect(readFileSync(join(root, '.cursor/mcp.json'), 'utf8')).toContain('// mine');
    const first = git(root, 'status', '--short', '-uall');
    expect((await run(root, ['init', '--yes', '--client', 'all', '--skill'])).stderr).toContain(
      'Nothing to do',
    );
    expect(git(root, 'status', '--short', '-uall')).toBe(first);
    expect((await run(root, ['init', '--remove', '--yes', '--client', 'all', '--skill'])).status).toBe(0);
    expect(git(root, 'status', '--short', '-uall')).toBe(before);
    expect(existsSync(join(root, '.context'))).toBe(false);
  });

  test('--remove deletes the skill too, without --skill; a file that a person changed stays and is named', async () => {
    const root = gitRepository({ 'a.py': 'x = 1\n' });
    const skill = join(root, '.claude/skills/pilotbook/SKILL.md');
    const written = () => git(root, 'status', '--short', '-uall').trim();
    expect((await run(root, ['init', '--yes', '--skill', '--client', 'claude-code'])).status).toBe(0);
    // What it tells an agent to call is there, by the name that every client takes.
    const named = readFileSync(skill, 'utf8').match(/(?<=`)[a-z]+(?:_[a-z]+)+/g) ?? [];
    expect(named).toEqual(expect.arrayContaining(['repo_symbol', 'repo_references']));
    const tools = readFileSync(join(import.meta.dirname, '../../docs/tools.md'), 'utf8');
    expect(named.filter((name) => !tools.includes(`\`${name}\``))).toEqual([]);
    const removed = await run(root, ['init', '--remove', '--yes']);
    expect(removed.status).toBe(0);
    expect(removed.stdout).toContain(`delete    ${join('.claude', 'skills', 'pilotbook', 'SKILL.md')}`);
    expect(written()).toBe('');

    expect((await run(root, ['init', '--yes', '--client', 'claude-code'])).status).toBe(0);
    expect((await run(root, ['init', '--remove', '--yes'])).stdout).not.toContain('SKILL');

    expect((await run(root, ['init', '--yes', '--skill', '--client', 'claude-code'])).status).toBe(0);
    writeFileSync(skill, `${readFileSync(skill, 'utf8')}Mine.\n`);
    expect((await run(root, ['init', '--remove', '--yes'])).stdout).toMatch(
      /SKILL\.md {2}it is not as init writes it; delete it if you do not need it/,
    );
    expect(written()).toBe('?? .claude/skills/pilotbook/SKILL.md');
  });

  test('--skill keeps a file that a person changed, and says how to replace it', async () => {
    const root = gitRepository({ 'src/a.py': 'x = 1\n' });
    const skill = join(root, '.claude/skills/pilotbook/SKILL.md');
    const agent = join(root, '.claude/agents/pilotbook-scout.md');
    // The root is never above the home directory.
    const home = repository({});
    const init = (directory: string, ...more: string[]) =>
      run(directory, ['init', '--yes', '--skill', '--client', 'claude-code', ...more], {
        env: { HOME: home },
      });
    expect((await init(root)).status).toBe(0);
    const [ours, theirs] = [readFileSync(skill, 'utf8'), readFileSync(agent, 'utf8')];
    write(root, {
      '.claude/skills/pilotbook/SKILL.md': `${ours}Mine.\n`,
      '.claude/agents/pilotbook-scout.md': '# My own\n',
    });

    const again = await init(join(root, 'src'));
    expect(again).toMatchObject({ status: 0, stderr: 'Nothing to do.\n' });
    for (const file of ['skills/pilotbook/SKILL.md', 'agents/pilotbook-scout.md'])
      expect(again.stdout.replaceAll('\\', '/')).toContain(
        `  left      ../.claude/${file}  it is not as init writes it; to replace it, delete it and run init --skill again\n`,
      );
    expect(readFileSync(skill, 'utf8')).toBe(`${ours}Mine.\n`);
    expect(readFileSync(agent, 'utf8')).toBe('# My own\n');

    // One that only names another program is ours, and follows.
    writeFileSync(skill, ours);
    rmSync(agent);
    expect((await init(root, '--local')).status).toBe(0);
    expect(readFileSync(skill, 'utf8')).not.toBe(ours);
    expect(readFileSync(agent, 'utf8')).toBe(theirs);
  });

  test('finds clients by their traces at home, and --global writes there', async () => {
    const root = repository({ 'a.py': 'x\n' });
    mkdirSync(join(root, 'home/.codex'), { recursive: true });
    expect((await run(root, ['init', '--dry-run'])).stdout).toContain('clients: codex');
    expect((await run(root, ['init', '--yes', '--global', '--client', 'windsurf,codex'])).status).toBe(0);
    expect(readFileSync(join(root, 'home/.codex/config.toml'), 'utf8')).toContain('[mcp_servers.pilotbook]');
    expect(readFileSync(join(root, 'home/.codeium/windsurf/mcp_config.json'), 'utf8')).toContain(`"--root"`);
    expect(existsSync(join(root, '.context'))).toBe(false);
  });

  test('every entry asks for text; --answers json is kept until --answers text, also by a repair', async () => {
    const root = repository({ 'a.py': 'x\n' });
    const all = ['init', '--yes', '--client', 'all'];
    const entries = [
      '.mcp.json',
      '.codex/config.toml',
      '.cursor/mcp.json',
      '.vscode/mcp.json',
      '.gemini/settings.json',
      '.zed/settings.json',
      'opencode.json',
    ];
    const forms = () => [
      ...new Set(
        entries.map((file) => {
          const text = readFileSync(join(root, file), 'utf8').replace(/[\s",]+/g, ' ');
          return /--answers (\w+)/.exec(text)?.[1];
        }),
      ),
    ];
    await run(root, all);
    expect(forms()).toEqual(['text']);
    expect((await run(root, all)).stderr).toContain('Nothing to do.');
    await run(root, [...all, '--answers', 'json']);
    expect(forms()).toEqual(['json']);
    expect((await run(root, all)).stderr).toContain('Nothing to do.');
    const cursor = join(root, '.cursor/mcp.json');
    writeFileSync(cursor, readFileSync(cursor, 'utf8').replace('"npx"', '"/nowhere/npx"'));
    await run(root, ['doctor', '--repair']);
    expect(readFileSync(cursor, 'utf8')).not.toContain('/nowhere');
    expect(forms()).toEqual(['json']);
    await run(root, [...all, '--answers', 'text']);
    expect(forms()).toEqual(['text']);
    expect((await run(root, [...all, '--answers', 'xml'])).status).toBe(2);
    await run(root, [...all, '--remove']);
    expect(entries.filter((file) => existsSync(join(root, file)))).toEqual([]);
  });

  test.each([
    ['HOME', '.agents/skills'],
    ['CLAUDE_CONFIG_DIR', 'skills'],
  ])(
    '--remove leaves the directory that %s names, also with a slash at its end',
    async (variable, skills) => {
      const root = repository({ 'moved/.claude.json': '{}' });
      const moved = join(root, 'moved');
      const init = (...args: string[]) =>
        run(root, ['init', '--yes', '--global', '--client', 'claude-code', '--skill', ...args], {
          env: { [variable]: `${moved}/` },
        });
      expect((await init()).status).toBe(0);
      expect(existsSync(join(moved, skills, 'pilotbook/SKILL.md'))).toBe(true);
      // Else the file of the client would keep the directory.
      rmSync(join(moved, '.claude.json'));
      expect((await init('--remove')).status).toBe(0);
      expect(readdirSync(moved)).toEqual([]);
    },
  );

  test('--remove finds the block in .claude/CLAUDE.md, also if there is a CLAUDE.md by now', async () => {
    const root = repository({ '.claude/CLAUDE.md': '# Mine\n' });
    const nested = join(root, '.claude/CLAUDE.md');
    expect((await run(root, ['init', '--yes', '--client', 'claude-code'])).status).toBe(0);
    expect(readFileSync(nested, 'utf8')).not.toBe('# Mine\n');
    write(root, { 'CLAUDE.md': '# Later\n' });
    expect((await run(root, ['init', '--yes', '--client', 'claude-code'])).status).toBe(0);
    expect((await run(root, ['init', '--remove', '--yes'])).status).toBe(0);
    expect(readFileSync(nested, 'utf8').trim()).toBe('# Mine');
    expect(readFileSync(join(root, 'CLAUDE.md'), 'utf8').trim()).toBe('# Later');
  });

  testWith(LINKS)('from a clone it says that clients will start the package, unless told --local', () => {
    const place = (files: Record<string, string>) => {
      const program = join(repository({ 'bin/x': '', ...files }), 'bin/pilotbook.js');
      symlinkSync(PROGRAM, program);
      return (...args: string[]) => {
        const root = repository({});
        const env = programEnvironment({ HOME: join(root, 'home') });
        return spawnSync(process.execPath, [program, 'init', '--client', 'claude-code', ...args], {
          cwd: root,
          encoding: 'utf8',
          env,
        });
      };
    };
    const clone = place({ '.git/HEAD': 'ref: refs/heads/main\n' });
    const note =
      /^Clients will start pilotbook@\S+ from the npm registry \(npx\), not this clone; use --local/m;
    expect(clone('--yes').stdout).toMatch(note);
    expect(clone('--dry-run').stdout).toMatch(note);
    expect(clone('--yes', '--local').stdout).not.toMatch(note);
    expect(clone('--yes', '--client=none').stdout).not.toMatch(note);
    expect(clone('--remove', '--yes').stdout).not.toMatch(note);
    expect(place({})('--yes').stdout).not.toMatch(note);
    expect(place({})('--yes').stdout).toContain('create    .mcp.json');
  });

  test('Claude Code reads what init wrote: CLAUDE.md gets the block, or imports the agents file', async () => {
    const claude = async (files: Record<string, string>, name = 'CLAUDE.md') => {
      const root = gitRepository({ 'a.py': 'x = 1\n', ...files });
      expect((await run(root, ['init', '--yes', '--client', 'claude-code'])).status).toBe(0);
      const text = readFileSync(join(root, name), 'utf8');
      expect((await run(root, ['init', '--yes', '--client', 'claude-code'])).stderr).toContain(
        'Nothing to do',
      );
      expect((await run(root, ['init', '--remove', '--yes'])).status).toBe(0);
      expect(git(root, 'status', '--short', '-uall')).toBe('');
      return text;
    };
    const block = 'Find code: `repo_search`';
    const made = '<!-- pilotbook:begin -->\n@AGENTS.md\n<!-- pilotbook:end -->\n';
    expect(await claude({})).toBe(made);
    expect(await claude({ 'agents.md': '# Ours\n' })).toBe(made.replace('AGENTS', 'agents'));
    const own = await claude({ 'CLAUDE.md': '# Rules\n', 'AGENTS.md': '# Other rules\n' });
    expect(own.startsWith('# Rules\n\n<!-- pilotbook:begin -->\n')).toBe(true);
    expect(own).toContain(block);
    expect(await claude({ 'CLAUDE.md': 'See @AGENTS.md' })).toBe('See @AGENTS.md');
    expect(await claude({ '.claude/CLAUDE.md': '# Rules\n' }, '.claude/CLAUDE.md')).toContain(block);
  });

  test('other clients leave CLAUDE.md alone', async () => {
    const root = repository({ 'CLAUDE.md': '# Rules\n' });
    expect((await run(root, ['init', '--yes', '--client', 'codex'])).status).toBe(0);
    expect(readFileSync(join(root, 'CLAUDE.md'), 'utf8')).toBe('# Rules\n');
  });

  test('a configuration that cannot be read is a failure, and the rest is set up', async () => {
    const root = repository({ '.mcp.json': '{ "mcpServers": ' });
    const args = ['init', '--yes', '--client', 'claude-code,cursor'];
    const first = await run(root, args);
    expect(first.status).toBe(1);
    expect(first.stdout).toMatch(/failed +\.mcp\.json/);
    expect(first.stdout).not.toContain('Done');
    expect(first.stderr).toContain('run pilotbook init again');
    expect(readFileSync(join(root, '.mcp.json'), 'utf8')).toBe('{ "mcpServers": ');
    expect(existsSync(join(root, '.cursor/mcp.json'))).toBe(true);
    expect((await run(root, args)).status).toBe(1);
    expect((await run(root, ['init', '--dry-run', '--client', 'claude-code'])).status).toBe(1);
    for (const more of [[], ['--client', 'claude-code']])
      expect((await run(root, ['init', '--remove', '--yes', ...more])).stderr).toContain(
        'run pilotbook init --remove again',
      );
    writeFileSync(join(root, '.mcp.json'), '{}\n');
    expect((await run(root, args)).status).toBe(0);
  });

  test('names the directory to start a client in, wherever it is called', async () => {
    const initFrom = async (folder: string, ...more: string[]) => {
      const root = gitRepository({ 'a/b/c.py': 'x = 1\n' });
      // A repository that holds the home is not taken for a project.
      const env = { HOME: repository({}) };
      const args = ['init', '--yes', '--client', 'cursor', ...more];
      const { stdout } = await run(join(root, folder), args, { env });
      return /Start your client in (.+), or try/.exec(stdout)?.[1];
    };
    expect(await initFrom('')).toBe('this directory');
    expect(await initFrom('a/b')).toBe(join('..', '..'));
    expect(await initFrom('', '--root', 'a')).toBe('a');
  });

  test('--dry-run shows the lines that would come and go', async () => {
    const root = repository({ 'AGENTS.md': '# Ours\n', '.mcp.json': '{\n  "mcpServers": {}\n}\n' });
    const { stdout } = await run(root, ['init', '--dry-run', '--client', 'claude-code']);
    expect(stdout).toContain('      + @AGENTS.md\n');
    expect(stdout).toContain('      -   "mcpServers": {}\n');
    expect(stdout).toContain('      +     "pilotbook": {\n');
    expect(stdout).toContain('      + - Notes are never edited; a new one `supersedes` the old.\n');
    expect(stdout).not.toContain('# Ours');
    expect((await run(root, ['init', '--yes', '--client', 'none'])).stdout).not.toContain('+ ');
  });

  testWith(SHELL)(
    'the skill of --local names a command that works; another program takes it back',
    async () => {
      const root = gitRepository({ 'a.py': 'x = 1\n' });
      expect(
        (await run(root, ['init', '--yes', '--skill', '--local', '--client', 'claude-code'])).status,
      ).toBe(0);
      const skill = readFileSync(join(root, '.claude/skills/pilotbook/SKILL.md'), 'utf8');
      const command = skill.split('\n').find((line) => line.startsWith('    ')) ?? '';
      const ran = spawnSync('sh', ['-c', command], { cwd: root, encoding: 'utf8' });
      expect(ran).toMatchObject({ status: 0, stdout: expect.stringContaining('Usage: pilotbook') });
      expect((await run(root, ['init', '--remove', '--yes'])).status).toBe(0);
      expect(git(root, 'status', '--short', '-uall')).toBe('');
    },
  );

  test('an unknown client is refused with the known ones', async () => {
    const { status, stderr } = await run(repository({}), ['init', '--client', 'emacs']);
    expect(status).toBe(2);
    expect(stderr).toContain('claude-code');
  });
});

test('stats sum up the calls', async () => {
  const root = repository({ 'a.py': 'x = 1\n' });
  await run(root, ['open', 'a.py']);
  await run(root, ['read', 'a.py']);
  const { tools, items } = JSON.parse((await run(root, ['stats', '--json'])).stdout);
  expect(tools.map(({ tool, calls }: { tool: string; calls: number }) => [tool, calls])).toEqual([
    ['read_file', 1],
    ['repo.open_file', 1],
  ]);
  expect(items[0].path).toBe('a.py');
  expect((await run(root, ['open', 'missing.py'])).status).toBe(1);
  const { stdout } = await run(root, ['stats']);
  expect(stdout).toMatch(/^tool +calls +errors +p50 ms +p95 ms +p99 ms +tokens$/m);
  expect(stdout).toMatch(/^repo\.open_file +2 +1( +[\d.]+){3} +[1-9]\d*$/m);
  expect(stdout).toMatch(/^read most \(context score\)\n +\d+\.\d\d {2}a\.py {2}once$/m);
});

testWith(SHELL)('an editor writes the note where no text is given at a terminal', async () => {
  const { editText } = await import('../../src/adapters/cli/editor.ts');
  const root = repository({});
  const editor = join(root, 'my editor.sh');
  writeFileSync(editor, '#!/bin/sh\nprintf "# From the editor\\n" > "$2"\n');
  chmodSync(editor, 0o755);
  expect(editText(`"${editor}" --wait`, '', process)).toBe('# From the editor\n');
  expect(() => editText(undefined, '', process)).toThrow('No text was given');
  expect(() => editText(join(root, 'missing'), '', process)).toThrow('ended with an error');
});
