/**
 * A folder must be what its name says. The repository is untrusted: a committed link `.repo_mcp -> ~/.ssh`
 * must not make us write there, so no step below the trusted directory may be a link.
 */
import { lstat, mkdir } from 'node:fs/promises';
import { basename, isAbsolute, join, relative, sep } from 'node:path';
import { AppError } from '../errors.ts';
import { ioOr } from './io-error.ts';

/** The folder itself, and every step from `within` (itself trusted) down to it. */
export function stepsTo(path: string, within: string | undefined): string[] {
  if (within === undefined) return [path];
  const below = relative(within, path);
  if (below === '') return [path];
  if (isAbsolute(below) || below === '..' || below.startsWith(`..${sep}`))
    throw new AppError(
      'invalid',
      'outside_folder',
      'The folder lies outside of the directory it belongs to.',
    );
  const names = below.split(sep);
  return names.map((_, at) => join(within, ...names.slice(0, at + 1)));
}

export type FolderState = 'there' | 'missing';

export async function checkSteps(steps: readonly string[]): Promise<FolderState> {
  for (const step of steps) {
    const found = await ioOr(basename(step), { ENOENT: undefined, ENOTDIR: undefined }, () => lstat(step));
    if (found === undefined) return 'missing';
    if (!found.isDirectory())
      throw new AppError('io', 'not_a_folder', `Not a plain directory: ${basename(step)}`, {
        hint: 'Remove the link or file of that name, or name the real directory.',
      });
  }
  return 'there';
}

/** Makes what is missing, with the mode where one is given; what lies above the first step may be missing too. */
export async function makeSteps(steps: readonly string[], mode?: number): Promise<void> {
  for (const step of steps) {
    if ((await checkSteps([step])) === 'there') continue;
    const options = {
      recursive: step === steps[0],
      ...(mode !== undefined && step === steps.at(-1) ? { mode } : {}),
    };
    await ioOr(basename(step), { EEXIST: undefined }, () => mkdir(step, options));
    await checkSteps([step]);
  }
}
