import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../tests/helpers/full-run.ts';
import { LINKS, testWith } from '../../../tests/helpers/probes.ts';
import { temporaryDirectory } from '../../../tests/helpers/temporary-directory.ts';
import { CLIENTS, type ConfigFile, packageOf, servedBy } from './clients.ts';
import { applyChange, planEdits, planEntry } from './config-file.ts';

function folder(): string {
  const root = temporaryDirectory();
  return root;
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const files = (root: string): [string, ConfigFile][] =>
  CLIENTS.flatMap((client) => {
    const launch = servedBy(packageOf('1.2.3'), undefined, 'text');
    const home = { directory: join(root, 'home'), platform: 'linux', env: {} };
    const user = client.user(home, launch);
    return [
      ...(client.project
        ? ([[`${client.id} in the project`, client.project(root, launch)]] as [string, ConfigFile][])
        : []),
      [`${client.id} of the user`, user] as [string, ConfigFile],
    ];
  });
const NAMES = files('/').map(([name]) => name);
const fileOf = (root: string, name: string): ConfigFile =>
  files(root).find(([each]) => each === name)?.[1] ?? ({} as ConfigFile);

describe.each(NAMES)('%s', (name) => {
  test('is created, unchanged the second time, and gone after removal', async () => {
    const root = folder();
    const file = fileOf(root, name);
    const first = await planEntry(file);
    expect(first.kind).toBe('create');
    await applyChange(first, root);
    expect(readFileSync(file.path, 'utf8')).toContain('pilotbook@1.2.3');
    expect((await planEntry(file)).kind).toBe('unchanged');
    const removal = await planEdits(file, [], [file]);
    expect(removal.kind).toBe('delete');
    await applyChange(removal, root);
    expect(existsSync(file.path)).toBe(false);
    expect((await planEdits(file, [], [file])).kind).toBe('unchanged');
  });

  test('keeps what others wrote, to the byte, through coming and going', async () => {
    const root = folder();
    const file = fileOf(root, name);
    const text =
      file.format === 'toml'
        ? '# mine\nmodel = "x"\n\n[mcp_servers.other]\ncommand = "a" # keep\n'
        : `{\r\n  // mine\r\n  "theme": "dark",\r\n  "${file.key[0]}": {\r\n    "other": { "command": "a" } // keep\r\n  },\r\n}\r\n`;
    put(file.path, text);
    await applyChange(await planEntry(file), root);
    expect(readFileSync(file.path, 'utf8')).not.toBe(text);
    await applyChange(await planEdits(file, [], [file]), root);
    expect(readFileSync(file.path, 'utf8')).toBe(text);
  });

  test('a file that was blank is blank again, and not taken away', async () => {
    const blanks = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r\n'), maxLength: 6 });
    const blank = fc.tuple(fc.constantFrom('', '\ufeff'), blanks).map(([mark, rest]) => mark + rest);
    await fc.assert(
      fc.asyncProperty(blank, async (text) => {
        const root = folder();
        const file = fileOf(root, name);
        put(file.path, text);
        expect((await planEdits(file, [], [file])).kind).toBe('unchanged');
        const change = await planEntry(file);
        expect(change.kind).toBe('update');
        await applyChange(change, root);
        expect(readFileSync(file.path, 'utf8')).toContain('pilotbook@1.2.3');
        expect((await planEntry(file)).kind).toBe('unchanged');
        await applyChange(await planEdits(file, [], [file]), root);
        expect(readFileSync(file.path, 'utf8')).toBe(text);
      }),
      { numRuns: runs(8, 30) },
    );
  });

  test('comes into a file without servers and leaves it as it was', async () => {
    const root = folder();
    const file = fileOf(root, name);
    const text = file.format === 'toml' ? 'model = "x"' : '{ "theme": "dark" }';
    put(file.path, text);
    await applyChange(await planEntry(file), root);
    expect((await planEntry(file)).kind).toBe('unchanged');
    await applyChange(await planEdits(file, [], [file]), root);
    expect(readFileSync(file.path, 'utf8')).toBe(text);
  });

  test('an older entry of ours is brought up to date in its place', async () => {
    const root = folder();
    const file = fileOf(root, name);
    await applyChange(await planEntry(file), root);
    const old = readFileSync(file.path, 'utf8').replace('pilotbook@1.2.3', 'pilotbook@0.0.1');
    writeFileSync(file.path, old);
    const change = await planEntry(file);
    expect(change.kind).toBe('update');
    await applyChange(change, root);
    expect(readFileSync(file.path, 'utf8')).toContain('pilotbook@1.2.3');
    expect(readFileSync(file.path, 'utf8')).not.toContain('pilotbook@0.0.1');
  });
});

describe('hostile files are left alone, with the reason', () => {
  const json = (root: string) => fileOf(root, 'cursor in the project');

  test.each([
    ['{ "mcpServers": ', 'not valid JSON'],
    ['[]', 'does not hold a JSON object'],
    ['{ "mcpServers": 3 }', '"mcpServers" is not an object'],
    ['\0\u0001', 'not valid JSON'],
  ])('%j', async (text, reason) => {
    const root = folder();
    put(json(root).path, text);
    const change = await planEntry(json(root));
    expect(change).toMatchObject({ kind: 'failed' });
    expect(change.kind === 'failed' && change.reason).toContain(reason);
    await applyChange(change, root);
    expect(readFileSync(json(root).path, 'utf8')).toBe(text);
  });

  testWith(LINKS)('a link, also one further up', async () => {
    const root = folder();
    const outside = folder();
    put(join(outside, 'real.json'), '{}');
    mkdirSync(join(root, '.cursor'));
    symlinkSync(join(outside, 'real.json'), json(root).path);
    expect((await planEntry(json(root))).kind).toBe('failed');
    const second = folder();
    symlinkSync(outside, join(second, '.cursor'));
    expect((await planEntry(json(second))).kind).toBe('failed');
    expect(readFileSync(join(outside, 'real.json'), 'utf8')).toBe('{}');
    expect(existsSync(join(outside, 'mcp.json'))).toBe(false);
  });

  test('a directory of that name', async () => {
    const root = folder();
    mkdirSync(json(root).path, { recursive: true });
    expect((await planEntry(json(root))).kind).toBe('failed');
  });

  test('a byte order mark is kept', async () => {
    const root = folder();
    put(json(root).path, '\ufeff{}\n');
    await applyChange(await planEntry(json(root)), root);
    expect(readFileSync(json(root).path, 'utf8').startsWith('\ufeff{')).toBe(true);
  });
});
