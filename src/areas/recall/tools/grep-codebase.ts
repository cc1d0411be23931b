import { z } from 'zod';
import { before, pageOf, withCursor } from '../../../core/cursor.ts';
import { AppError } from '../../../core/errors.ts';
import { readingRank } from '../../../core/file-kind/index.ts';
import { cursorArgument, defineTool, READS } from '../../../core/tool.ts';
import { LargeFiles, matchGlob, matchGlobTree } from '../../../core/workspace/index.ts';
import type { RecallDeps } from '../recall-deps.ts';
import { slowCalls } from '../slow-calls.ts';

const LONGEST_MS = 3_000;
/** As specs/recall shows it; text has the matches alone. */
const CONTEXT_LINES = 2;
const MOST_CONTEXT = 10;
/** Matches before a page are found again for each; nobody reads more of them. */
const MOST_BEFORE = 20_000;
/** Minified files have lines of a megabyte. */
const MAX_LINE_LENGTH = 500;
/** The list of specs/recall; .gitignore and the deny list apply too. */
const EXCLUDED = ['node_modules', '.git', 'dist', 'build', '.next', '.context'].map(
  (name) => `**/${name}/**`,
);

/** Listing all files takes as long as searching them, so a file that grew too large is reported up to a minute later. */
const LISTED_AGAIN_MS = 60_000;

export const grepCodebaseTool = (deps: RecallDeps) => {
  const { grep, knowledgeAt, enclosing, sessions, clock, log } = deps;
  const notSearched = largeFilesNow(deps);
  const watch = slowCalls({ clock, log }, 'grep_codebase');
  return defineTool({
    name: 'grep_codebase',
    safeName: 'grep_codebase',
    description:
      'Search file contents by regular expression (ripgrep syntax): source first, then tests, then docs.',
    annotations: READS,
    perMinute: deps.perMinute.grepCodebase,
    input: () =>
      z.object({
        pattern: z.string().min(1).max(200).describe('regular expression'),
        filePattern: z.string().min(1).max(512).optional().describe('glob such as **/*.ts'),
        caseSensitive: z.boolean().default(false).describe('match case exactly'),
        limit: z.number().int().min(1).max(100).default(50).describe('maximum matches to return'),
        context: z
          .number()
          .int()
          .min(0)
          .max(MOST_CONTEXT)
          .default(CONTEXT_LINES)
          .describe('lines around each match'),
        filesOnly: z.boolean().default(false).describe('only the files that match'),
        countOnly: z.boolean().default(false).describe('only matches per file'),
        cursor: cursorArgument(),
      }),
    plain: ['filePattern'],
    showsExcerpts: true,
    textLimits: { context: 0 },
    async handle(
      { pattern, filePattern, caseSensitive, limit, context, filesOnly, countOnly, cursor },
      { signal },
    ) {
      const done = watch(LONGEST_MS);
      const byFile = filesOnly || countOnly;
      const searching = grep(
        {
          pattern,
          caseSensitive,
          // One more, to know whether there is a next page.
          limit: byFile ? 1 : Math.min(before(cursor), MOST_BEFORE) + limit + 1,
          contextLines: context,
          countsFiles: byFile,
          maxLineLength: MAX_LINE_LENGTH,
          exclude: EXCLUDED,
          rank: readingRank,
          ...(filePattern === undefined ? {} : { fileGlob: filePattern }),
        },
        signal,
      );
      const [found, large] = await Promise.all([searching, notSearched(filePattern, signal)]);
      if ('invalidPattern' in found) throw invalidPattern(found.invalidPattern);
      sessions.searched(pattern);
      const warnings = [
        ...large,
        ...(found.totalMatches === 0 ? await noSuchFile(deps, filePattern, signal) : []),
      ];
      const files = pageOf(
        found.files ?? [],
        { limit, cursor: byFile ? cursor : undefined },
        ({ path }) => path,
      );
      const page = pageOf(
        byFile ? [] : found.matches,
        { limit, cursor: byFile ? undefined : cursor },
        ({ path, line }) => `${path}:${line}`,
      );
      const [notes, { names, left }] = await Promise.all([
        knowledgeAt(
          page.shown.map(({ path, line }) => ({ path, startLine: line, endLine: line })),
          signal,
        ),
        enclosing(page.shown, signal),
      ]);
      if (left > 0) warnings.push(notNamed(left));
      return {
        matches: page.shown.map(({ path, line, column, text, before, after }, at) => ({
          file: path,
          line,
          column,
          text,
          ...(names[at] === undefined ? {} : { enclosing: names[at] }),
          context: { before, after },
          ...(notes[at]?.length ? { knowledge: notes[at] } : {}),
        })),
        ...(byFile
          ? {
              files: files.shown.map(({ path, count }) =>
                countOnly ? { file: path, matches: count } : path,
              ),
              totalFiles: found.files?.length ?? 0,
            }
          : {}),
        pattern,
        totalMatches: found.totalMatches,
        filesSearched: found.filesSearched,
        searchTime: done({ matches: found.totalMatches, files: found.filesSearched }),
        ...(found.totalMatches === 0 ? { message: `No matches found for pattern '${pattern}'` } : {}),
        ...withCursor(byFile ? files.next : page.next),
        ...(warnings.length === 0 ? {} : { warnings }),
      };
    },
  });
};

/** Without it, two equal calls would differ and not say why. */
function notNamed(left: number): string {
  const matches = left === 1 ? '1 match is' : `${left} matches are`;
  return `${matches} in files that were not parsed in time, without \`enclosing\`: the next call has more.`;
}

function invalidPattern(problem: string): AppError {
  return new AppError('invalid', 'invalid_pattern', `The pattern is not valid. ${problem}`, {
    details: { problem },
  });
}

/** Nothing matched: perhaps because there is nothing to look in. */
async function noSuchFile(
  { workspace }: RecallDeps,
  filePattern: string | undefined,
  signal: AbortSignal,
): Promise<string[]> {
  if (filePattern === undefined) return [];
  const isInGlob = matchGlob(filePattern);
  const isLeftOut = matchGlobTree(EXCLUDED);
  const files = await workspace.files({ includeHidden: true, signal });
  if (files.some(({ path }) => isInGlob(path) && !isLeftOut(path))) return [];
  return [
    `No file that is searched matches filePattern ${JSON.stringify(filePattern)}; ** crosses directories, and a pattern without "/" matches names anywhere.`,
  ];
}

function largeFilesNow({ workspace, maxFileBytes, clock }: RecallDeps) {
  const large = new LargeFiles(workspace, maxFileBytes);
  const isLeftOut = matchGlobTree(EXCLUDED);
  let listedAt = Number.NEGATIVE_INFINITY;
  return async (filePattern: string | undefined, signal: AbortSignal): Promise<string[]> => {
    if (clock.elapsed() - listedAt > LISTED_AGAIN_MS) {
      large.listed(await workspace.files({ includeHidden: true, signal }));
      listedAt = clock.elapsed();
    }
    const isInGlob = filePattern === undefined ? () => true : matchGlob(filePattern);
    return await large.notSearched((path) => isInGlob(path) && !isLeftOut(path));
  };
}
