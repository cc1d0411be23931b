/**
 * A folder must be what its name says. The repository is untrusted: a committed link `.repo_mcp -> ~/.ssh` must not
 * make us write there, so no step below the trusted directory may be a link, and none that is put in its place while
 * we work may lead us away.
 */
import { existsSync } from 'node:fs';
import { constants, type FileHandle, lstat, mkdir, open } from 'node:fs/promises';
import { basename, isAbsolute, join, relative, sep } from 'node:path';
import { AppError } from '../errors.ts';
import { IS_LINUX } from '../system.ts';
import { io, ioOr, systemCode } from './io-error.ts';

/** The folder itself, and every step from `within` (itself trusted) down to it. */
export function stepsTo(path: string, within: string | undefined): string[] {
  if (within === undefined) return [path];
  const below = relative(within, path);
  if (below === '') return [path];
  if (isAbsolute(below) || below === '..' || below.startsWith(`..${sep}`))
    throw new AppError('invalid', 'outside_folder', 'The folder is outside the directory it belongs to.');
  const names = below.split(sep);
  return names.map((_, at) => join(within, ...names.slice(0, at + 1)));
}

/** One directory, for the time of one piece of work. */
export interface Place {
  /** Names below it reach files of this directory, whatever its own name leads to by now. */
  path: string;
  /** Throws if the name leads elsewhere by now; for systems where `path` is only the name. */
  verify(): Promise<void>;
}

export interface InFolderOptions {
  /** Makes what is missing. */
  create: boolean;
  /** What lies above the first step is made too; otherwise it must be there. */
  createAbove?: boolean;
  /** Mode of the folder itself, if it is made. */
  mode?: number | undefined;
  /** Whether an open directory can be reached by its descriptor; as the system has it, unless said otherwise. */
  byDescriptor?: boolean;
}

/** Undefined: the folder is missing. */
export async function inFolder<T>(
  steps: readonly string[],
  options: InFolderOptions & { create: true },
  work: (place: Place) => Promise<T>,
): Promise<T>;
export async function inFolder<T>(
  steps: readonly string[],
  options: InFolderOptions,
  work: (place: Place) => Promise<T>,
): Promise<T | undefined>;
export async function inFolder<T>(
  steps: readonly string[],
  { create, createAbove = true, mode, byDescriptor = hasDescriptorPaths() }: InFolderOptions,
  work: (place: Place) => Promise<T>,
): Promise<T | undefined> {
  const make = (step: string, at: string) =>
    ioOr(basename(step), { EEXIST: undefined }, () =>
      mkdir(at, {
        recursive: createAbove && step === steps[0],
        ...(mode !== undefined && step === steps.at(-1) ? { mode } : {}),
      }),
    );
  const made = create ? make : undefined;
  return byDescriptor ? await inOpened(steps, made, work) : await inNamed(steps, made, work);
}

/** Makes the directory of a step, which is reached at the second path. */
type Make = (step: string, at: string) => Promise<unknown>;

let descriptorPaths: boolean | undefined;

function hasDescriptorPaths(): boolean {
  descriptorPaths ??= IS_LINUX && existsSync('/proc/self/fd');
  return descriptorPaths;
}

/** Each step is opened from the one before, so that no name is looked up twice. */
async function inOpened<T>(
  steps: readonly string[],
  make: Make | undefined,
  work: (place: Place) => Promise<T>,
): Promise<T | undefined> {
  let opened: FileHandle | undefined;
  try {
    for (const step of steps) {
      const above = opened;
      const at = above === undefined ? step : join(pathOf(above), basename(step));
      opened = await io(basename(step), () => openStep(at, step, make)).finally(() => above?.close());
      if (opened === undefined) return undefined;
    }
    return opened && (await work({ path: pathOf(opened), verify: async () => {} }));
  } finally {
    await opened?.close();
  }
}

function pathOf({ fd }: FileHandle): string {
  return `/proc/self/fd/${fd}`;
}

const DIRECTORY = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

async function openStep(at: string, step: string, make: Make | undefined): Promise<FileHandle | undefined> {
  for (let made = false; ; made = true) {
    try {
      return await open(at, DIRECTORY);
    } catch (thrown) {
      const code = systemCode(thrown);
      if (code === 'ENOTDIR' || code === 'ELOOP') throw notAFolder(step);
      if (code !== 'ENOENT' || made) throw thrown;
      if (make === undefined) return undefined;
    }
    await make?.(step, at);
  }
}

/** Without such paths the steps are looked at before and after; what was done in between counts only if they are the same. */
async function inNamed<T>(
  steps: readonly string[],
  make: Make | undefined,
  work: (place: Place) => Promise<T>,
): Promise<T | undefined> {
  for (const step of make === undefined ? [] : steps)
    if ((await identityOf([step])) === undefined) await make?.(step, step);
  const before = await identityOf(steps);
  if (before === undefined) return undefined;
  const last = steps.at(-1) ?? '';
  const verify = async () => {
    if ((await identityOf(steps)) !== before) throw notAFolder(last);
  };
  const done = await work({ path: last, verify });
  await verify();
  return done;
}

/** Device and inode of each step; undefined if one is missing. */
async function identityOf(steps: readonly string[]): Promise<string | undefined> {
  const seen: string[] = [];
  for (const step of steps) {
    const found = await ioOr(basename(step), { ENOENT: undefined, ENOTDIR: undefined }, () =>
      lstat(step, { bigint: true }),
    );
    if (found === undefined) return undefined;
    if (!found.isDirectory()) throw notAFolder(step);
    seen.push(`${found.dev}:${found.ino}`);
  }
  return seen.join(' ');
}

function notAFolder(step: string): AppError {
  return new AppError('io', 'not_a_folder', `Not a plain directory: ${basename(step)}`, {
    hint: 'Remove the link or file of that name, or name the real directory.',
  });
}
