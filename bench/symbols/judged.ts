/** Occurrences judged by hand, committed as places and verdicts, beside our classes. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { lineAt, type SymbolSession } from '../../src/core/symbols/index.ts';

import { openMeasuredSymbols, UNHURRIED_MS } from './open-symbols.ts';
import { share } from './score.ts';

interface JudgedOccurrence {
  repository: string;
  commit: string;
  symbol: { path: string; line: number; name: string };
  path: string;
  line: number;
  /** From 1. */
  column: number;
  verdict: 'same' | 'other';
}

export async function runJudged(repositories: string): Promise<void> {
  const folder = join(import.meta.dirname, 'judged');
  console.log('| language | occurrences | certain precision | certain + likely | recall |');
  console.log('|---|---|---|---|---|');
  for (const file of readdirSync(folder).sort()) {
    const all = JSON.parse(readFileSync(join(folder, file), 'utf8')) as JudgedOccurrence[];
    const present = all.filter(({ repository }) => existsSync(join(repositories, repository)));
    const certain = { right: 0, wrong: 0 };
    const both = { right: 0, wrong: 0 };
    const recall = { right: 0, wrong: 0 };
    for (const { judged, ours } of await classesOf(repositories, present)) {
      const isSame = judged.verdict === 'same';
      const isMeant = ours === 'certain' || ours === 'likely' || ours === 'definition';
      if (isSame) recall[isMeant ? 'right' : 'wrong']++;
      if (ours === 'certain') certain[isSame ? 'right' : 'wrong']++;
      if (isMeant) both[isSame ? 'right' : 'wrong']++;
    }
    console.log(
      `| ${basename(file, '.json')} | ${present.length} | ${share(certain)} | ${share(both)} | ${share(recall)} |`,
    );
  }
}

async function classesOf(repositories: string, all: readonly JudgedOccurrence[]) {
  const found: { judged: JudgedOccurrence; ours: string }[] = [];
  for (const repository of new Set(all.map((each) => each.repository))) {
    const dataDir = mkdtempSync(join(tmpdir(), 'bench-symbols-'));
    const symbols = await openMeasuredSymbols(join(repositories, repository), dataDir);
    for (const judged of all.filter((each) => each.repository === repository)) {
      const session = await symbols.ask({ timeMs: UNHURRIED_MS });
      found.push({ judged, ours: await classOf(session, judged) });
    }
    await symbols.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
  return found;
}

async function classOf(
  session: SymbolSession,
  { symbol, path, line, column }: JudgedOccurrence,
): Promise<string> {
  const read = await session.file(symbol.path);
  const index =
    read?.facts?.declarations.findIndex(
      (each) => each.name === symbol.name && lineAt(read, each.at) === symbol.line,
    ) ?? -1;
  if (index === -1) return 'unknown';
  const { mentions } = await session.mentions(
    { path: symbol.path, index, name: symbol.name },
    (each) => each === path,
  );
  const used = (await session.file(path)) ?? { text: '' };
  const place = mentions.find(
    ({ offset }) =>
      lineAt(used, offset) === line && offset - used.text.lastIndexOf('\n', offset - 1) === column,
  );
  return place?.class ?? 'unknown';
}
