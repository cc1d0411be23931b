/**
 * Packs on disk: `packs/ID.md` below the storage directory. A name is taken under `.create.lock`, a pack is changed
 * and an expired one removed under `ID.lock`; readers need no lock, because files are replaced whole.
 */
import type { Clock } from '../../core/clock.ts';
import { AppError } from '../../core/errors.ts';
import type { Logger } from '../../core/log.ts';
import { type Folder, type LockOwner, openFolder, withLock } from '../../core/store/index.ts';
import { idFrom, isId } from './keys.ts';
import { notFound } from './lookup.ts';
import { decodePack, encodePack, fileOf, MAX_PACK_BYTES, malformed, type PackFile } from './pack-file.ts';
import type { PackRepository } from './ports.ts';
import { checkRevision } from './revision.ts';
import { isExpired } from './ttl.ts';
import type { Pack } from './types.ts';

export interface Storage {
  /** Absolute. */
  path: string;
  /** The trusted directory above, if the storage lies in the repository: no link may stand between. */
  within?: string;
}

export interface RepositoryDeps {
  storage: Storage;
  owner: () => Promise<LockOwner>;
  /** A word no other process ever makes. */
  token: () => string;
  clock: Clock;
  log: Logger;
}

/** Below the storage directory. */
export const PACK_FOLDER = 'packs';
const CREATE_LOCK = '.create.lock';
/** Writers hold a lock for milliseconds; who waits longer meets a sick machine. */
const LOCK_WAIT_MS = 10_000;
const MAX_ID_ATTEMPTS = 8;

export function markdownRepository(deps: RepositoryDeps): PackRepository {
  return new MarkdownRepository(deps);
}

class MarkdownRepository implements PackRepository {
  readonly #deps: RepositoryDeps;
  /** Decoded files by their stamp: a list need not parse again what did not change. */
  readonly #known = new Map<string, { stamp: string; file: PackFile }>();

  constructor(deps: RepositoryDeps) {
    this.#deps = deps;
  }

  async list(signal?: AbortSignal): Promise<Pack[]> {
    const folder = await this.#open();
    const names =
      folder === undefined ? [] : (await folder.list()).filter((name) => isId(name.replace(/\.md$/, '')));
    const packs: Pack[] = [];
    for (const name of names) {
      signal?.throwIfAborted();
      const file = folder && (await this.#read(folder, name));
      if (folder && file && (await this.#alive(folder, file.pack))) packs.push(file.pack);
    }
    return packs;
  }

  async byId(id: string): Promise<Pack | undefined> {
    const folder = await this.#open();
    const file = folder && (await this.#read(folder, fileOf(id)));
    return folder && file && (await this.#alive(folder, file.pack)) ? file.pack : undefined;
  }

  async byName(name: string): Promise<Pack | undefined> {
    return (await this.list()).find((pack) => pack.name === name);
  }

  async create(name: string | undefined, make: (id: string) => Pack, signal: AbortSignal): Promise<Pack> {
    const folder = await this.#make();
    if (name === undefined) return await this.#createIn(folder, make);
    return await withLock(folder, CREATE_LOCK, await this.#lock(signal), async () => {
      if ((await this.byName(name)) !== undefined)
        throw new AppError('conflict', 'conflict', 'Another pack has this name.', {
          hint: 'Use the other pack, or choose another name.',
        });
      return await this.#createIn(folder, make);
    });
  }

  async update(
    id: string,
    revision: number,
    change: (pack: Pack) => Promise<Pack>,
    signal: AbortSignal,
  ): Promise<Pack> {
    return await this.#holding(id, revision, signal, async (folder, { pack, body }) => {
      const after = await change(pack);
      if (after !== pack) await folder.writeAtomic(fileOf(id), await encodePack({ pack: after, body }));
      return after;
    });
  }

  async remove(id: string, revision: number, signal: AbortSignal): Promise<Pack> {
    return await this.#holding(id, revision, signal, async (folder, { pack }) => {
      await folder.remove(fileOf(id));
      return pack;
    });
  }

  async #holding<T>(
    id: string,
    revision: number,
    signal: AbortSignal,
    work: (folder: Folder, file: PackFile) => Promise<T>,
  ): Promise<T> {
    const folder = await this.#open();
    if (folder === undefined) throw notFound();
    return await withLock(folder, `${id}.lock`, await this.#lock(signal), async () => {
      const file = await this.#read(folder, fileOf(id));
      if (file === undefined || isExpired(file.pack.expiresAt, this.#deps.clock.now())) throw notFound();
      checkRevision(file.pack, revision);
      return await work(folder, file);
    });
  }

  async #createIn(folder: Folder, make: (id: string) => Pack): Promise<Pack> {
    for (let attempt = 0; attempt < MAX_ID_ATTEMPTS; attempt++) {
      const pack = make(idFrom(this.#deps.token()));
      const text = await encodePack({ pack, body: '' });
      if ((await folder.createExclusive(fileOf(pack.id), text)) === 'created') return pack;
    }
    throw new AppError('conflict', 'conflict', 'No free pack id was found.', { hint: 'Try again.' });
  }

  async #read(folder: Folder, name: string): Promise<PackFile | undefined> {
    const stamp = await folder.stamp(name);
    const known = this.#known.get(name);
    if (stamp !== undefined && known?.stamp === stamp) return known.file;
    this.#known.delete(name);
    const content = await folder.read(name, MAX_PACK_BYTES);
    if (!content.found) {
      if (content.why === 'missing') return undefined;
      throw malformed(name, UNREADABLE[content.why]);
    }
    const file = await decodePack(name, content.text);
    // Only if it was the same file before and after: else the text may belong to neither stamp.
    if (stamp !== undefined && (await folder.stamp(name)) === stamp) this.#known.set(name, { stamp, file });
    return file;
  }

  /** An expired pack is gone for everybody; its file goes under its lock, for a writer may just have extended it. */
  async #alive(folder: Folder, { id, expiresAt }: Pack): Promise<boolean> {
    const now = this.#deps.clock.now();
    if (!isExpired(expiresAt, now)) return true;
    try {
      await withLock(folder, `${id}.lock`, { ...(await this.#lock()), waitMs: 0 }, async () => {
        const file = await this.#read(folder, fileOf(id));
        if (file !== undefined && isExpired(file.pack.expiresAt, now)) await folder.remove(fileOf(id));
      });
    } catch (error) {
      // Somebody holds it, or the directory is read-only: it stays out of sight, and the next reader tries again.
      this.#deps.log.debug('an expired pack was not removed', { id, error });
    }
    return false;
  }

  async #lock(signal?: AbortSignal) {
    const { owner, clock } = this.#deps;
    return { owner: await owner(), clock, waitMs: LOCK_WAIT_MS, ...(signal === undefined ? {} : { signal }) };
  }

  async #open(): Promise<Folder | undefined> {
    const { path, ...within } = this.#deps.storage;
    return await (await openFolder(path, within))?.folder(PACK_FOLDER);
  }

  async #make(): Promise<Folder> {
    const { path, ...within } = this.#deps.storage;
    return await (await openFolder(path, { ...within, create: true })).folder(PACK_FOLDER, { create: true });
  }
}

export const UNREADABLE = {
  not_a_file: 'it is not a plain file',
  too_large: 'it is too large',
  not_text: 'it is not UTF-8',
} as const;
