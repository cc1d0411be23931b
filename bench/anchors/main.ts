/**
 * How long anchors live: placed on the declarations (and on random ranges) of a commit, resolved 10, 100 and 1000
 * commits later, in files that changed in between. `bench anchors DIR... [--each N] [--after COMMITS] [--wrong]
 * [--missed]`; DIR is a git directory.
 */
import { parseArgs } from 'node:util';
import {
  type Anchor,
  findRenamed,
  likelyHomes,
  makeAnchor,
  openPage,
  type Page,
  type Resolution,
  resolveAnchor,
  worthOutlining,
} from '../../src/core/anchors/index.ts';
import { History } from './history.ts';
import { type Snapshot, snapshot } from './snapshot.ts';
import { print, type Tally, tally } from './table.ts';
import { agrees, type Subject, type Truth, truthOf } from './truth.ts';

const HORIZONS = [10, 100, 1000];
/** How many pairs of commits for each horizon, spread over the history. */
const PAIRS = 4;

export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      each: { type: 'string', default: '150' },
      after: { type: 'string', multiple: true, default: HORIZONS.map(String) },
      wrong: { type: 'boolean', default: false },
      missed: { type: 'boolean', default: false },
    },
  });
  const horizons = values.after.map(Number);
  const tallies = new Map<string, Tally>();
  for (const directory of positionals) {
    const history = new History(directory);
    const commits = history.commits();
    for (const horizon of horizons)
      for (let pair = 0; pair < PAIRS; pair++) {
        const newest = Math.floor(((commits.length - horizon - 1) * pair) / PAIRS);
        const from = commits[newest + horizon];
        const to = commits[newest];
        if (from === undefined || to === undefined || newest < 0) continue;
        for await (const result of survive(history, from, to, Number(values.each))) {
          for (const symbols of ['with symbols', 'without']) {
            const answer = symbols === 'without' ? result.blind : result.seeing;
            tally(tallies, `${result.kind}, ${symbols}`, horizon, answer, result.truth, result.subject.path);
            explain(values, { repo: directory, from, to, how: symbols }, result, answer);
          }
        }
      }
    console.error(`${directory}: done`);
  }
  print(tallies, horizons);
}

interface Result {
  kind: string;
  subject: Subject;
  truth: Truth;
  seeing: Resolution;
  blind: Resolution;
}

async function* survive(history: History, from: string, to: string, each: number): AsyncGenerator<Result> {
  const then = await snapshot(history, from);
  const now = await snapshot(history, to);
  const changes = history.changes(from, to);
  const subjects = pick(then, changes, each);
  const pages = { seeing: pagesOf(now, true), blind: pagesOf(now, false) };
  const files = [...then.lines.keys()];
  const fates = new Map<string, ReturnType<History['lineFates']>>();
  for (const { kind, subject } of subjects) {
    const { path } = subject;
    const known = fates.get(path) ?? history.lineFates(from, to, path);
    fates.set(path, known);
    const truth = truthOf(subject, then, now, changes.get(path), known);
    const text = (then.lines.get(path) ?? []).join('\n');
    const symbols = then.outlines.get(path) ?? [];
    const { startLine, endLine } = subject;
    const anchor = (of: typeof symbols) => makeAnchor(path, text, startLine, endLine, of, files);
    const seeing = resolve(anchor(symbols), pages.seeing, pages.blind);
    const blind = resolve(anchor([]), pages.blind, pages.blind);
    yield { kind, subject, truth, seeing, blind };
  }
}

function pagesOf(at: Snapshot, symbols: boolean): Map<string, Page> {
  const pages = new Map<string, Page>();
  for (const [path, lines] of at.lines)
    pages.set(path, openPage(lines.join('\n'), symbols ? at.outlines.get(path) : []));
  return pages;
}

/** As the product does it: other files are outlined only where that may matter. */
function resolve(
  anchor: Anchor,
  outlined: ReadonlyMap<string, Page>,
  plain: ReadonlyMap<string, Page>,
): Resolution {
  const own = outlined.get(anchor.path);
  const here = own ? resolveAnchor(anchor, own) : undefined;
  if (here && here.state !== 'lost') return here;
  const homes = likelyHomes(
    anchor,
    [...plain].map(([path, text]) => ({ path, text, size: sizeOf(text) })),
  );
  const others = homes.map(({ path, text }) =>
    worthOutlining(anchor, text) ? { path, text: outlined.get(path) ?? text } : { path, text },
  );
  return findRenamed(anchor, others, own);
}

function sizeOf({ lines }: Page): number {
  return lines.reduce((sum, line) => sum + line.length + 1, 0);
}

/** Every k-th, so that the sample is spread over the repository and the same on every run. */
function pick(then: Snapshot, changes: ReadonlyMap<string, unknown>, each: number) {
  const declared: { kind: string; subject: Subject }[] = [];
  const ranges: { kind: string; subject: Subject }[] = [];
  for (const path of changes.keys()) {
    const lines = then.lines.get(path) ?? [];
    for (const symbol of then.outlines.get(path) ?? [])
      declared.push({ kind: 'declarations', subject: { path, ...symbol } });
    for (let start = 7; start + 12 < lines.length; start += 23) {
      const endLine = start + (start % 11);
      ranges.push({ kind: 'ranges of 1-11 lines', subject: { path, startLine: start, endLine } });
    }
  }
  return [...spread(declared, each), ...spread(ranges, each)];
}

function spread<T>(items: readonly T[], count: number): T[] {
  const step = Math.max(1, items.length / count);
  const picked: T[] = [];
  for (let at = 0; at < items.length; at += step) {
    const item = items[Math.floor(at)];
    if (item !== undefined) picked.push(item);
  }
  return picked;
}

function explain(
  asked: { wrong: boolean; missed: boolean },
  where: Record<string, string>,
  { subject, truth, kind }: Result,
  answer: Resolution,
): void {
  const { path = subject.path, startLine, endLine } = answer;
  const followed = startLine !== undefined && endLine !== undefined;
  if (followed ? !asked.wrong : !asked.missed) return;
  if (followed ? agrees({ path, startLine, endLine }, truth) : truth.places.length === 0) return;
  const verdict = followed ? 'WRONG' : 'MISSED';
  const { places, survivors } = truth;
  console.log(
    JSON.stringify({ verdict, ...where, kind, subject, answer, truth: places, survivors: survivors.length }),
  );
}
