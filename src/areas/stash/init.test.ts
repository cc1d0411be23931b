import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LINKS, testWith } from '../../../tests/helpers/probes.ts';
import { repository } from '../../../tests/helpers/repository.ts';
import { verifies } from '../../../tests/helpers/requirements.ts';
import { DEFAULT_CONFIG } from './config.ts';
import { initStash, removeStashSetup } from './init.ts';

const SPEC = { agentsFile: 'agents.md', isDenied: () => false } as const;
const read = (root: string, path: string) => readFileSync(join(root, path), 'utf8');

describe('init', () => {
  verifies(
    [
      'stash:init:creates-directory',
      'stash:init:creates-config',
      'stash:init:creates-agents-file',
      'stash:layout:agents-file',
    ],
    'an empty workspace gets a directory, a configuration with the defaults and an agents file',
    async () => {
      const root = repository({});
      expect(await initStash(root, SPEC)).toEqual({
        directory: 'created',
        config: 'created',
        agentsFile: { name: 'agents.md', change: 'created' },
      });
      expect(read(root, '.context/config.json')).toBe(`${JSON.stringify(DEFAULT_CONFIG, null, 2)}\n`);
      expect(readdirSync(root).sort()).toEqual(['.context', 'agents.md']);
    },
  );

  it('creates AGENTS.md, the name clients read, for the whole set-up', async () => {
    const root = repository({});
    const { agentsFile } = await initStash(root, { ...SPEC, agentsFile: 'AGENTS.md' });
    expect(agentsFile).toEqual({ name: 'AGENTS.md', change: 'created' });
  });

  it('run again changes no byte', async () => {
    const root = repository({ 'AGENTS.md': '# Ours\n\nBe kind.' });
    await initStash(root, SPEC);
    const before = ['.context/config.json', 'AGENTS.md'].map((path) => [
      read(root, path),
      statSync(join(root, path)).ino,
    ]);
    expect(await initStash(root, SPEC)).toEqual({
      directory: 'unchanged',
      config: 'unchanged',
      agentsFile: { name: 'AGENTS.md', change: 'unchanged' },
    });
    expect(
      ['.context/config.json', 'AGENTS.md'].map((path) => [read(root, path), statSync(join(root, path)).ino]),
    ).toEqual(before);
  });

  verifies('stash:init:updates-config', 'a configuration is completed and keeps its values', async () => {
    const given = '{\n    "maxLines": 7, "owner": "us"\n}';
    const root = repository({ '.context/config.json': given });
    expect((await initStash(root, SPEC)).config).toBe('updated');
    const text = read(root, '.context/config.json');
    expect(JSON.parse(text)).toEqual({ ...DEFAULT_CONFIG, maxLines: 7, owner: 'us' });
    expect(text.startsWith('{\n    "maxLines": 7, "owner": "us"')).toBe(true);
  });

  it.each(['{', '[]', '{"maxLines": "x"}', '{"filePrefix": "../"}'])(
    'a broken configuration is refused and left as it is: %s',
    async (text) => {
      const root = repository({ '.context/config.json': text });
      await expect(initStash(root, SPEC)).rejects.toMatchObject({ code: 'config_invalid' });
      expect(read(root, '.context/config.json')).toBe(text);
    },
  );

  verifies(
    'stash:init:updates-agents-file',
    'an agents file in any spelling gets the block and keeps the rest',
    async () => {
      for (const name of ['AGENTS.md', 'agents.md', 'Agents.md']) {
        const root = repository({ [name]: '# Rules\r\n\r\n- one\r\n' });
        expect((await initStash(root, SPEC)).agentsFile).toEqual({ name, change: 'updated' });
        expect(read(root, name).startsWith('# Rules\r\n\r\n- one\r\n\r\n<!-- pilotbook:begin -->\r\n')).toBe(
          true,
        );
        expect(readdirSync(root).filter((file) => /agents/i.test(file))).toEqual([name]);
      }
    },
  );

  it('of two spellings takes the one that has the block, else AGENTS.md', async () => {
    const root = repository({ 'AGENTS.md': 'a\n', 'agents.md': 'b\n' });
    expect((await initStash(root, SPEC)).agentsFile.name).toBe('AGENTS.md');
    const other = repository({ 'AGENTS.md': 'a\n', 'agents.md': read(root, 'AGENTS.md') });
    expect((await initStash(other, SPEC)).agentsFile).toEqual({ name: 'agents.md', change: 'unchanged' });
  });

  testWith(LINKS)('does not write through a link', async () => {
    const outside = repository({ 'real.md': 'theirs\n' });
    const root = repository({});
    symlinkSync(join(outside, 'real.md'), join(root, 'AGENTS.md'));
    expect((await initStash(root, SPEC)).agentsFile).toMatchObject({ name: 'AGENTS.md', change: 'left' });
    expect(read(outside, 'real.md')).toBe('theirs\n');
    const linked = repository({});
    mkdirSync(join(outside, 'stash'));
    symlinkSync(join(outside, 'stash'), join(linked, '.context'));
    await expect(initStash(linked, SPEC)).rejects.toMatchObject({ kind: 'io' });
    expect(readdirSync(join(outside, 'stash'))).toEqual([]);
  });

  it('leaves an agents file that is no text', async () => {
    const root = repository({});
    mkdirSync(join(root, 'AGENTS.md'));
    expect((await initStash(root, SPEC)).agentsFile).toMatchObject({ name: 'AGENTS.md', change: 'left' });
  });

  verifies(
    [
      'stash:init:agents-purpose',
      'stash:init:agents-create',
      'stash:init:agents-reference',
      'stash:init:agents-immutable',
      'stash:init:agents-many-files',
      'stash:init:agents-many-entries',
      'stash:init:agents-launch',
      'stash:init:agents-working-directory',
      'stash:rules:concise',
      'stash:rules:one-per-change',
    ],
    'the block says what notes are for, how they are made, cited and replaced, and how the server starts',
    async () => {
      const root = repository({});
      await initStash(root, SPEC);
      const block = read(root, 'agents.md').replaceAll(/\s+/g, ' ');
      for (const words of [
        'why the code is as it is',
        'After a meaningful change, call `context.create`',
        'Put the number it returns into a comment',
        '`// refer to context 00012`',
        'Notes are never edited',
        'Many files may cite one note',
        'one place several: `// refer to context 00012, 00019`',
        'short Markdown note about one thing',
        'One note for one change',
        'The client runs `pilotbook serve` in the root of this workspace',
      ])
        expect(block).toContain(words);
    },
  );
});

describe('a dry run', () => {
  it('says what init would do, and does nothing', async () => {
    const root = repository({ 'AGENTS.md': '# Ours\n' });
    const said = await initStash(root, { ...SPEC, dryRun: true });
    expect(readdirSync(root)).toEqual(['AGENTS.md']);
    expect(read(root, 'AGENTS.md')).toBe('# Ours\n');
    expect(await initStash(root, SPEC)).toEqual(said);
    const gone = await removeStashSetup(root, { dryRun: true });
    expect(gone).toMatchObject({ directory: 'removed', agentsFile: { change: 'updated' } });
    expect(readdirSync(root).sort()).toEqual(['.context', 'AGENTS.md']);
  });
});

describe('taking the set-up away', () => {
  it('leaves the workspace as it was before', async () => {
    const empty = repository({});
    await initStash(empty, SPEC);
    await removeStashSetup(empty);
    expect(readdirSync(empty)).toEqual([]);
    const root = repository({ 'AGENTS.md': '# Ours\r\n\r\nBe kind.' });
    await initStash(root, SPEC);
    await removeStashSetup(root);
    expect(readdirSync(root)).toEqual(['AGENTS.md']);
    expect(read(root, 'AGENTS.md')).toBe('# Ours\r\n\r\nBe kind.');
  });

  it.each(['', '\n', ' \r\n', '\ufeff'])('leaves a file that was blank as blank: %j', async (text) => {
    const root = repository({ 'AGENTS.md': text });
    await initStash(root, SPEC);
    expect(await removeStashSetup(root)).toMatchObject({ agentsFile: { change: 'updated' } });
    expect(read(root, 'AGENTS.md')).toBe(text);
  });

  it.each([[false], [true]])('keeps what has no entry beside it (dry run: %j)', async (dryRun) => {
    const root = repository({ '.context/anchors/0123456789abcdef.json': '{}\n' });
    await initStash(root, SPEC);
    expect(await removeStashSetup(root, { dryRun })).toMatchObject({
      directory: 'unchanged',
      config: 'unchanged',
    });
    expect(readdirSync(join(root, '.context')).sort()).toEqual(['anchors', 'config.json']);
  });

  it("keeps entries and a configuration of one's own", async () => {
    const root = repository({ '.context/00001.md': 'why', '.context/config.json': '{"maxLines": 9}' });
    await initStash(root, SPEC);
    expect(await removeStashSetup(root)).toMatchObject({
      directory: 'unchanged',
      agentsFile: { change: 'removed' },
    });
    expect(readdirSync(join(root, '.context')).sort()).toEqual(['00001.md', 'config.json']);
  });
});
