/** The speed suite: each figure beside what ripgrep and bare Node take in the same minute on the same files. */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { rgPath } from '@vscode/ripgrep';
import { bundle } from './bundle.ts';
import type { IndexFigures, QueryFigures } from './figures.ts';
import { measure, median, spawned } from './measure.ts';
import { percentile, row, title } from './print.ts';

const ROUNDS = 5;

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      repo: { type: 'string' },
      queries: { type: 'string', default: '100' },
      threads: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  if (values.repo === undefined)
    throw new Error('usage: npm run bench -- speed --repo DIR [--queries N] [--threads N]');
  const root = resolve(values.repo);
  const built = await bundle('bench/speed/phase.ts');
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-index-'));
  try {
    const child = (phase: string) =>
      spawned<IndexFigures & QueryFigures>(join(built, 'phase.js'), [
        phase,
        root,
        dataDir,
        values.queries,
        values.threads ?? '',
      ]);
    await measure(rgPath, ['-c', ''], root);
    const node = await median(ROUNDS, () => measure(process.execPath, ['-e', '0'], root));
    const files = await median(ROUNDS, () => measure(rgPath, ['--files'], root));
    const before = await median(ROUNDS, () => measure(rgPath, ['-c', ''], root));
    const cold = await child('index');
    const after = await median(ROUNDS, () => measure(rgPath, ['-c', ''], root));
    const again = await child('again');
    const asked = await child('queries');
    const report = { root, load: loadavg()[0], node, files, lines: (before + after) / 2, cold, again, asked };
    if (values.json) console.log(JSON.stringify(report, null, 2));
    else print(report);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
    rmSync(built, { recursive: true, force: true });
  }
}

interface Report {
  root: string;
  load: number | undefined;
  /** Milliseconds; the last of them the mean of before and after the long run, so that a change of load counts half. */
  node: number;
  files: number;
  lines: number;
  cold: IndexFigures;
  again: IndexFigures;
  asked: QueryFigures;
}

function print({ root, load, node, files, lines, cold, again, asked }: Report): void {
  const times = (ms: number, by: number) => `${(ms / by).toFixed(1)}×`;
  title(
    `${root}: ${cold.files.toLocaleString('en-US')} files, ${cold.chunks.toLocaleString('en-US')} chunks, load ${load?.toFixed(1)}`,
  );
  row('node -e 0', node);
  row('rg --files', files);
  row("rg -c ''", lines);
  row(
    'cold index, words and vectors',
    cold.ms,
    `${times(cold.ms, lines)} rg -c '' (reach 15×), ${(cold.cpuMs / 1_000).toFixed(1)} s of processor`,
  );
  row('nothing changed, refresh', again.ms, `${times(again.ms, files)} rg --files`);
  console.log(
    `  peak memory ${megabytes(cold.peakBytes)} (reach 600 MB), index ${megabytes(cold.indexBytes)} on disk`,
  );
  row('first answer of a new process', asked.firstMs, `${times(asked.firstMs, node)} node -e 0`);
  for (const [mode, all] of Object.entries(asked.warmMs))
    row(
      `warm search, ${mode}`,
      percentile(all, 50),
      `p95 ${percentile(all, 95).toFixed(1)} ms, ${times(percentile(all, 50), lines)} rg -c ''`,
    );
  row(
    'search after one file changed',
    percentile(asked.changedMs, 50),
    `${asked.changedMoreMs.toFixed(1)} ms more than warm (reach 50)`,
  );
  console.log(`  memory while searching ${megabytes(asked.peakBytes)}`);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(0)} MB`;
}
