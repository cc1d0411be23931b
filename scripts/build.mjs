// Bundles src/ into dist/: few files for start-up, lazy chunks for what is heavy (SQLite, tree-sitter, the model).
// Does nothing when dist/ was made from the same inputs, and puts a new dist/ in place whole.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle, bundleWorkers } from './bundle.mjs';
import { bundlePage } from './bundle-page.mjs';
import { joinStart } from './join-start.mjs';
import { notices } from './notices.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');
const stamp = join(dist, '.inputs');

const inputs = inputsHash();
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== inputs) await rebuild();

async function rebuild() {
  const out = `${dist}.${process.pid}`;
  const program = await bundle({ main: 'src/main.ts' }, out, { write: false });
  await joinStart(program, root, out);
  const workers = await bundleWorkers(out);
  const page = await bundlePage(join(out, 'page'));
  for (const asset of ['grammars', 'kernel', 'model']) {
    const from = join(root, 'assets', asset);
    if (existsSync(from))
      await cp(from, join(out, asset), { recursive: true, filter: (path) => !/\.(?:md|json)$/.test(path) });
  }
  writeFileSync(
    join(out, 'THIRD-PARTY-NOTICES.txt'),
    notices(root, [program.metafile, workers.metafile, page.metafile]),
  );
  writeFileSync(join(out, '.inputs'), inputs);
  const old = `${out}.old`;
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(out, dist);
  rmSync(old, { recursive: true, force: true });
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
    'scripts/bundle.mjs',
    'scripts/bundle-page.mjs',
    'web',
    'scripts/join-start.mjs',
    'scripts/lean-bundle.mjs',
    'scripts/notices.mjs',
    'package-lock.json',
    'package.json',
  ])
    if (existsSync(join(root, name))) add(join(root, name));
  return hash.digest('hex');
}
