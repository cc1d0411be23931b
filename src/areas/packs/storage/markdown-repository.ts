/**
 * Packs on disk: `packs/ID.md` below the storage directory. `.create.lock` protects names, `ID.lock` changing, expiring and
 * restoring a pack, `.purge.lock` counting days. Readers need no lock, because files are replaced as a whole.
 */
import type { Clock } from '../../../core/clock.ts';
import { AppError } from '../../../core/errors.ts';
import type { Logger } from '../../../core/logger.ts';
import { type Folder, type LockOwner, openFolder, withLock } from '../../../core/store/index.ts';
import { byCodeUnit } from '../../../core/text/index.ts';
import { notFound } from '../lookup.ts';
import { checkRevision } from '../pack.ts';
import type { PackRepository } from '../ports.ts';
import { isExpired } from '../ttl.ts';
import { idFrom, isId, type Pack } from '../types.ts';
import { ExpiredPacks, isDeniedIn, type Storage } from './expired-packs.ts';
import { decodePack, encodePack, fileOf, MAX_PACK_BYTES, malformed, type PackFile } from './pack-file.ts';

export interface RepositoryDeps {
  storage: Storage;
  owner: () => Promise<LockOwner>;
  /** Returns a word that no other process returns. */
  token: () => string;
  clock: Clock;
  log: Logger;
}

/** Below the storage directory. */
export const PACK_FOLDER = 'packs';
const CREATE_LOCK = '.create.lock';
const PURGE_LOCK = '.purge.lock';
/** Writers hold a lock for milliseconds; a longer wait means that something is wrong. */
const LOCK_WAIT_MS = 10_000;
const MAX_ID_ATTEMPTS = 8;

export function markdownRepository(deps: RepositoryDeps): PackRepository {
  return new MarkdownRepository(deps);
}

class MarkdownRepository implements PackRepository {
  readonly #deps: RepositoryDeps;
  readonly #aside: ExpiredPacks;
  /** Decoded files by their stamp: a list need not parse again what did not change. */
  readonly #known = new Map<string, { stamp: string; file: PackFile }>();

  constructor(deps: RepositoryDeps) {
    this.#deps = deps;
    this.#aside = new ExpiredPacks(deps.storage);
  }

  async list(signal?: AbortSignal): Promise<Pack[]> {
    const folder = await this.#open();
    const packs: Pack[] = [];
    if (folder === undefined) return packs;
    for (const name of await packNames(folder)) {
      signal?.throwIfAborted();
      const file = await this.#read(folder, name);
      if (file && !this.#isExpired(file.pack)) packs.push(file.pack);
    }
    return packs;
  }

  async byId(id: string): Promise<Pack | undefined> {
    const folder = await this.#open();
    const file = folder && (await this.#read(folder, fileOf(id)));
    return file && !this.#isExpired(file.pack) ? file.pack : undefined;
  }

  async byName(name: string): Promise<Pack | undefined> {
    return (await this.list()).find((pack) => pack.name === name);
  }

  async expired(): Promise<Pack[]> {
    const folder = await this.#open();
    const found = new Map<string, Pack>();
    const living = new Set<string>();
    for (const name of folder === undefined ? [] : await packNames(folder)) {
      const pack = folder && (await this.#readable(this.#read(folder, name)))?.pack;
      if (pack === undefined) continue;
      if (this.#isExpired(pack)) found.set(pack.id, pack);
      else living.add(pack.id);
    }
    for (const id of await this.#aside.ids()) {
      if (living.has(id) || found.has(id)) continue;
      const file = await this.#readable(this.#readAside(id));
      if (file) found.set(id, file.pack);
    }
    return [...found.values()].sort((a, b) => b.updatedAt - a.updatedAt || byCodeUnit(a.id, b.id));
  }

  async purge(signal: AbortSignal): Promise<void> {
    const folder = await this.#open();
    if (folder === undefined) return;
    for (const name of await packNames(folder)) {
      signal.throwIfAborted();
      const file = await this.#readable(this.#read(folder, name));
      if (file && this.#isExpired(file.pack)) await this.#putAside(folder, file.pack.id);
    }
    if ((await this.#aside.ids()).length === 0) return;
    await this.#unlessHeld(folder, PURGE_LOCK, () => this.#aside.countDays(this.#deps.clock.now()));
  }

  async create(name: string | undefined, make: (id: string) => Pack, signal: AbortSignal): Promise<Pack> {
    const folder = await this.#make();
    if (name === undefined) return await this.#createIn(folder, make);
    return await withLock(folder, CREATE_LOCK, await this.#lock(signal), async () => {
      await this.#requireFree(name);
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

  async restore(
    id: string,
    revision: number,
    change: (pack: Pack) => Promise<Pack>,
    signal: AbortSignal,
  ): Promise<Pack> {
    const folder = await this.#make();
    const lock = await this.#lock(signal);
    return await withLock(folder, CREATE_LOCK, lock, () =>
      withLock(folder, `${id}.lock`, lock, async () => {
        // Its file may not have been moved to `expired/` yet.
        const file = (await this.#read(folder, fileOf(id))) ?? (await this.#readAside(id));
        if (file === undefined) throw notFound();
        checkRevision(file.pack, revision);
        if (file.pack.name !== undefined) await this.#requireFree(file.pack.name);
        const pack = await change(file.pack);
        const text = await encodePack({ pack, body: file.body });
        return await withLock(folder, PURGE_LOCK, lock, async () => {
          await this.#aside.forgetDays(id);
          await folder.writeAtomic(fileOf(id), text);
          await this.#aside.drop(id);
          return pack;
        });
      }),
    );
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
      if (file === undefined || this.#isExpired(file.pack)) throw notFound();
      checkRevision(file.pack, revision);
      return await work(folder, file);
    });
  }

  async #createIn(folder: Folder, make: (id: string) => Pack): Promise<Pack> {
    for (let attempt = 0; attempt < MAX_ID_ATTEMPTS; attempt++) {
      const pack = make(idFrom(this.#deps.token()));
      if (this.#isDenied(pack.id))
        throw new AppError('blocked', 'denied', 'The packs are on the list of files that are never read.', {
          hint: 'Keep them elsewhere with --pack-root, or take them out of --deny and of security.deny.',
        });
      const text = await encodePack({ pack, body: '' });
      if ((await folder.createExclusive(fileOf(pack.id), text)) === 'created') return pack;
    }
    throw new AppError('conflict', 'conflict', 'No free pack id was found.', { hint: 'Try again.' });
  }

  async #read(folder: Folder, name: string): Promise<PackFile | undefined> {
    if (this.#isDenied(idOf(name))) return undefined;
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
    // Keep it only if the stamp is the same before and after: otherwise the text may belong to neither.
    if (stamp !== undefined && (await folder.stamp(name)) === stamp) this.#known.set(name, { stamp, file });
    return file;
  }

  async #readAside(id: string): Promise<PackFile | undefined> {
    const text = await this.#aside.read(id);
    return text === undefined ? undefined : await decodePack(fileOf(id), text);
  }

  /** An unreadable file must not keep the others from being moved or found. */
  async #readable(reading: Promise<PackFile | undefined>): Promise<PackFile | undefined> {
    return await reading.catch((error: unknown) => {
      if (error instanceof AppError) return undefined;
      throw error;
    });
  }

  #isDenied(id: string): boolean {
    return isDeniedIn(this.#deps.storage, PACK_FOLDER, id);
  }

  #isExpired({ expiresAt }: Pack): boolean {
    return isExpired(expiresAt, this.#deps.clock.now());
  }

  /** Copies the file before removing it. Under its lock, because a writer may just have extended the pack. */
  async #putAside(folder: Folder, id: string): Promise<void> {
    await this.#unlessHeld(folder, `${id}.lock`, async () => {
      const content = await folder.read(fileOf(id), MAX_PACK_BYTES);
      if (!content.found || !this.#isExpired((await decodePack(fileOf(id), content.text)).pack)) return;
      await this.#aside.keep(id, content.text);
      await folder.remove(fileOf(id));
    });
  }

  /** Does nothing if the lock is held or nothing can be written: expired packs stay hidden anyway. */
  async #unlessHeld(folder: Folder, name: string, work: () => Promise<void>): Promise<void> {
    try {
      await withLock(folder, name, { ...(await this.#lock()), waitMs: 0 }, work);
    } catch (error) {
      this.#deps.log.debug('expired packs were not set aside', { lock: name, error });
    }
  }

  async #requireFree(name: string): Promise<void> {
    if ((await this.byName(name)) === undefined) return;
    throw new AppError('conflict', 'conflict', 'Another pack has this name.', {
      hint: 'Use the other pack, or choose another name.',
    });
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

async function packNames(folder: Folder): Promise<string[]> {
  return (await folder.list()).filter((name) => isId(idOf(name)));
}

function idOf(name: string): string {
  return name.replace(/\.md$/, '');
}

export const UNREADABLE = {
  not_a_file: 'it is not a plain file',
  too_large: 'it is too large',
  not_text: 'it is not UTF-8',
} as const;
