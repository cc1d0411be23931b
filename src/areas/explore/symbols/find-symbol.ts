/** From what the caller wrote to one declaration, or an error that says what to write instead. */
import { AppError } from '../../../core/errors.ts';
import { parseQuestion, type SymbolMatch, type SymbolSession } from '../../../core/symbols/index.ts';
import { isRefusal, refusalError } from '../../../core/workspace/index.ts';
import type { ExploreDeps } from '../explore-deps.ts';

export interface FoundSymbol {
  matches: readonly SymbolMatch[];
  /** Written as asked; false if only letters' case or a part of the name fits. */
  exact: boolean;
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
  if (question.line !== undefined)
    throw new AppError(
      'not_found',
      'symbol_not_found',
      `No declaration holds line ${question.line} of ${question.path}.`,
      {
        hint: 'Read it with repo.open_file.',
      },
    );
  const near = await session.findNear(question);
  if (near.length > 0) return { matches: near, exact: false };
  throw new AppError(
    'not_found',
    'symbol_not_found',
    `Nothing named ${asked} is declared${question.path === undefined ? '' : ` in ${question.path}`}.`,
    {
      hint: `Look for it with repo.search. ${EXAMPLES}`,
    },
  );
}

async function resolvedPath(
  workspace: ExploreDeps['workspace'],
  path: string,
  isFile: boolean,
): Promise<string> {
  const resolved = workspace.resolve(path);
  if (isRefusal(resolved)) throw refusalError(resolved);
  if (!isFile) return resolved;
  const read = await workspace.readText(resolved);
  if (isRefusal(read)) throw refusalError(read);
  return resolved;
}

const EXAMPLES = 'A symbol is written as name, Class.method, path::name or path:line.';
