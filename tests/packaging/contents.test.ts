/** What is in the tarball: all that is needed, nothing else, within the size that docs/packaging.md states. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import grammars from '../../assets/grammars/manifest.json' with { type: 'json' };
import { COMMANDS } from '../../src/adapters/cli/commands/index.ts';
import { commandHelp, overview } from '../../src/adapters/cli/help.ts';
import { newDirectory, removeTree } from '../helpers/temporary-directory.ts';
import { type Packed, pack, ROOT } from './pack.ts';

/** Ten of each are the model; docs/packaging.md gives the same figures. */
const MOST_PACKED_MB = 14;
const MOST_UNPACKED_MB = 17;

const scratch = newDirectory();
let packed: Packed;
let paths: string[];

beforeAll(async () => {
  [packed = expect.unreachable()] = await pack(['.'], scratch);
  paths = packed.files.map(({ path }) => path);
});
afterAll(() => removeTree(scratch));

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const inFolder = (folder: string) => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`);

test('the files are these and no others', () => {
  const chunk = /^dist\/chunks\/[\w-]+\.js$/;
  expect(paths.filter((path) => !chunk.test(path)).sort()).toEqual(
    [
      'AGENTS.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'package.json',
      'bin/pilotbook.js',
      'dist/THIRD-PARTY-NOTICES.txt',
      'dist/main.js',
      'dist/index-worker.js',
      'dist/parse-worker.js',
      'dist/source-file-worker.js',
      ...['diagram.html', 'diagram.js', 'icon.svg', 'index.html', 'mermaid.js', 'page.css', 'page.js'].map(
        (name) => `dist/page/${name}.br`,
      ),
      'dist/kernel/analysis.wasm',
      'dist/kernel/nearness.wasm',
      'dist/model/static-256.bin',
      'dist/model/static-256.vocab.txt',
      ...grammars.packages.flatMap(({ files }) => files.map(({ as }) => `dist/grammars/${as}.br`)),
      ...['check', 'cli', 'config', 'design/platforms', 'guide', 'security', 'team', 'tools', 'ui'].map(
        (page) => `docs/${page}.md`,
      ),
      ...inFolder('docs/ci'),
      ...inFolder('docs/clients'),
      ...inFolder('docs/images'),
      ...inFolder('examples'),
    ].sort(),
  );
});

test('every chunk is reached from the entry points, and every one they reach is there', () => {
  const reached = new Set(
    ['main', 'index-worker', 'parse-worker', 'source-file-worker'].map((name) => `dist/${name}.js`),
  );
  for (const path of reached)
    for (const [, name] of read(path).matchAll(/["'](?:\.{1,2}\/)+((?:chunks\/)?[\w-]+\.js)["']/g))
      reached.add(name?.startsWith('chunks/') ? `dist/${name}` : `dist/chunks/${name}`);
  expect([...reached].sort()).toEqual(paths.filter((path) => /^dist\/.*\.js$/.test(path)).sort());
});

test('it keeps to the size that is stated', () => {
  expect(packed.size / 1e6).toBeLessThanOrEqual(MOST_PACKED_MB);
  expect(packed.unpackedSize / 1e6).toBeLessThanOrEqual(MOST_UNPACKED_MB);
  expect(read('docs/packaging.md')).toContain(
    `at most ${MOST_PACKED_MB} MB packed and ${MOST_UNPACKED_MB} MB unpacked`,
  );
});

test('the notices name every package of the bundle, with its licence, and grammars and model', async () => {
  const notices = read('dist/THIRD-PARTY-NOTICES.txt');
  // Another bundle of the same sources, not by the script that wrote the notices.
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [
      'src/main.ts',
      'src/core/index/threads/index-worker.ts',
      'src/core/parsing/parse-worker.ts',
      'src/areas/contexts/generate/source-file-worker.ts',
    ],
    outdir: scratch,
    write: false,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    metafile: true,
    external: ['@photostructure/sqlite', '@vscode/ripgrep', 'pg-native'],
  });
  const bundled = new Set(
    Object.keys(metafile.inputs).flatMap((path) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []),
  );
  expect(bundled.size).toBeGreaterThan(5);
  for (const folder of bundled) {
    const { name, version } = JSON.parse(read(join(folder, 'package.json')));
    expect(notices).toContain(`\n${name} ${version} (`);
    const [licence] = readdirSync(join(ROOT, folder)).filter((file) => /^licen[cs]e/i.test(file));
    const text =
      licence === undefined
        ? (/^#+ *licen[cs]e\b[\s\S]*/im.exec(read(join(folder, 'README.md')))?.[0] ??
          expect.unreachable(folder))
        : read(join(folder, licence));
    expect(notices).toContain(text.replace(/\r\n/g, '\n').trim());
  }
  for (const { package: name, version } of grammars.packages)
    expect(notices).toContain(`## ${name} ${version}`);
  expect(notices).toContain('AssemblyScript');
  expect(notices).toContain('all-MiniLM-L6-v2');
});

test('pages that --help and the README point to are in it', () => {
  const texts = [overview(COMMANDS, '0'), ...COMMANDS.map(commandHelp), read('README.md')].join('\n');
  const pages = new Set([...texts.matchAll(/\bdocs\/[\w/-]+(?:\.\w+)?/g)].map(([page]) => page));
  expect(pages.size).toBeGreaterThan(3);
  for (const page of pages)
    expect(
      paths.some((path) => path === page || path.startsWith(`${page}/`)),
      page,
    ).toBe(true);
});
