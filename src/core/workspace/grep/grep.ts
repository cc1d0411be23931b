/** Regular-expression search over the files of the workspace. */
import { AppError } from '../../errors.ts';
import type { Boundary } from '../boundary.ts';
import { scopesAbove } from '../ignore-scopes.ts';
import { isRefusal } from '../refusal.ts';
import type { RepoPath } from '../repo-path.ts';
import type { Repository } from '../repository.ts';
import { type ProcessResult, runProcess } from '../run-process.ts';
import type { TrackedButIgnored } from '../tracked-ignored.ts';
import { parseCrowd } from './crowd.ts';
import { narrow } from './narrow.ts';
import { type GrepAnswer, type GrepFound, type GrepQuery, SPARE_PLACES } from './query.ts';
import { findRipgrep, type RipgrepMode, type RipgrepScope, ripgrepArguments } from './ripgrep.ts';
import { Search, type SearchParts, wantedTest } from './search.ts';

export interface GrepParts extends SearchParts {
  /** Asked each time: it may be made or removed while the server runs. */
  repository(): Repository | undefined;
  /** Files that are listed although ignore files name them: git tracks them. ripgrep would pass them over. */
  trackedButIgnored: TrackedButIgnored;
  programPath: string | undefined;
  excludeGlobs: readonly string[];
}

type Run = (
  mode: RipgrepMode,
  paths: readonly string[],
  how: { maxOutputBytes: number; onOutput?: (chunk: Buffer) => void },
) => Promise<ProcessResult>;

const TIME_LIMIT_MS = 20_000;
/** Half a million places; counting them anew is cheaper than moving more. */
const MAX_PLACES_BYTES = 64 * 1024 * 1024;
const MAX_COUNTS_BYTES = 256 * 1024 * 1024;
const MAX_MESSAGE_CHARS = 600;
const AT_ROOT = './';
/** Names in one call, far below what systems take. */
const FILES_A_CALL = 500;

export async function grep(parts: GrepParts, query: GrepQuery, signal?: AbortSignal): Promise<GrepAnswer> {
  if (query.pattern.includes('\0')) return { invalidPattern: 'The pattern holds a NUL character.' };
  const repository = parts.repository();
  const { directory, names } = narrow(query.fileGlob);
  const start = `./${startingDirectory(directory, parts.boundary, repository)}`;
  const scope = scopeOf(parts, query, repository, names, start);
  const run = runner(await ripgrep(parts), parts, query, scope, signal);
  const search = new Search(parts, query);
  const isWanted = wantedTest(parts, query);
  const [result, tracked] = await Promise.all([
    run('places', [start], { maxOutputBytes: MAX_PLACES_BYTES, onOutput: search.onOutput }),
    repository === undefined ? [] : parts.trackedButIgnored(repository, signal),
  ]);
  const more = tracked.filter(isWanted).map((path) => `./${path}`);
  if (result.outcome === 'output_limit') return crowded(parts, query, run, start, more);
  // ripgrep ends with a failure too if one file could not be opened; the summary tells that it went through.
  if (!search.isComplete) return failure(result);
  await searchFiles(run, search, more);
  return search.answer();
}

/** Files are named one by one where ripgrep would pass them over. */
async function searchFiles(run: Run, search: Search, paths: readonly string[]): Promise<void> {
  for (let at = 0; at < paths.length; at += FILES_A_CALL)
    await run('places', paths.slice(at, at + FILES_A_CALL), {
      maxOutputBytes: MAX_PLACES_BYTES,
      onOutput: search.onOutput,
    });
}

/** These files and no others. Undefined: it has to be searched in another way, or is no pattern. */
export async function grepFiles(
  parts: GrepParts,
  query: GrepQuery,
  paths: readonly RepoPath[],
  signal: AbortSignal | undefined,
): Promise<GrepFound | undefined> {
  const scope = scopeOf(parts, query, undefined, []);
  const run = runner(await ripgrep(parts), parts, query, scope, signal);
  const search = new Search(parts, query);
  const names = paths.map((path) => `./${path}`);
  await run('places', names, { maxOutputBytes: MAX_PLACES_BYTES, onOutput: search.onOutput });
  return search.isComplete ? search.answer() : undefined;
}

async function crowded(
  parts: GrepParts,
  query: GrepQuery,
  run: Run,
  start: string,
  more: readonly string[],
): Promise<GrepFound> {
  const counted = await run('counts', [start], { maxOutputBytes: MAX_COUNTS_BYTES });
  if (counted.outcome !== 'exit') throw tooLong();
  const output = counted.stdout.toString('utf8');
  const crowd = parseCrowd(output, wantedTest(parts, query), query.limit + SPARE_PLACES);
  const search = new Search(parts, query);
  await searchFiles(run, search, more);
  const { total, filesSearched } = search;
  await run(
    'first-places',
    crowd.first.map((path) => `./${path}`),
    { maxOutputBytes: MAX_COUNTS_BYTES, onOutput: search.onOutput },
  );
  if (!search.isComplete) throw tooLong();
  return { ...search.answer(crowd.total + total), filesSearched: crowd.filesSearched + filesSearched };
}

function runner(
  program: string,
  { boundary }: GrepParts,
  query: GrepQuery,
  scope: RipgrepScope,
  signal: AbortSignal | undefined,
): Run {
  return (mode, paths, how) =>
    runProcess({
      program,
      args: ripgrepArguments(mode, query, scope, paths),
      cwd: boundary.root,
      env: {},
      timeLimitMs: TIME_LIMIT_MS,
      signal,
      ...how,
    });
}

export function scopeOf(
  { boundary, excludeGlobs, maxFileBytes }: GrepParts,
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
    ignoreFilesAbove: repository !== undefined && repository.top !== top,
    rootIgnoreFile: repository === undefined && top === undefined,
    maxFileBytes,
  };
}

export async function ripgrep({ boundary, programPath }: GrepParts): Promise<string> {
  const program = await findRipgrep(boundary.root, programPath);
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
  // Without a repository ripgrep does not know where the ignore files above end; it can be told that of the root only.
  const unsure = repository === undefined && above.scope !== undefined && above.scope.base !== '';
  return above.ignored || unsure ? '' : path;
}

function failure(result: ProcessResult): GrepAnswer {
  if (result.outcome === 'time_limit') throw tooLong();
  const complaint = result.outcome === 'exit' ? firstParagraph(result.stderr) : '';
  if (/regex/i.test(complaint)) return { invalidPattern: complaint };
  throw new AppError('io', 'search_failed', 'The search could not be run.', { cause: result });
}

/** What follows speaks of flags that the caller does not have. */
function firstParagraph(stderr: string): string {
  const [first = ''] = stderr.replace(/^rg: /, '').split('\n\n');
  return first.trim().slice(0, MAX_MESSAGE_CHARS);
}

function tooLong(): AppError {
  return new AppError('timeout', 'search_too_long', 'The search took too long.', {
    hint: 'Give a more selective pattern, or a file glob.',
  });
}
