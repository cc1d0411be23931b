/** One measured process: `index` (from nothing), `again` (nothing changed) or `queries`. Prints JSON. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CodeIndex, SearchMode } from '../../src/core/index/index.ts';
import { openWorkspace, type Workspace } from '../../src/core/workspace/index.ts';
import { MAX_FILE_BYTES, openMeasuredIndex } from '../open-index.ts';
import type { IndexFigures, QueryFigures } from './figures.ts';
import { sampleQueries } from './sample-queries.ts';

const CHANGES = 10;
const KILOBYTE = 1_024;

const [phase = '', root = '', dataDir = '', queries = '100', threads = ''] = process.argv.slice(2);
const workspaceOptions = { root, dataDir, maxFileBytes: MAX_FILE_BYTES };
const workspace = await openWorkspace(workspaceOptions);
const started = performance.now();
const index = await openMeasuredIndex(
  workspace,
  workspaceOptions,
  threads === '' ? undefined : Number(threads),
);
const figures = phase === 'queries' ? await askQueries(index, workspace) : await buildIndex(index);
process.stdout.write(JSON.stringify(figures));
await index.close();

async function buildIndex(index: CodeIndex): Promise<IndexFigures> {
  await index.refresh();
  const ms = performance.now() - started;
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const { indexedFileCount, chunkCount, sizeBytes } = await index.status();
  return {
    ms,
    cpuMs: (userCPUTime + systemCPUTime) / 1_000,
    files: indexedFileCount,
    chunks: chunkCount,
    indexBytes: sizeBytes,
    peakBytes: maxRSS * KILOBYTE,
  };
}

async function askQueries(index: CodeIndex, workspace: Workspace): Promise<QueryFigures> {
  await index.search('where is the configuration read', { mode: 'bm25', topK: 10 });
  // The clock of the process began when it was started.
  const firstMs = performance.now();
  const firstHybridMs = await timed(() =>
    index.search('where is the configuration read', { mode: 'hybrid', topK: 10 }),
  );
  await index.refresh();
  const asked = await sampleQueries(workspace, Number(queries));
  const warmMs: Record<string, number[]> = {};
  const modes: SearchMode[] = ['bm25', 'hybrid'];
  for (const mode of modes) {
    for (const query of asked) await index.search(query, { mode, topK: 10 });
    const times: number[] = [];
    for (const query of asked) times.push(await timed(() => index.search(query, { mode, topK: 10 })));
    warmMs[mode] = times;
  }
  // The tree is listed again after two minutes; not while this is measured.
  await index.refresh();
  const { changedMs, changedMoreMs } = await changeOneFile(index);
  return {
    firstMs,
    firstHybridMs,
    warmMs,
    changedMs,
    changedMoreMs,
    peakBytes: process.resourceUsage().maxRSS * KILOBYTE,
  };
}

/** A file of our own at the root, written again and again. */
async function changeOneFile(index: CodeIndex): Promise<{ changedMs: number[]; changedMoreMs: number }> {
  const name = `pilotbook-bench-${process.pid}.txt`;
  const file = join(root, name);
  const changedMs: number[] = [];
  const warm: number[] = [];
  try {
    for (let n = 0; n < CHANGES; n++) {
      const word = `benchword${process.pid}x${n}`;
      writeFileSync(file, `${word}\n`);
      const search = async () => {
        const { hits, warnings } = await index.search(`${word} where is it`, { mode: 'bm25', topK: 10 });
        if (!hits.some(({ path }) => path === name) && warnings.length === 0)
          throw new Error('the changed file was not found');
      };
      changedMs.push(await timed(search));
      warm.push(await timed(search));
    }
  } finally {
    rmSync(file, { force: true });
  }
  const middle = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
  return { changedMs, changedMoreMs: middle(changedMs) - middle(warm) };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}
