/** The marks of a merge leave a directory's notes, through the area that owns them. */
import type { ContextOperations } from '../../../areas/contexts/index.ts';
import { AppError } from '../../../core/errors.ts';

export async function resolveContext(
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
