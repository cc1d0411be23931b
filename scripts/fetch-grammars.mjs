// Makes assets/grammars from the grammar packages of the npm registry. Every tarball is checked against the
// sha512 and every extracted file against the sha256 in assets/grammars/manifest.json.
//
//   node scripts/fetch-grammars.mjs          download, verify, write the compressed files and LICENSES.md
//   node scripts/fetch-grammars.mjs --check  verify the committed files against the manifest; no network
//   node scripts/fetch-grammars.mjs --pin    as without options, but fills in hashes that a row lacks
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib';

const run = promisify(execFile);
const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'assets', 'grammars');
const manifestPath = join(folder, 'manifest.json');
const LICENCES = 'LICENSES.md';
const NOT_GRAMMARS = new Set(['manifest.json', LICENCES]);

const manifest = JSON.parse(await readFile(manifestPath, 'utf8'));
if (process.argv.includes('--check')) await check();
else await make(process.argv.includes('--pin'));

async function check() {
  const faults = [];
  const expected = new Set(NOT_GRAMMARS);
  for (const { package: name, files } of manifest.packages)
    for (const { as, sha256, bytes } of files) {
      expected.add(`${as}.br`);
      const found = await readFile(join(folder, `${as}.br`)).then(brotliDecompressSync, () => undefined);
      if (found === undefined) faults.push(`${as}.br (${name}) is missing or cannot be decompressed`);
      else if (hash('sha256', found, 'hex') !== sha256 || found.length !== bytes)
        faults.push(`${as}.br does not hold the file that ${name} published`);
    }
  for (const file of await readdir(folder))
    if (!expected.has(file)) faults.push(`${file} is not in the manifest`);
  const licences = await readFile(join(folder, LICENCES), 'utf8').catch(() => '');
  for (const { package: name } of manifest.packages)
    if (!licences.includes(`\n## ${name} `)) faults.push(`${LICENCES} lacks the licence of ${name}`);
  if (faults.length > 0) {
    console.error(faults.join('\n'));
    process.exitCode = 1;
  } else console.log(`${expected.size - NOT_GRAMMARS.size} grammar files match the manifest.`);
}

async function make(pin) {
  const licences = ['# Licences of the grammars and of the parser runtime\n'];
  const scratch = await mkdtemp(join(tmpdir(), 'grammars-'));
  try {
    for (const row of manifest.packages) {
      const members = await unpack(row, scratch, pin);
      for (const file of row.files) {
        const content = member(members, file.member, row.package);
        verify(file, 'sha256', hash('sha256', content, 'hex'), file.as, pin);
        file.bytes = content.length;
        await writeFile(join(folder, `${file.as}.br`), compress(content));
      }
      if (row.licence === undefined) continue;
      const text = member(members, row.licence, row.package).toString('utf8').replace(/\r\n/g, '\n').trim();
      licences.push(`## ${row.package} ${row.version}\n\n\`\`\`text\n${text}\n\`\`\`\n`);
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  await writeFile(join(folder, LICENCES), licences.join('\n'));
  await writeFile(manifestPath, `${JSON.stringify(manifest, null, 2)}\n`);
  await check();
}

async function unpack(row, scratch, pin) {
  const { stdout } = await run('npm', [
    'pack',
    `${row.package}@${row.version}`,
    '--json',
    '--pack-destination',
    scratch,
  ]);
  const tarball = await readFile(join(scratch, JSON.parse(stdout)[0].filename));
  verify(row, 'integrity', `sha512-${hash('sha512', tarball, 'base64')}`, row.package, pin);
  return readTar(gunzipSync(tarball));
}

function verify(row, field, actual, what, pin) {
  if (row[field] === undefined && pin) row[field] = actual;
  if (row[field] !== actual)
    throw new Error(`${what}: ${field} is ${actual}, the manifest says ${row[field]}`);
}

function member(members, name, from) {
  const content = members.get(name);
  if (content === undefined) throw new Error(`${from} holds no ${name}`);
  return content;
}

/** Enough of ustar for npm tarballs: regular files with a name and a prefix, in blocks of 512 bytes. */
function readTar(bytes) {
  const members = new Map();
  const field = (at, length) => bytes.toString('utf8', at, at + length).replace(/\0.*$/s, '');
  for (let at = 0; at + 512 <= bytes.length && bytes[at] !== 0; ) {
    const size = Number.parseInt(field(at + 124, 12), 8);
    const prefix = field(at + 345, 155);
    const name = (prefix ? `${prefix}/` : '') + field(at, 100);
    members.set(name.replace(/^[^/]*\//, ''), bytes.subarray(at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return members;
}

function compress(content) {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants;
  return brotliCompressSync(content, {
    params: {
      [BROTLI_PARAM_QUALITY]: 11,
      [BROTLI_PARAM_LGWIN]: 24,
      [BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
}

function hash(algorithm, content, encoding) {
  return createHash(algorithm).update(content).digest(encoding);
}
