/** From what the caller wrote to one declaration, or an error that says what to write instead. */
import { AppError } from '../../../core/errors.ts';
import { parseQuestion, type SymbolMatch, type SymbolSession } from '../../../core/symbols/index.ts';
import { isRefusal, refusalError } from '../../../core/workspace/index.ts';
import type { ExploreDeps } from '../explore-deps.ts';
import { timeWarnings } from './symbol-view.ts';

export interface FoundSymbol {
  matches: readonly SymbolMatch[];
  /** Written as asked; false if only letters' case or a part of the name fits. */
  exact: boolean;
}

/** A command has no second call that would know more. */
const COMMAND_MS = 20_000;

export function timeFor(commandLine: boolean, signal: AbortSignal): { signal: AbortSignal; timeMs?: number } {
  return commandLine ? { signal, timeMs: COMMAND_MS } : { signal };
}

/** Best first; throws if nothing is like it, with the nearest names. */
export async function findSymbol(
  session: SymbolSession,
  asked: string,
  path: string | undefined,
  { workspace }: Pick<ExploreDeps, 'workspace'>,
): Promise<FoundSymbol> {
  const written = parseQuestion(asked, path);
  const question = {
    ...written,
    path:
      written.path === undefined
        ? undefined
        : await resolvedPath(workspace, written.path, written.line !== undefined),
  };
  if (question.names.length === 0 && question.line === undefined)
    throw new AppError('invalid', 'invalid_arguments', 'symbol: it names nothing.', { hint: EXAMPLES });
  const matches = await session.find(question);
  if (matches.length > 0) return { matches, exact: true };
  const place = question.path === undefined ? '' : ` in ${question.path}`;
  if (question.line !== undefined)
    throw notFound(
      `No declaration holds line ${question.line} of ${question.path}.`,
      'Read it with repo.open_file.',
    );
  const near = await session.findNear(question);
  if (near.length > 0) return { matches: near, exact: false };
  const names = await session.nearestNames(question, MOST_NEAREST);
  const [late] = timeWarnings(session);
  if (late !== undefined) throw notFound(`Nothing named ${asked} was found${place} yet.`, late);
  throw notFound(
    `Nothing named ${asked} is declared${place}.`,
    names.length > 0 ? `Did you mean ${names.join(', ')}?` : `Look for it with repo.search. ${EXAMPLES}`,
  );
}

const MOST_NEAREST = 5;
const EXAMPLES = 'A symbol is written as name, Class.method, path::name or path:line.';

function notFound(message: string, hint: string): AppError {
  return new AppError('not_found', 'symbol_not_found', message, { hint });
}

/** A place to look in is a file that can be read, or, if no line of it is asked for, a directory. */
async function resolvedPath(
  workspace: ExploreDeps['workspace'],
  path: string,
  isFile: boolean,
): Promise<string> {
  const resolved = workspace.resolve(path);
  if (isRefusal(resolved)) throw refusalError(resolved);
  const read = await workspace.readText(resolved);
  if (isRefusal(read) && (isFile || read.refused !== 'not_a_file')) throw refusalError(read);
  return resolved;
}
