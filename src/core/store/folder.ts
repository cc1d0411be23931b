import { lstat, readdir, rmdir, unlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { io, ioOr } from './io-error.ts';
import { checkName, TEMPORARY_PREFIX } from './names.ts';
import { type FileText, readPlain } from './plain-file.ts';
import { checkSteps, makeSteps, stepsTo } from './real-folder.ts';
import { createWhole, replaceWhole, sweepTemporaries, type WholeFileOptions } from './whole-file.ts';

export interface OpenOptions {
  create?: boolean;
  /** A trusted directory above: no step from it down to the folder may be a link. */
  within?: string;
  /** For this user alone, whatever the umask is: what is made here, directories too. */
  ownerOnly?: boolean;
}

export const OWNER_ONLY_FILE = 0o600;
export const OWNER_ONLY_DIRECTORY = 0o700;

/** One flat directory. Only plain names go in; nothing outside of it can be reached. */
export interface Folder {
  /** For what needs a real path (a database) and for the log. */
  readonly path: string;
  /** Mode of the files that are made here; undefined: as the umask has it. */
  readonly fileMode: number | undefined;
  /** Names of the regular files, in code-unit order; none if the folder is gone. */
  list(): Promise<string[]>;
  read(name: string, maxBytes: number): Promise<FileText>;
  /** Another word whenever the file is another; undefined if there is none. */
  stamp(name: string): Promise<string | undefined>;
  /** Whole or not at all, and never over an existing file. */
  createExclusive(name: string, text: string, options?: WholeFileOptions): Promise<'created' | 'exists'>;
  /** Whole or not at all, over whatever was there. */
  writeAtomic(name: string, text: string): Promise<void>;
  remove(name: string): Promise<'removed' | 'missing'>;
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
  { create = false, ownerOnly = false }: Pick<OpenOptions, 'create' | 'ownerOnly'>,
): Promise<Folder | undefined> {
  if (create) await makeSteps(steps, ownerOnly ? OWNER_ONLY_DIRECTORY : undefined);
  else if ((await checkSteps(steps)) === 'missing') return undefined;
  return new DiskFolder(path, steps, create, ownerOnly);
}

/** A folder that holds something, or is a link, stays. */
export async function removeEmptyFolder(
  path: string,
  options: Pick<OpenOptions, 'within'> = {},
): Promise<'removed' | 'kept'> {
  if ((await checkSteps(stepsTo(path, options.within))) === 'missing') return 'kept';
  return await ioOr(
    basename(path),
    { ENOTEMPTY: 'kept', EEXIST: 'kept', ENOENT: 'kept' } as const,
    async () => {
      await rmdir(path);
      return 'removed' as const;
    },
  );
}

class DiskFolder implements Folder {
  readonly path: string;
  readonly fileMode: number | undefined;
  readonly #steps: readonly string[];
  readonly #create: boolean;
  #swept = false;

  constructor(path: string, steps: readonly string[], create: boolean, ownerOnly: boolean) {
    this.path = path;
    this.fileMode = ownerOnly ? OWNER_ONLY_FILE : undefined;
    this.#steps = steps;
    this.#create = create;
  }

  async list(): Promise<string[]> {
    if ((await checkSteps(this.#steps)) === 'missing') return [];
    const entries = await ioOr(basename(this.path), { ENOENT: [] }, () =>
      readdir(this.path, { withFileTypes: true }),
    );
    return entries
      .filter((entry) => entry.isFile() && !entry.name.startsWith(TEMPORARY_PREFIX))
      .map((entry) => entry.name)
      .sort();
  }

  async read(name: string, maxBytes: number): Promise<FileText> {
    const path = this.#at(name);
    if ((await checkSteps(this.#steps)) === 'missing') return { found: false, why: 'missing' };
    return await io(name, () => readPlain(path, name, maxBytes));
  }

  async stamp(name: string): Promise<string | undefined> {
    const path = this.#at(name);
    if ((await checkSteps(this.#steps)) === 'missing') return undefined;
    const found = await ioOr(name, { ENOENT: undefined }, () => lstat(path, { bigint: true }));
    return found === undefined ? undefined : `${found.ino}-${found.mtimeNs}-${found.size}`;
  }

  async createExclusive(name: string, text: string, options: WholeFileOptions = {}) {
    this.#at(name);
    await this.#beforeWriting();
    return await io(name, () => createWhole(this.path, name, text, { ...this.#mode(), ...options }));
  }

  async writeAtomic(name: string, text: string): Promise<void> {
    this.#at(name);
    await this.#beforeWriting();
    await io(name, () => replaceWhole(this.path, name, text, this.#mode()));
  }

  async remove(name: string): Promise<'removed' | 'missing'> {
    const path = this.#at(name);
    await checkSteps(this.#steps);
    return await ioOr(name, { ENOENT: 'missing', ENOTDIR: 'missing' } as const, async () => {
      await unlink(path);
      return 'removed' as const;
    });
  }

  folder(name: string, options: { create: true }): Promise<Folder>;
  folder(name: string, options?: { create?: boolean }): Promise<Folder | undefined>;
  async folder(name: string, options: { create?: boolean } = {}): Promise<Folder | undefined> {
    const path = this.#at(name);
    const ownerOnly = this.fileMode !== undefined;
    return await openSteps(path, [...this.#steps, path], { ...options, ownerOnly });
  }

  #mode(): Pick<WholeFileOptions, 'mode'> {
    return this.fileMode === undefined ? {} : { mode: this.fileMode };
  }

  #at(name: string): string {
    return join(this.path, checkName(name));
  }

  async #beforeWriting(): Promise<void> {
    const mode = this.fileMode === undefined ? undefined : OWNER_ONLY_DIRECTORY;
    if (this.#create) await makeSteps(this.#steps, mode);
    else await checkSteps(this.#steps);
    if (this.#swept) return;
    this.#swept = true;
    await io(basename(this.path), () => sweepTemporaries(this.path));
  }
}
