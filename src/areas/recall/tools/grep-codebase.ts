import { z } from 'zod';
import { AppError } from '../../../core/errors.ts';
import { defineTool, READS } from '../../../core/tool.ts';
import { LargeFiles, matchGlob, matchGlobTree } from '../../../core/workspace/index.ts';
import type { RecallDeps } from '../recall-deps.ts';
import { slowCalls } from '../slow-calls.ts';

const LONGEST_MS = 3_000;
const CONTEXT_LINES = 2;
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
      'Search file contents by regular expression (ripgrep syntax), with two lines around each match.',
    annotations: READS,
    perMinute: deps.perMinute.grepCodebase,
    input: () =>
      z.object({
        pattern: z.string().min(1).max(200).describe('regular expression'),
        filePattern: z.string().min(1).max(512).optional().describe('glob such as **/*.ts'),
        caseSensitive: z.boolean().default(false).describe('match case exactly'),
        limit: z.number().int().min(1).max(100).default(50).describe('maximum matches to return'),
      }),
    plain: ['filePattern'],
    showsExcerpts: true,
    async handle({ pattern, filePattern, caseSensitive, limit }, { signal }) {
      const done = watch(LONGEST_MS);
      const searching = grep(
        {
          pattern,
          caseSensitive,
          limit,
          contextLines: CONTEXT_LINES,
          maxLineLength: MAX_LINE_LENGTH,
          exclude: EXCLUDED,
          ...(filePattern === undefined ? {} : { fileGlob: filePattern }),
        },
        signal,
      );
      const [found, warnings] = await Promise.all([searching, notSearched(filePattern, signal)]);
      if ('invalidPattern' in found) throw invalidPattern(found.invalidPattern);
      sessions.searched(pattern);
      const [notes, { names, left }] = await Promise.all([
        knowledgeAt(
          found.matches.map(({ path, line }) => ({ path, startLine: line, endLine: line })),
          signal,
        ),
        enclosing(found.matches, signal),
      ]);
      if (left > 0) warnings.push(notNamed(left));
      return {
        matches: found.matches.map(({ path, line, column, text, before, after }, at) => ({
          file: path,
          line,
          column,
          text,
          ...(names[at] === undefined ? {} : { enclosing: names[at] }),
          context: { before, after },
          ...(notes[at]?.length ? { knowledge: notes[at] } : {}),
        })),
        pattern,
        totalMatches: found.totalMatches,
        filesSearched: found.filesSearched,
        searchTime: done({ matches: found.totalMatches, files: found.filesSearched }),
        ...(found.totalMatches === 0 ? { message: `No matches found for pattern '${pattern}'` } : {}),
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
