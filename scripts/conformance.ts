/**
 * npm run conformance: the protocol's own conformance suite against the server, in both eras, compared with
 * tests/conformance/baseline.json. The suite speaks HTTP only, so it meets the test façade; it needs Node 22 or newer,
 * so an older one fetches a newer for it. Neither is a dependency: both are kept in node_modules/.cache.
 */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type CheckResult,
  differences,
  readBaseline,
  SPEC_VERSIONS,
  type SpecVersion,
  summarise,
} from '../tests/conformance/baseline.ts';
import { startFacade } from '../tests/conformance/facade.ts';

const NODE_VERSION = '24.21.0';
const LEAST_NODE = 22;
const RUN_MS = 300_000;
const cache = join(import.meta.dirname, '../node_modules/.cache/conformance');

const baseline = readBaseline();
const node = nodeForSuite();
const suite = join(installed(baseline.suite), 'dist/index.js');
const facade = await startFacade();
const output = mkdtempSync(join(tmpdir(), 'pilotbook-conformance-'));
let differing = 0;
try {
  for (const version of SPEC_VERSIONS) {
    const found = summarise(await run(version));
    const { expected } = baseline;
    console.log(
      `${version}: ${found.scenarios} scenarios, ${found.passed} checks passed, ${found.failed.length} did not`,
    );
    const problems = differences(found, expected[version]);
    for (const problem of problems) console.error(`  ${problem}`);
    differing += problems.length;
  }
} finally {
  rmSync(output, { recursive: true, force: true });
  await facade.close();
}
console.log(differing === 0 ? 'As the baseline says.' : 'Not as tests/conformance/baseline.json says.');
process.exitCode = differing === 0 ? 0 : 1;

async function run(version: SpecVersion): Promise<CheckResult[]> {
  const folder = join(output, version);
  const options = ['--suite', 'all', '--spec-version', version, '--output-dir', folder];
  // It ends with 1 if anything fails; what is expected to fail is ours to say.
  await new Promise<void>((resolve) => {
    execFile(node, [suite, 'server', '--url', facade.url, ...options], { timeout: RUN_MS }, () => resolve());
  });
  return readdirSync(folder).flatMap((name) => {
    const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(name)?.[1] ?? name;
    const checks: Omit<CheckResult, 'scenario'>[] = JSON.parse(
      readFileSync(join(folder, name, 'checks.json'), 'utf8'),
    );
    return checks.map(({ id, status }) => ({ scenario, id, status }));
  });
}

function nodeForSuite(): string {
  if (Number.parseInt(process.versions.node, 10) >= LEAST_NODE) return process.execPath;
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  return join(installed(`node-${platform}-${process.arch}@${NODE_VERSION}`), 'bin/node');
}

/** The folder of a package at exactly this version. */
function installed(pinned: string): string {
  const at = pinned.lastIndexOf('@');
  const prefix = join(cache, pinned.replaceAll('/', '+'));
  const folder = join(prefix, 'node_modules', pinned.slice(0, at));
  if (!existsSync(join(folder, 'package.json'))) {
    console.log(`installing ${pinned}`);
    mkdirSync(prefix, { recursive: true });
    const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', prefix];
    execFileSync('npm', ['install', ...flags, pinned], { stdio: ['ignore', 'ignore', 'ignore'] });
  }
  return folder;
}
