/** Regular-expression search over all files of the workspace, or over some by name. */
import { join } from 'node:path';
import { AppError } from '../errors.ts';
import { type Repository, scopesAbove } from '../git/index.ts';
import { type ProcessResult, runProcess, unlessStalled } from '../processes/index.ts';
import { type Boundary, isRefusal, lstatOrUndefined, type RepoPath } from '../sandbox/index.ts';
import { byCodeUnit } from '../text/index.ts';
import type { SearchRules } from '../workspace/index.ts';
import { parseMatchCounts } from './first-files.ts';
import {
  type GrepAnswer,
  type GrepFound,
  type GrepQuery,
  orderOf,
  refusedPattern,
  SPARE_PLACES,
} from './query.ts';
import {
  batches,
  findRipgrep,
  narrow,
  type RipgrepMode,
  type RipgrepScope,
  ripgrepArguments,
} from './ripgrep.ts';
import { Search, wantedTest } from './search-run.ts';

export interface GrepDeps extends Omit<SearchRules, 'programPath'> {
  findRipgrep(): Promise<string | undefined>;
}

export function grepDeps({ programPath, ...rules }: SearchRules): GrepDeps {
  return { ...rules, findRipgrep: () => findRipgrep(rules.boundary.root, programPath) };
}

type Run = (
  mode: RipgrepMode,
  paths: readonly string[],
  how: { maxOutputBytes: number; onOutput?: (chunk: Buffer) => void; enough?: AbortSignal },
) => Promise<ProcessResult>;

const TIME_LIMIT_MS = 20_000;
/** Who cannot wait gets what was found so far; but an answer with nothing in it is of no use, so it may take this long. */
const LONGEST_WITHOUT_MS = 5_000;
/** Half a million places; counting them anew is cheaper than moving more. */
const MAX_PLACES_BYTES = 64 * 1024 * 1024;
const MAX_COUNTS_BYTES = 256 * 1024 * 1024;
const MAX_MESSAGE_CHARS = 600;
const AT_ROOT = './';
/** ripgrep tries each of them on every file. */
const MOST_CLOSED_BY_NAME = 30;

export async function grep(deps: GrepDeps, query: GrepQuery, signal?: AbortSignal): Promise<GrepAnswer> {
  const refused = refusedPattern(query);
  if (refused !== undefined) return { invalidPattern: refused };
  const { run, start, trackedFiles } = await begin(deps, query, signal);
  const search = new Search(deps, query);
  const due = query.withinMs === undefined ? undefined : new Due(query.withinMs, () => search.total > 0);
  const onOutput = (chunk: Buffer) => {
    search.onOutput(chunk);
    due?.look();
  };
  const output = { maxOutputBytes: MAX_PLACES_BYTES, onOutput, ...(due && { enough: due.signal }) };
  const [result, more] = await Promise.all([
    run('places', [start], output).finally(() => due?.end()),
    trackedFiles(),
  ]);
  if (result.outcome === 'output_limit') {
    const found = await countedFirst(deps, query, run, 'counts', start, more);
    if (found === undefined) throw tooLong();
    return found;
  }
  if (result.outcome === 'time_limit' && query.withinMs !== undefined) return search.answer();
  // ripgrep also fails if one file could not be opened; the summary shows that it searched the rest.
  if (!search.isComplete) return failure(result);
  if (!(await searchFiles(run, 'places', search, more))) throw tooLong();
  return search.answer();
}

/** When an answer is due, and has something in it. */
class Due {
  readonly #enough = new AbortController();
  readonly #hasSome: () => boolean;
  readonly #timer: NodeJS.Timeout;
  #isLate = false;

  constructor(afterMs: number, hasSome: () => boolean) {
    this.#hasSome = hasSome;
    this.#timer = setTimeout(() => {
      this.#isLate = true;
      this.look();
    }, afterMs);
  }

  get signal(): AbortSignal {
    return this.#enough.signal;
  }

  look(): void {
    if (this.#isLate && this.#hasSome()) this.#enough.abort();
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

/** These files and no others, at least one. Undefined: it has to be searched in another way, or is no pattern. */
export async function grepFiles(
  deps: GrepDeps,
  query: GrepQuery,
  paths: readonly RepoPath[],
  signal: AbortSignal | undefined,
): Promise<GrepFound | undefined> {
  const scope = scopeOf(deps, query, undefined, []);
  const run = runner(await ripgrep(deps), deps, query, scope, signal);
  const search = new Search(deps, query);
  return (await searchFiles(run, 'places', search, paths)) ? search.answer() : undefined;
}

/**
 * For patterns that many files hold: what matches is counted, and only what the answer shows is moved and read. It does
 * not say how many files were searched: counting them costs ripgrep more than printing fewer lines saves.
 * Nor does it stat each file if those that are too large are known and few. Undefined: it has to be
 * searched in another way, or is no pattern.
 */
export async function grepByCounts(
  deps: GrepDeps,
  query: GrepQuery,
  tooLarge: readonly RepoPath[] | undefined,
  signal: AbortSignal | undefined,
): Promise<Omit<GrepFound, 'filesSearched'> | undefined> {
  if (refusedPattern(query) !== undefined) return undefined;
  const isFew = tooLarge !== undefined && tooLarge.length <= MOST_CLOSED_BY_NAME;
  const { run, start, trackedFiles } = await begin(deps, query, signal, isFew ? tooLarge : undefined);
  return countedFirst(deps, query, run, 'bare-counts', start, await trackedFiles());
}

/** All files in which the pattern matches a line, in order of path. */
export async function matchingFiles(
  deps: GrepDeps,
  query: GrepQuery,
  signal: AbortSignal | undefined,
): Promise<RepoPath[]> {
  const { run, start, trackedFiles } = await begin(deps, query, signal);
  const [counted, more] = await Promise.all([
    run('bare-counts', [start], { maxOutputBytes: MAX_COUNTS_BYTES }),
    trackedFiles(),
  ]);
  if (counted.outcome !== 'exit') throw tooLong();
  const output = counted.stdout.toString('utf8');
  const { first } = parseMatchCounts(output, wantedTest(deps, query), Number.POSITIVE_INFINITY, byCodeUnit);
  // Those that are tracked though ignored are few; they may hold it.
  return [...new Set([...first, ...more])].sort(byCodeUnit);
}

interface Beginning {
  run: Run;
  /** The directory in which ripgrep starts. */
  start: string;
  /** To be named beside it. */
  trackedFiles(): Promise<RepoPath[]>;
}

async function begin(
  deps: GrepDeps,
  query: GrepQuery,
  signal: AbortSignal | undefined,
  tooLarge?: readonly RepoPath[],
): Promise<Beginning> {
  const repository = deps.repository();
  const { directory, names } = narrow(query.fileGlob);
  const start = `./${startingDirectory(directory, deps.boundary, repository)}`;
  const plain = scopeOf(deps, query, repository, names, start);
  const scope =
    tooLarge === undefined
      ? plain
      : { ...plain, closed: [...plain.closed, ...tooLarge], maxFileBytes: undefined };
  const run = runner(await ripgrep(deps), deps, query, scope, signal);
  const trackedFiles = async () => {
    const tracked = repository === undefined ? [] : await deps.trackedButIgnored(repository, signal);
    return tracked.filter(wantedTest(deps, query));
  };
  return { run, start, trackedFiles };
}

/** ripgrep is given their names. False if it did not go through all of them. */
async function searchFiles(
  run: Run,
  mode: RipgrepMode,
  search: Search,
  paths: readonly RepoPath[],
): Promise<boolean> {
  const maxOutputBytes = mode === 'places' ? MAX_PLACES_BYTES : MAX_COUNTS_BYTES;
  for (const names of batches(paths.map((path) => `./${path}`))) {
    search.isComplete = false;
    await run(mode, names, { maxOutputBytes, onOutput: search.onOutput });
    if (!search.isComplete) return false;
  }
  return true;
}

/** Counts the matches of each file, then searches only the files that the answer shows. */
async function countedFirst(
  deps: GrepDeps,
  query: GrepQuery,
  run: Run,
  mode: 'counts' | 'bare-counts',
  start: string,
  more: readonly RepoPath[],
): Promise<GrepFound | undefined> {
  const search = new Search(deps, query);
  const [counted, isThrough] = await Promise.all([
    run(mode, [start], { maxOutputBytes: MAX_COUNTS_BYTES }),
    searchFiles(run, 'places', search, more),
  ]);
  // It also fails if a file could not be opened, but without a message.
  if (counted.outcome !== 'exit' || counted.stderr !== '' || !isThrough) return undefined;
  const output = counted.stdout.toString('utf8');
  const order = orderOf(query);
  const counts = parseMatchCounts(output, wantedTest(deps, query), query.limit + SPARE_PLACES, order);
  const { total, filesSearched } = search;
  if (query.countsFiles === true)
    return {
      matches: [],
      totalMatches: counts.total + total,
      filesSearched: counts.filesSearched + filesSearched,
      truncated: counts.total + total > 0,
      files: [...counts.files, ...search.files].sort((a, b) => order(a.path, b.path)),
    };
  if (!(await searchFiles(run, 'first-places', search, counts.first))) return undefined;
  return { ...search.answer(counts.total + total), filesSearched: counts.filesSearched + filesSearched };
}

function runner(
  program: string,
  { boundary }: GrepDeps,
  query: GrepQuery,
  scope: RipgrepScope,
  signal: AbortSignal | undefined,
): Run {
  return async (mode, paths, how) => {
    const result = await unlessStalled(boundary.root, signal, (stopped) =>
      runProcess({
        program,
        args: ripgrepArguments(mode, query, scope, paths),
        cwd: boundary.root,
        env: {},
        timeLimitMs: query.withinMs === undefined ? TIME_LIMIT_MS : LONGEST_WITHOUT_MS,
        signal: stopped,
        ...how,
      }),
    );
    if ('waitsFor' in result)
      throw new AppError(
        'io',
        'bad_ignore_file',
        `The search would wait forever: ${result.waitsFor} is a pipe or a device, or too large.`,
        {
          hint: 'Remove it, or put a plain file there.',
        },
      );
    return result;
  };
}

export function scopeOf(
  { boundary, excludeGlobs, maxFileBytes }: GrepDeps,
  { exclude = [] }: Pick<GrepQuery, 'exclude'>,
  repository: Repository | undefined,
  names: readonly string[],
  start: string = AT_ROOT,
): RipgrepScope {
  const top = start === AT_ROOT ? boundary.root : undefined;
  return {
    names,
    closed: boundary.closedDirectories,
    exclude: [...excludeGlobs, ...exclude],
    hasNoise: repository === undefined,
    excludeFile: repository !== undefined || lstatOrUndefined(join(boundary.root, '.git')) === undefined,
    ignoreFilesAbove: repository !== undefined && repository.top !== top,
    rootIgnoreFile: repository === undefined && top === undefined,
    maxFileBytes,
  };
}

export async function ripgrep({ findRipgrep }: Pick<GrepDeps, 'findRipgrep'>): Promise<string> {
  const program = await findRipgrep();
  if (program !== undefined) return program;
  throw new AppError('unavailable', 'ripgrep_missing', 'ripgrep is not installed.', {
    hint: 'Install pilotbook with its optional dependencies, or put rg on the PATH.',
  });
}

/** ripgrep follows a link, and forgets what is ignored, in a directory it is told to start in. */
function startingDirectory(wish: string, boundary: Boundary, repository: Repository | undefined): string {
  const path = wish === '' ? undefined : boundary.resolve(wish);
  if (path === undefined || isRefusal(path) || !boundary.isPlainDirectory(path)) return '';
  const above = scopesAbove(repository?.top ?? boundary.root, repository, boundary.hostPath(path));
  // Without a repository ripgrep does not know where the ignore files above end; only the root can be named to it.
  const unsure = repository === undefined && above.scope !== undefined && above.scope.base !== '';
  return above.ignored || unsure ? '' : path;
}

function failure(result: ProcessResult): GrepAnswer {
  if (result.outcome === 'time_limit') throw tooLong();
  const complaint = result.outcome === 'exit' ? firstParagraph(result.stderr) : '';
  if (/regex/i.test(complaint)) return { invalidPattern: complaint };
  throw new AppError('io', 'search_failed', 'The search could not be run.', { cause: result });
}

/** The rest of ripgrep's message is about flags that the caller does not have. */
function firstParagraph(stderr: string): string {
  const [first = ''] = stderr.replace(/^rg: /, '').split('\n\n');
  return first.trim().slice(0, MAX_MESSAGE_CHARS);
}

function tooLong(): AppError {
  return new AppError('timeout', 'search_too_long', 'The search took too long.', {
    hint: 'Give a more selective pattern, or a file glob.',
  });
}
