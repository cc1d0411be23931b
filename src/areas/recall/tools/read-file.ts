import { z } from 'zod';
import { isoTime } from '../../../core/clock.ts';
import { AppError } from '../../../core/errors.ts';
import { linesWithin, splitLines } from '../../../core/text/index.ts';
import { defineTool, READS } from '../../../core/tool.ts';
import { isRefusal, type RepoPath, refusalError } from '../../../core/workspace/index.ts';
import type { DependencyReader } from '../dependencies.ts';
import { lastCommitOf } from '../last-commit.ts';
import { isBlocked, moduleOf, roleOf } from '../place.ts';
import type { RecallDeps } from '../recall-deps.ts';
import { slowCalls } from '../slow-calls.ts';

const MAX_FILE_BYTES = 1_048_576;
const LINES_IN_TEXT = 400;
/** Of an answer, for the lines of a part; the rest is for what else is said. */
const SHARE_FOR_LINES = 0.7;
const LONGEST_MS = 500;
const LONGEST_WITH_CONTENTS_MS = 2_000;

export const readFileTool = (deps: RecallDeps) => {
  let reader: DependencyReader | undefined;
  const watch = slowCalls(deps, 'read_file');
  return defineTool({
    name: 'read_file',
    safeName: 'read_file',
    description: 'Read a file, or a part, with the files it imports. Tracks access for context scoring.',
    annotations: READS,
    perMinute: deps.perMinute.readFile,
    input: () =>
      z.object({
        path: z.string().min(1).describe('relative to the root'),
        includeDeps: z.boolean().default(false).describe('add the content of the files it imports'),
        maxDepth: z.number().int().min(0).max(1).default(1).describe('0: no dependencies'),
        startLine: z.number().int().min(1).optional().describe('first line'),
        maxLines: z.number().int().min(1).optional().describe('most lines'),
        numbers: z.boolean().default(false).describe('number the lines of content'),
      }),
    paths: ['path'],
    showsExcerpts: true,
    textLimits: { maxLines: LINES_IN_TEXT },
    async handle({ path, includeDeps, maxDepth, startLine, maxLines, numbers }, { signal, form }) {
      const done = watch(includeDeps ? LONGEST_WITH_CONTENTS_MS : LONGEST_MS);
      if (isBlocked(path)) throw new AppError('blocked', 'denied', 'Installed packages are not read.');
      // The dispatcher resolved it: it is declared in `paths`.
      const file = await deps.workspace.readText(path as RepoPath, { maxBytes: MAX_FILE_BYTES });
      if (isRefusal(file)) throw refusalError(file);
      // Resolvers for fourteen families of languages: loaded with the first file, not at start-up.
      const { addContents, createDependencyReader, dependenciesOf } = await import('../dependencies.ts');
      reader ??= createDependencyReader(deps);
      const { found, parseError } =
        maxDepth === 0 ? { found: [] } : await dependenciesOf(reader, path, file.text, signal);
      const without = includeDeps
        ? await addContents(deps, found, deps.maxResponseBytes - file.size, signal)
        : 0;
      const part = partOf(file.text, { startLine, maxLines, maxBytes: deps.maxResponseBytes });
      const { totalLines: lines } = part;
      if (part.startLine > Math.max(1, lines))
        throw new AppError(
          'invalid',
          'invalid_arguments',
          `startLine ${part.startLine} is past the end: ${path} has ${lines} lines.`,
        );
      const isHead = part.startLine === 1;
      const [[knowledge = []], lastCommit] = await Promise.all([
        deps.knowledgeAt([{ path, startLine: part.startLine, endLine: Math.max(1, part.endLine) }], signal),
        form === 'text' && isHead ? lastCommitOf(deps.workspace, path as RepoPath, signal) : undefined,
      ]);
      deps.sessions.fileRead(path);
      done({ dependencies: found.length });
      return {
        file: {
          path,
          content: numbers ? numbered(part) : (part.content ?? file.text),
          size: file.size,
          lines,
          language: await languageName(path),
          ...(startLine === undefined && maxLines === undefined
            ? {}
            : { startLine: part.startLine, endLine: part.endLine }),
        },
        dependencies: found,
        metadata: { module: moduleOf(path), role: roleOf(path), lastModified: isoTime(file.mtimeMs) },
        ...(parseError === undefined ? {} : { parseError }),
        ...(knowledge.length === 0 ? {} : { knowledge }),
        ...(lastCommit === undefined ? {} : { lastCommit }),
        ...(without === 0 && !part.isCut
          ? {}
          : {
              warnings: [
                ...(without === 0 ? [] : [omitted(without, deps.maxResponseBytes)]),
                ...(part.isCut ? [`Line ${part.startLine} is cut: it is too long for one answer.`] : []),
              ],
            }),
      };
    },
  });
};

async function languageName(path: string): Promise<string> {
  const { languageOf } = await import('../../../core/languages/index.ts');
  return languageOf(path) ?? 'text';
}

function omitted(count: number, limit: number): string {
  const files = count === 1 ? '1 dependency is' : `${count} dependencies are`;
  return `${files} listed without content: the answer may have ${limit} bytes. Read them one by one.`;
}

interface Part {
  /** Undefined if it is the whole file. */
  content: string | undefined;
  lines: readonly string[];
  startLine: number;
  endLine: number;
  totalLines: number;
  isCut: boolean;
}

/** A file that is asked for without limits is given as it is. */
function partOf(
  text: string,
  asked: { startLine: number | undefined; maxLines: number | undefined; maxBytes: number },
): Part {
  const all = splitLines(text);
  const { startLine = 1, maxLines = all.length } = asked;
  if (asked.startLine === undefined && asked.maxLines === undefined)
    return {
      content: undefined,
      lines: all,
      startLine,
      endLine: all.length,
      totalLines: all.length,
      isCut: false,
    };
  const { lines, isCut } = linesWithin(
    all.slice(startLine - 1, startLine - 1 + maxLines),
    asked.maxBytes * SHARE_FOR_LINES,
  );
  return {
    content: lines.join('\n'),
    lines,
    startLine,
    endLine: startLine + lines.length - 1,
    totalLines: all.length,
    isCut,
  };
}

function numbered({ lines, startLine }: Part): string {
  return lines.map((line, at) => `${startLine + at}: ${line}`).join('\n');
}
