/**
 * One step from the best units along what they call, extend or name, where the words of the prompt point there: the function that
 * decides is often called by the one whose text has all the words. Only names that share words with the prompt are resolved.
 */
import { ROLES } from '../facts/index.ts';
import { lineAt, type SymbolSession } from '../symbols/index.ts';
import { byCodeUnit, STOP_WORDS, stem, words } from '../text/index.ts';
import type { AnalysedFile } from './analysed-file.ts';
import type { ScoredUnit } from './unit-scores.ts';
import type { Unit } from './units.ts';

/** What a step leads to, and from where. */
export interface Step extends ScoredUnit {
  from: Unit;
}

/** Units whose names are followed, and names followed of each. */
const MOST_FROM = 4;
const MOST_NAMES = 6;
/** A unit that was reached counts less than the one that led there. */
const STEP = 0.7;
/** Of the words of a name, those that the prompt must have. */
const LEAST_SHARED = 0.5;

const FOLLOWED: ReadonlySet<string> = new Set(['call', 'extends', 'decorator', 'type']);

export async function stepsFrom(
  best: readonly ScoredUnit[],
  stems: readonly string[],
  session: SymbolSession,
  open: (path: string) => Promise<AnalysedFile | undefined>,
): Promise<Step[]> {
  const asked = new Set(stems);
  const steps: Step[] = [];
  for (const source of best.slice(0, MOST_FROM)) {
    for (const { ref, shared, terms } of namesIn(source, asked)) {
      await session.open();
      const [meaning] = await session.resolver.meaning(source.file.path, ref);
      if (meaning === undefined || !('index' in meaning)) continue;
      const file = await open(meaning.path);
      const line = file?.facts?.declarations[meaning.index]?.startLine;
      const unit = file?.units.find(
        (each) => line !== undefined && each.startLine <= line && line <= each.endLine,
      );
      if (file === undefined || unit === undefined || isSame(source, file, unit)) continue;
      const score = source.score * STEP * shared;
      steps.push({
        file,
        unit,
        score,
        terms,
        covered: 0,
        named: shared,
        scoreOf: () => score,
        from: source.unit,
      });
    }
  }
  return steps;
}

function isSame(source: ScoredUnit, file: AnalysedFile, unit: Unit): boolean {
  return source.file.path === file.path && source.unit.startLine === unit.startLine;
}

interface Followed {
  ref: number;
  /** The share of its words that the prompt has. */
  shared: number;
  terms: readonly string[];
}

/** Names in the unit that share words with the prompt, those that share most first. */
function namesIn({ file, unit }: ScoredUnit, asked: ReadonlySet<string>): Followed[] {
  const { facts } = file;
  if (facts === undefined) return [];
  const found = new Map<string, Followed>();
  for (let token = 0; token < facts.tokenStarts.length; token++) {
    const line = lineAt(file, facts.tokenStarts[token] ?? 0);
    if (line < unit.startLine) continue;
    if (line > unit.endLine) break;
    const name = facts.names[facts.tokenNames[token] ?? 0] ?? '';
    const ref = facts.tokenRefs[token] ?? -1;
    if (ref < 0 || found.has(name) || !FOLLOWED.has(ROLES[facts.tokenRoles[token] ?? 0] ?? '')) continue;
    const parts = words(name).filter((word) => !STOP_WORDS.has(word));
    // The first word of a compound is the whole of it, which a prompt seldom has.
    const own = [...new Set((parts.length > 1 ? parts.slice(1) : parts).map(stem))];
    const terms = own.filter((each) => asked.has(each));
    const shared = terms.length / Math.max(1, own.length);
    if (terms.length > 0 && shared >= LEAST_SHARED) found.set(name, { ref, shared, terms });
  }
  return [...found.entries()]
    .sort(([a, x], [b, y]) => y.terms.length - x.terms.length || y.shared - x.shared || byCodeUnit(a, b))
    .slice(0, MOST_NAMES)
    .map(([, followed]) => followed);
}
