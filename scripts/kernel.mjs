// npm run kernel: compiles kernel/*.ts (AssemblyScript) to assets/kernel/*.wasm and notes what they were made from.
// The compiler is 100 MB, so it is no dependency: it is installed into a temporary folder for this run.
//
//   node scripts/kernel.mjs          compile and write
//   node scripts/kernel.mjs --check  compile and compare with the committed files
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const COMPILER = 'assemblyscript@0.28.20';
const FLAGS = ['-O3', '--noAssert', '--runtime', 'minimal', '--enable', 'simd'];
const root = join(import.meta.dirname, '..');
const assets = join(root, 'assets/kernel');
const MODULES = ['analysis', 'nearness'];
/** The compiled code holds AssemblyScript's allocator. */
const licence = join(assets, 'LICENSE.md');
const manifest = join(assets, 'manifest.json');

const folder = mkdtempSync(join(tmpdir(), 'pilotbook-kernel-'));
try {
  const npm = ['install', '--no-save', '--ignore-scripts', '--prefix', folder, COMPILER];
  execFileSync('npm', npm, { stdio: 'ignore' });
  const compiler = join(folder, 'node_modules/assemblyscript/bin/asc.js');
  const made = MODULES.map((name) => [`${name}.wasm`, compile(compiler, name)]);
  if (process.argv.includes('--check')) {
    for (const [name, wasm] of made)
      if (!wasm.equals(readFileSync(join(assets, name))))
        throw new Error(`${name} is not what kernel/ compiles to`);
  } else {
    mkdirSync(assets, { recursive: true });
    for (const [name, wasm] of made) writeFileSync(join(assets, name), wasm);
    const hashes = Object.fromEntries(made.map(([name, wasm]) => [name, sha256(wasm)]));
    const facts = { compiler: COMPILER, flags: FLAGS, source: sourceHash(), wasm: hashes };
    writeFileSync(licence, licences());
    writeFileSync(manifest, `${JSON.stringify(facts, null, 2)}\n`);
  }
  for (const [name, wasm] of made) console.log(`${name}: ${wasm.length} bytes`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function compile(compiler, name) {
  const made = join(folder, `${name}.wasm`);
  const args = [compiler, `kernel/${name}.ts`, ...FLAGS, '--outFile', made];
  execFileSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  return readFileSync(made);
}

function licences() {
  const packed = join(folder, 'node_modules/assemblyscript');
  return ['NOTICE', 'LICENSE'].map((name) => readFileSync(join(packed, name), 'utf8')).join('\n');
}

function sourceHash() {
  const files = readdirSync(join(root, 'kernel')).filter((name) => name.endsWith('.ts'));
  const texts = files.sort().map((name) => `${name}\0${readFileSync(join(root, 'kernel', name), 'utf8')}\0`);
  return sha256(texts.join(''));
}

function sha256(data) {
  return createHash('sha256').update(data).digest('hex');
}
