/** What `--fix` may do, and nothing else. Each is done by the area that owns the files. */
import type { ContextOperations } from '../../areas/contexts/index.ts';
import type { RefMove } from '../../areas/packs/index.ts';
import type { Renumbering } from '../../areas/stash/index.ts';
import { AppError } from '../../core/errors.ts';
import type { EntryCitation } from '../../knowledge/index.ts';
import type { Services } from '../services.ts';

export interface FixActions {
  /** Makes the comment cite the entry of this ref instead. */
  repoint(citation: EntryCitation, ref: string): Promise<void>;
  /** Gives a text the next free number, and says which. */
  renumber(renumbering: Renumbering): Promise<{ ref: string; file: string }>;
  moveRef(move: RefMove): Promise<void>;
  /** Resolves the merge conflict in the notes of a directory, and says what was done. */
  resolveContext(scope: string): Promise<string>;
}

export function createFixActions({ stash, packs, contexts }: Services, signal: AbortSignal): FixActions {
  // A line may cite several entries: the second fix finds it as the first left it.
  const rewritten = new Map<string, string>();
  return {
    async repoint(citation, ref) {
      const place = `${citation.path}:${citation.line}`;
      const text = rewritten.get(place) ?? citation.text;
      rewritten.set(place, await stash.repoint({ ...citation, text }, ref, signal));
    },
    renumber: (renumbering) => stash.renumber(renumbering, signal),
    moveRef: (move) => packs.moveRef(move, signal),
    resolveContext: (scope) => resolveContext(contexts.operations, scope, signal),
  };
}

async function resolveContext(
  contexts: Pick<ContextOperations, 'generate'>,
  scope: string,
  signal: AbortSignal,
): Promise<string> {
  const [document] = await contexts.generate({
    scope,
    alone: true,
    full: false,
    stale: false,
    dryRun: false,
    jobs: 1,
    signal,
    progress: () => {},
  });
  if (document?.resolved === undefined)
    throw new AppError('state', 'not_fixed', document?.reason ?? 'The conflict is already resolved.');
  return ['the merge conflict is resolved; git add it', ...document.resolved].join('. ');
}
