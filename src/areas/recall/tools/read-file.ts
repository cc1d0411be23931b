import { z } from 'zod';
import { isoTime } from '../../../core/clock.ts';
import { AppError } from '../../../core/errors.ts';
import { countLines } from '../../../core/text/index.ts';
import { defineTool, READS } from '../../../core/tool.ts';
import { isRefusal, type RepoPath, refusalError } from '../../../core/workspace/index.ts';
import type { DependencyReader } from '../dependencies.ts';
import { isBlocked, moduleOf, roleOf } from '../place.ts';
import type { RecallDeps } from '../recall-deps.ts';
import { slowCalls } from '../slow-calls.ts';

const MAX_FILE_BYTES = 1_048_576;
const LONGEST_MS = 500;
const LONGEST_WITH_CONTENTS_MS = 2_000;

export const readFileTool = (deps: RecallDeps) => {
  let reader: DependencyReader | undefined;
  const watch = slowCalls(deps, 'read_file');
  return defineTool({
    name: 'read_file',
    safeName: 'read_file',
    description: 'Read a whole file, with the files it imports. Tracks access for context scoring.',
    annotations: READS,
    perMinute: deps.perMinute.readFile,
    input: () =>
      z.object({
        path: z.string().min(1).describe('relative to the root'),
        includeDeps: z.boolean().default(false).describe('add the content of the files it imports'),
        maxDepth: z.number().int().min(0).max(1).default(1).describe('0: no dependencies'),
      }),
    paths: ['path'],
    showsExcerpts: true,
    async handle({ path, includeDeps, maxDepth }, { signal }) {
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
      const lines = countLines(file.text);
      const [knowledge = []] = await deps.knowledgeAt(
        [{ path, startLine: 1, endLine: Math.max(1, lines) }],
        signal,
      );
      deps.sessions.fileRead(path);
      done({ dependencies: found.length });
      return {
        file: {
          path,
          content: file.text,
          size: file.size,
          lines,
          language: await languageName(path),
        },
        dependencies: found,
        metadata: { module: moduleOf(path), role: roleOf(path), lastModified: isoTime(file.mtimeMs) },
        ...(parseError === undefined ? {} : { parseError }),
        ...(knowledge.length === 0 ? {} : { knowledge }),
        ...(without === 0 ? {} : { warnings: [omitted(without, deps.maxResponseBytes)] }),
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
