/**
 * One question, asked of several repositories at once: each answers for itself, and what they found is put together under one limit, with
 * the repository before each path. Words are weighed by how rare they are in all of them, so that scores compare. An answer that lacks a
 * repository says so.
 */
import type { CallMeta } from '../app/index.ts';
import { type AppError, asAppError } from '../core/errors.ts';
import type { Outcome, Tool } from '../core/tool.ts';
import { together, type WordStatistics } from '../core/word-statistics.ts';
import type { Hub } from './hub.ts';
import type { Version } from './repository.ts';

/** So many repositories are asked at once. */
const AT_ONCE = 8;

type Value = Record<string, unknown>;
type Item = Record<string, unknown>;

interface Part {
  version: Version;
  value: Value;
}

interface Joining {
  /** The list that is joined, and the argument that limits it. */
  list: string;
  limit: string;
  fallback: number;
  /** What names a place in an item. */
  place: string;
  /** By score; otherwise in order of repository, each as it was. */
  scored: boolean;
  /** The argument whose words are weighed by all repositories together. */
  words?: string;
  /** Set if the caller does not. */
  defaults?: Value;
}

/** The tools that can be asked of several. */
const JOININGS: Readonly<Record<string, Joining>> = {
  // By words: the other ways scale every repository to its own best hit, which would put the best of each before the second of any.
  'repo.search': {
    list: 'hits',
    limit: 'top_k',
    fallback: 10,
    place: 'path',
    scored: true,
    words: 'query',
    defaults: { mode: 'bm25' },
  },
  context_search: { list: 'results', limit: 'limit', fallback: 5, place: 'path', scored: true },
  grep_codebase: { list: 'matches', limit: 'limit', fallback: 50, place: 'file', scored: false },
  'repo.references': { list: 'references', limit: 'limit', fallback: 50, place: 'path', scored: false },
};

export const ACROSS: ReadonlySet<string> = new Set(Object.keys(JOININGS));

export async function askAcross(
  hub: Hub,
  tool: Tool,
  versions: readonly Version[],
  args: Value,
  meta: CallMeta,
): Promise<Outcome | undefined> {
  const joining = JOININGS[tool.name];
  if (joining === undefined) return undefined;
  const input = { ...joining.defaults, ...args };
  const parts: Part[] = [];
  const failures: { repository: string; error: AppError }[] = [];
  // The form of the answer is made once, of all of them together.
  const { form: _, sent: __, ...rest } = meta;
  const plain = { ...rest, statistics: await statisticsOver(hub, versions, input[joining.words ?? '']) };
  await inTurns(versions, async (version) => {
    try {
      const outcome = await hub.apps.use(version, (app) => app.call(tool.name, input, plain));
      if (outcome === undefined) return;
      if (outcome.isError) failures.push({ repository: version.repository, error: outcome.error });
      else parts.push({ version, value: outcome.value as Value });
    } catch (thrown) {
      failures.push({ repository: version.repository, error: asAppError(thrown) });
    }
  });
  const [failure] = failures;
  // Nothing of that name in one repository is no failure of the question.
  const real = failures.filter(({ error }) => error.kind !== 'not_found');
  const word = (result: { value: unknown; input: Value } | { error: unknown }) =>
    hub.apps.useBlank(async (blank) => blank.word(tool.name, result, meta));
  if (parts.length === 0 && failure !== undefined) return await word({ error: failure.error });
  const invalid = real.find(({ error }) => error.kind === 'invalid');
  if (invalid !== undefined) return await word({ error: invalid.error });
  parts.sort((a, b) => (a.version.repository < b.version.repository ? -1 : 1));
  return await word({ value: joined(joining, input, parts, real), input });
}

/** What a repository lacks here it will say when it is asked. */
async function statisticsOver(
  hub: Hub,
  versions: readonly Version[],
  query: unknown,
): Promise<WordStatistics | undefined> {
  if (typeof query !== 'string') return undefined;
  const found: WordStatistics[] = [];
  await inTurns(versions, async (version) => {
    try {
      found.push(await hub.apps.use(version, (app) => app.wordStatistics(query)));
    } catch {
      // The same will be thrown again below, and is said there.
    }
  });
  return together(found);
}

function joined(
  { list, limit, fallback, place, scored }: Joining,
  input: Value,
  parts: readonly Part[],
  failures: readonly { repository: string; error: AppError }[],
): Value {
  const items = parts.flatMap(({ version, value }) =>
    itemsOf(value[list]).map((item) => named(item, place, version.repository)),
  );
  // Stable: what scores the same stays in order of repository.
  if (scored) items.sort((a, b) => Number(b.score) - Number(a.score));
  const asked = input[limit];
  const shown = items.slice(0, typeof asked === 'number' ? asked : fallback);
  const warnings = [
    ...new Set(
      parts.flatMap(({ version, value }) =>
        stringsOf(value.warnings).map((text) => `${version.repository}: ${text}`),
      ),
    ),
    ...failures.map(({ repository, error }) => `${repository} did not answer: ${error.message}`),
  ];
  const [first] = parts;
  return {
    ...first?.value,
    ...sums(parts),
    ...symbols(parts),
    [list]: shown,
    warnings,
    next_cursor: undefined,
  };
}

function named(item: Item, place: string, repository: string): Item {
  const path = item[place];
  return { ...item, repository, ...(typeof path === 'string' ? { [place]: `${repository}:${path}` } : {}) };
}

const SUMMED = ['totalMatches', 'filesSearched', 'totalFound', 'files_unparsed'];

function sums(parts: readonly Part[]): Value {
  const total: Value = {};
  for (const { value } of parts) {
    for (const key of SUMMED)
      if (typeof value[key] === 'number') total[key] = Number(total[key] ?? 0) + Number(value[key]);
    if (isRecord(value.counts)) {
      const before = isRecord(total.counts) ? total.counts : {};
      total.counts = Object.fromEntries(
        Object.entries(value.counts).map(([key, count]) => [key, Number(before[key] ?? 0) + Number(count)]),
      );
    }
  }
  if (Number(total.totalMatches ?? 0) > 0) total.message = undefined;
  return total;
}

/** Where the first one is declared. */
function symbols(parts: readonly Part[]): Value {
  const [first] = parts;
  const symbol = first?.value.symbol;
  return first !== undefined && isRecord(symbol)
    ? { symbol: named(symbol, 'path', first.version.repository) }
    : {};
}

async function inTurns<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = all.values();
  const worker = async () => {
    for (const one of left) await work(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function itemsOf(value: unknown): Item[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function stringsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
