/**
 * How figures grow with the tree: trees of many sizes are made from checkouts, and each is indexed and searched in processes of its own.
 * Sizes and parts can be measured one at a time; the figures are kept together in one file, from which the table and the curve are drawn.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { rgPath } from '@vscode/ripgrep';
import { openWorkspace } from '../../src/core/workspace/index.ts';
import { MAX_FILE_BYTES } from '../open-index.ts';
import { bundle } from '../speed/bundle.ts';
import type { IndexFigures, QueryFigures } from '../speed/figures.ts';
import { measure, median, spawned } from '../speed/measure.ts';
import { percentile } from '../speed/print.ts';
import { sampleQueries } from '../speed/sample-queries.ts';
import { drawCurve } from './curve.ts';
import { PARTS, type Part, type SizeFigures } from './figures.ts';
import { serverMemory } from './servers.ts';
import { table, writeTable } from './table.ts';
import { type Tree, treeOf } from './trees.ts';

const SIZES = [5_000, 30_000, 75_000, 150_000, 300_000];
const MILLION = 1_000_000;
const ROUNDS = 3;
const QUERIES = 100;
const SERVER_QUERIES = 10;
const FURTHER_SERVERS = 3;

const USAGE =
  'usage: npm run bench -- scale --from CHECKOUTS --work DIR [--sizes N,N] [--million] [--parts index,search,servers] [--out FILE] [--draw]';
const PROJECT = join(import.meta.dirname, '../..');

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      from: { type: 'string' },
      work: { type: 'string' },
      sizes: { type: 'string' },
      million: { type: 'boolean', default: false },
      parts: { type: 'string', default: PARTS.join(',') },
      out: { type: 'string', default: join(PROJECT, 'bench/results/scale.json') },
      draw: { type: 'boolean', default: false },
    },
  });
  const out = resolve(values.out);
  const known = readFigures(out);
  if (values.from !== undefined && values.work !== undefined) {
    const sizes = values.sizes?.split(',').map(Number) ?? [...SIZES, ...(values.million ? [MILLION] : [])];
    const parts = PARTS.filter((part) => values.parts.split(',').includes(part));
    const built = await bundle('bench/speed/phase.ts');
    try {
      for (const size of sizes) {
        const tree = treeOf(size, resolve(values.from), resolve(values.work));
        const before = known.find(({ files }) => files === size);
        const figures: SizeFigures = before ?? { ...tree, load: 0 };
        if (before === undefined) known.push(figures);
        const dataDir = join(resolve(values.work), `index-${size}`);
        for (const part of parts) {
          await measurePart(part, figures, tree, dataDir, join(built, 'phase.js'));
          writeFigures(out, known);
        }
      }
    } finally {
      rmSync(built, { recursive: true, force: true });
    }
  } else if (!values.draw) throw new Error(USAGE);
  console.log(table(known));
  if (!values.draw) return;
  drawCurve(known, join(PROJECT, 'docs/design/index-scale.svg'));
  writeTable(known, join(PROJECT, 'docs/design/index.md'));
}

async function measurePart(
  part: Part,
  figures: SizeFigures,
  tree: Tree,
  dataDir: string,
  phase: string,
): Promise<void> {
  const { root } = tree;
  figures.load = Number(loadavg()[0]?.toFixed(1));
  const child = (name: string) =>
    spawned<IndexFigures & QueryFigures>(phase, [name, root, dataDir, String(QUERIES), '']);
  if (part === 'index') {
    rmSync(dataDir, { recursive: true, force: true });
    const rg = () => median(ROUNDS, () => measure(rgPath, ['-c', ''], root));
    await measure(rgPath, ['-c', ''], root);
    const before = await rg();
    const cold = await child('index');
    const { chunks, ms, cpuMs, peakBytes, indexBytes: diskBytes } = cold;
    figures.index = { chunks, ms, cpuMs, rgMs: (before + (await rg())) / 2, peakBytes, diskBytes };
  }
  if (part === 'search') {
    const { firstMs, firstHybridMs, warmMs, changedMoreMs } = await child('queries');
    const warm = (mode: string) => ({
      p50: percentile(warmMs[mode] ?? [], 50),
      p95: percentile(warmMs[mode] ?? [], 95),
    });
    figures.search = { firstMs, firstHybridMs, bm25: warm('bm25'), hybrid: warm('hybrid'), changedMoreMs };
  }
  if (part === 'servers') {
    const workspace = await openWorkspace({ root, maxFileBytes: MAX_FILE_BYTES });
    const queries = await sampleQueries(workspace, SERVER_QUERIES);
    const { rssBytes, furtherPssBytes } = await serverMemory(root, dataDir, queries, FURTHER_SERVERS);
    figures.servers = { rssBytes, furtherPssBytes: Math.max(...furtherPssBytes) };
  }
}

function readFigures(file: string): SizeFigures[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as SizeFigures[]) : [];
}

function writeFigures(file: string, figures: SizeFigures[]): void {
  figures.sort((a, b) => a.files - b.files);
  const rounded = (_: string, value: unknown) =>
    typeof value === 'number' ? Number(value.toPrecision(4)) : value;
  const kept = figures.map(({ files, textBytes, load, index, search, servers }) => ({
    files,
    textBytes,
    load,
    index,
    search,
    servers,
  }));
  writeFileSync(file, `${JSON.stringify(kept, rounded, 2)}\n`);
}
