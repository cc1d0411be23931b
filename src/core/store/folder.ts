/** One flat directory that only plain names go into, and from which nothing outside can be reached. */
import { lstat, mkdtemp, readdir, realpath, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { AppError } from '../errors.ts';
import { unlink } from './held-file.ts';
import { io, ioOr } from './io-error.ts';
import { checkName, TEMPORARY_PREFIX } from './names.ts';
import { type FileText, readPlain } from './plain-file.ts';
import { type InFolderOptions, inFolder, type Place, stepsTo } from './real-folder.ts';
import { createWhole, replaceWhole, sweepTemporaries, type WholeFileOptions } from './whole-file.ts';

export interface OpenOptions {
  create?: boolean;
  /** A trusted directory above: no step from it down to the folder may be a link. */
  within?: string;
  /** Whether the directory above is made too if it is missing. By default not: a repository that was moved away is not made again. */
  createAbove?: boolean;
  /** For this user alone, whatever the umask is: what is made here, directories too. */
  ownerOnly?: boolean;
}

export const OWNER_ONLY_FILE = 0o600;
export const OWNER_ONLY_DIRECTORY = 0o700;

export interface Folder {
  /** For what needs a real path (a database) and for the log. */
  readonly path: string;
  /** Mode of the files that are made here; undefined: as the umask has it. */
  readonly fileMode: number | undefined;
  /** Names of the regular files, in code-unit order; none if the folder is gone. */
  list(): Promise<string[]>;
  /** Whether there is nothing else of any kind: no directory, no link. */
  holdsOnly(name: string): Promise<boolean>;
  read(name: string, maxBytes: number): Promise<FileText>;
  /** Changes whenever the file does; undefined if there is none. */
  stamp(name: string): Promise<string | undefined>;
  /** Whole or not at all, and never over an existing file. */
  createExclusive(name: string, text: string, options?: WholeFileOptions): Promise<'created' | 'exists'>;
  /** Whole or not at all, over whatever was there. */
  writeAtomic(name: string, text: string): Promise<void>;
  remove(name: string): Promise<'removed' | 'missing'>;
  /** For several steps in the very same directory; undefined if it is gone. */
  inside<T>(work: (place: Place) => Promise<T>): Promise<T | undefined>;
  folder(name: string, options: { create: true }): Promise<Folder>;
  folder(name: string, options?: { create?: boolean }): Promise<Folder | undefined>;
}

export function openFolder(path: string, options: OpenOptions & { create: true }): Promise<Folder>;
export function openFolder(path: string, options?: OpenOptions): Promise<Folder | undefined>;
export async function openFolder(path: string, options: OpenOptions = {}): Promise<Folder | undefined> {
  return await openSteps(path, stepsTo(path, options.within), options);
}

async function openSteps(
  path: string,
  steps: readonly string[],
  { create = false, ownerOnly = false, within, createAbove = within === undefined }: OpenOptions,
): Promise<Folder | undefined> {
  const mode = ownerOnly ? OWNER_ONLY_DIRECTORY : undefined;
  const make = { create, createAbove };
  return await inFolder(steps, { ...make, mode }, async () => new DiskFolder(path, steps, make, ownerOnly));
}

/** With all that is in it; for what we made ourselves, below a directory of our own. */
export async function removeFolder(path: string): Promise<void> {
  await io(basename(path), () => rm(path, { recursive: true, force: true, maxRetries: 3 }));
}

/** A folder that holds something, or is a link, stays. */
export async function removeEmptyFolder(
  path: string,
  options: Pick<OpenOptions, 'within'> = {},
): Promise<'removed' | 'kept'> {
  const steps = stepsTo(path, options.within);
  if ((await inFolder(steps, { create: false }, async () => true)) === undefined) return 'kept';
  const remove = async (at: string) => {
    await rmdir(at);
    return 'removed' as const;
  };
  const kept = { ENOTEMPTY: 'kept', EEXIST: 'kept', ENOENT: 'kept' } as const;
  const above = steps.slice(0, -1);
  return await ioOr(basename(path), kept, async () =>
    above.length === 0
      ? await remove(path)
      : ((await inFolder(above, { create: false }, (place) => remove(join(place.path, basename(path))))) ??
        'kept'),
  );
}

class DiskFolder implements Folder {
  readonly path: string;
  readonly fileMode: number | undefined;
  readonly #steps: readonly string[];
  readonly #make: Pick<InFolderOptions, 'create' | 'createAbove'>;
  #swept = false;

  constructor(
    path: string,
    steps: readonly string[],
    make: Pick<InFolderOptions, 'create' | 'createAbove'>,
    ownerOnly: boolean,
  ) {
    this.path = path;
    this.fileMode = ownerOnly ? OWNER_ONLY_FILE : undefined;
    this.#steps = steps;
    this.#make = make;
  }

  async inside<T>(work: (place: Place) => Promise<T>): Promise<T | undefined> {
    return await inFolder(this.#steps, { create: false }, work);
  }

  async list(): Promise<string[]> {
    const entries = await this.inside((place) =>
      ioOr(basename(this.path), { ENOENT: [] }, () => readdir(place.path, { withFileTypes: true })),
    );
    return (entries ?? [])
      .filter((entry) => entry.isFile() && !entry.name.startsWith(TEMPORARY_PREFIX))
      .map((entry) => entry.name)
      .sort();
  }

  async holdsOnly(name: string): Promise<boolean> {
    const names = await this.inside((place) =>
      ioOr(basename(this.path), { ENOENT: [] }, () => readdir(place.path)),
    );
    return names?.length === 1 && names[0] === name;
  }

  async read(name: string, maxBytes: number): Promise<FileText> {
    checkName(name);
    const content = await this.inside((place) =>
      io(name, () => readPlain(join(place.path, name), name, maxBytes)),
    );
    return content ?? { found: false, why: 'missing' };
  }

  async stamp(name: string): Promise<string | undefined> {
    checkName(name);
    const found = await this.inside((place) =>
      ioOr(name, { ENOENT: undefined }, () => lstat(join(place.path, name), { bigint: true })),
    );
    return found === undefined ? undefined : `${found.ino}-${found.mtimeNs}-${found.size}`;
  }

  async createExclusive(name: string, text: string, options: WholeFileOptions = {}) {
    checkName(name);
    return await this.#write((place) =>
      io(name, () => createWhole(place, name, text, { ...this.#mode(), ...options })),
    );
  }

  async writeAtomic(name: string, text: string): Promise<void> {
    checkName(name);
    await this.#write((place) => io(name, () => replaceWhole(place, name, text, this.#mode())));
  }

  async remove(name: string): Promise<'removed' | 'missing'> {
    checkName(name);
    const done = await this.inside((place) =>
      ioOr(name, { ENOENT: 'missing', ENOTDIR: 'missing' } as const, async () => {
        await place.verify();
        await unlink(join(place.path, name));
        return 'removed' as const;
      }),
    );
    return done ?? 'missing';
  }

  folder(name: string, options: { create: true }): Promise<Folder>;
  folder(name: string, options?: { create?: boolean }): Promise<Folder | undefined>;
  async folder(name: string, options: { create?: boolean } = {}): Promise<Folder | undefined> {
    const path = join(this.path, checkName(name));
    const ownerOnly = this.fileMode !== undefined;
    const within = this.#make.createAbove === false ? { within: this.path } : {};
    return await openSteps(path, [...this.#steps, path], { ...options, ...within, ownerOnly });
  }

  #mode(): Pick<WholeFileOptions, 'mode'> {
    return this.fileMode === undefined ? {} : { mode: this.fileMode };
  }

  async #write<T>(work: (place: Place) => Promise<T>): Promise<T> {
    const mode = this.fileMode === undefined ? undefined : OWNER_ONLY_DIRECTORY;
    const done = await inFolder(this.#steps, { ...this.#make, mode }, async (place) => {
      if (!this.#swept) {
        this.#swept = true;
        await io(basename(this.path), () => sweepTemporaries(place.path));
      }
      return { result: await work(place) };
    });
    if (done !== undefined) return done.result;
    throw new AppError('io', 'not_a_folder', `The directory is gone: ${basename(this.path)}`, {
      hint: 'Create it again and retry.',
    });
  }
}

const TEMPORARY_DIRECTORY = 'the directory for temporary files';

/** A directory for this work alone, removed with all that is in it when the work ends, however it ends. */
export async function withTemporaryFolder<T>(work: (folder: Folder) => Promise<T>): Promise<T> {
  const path = await io(
    TEMPORARY_DIRECTORY,
    async () => await realpath(await mkdtemp(join(tmpdir(), 'pilotbook-'))),
  );
  try {
    return await work(await openFolder(path, { create: true }));
  } finally {
    // A process that is just ending may write there once more.
    await io(TEMPORARY_DIRECTORY, () => rm(path, { recursive: true, force: true, maxRetries: 3 }));
  }
}

/** Creates a file and removes it again, so that a watcher of the folder gets an event. */
export function markerIn(open: () => Promise<Folder>): (name: string) => Promise<void> {
  let opened: Promise<Folder> | undefined;
  return async (name) => {
    opened ??= open();
    try {
      const folder = await opened;
      await folder.createExclusive(name, '', { durable: false });
      await folder.remove(name);
    } catch (thrown) {
      opened = undefined;
      throw thrown;
    }
  };
}
