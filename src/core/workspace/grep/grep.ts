/** Regular-expression search over the files of the workspace. */
import { AppError } from '../../errors.ts';
import type { Boundary } from '../boundary.ts';
import { scopesAbove } from '../ignore-scopes.ts';
import { isRefusal } from '../refusal.ts';
import type { Repository } from '../repository.ts';
import { runProcess } from '../run-process.ts';
import { type Narrowing, narrow } from './narrow.ts';
import type { GrepAnswer, GrepQuery } from './query.ts';
import { findRipgrep, ripgrepArguments } from './ripgrep.ts';
import { Search, type SearchParts } from './search.ts';

export interface GrepParts extends SearchParts {
  /** Asked each time: it may be made or removed while the server runs. */
  repository(): Repository | undefined;
  programPath: string | undefined;
  excludeGlobs: readonly string[];
}

const TIME_LIMIT_MS = 20_000;
/** All matching lines of a large repository, each in an envelope of its own. */
const MAX_OUTPUT_BYTES = 2 ** 30;
const MAX_MESSAGE_CHARS = 600;

export async function grep(parts: GrepParts, query: GrepQuery, signal?: AbortSignal): Promise<GrepAnswer> {
  if (query.pattern.includes('\0')) return { invalidPattern: 'The pattern holds a NUL character.' };
  const { boundary, maxFileBytes } = parts;
  const search = new Search(parts, query);
  const repository = parts.repository();
  const result = await runProcess({
    program: await ripgrep(parts),
    args: ripgrepArguments(query, {
      narrowing: safely(narrow(query.fileGlob), boundary, repository),
      closed: boundary.closedDirectories,
      exclude: [...parts.excludeGlobs, ...(query.exclude ?? [])],
      repository:
        repository === undefined ? 'none' : repository.top === boundary.root ? 'at-root' : 'above-root',
      maxFileBytes,
    }),
    cwd: boundary.root,
    env: {},
    timeLimitMs: TIME_LIMIT_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    signal,
    onOutput: search.onOutput,
  });
  // ripgrep ends with a failure too if one file could not be opened; the summary tells that it went through.
  if (search.isComplete) return search.answer();
  if (result.outcome === 'time_limit' || result.outcome === 'output_limit')
    throw new AppError('timeout', 'search_too_long', 'The search took too long.', {
      hint: 'Give a more selective pattern, or a file glob.',
    });
  const complaint = result.outcome === 'exit' ? firstParagraph(result.stderr) : '';
  if (/regex/i.test(complaint)) return { invalidPattern: complaint };
  throw new AppError('io', 'search_failed', 'The search could not be run.', { cause: result });
}

/** What follows speaks of flags that the caller does not have. */
function firstParagraph(stderr: string): string {
  const [first = ''] = stderr.replace(/^rg: /, '').split('\n\n');
  return first.trim().slice(0, MAX_MESSAGE_CHARS);
}

async function ripgrep({ boundary, programPath }: GrepParts): Promise<string> {
  const program = await findRipgrep(boundary.root, programPath);
  if (program !== undefined) return program;
  throw new AppError('unavailable', 'ripgrep_missing', 'ripgrep is not installed.', {
    hint: 'Install pilotbook with its optional dependencies, or put rg on the PATH.',
  });
}

/** ripgrep follows a link, and forgets what is ignored, in a directory it is told to start in. */
function safely(narrowing: Narrowing, boundary: Boundary, repository: Repository | undefined): Narrowing {
  const whole = { ...narrowing, directory: '' };
  if (narrowing.directory === '') return whole;
  const path = boundary.resolve(narrowing.directory);
  if (isRefusal(path) || !boundary.isPlainDirectory(path)) return whole;
  const above = scopesAbove(repository?.top ?? boundary.root, repository, boundary.hostPath(path));
  return above.ignored ? whole : { ...narrowing, directory: path };
}
