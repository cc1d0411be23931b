/** Processes that write the index are killed at random moments; what they leave must open and answer rightly. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestIndex } from '../helpers/code-index.ts';
import { eventually } from '../helpers/eventually.ts';
import { runs } from '../helpers/full-run.ts';
import { repository, write } from '../helpers/repository.ts';
import { removeTree, temporaryDirectory } from '../helpers/temporary-directory.ts';

const ROUNDS = runs(10, 50);
const FILES = 150;
const project = join(dirname(fileURLToPath(import.meta.url)), '../..');
// Inside the project, so that the database driver is found.
const built = join(project, `node_modules/.cache/index-writer-${process.pid}`);

beforeAll(async () => {
  await build({
    absWorkingDir: project,
    entryPoints: {
      writer: 'tests/index/index-writer.ts',
      'index-worker': 'src/core/index/threads/index-worker.ts',
    },
    outdir: built,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    external: ['@photostructure/sqlite', '@vscode/ripgrep'],
    banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" },
  });
  cpSync(join(project, 'assets/kernel'), join(built, 'kernel'), { recursive: true });
});

afterAll(() => removeTree(built));

interface Writer {
  child: ChildProcess;
  ended: Promise<unknown>;
}

async function startWriter(root: string, dataDir: string): Promise<Writer> {
  const child = spawn(process.execPath, [join(built, 'writer.js'), root, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  await Promise.race([once(child.stdout, 'data'), ended]);
  return { child, ended };
}

/** The same numbers on every run. */
function* randomNumbers(): Generator<number> {
  for (let seed = 20_261; ; seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff)
    yield seed / 0x8000_0000;
}

it(`survives being killed ${ROUNDS} times`, async () => {
  const name = (i: number) => `src/m${i % 10}/file${i}.ts`;
  const content = (i: number, round: number) =>
    `export function make${i}() {\n  return 'round${round} keel';\n}\n${'// ballast\n'.repeat(i % 40)}`;
  const root = repository(
    Object.fromEntries(Array.from({ length: FILES }, (_, i) => [name(i), content(i, 0)])),
  );
  const dataDir = temporaryDirectory();
  const random = randomNumbers();
  const next = () => random.next().value as number;
  for (let round = 1; round <= ROUNDS; round++) {
    const { child, ended } = await startWriter(root, dataDir);
    await pause(next() * 120);
    const edited = Math.floor(next() * FILES);
    write(root, { [name(edited)]: content(edited, round) });
    await pause(next() * 60);
    // False: it was no longer running, so it failed by itself.
    expect(child.kill('SIGKILL')).toBe(true);
    await ended;
    const { index, find, close } = await openTestIndex(root, { dataDir, built: false });
    await eventually(async () => expect(await find(`round${round}`)).toContain(name(edited)));
    await index.refresh();
    expect(await index.status()).toMatchObject({ state: 'ready', indexedFileCount: FILES });
    expect((await find('keel', { topK: FILES })).length).toBe(FILES);
    await close();
  }
  const [survivor, fresh] = [await openTestIndex(root, { dataDir }), await openTestIndex(root)];
  for (const query of ['make7 round', 'ballast', 'keel export'])
    expect(await survivor.index.search(query, { mode: 'bm25', topK: 60 })).toEqual(
      await fresh.index.search(query, { mode: 'bm25', topK: 60 }),
    );
});
