/** Documents for the directories of a project, children before parents, without a model. */
import { AppError } from '../../../core/errors.ts';
import { byCodeUnit } from '../../../core/text/index.ts';
import { isWithin } from '../scope.ts';
import { inParallel } from './in-parallel.ts';
import { type GeneratedDocument, type GenerateParts, type RunOptions, startRun } from './run.ts';

export interface GenerateOptions extends RunOptions {
  /** This directory and all below it. */
  scope: string;
  /** Directories at work at the same time. */
  jobs: number;
  progress(done: number, total: number, scope: string): void;
}

export async function generateDocuments(
  parts: GenerateParts,
  options: GenerateOptions,
): Promise<GeneratedDocument[]> {
  const run = await startRun(parts, options);
  if (!run.tree.has(options.scope))
    throw new AppError(
      'not_found',
      'no_such_scope',
      `There is no source in ${JSON.stringify(options.scope)}.`,
      {
        hint: 'Name a directory of the project that holds source and is not ignored.',
      },
    );
  // One that is named gets its document however small it is.
  const targets = [...run.tree.values()]
    .filter(
      ({ scope, eligible }) =>
        scope === options.scope || (options.alone !== true && eligible && isWithin(scope, options.scope)),
    )
    .map(({ scope }) => scope)
    .sort((a, b) => depthOf(b) - depthOf(a) || byCodeUnit(a, b));
  const done: GeneratedDocument[] = [];
  await inParallel(targets, options.jobs, async (scope) => {
    done.push(await run.generate(scope));
    options.progress(done.length, targets.length, scope);
  });
  await parts.project.cache.save();
  return done.sort((a, b) => byCodeUnit(a.scope, b.scope));
}

function depthOf(scope: string): number {
  return scope === '.' ? 0 : scope.split('/').length;
}
