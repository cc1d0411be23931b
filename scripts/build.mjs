// Bundles src/ into dist/: one file for start-up, lazy chunks for what is heavy (SQLite, tree-sitter, the model).
// Does nothing when dist/ was made from the same inputs, and puts a new dist/ in place whole.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { joinStart, reached } from './join-start.mjs';
import { leanBundle } from './lean-bundle.mjs';
import { notices } from './notices.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');
const stamp = join(dist, '.inputs');

const BUNDLE = {
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // The ES module of a package bundles; its UMD build does not.
  mainFields: ['module', 'main'],
  // A third fewer bytes to parse before the first answer.
  minifyIdentifiers: true,
  minifyWhitespace: true,
  minifySyntax: true,
  plugins: [leanBundle],
  // They go into the notices.
  legalComments: 'none',
  metafile: true,
  chunkNames: 'chunks/[name]-[hash]',
  // Its CommonJS build would come out of a dynamic import without its names.
  alias: { yaml: join(root, 'node_modules/yaml/browser/index.js') },
  external: ['@photostructure/sqlite', '@vscode/ripgrep'],
};

const inputs = inputsHash();
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== inputs) await rebuild();

async function rebuild() {
  const out = `${dist}.${process.pid}`;
  const bundled = (entryPoints, options) =>
    build({ ...BUNDLE, ...options, absWorkingDir: root, entryPoints, outdir: out });
  const program = await bundled({ main: 'src/main.ts' }, { write: false });
  await joinStart(program, root, out);
  const worker = await bundleWorker(bundled);
  for (const asset of ['grammars', 'kernel', 'model']) {
    const from = join(root, 'assets', asset);
    if (existsSync(from))
      await cp(from, join(out, asset), { recursive: true, filter: (path) => !/\.(?:md|json)$/.test(path) });
  }
  writeFileSync(join(out, 'THIRD-PARTY-NOTICES.txt'), notices(root, [program.metafile, worker.metafile]));
  writeFileSync(join(out, '.inputs'), inputs);
  const old = `${out}.old`;
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(out, dist);
  rmSync(old, { recursive: true, force: true });
}

/** Apart from the program: a thread shares no state with it, and should load only what it uses. */
async function bundleWorker(bundled) {
  const result = await bundled(
    { 'index-worker': 'src/core/index/threads/worker.ts' },
    { chunkNames: 'chunks/worker-[name]-[hash]' },
  );
  const { outputs } = result.metafile;
  const entry = Object.keys(outputs).find((path) => path.endsWith('/index-worker.js'));
  const used = reached(result.metafile, entry);
  // esbuild also writes the chunks of imports that it dropped with the code around them.
  for (const path of Object.keys(outputs)) if (!used.has(path)) rmSync(join(root, path));
  return result;
}

function inputsHash() {
  const hash = createHash('sha256');
  const add = (path) => {
    const facts = statSync(path);
    if (facts.isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name));
    else if (path.includes('/assets/')) hash.update(`${path}\0${facts.size}\0${facts.mtimeMs}\0`);
    else if (!path.endsWith('.test.ts')) hash.update(`${path}\0`).update(readFileSync(path));
  };
  for (const name of [
    'src',
    'assets',
    'scripts/build.mjs',
    'scripts/join-start.mjs',
    'scripts/lean-bundle.mjs',
    'scripts/notices.mjs',
    'package-lock.json',
    'package.json',
  ])
    if (existsSync(join(root, name))) add(join(root, name));
  return hash.digest('hex');
}
