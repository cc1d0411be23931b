/** Locks between processes: taken, taken over from a process that died, released; and those nobody holds found and cleared. */
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { AppError } from '../errors.ts';
import type { Folder } from './folder.ts';
import {
  type Link,
  type LockOwner,
  liveness,
  ownToken,
  readChain,
  readLink,
  writeLink,
} from './lock-file.ts';

export interface LockOptions {
  owner: LockOwner;
  clock: Clock;
  /** How long to wait for another holder. */
  waitMs: number;
  signal?: AbortSignal;
}

/** A holder touches its file this often. */
const HEARTBEAT_MS = 2_000;
/** Untouched for this long, the lock of a holder that cannot be checked counts as abandoned. */
const SILENT_MS = 30_000;
/** A clock may jump (sleep, time set): the silence must also be seen to last, on our own steady clock. */
const WATCHED_MS = 2 * HEARTBEAT_MS + 500;
/** Long enough to take over from a holder that cannot be checked. */
export const LONGEST_TAKE_OVER_MS = 2 * WATCHED_MS;
const FIRST_PAUSE_MS = 2;
/** Short, so that a waiting process finds the gap when a busy holder releases and takes it again. */
const LONGEST_PAUSE_MS = 15;

/** Runs `work` while nobody else, in this process or another, holds the lock. */
export async function withLock<T>(
  folder: Folder,
  name: string,
  options: LockOptions,
  work: () => Promise<T>,
): Promise<T> {
  const held = await acquire(folder, name, options);
  const beat = setInterval(() => touch(folder, held.file, options.clock), HEARTBEAT_MS);
  beat.unref();
  try {
    return await work();
  } finally {
    clearInterval(beat);
    await release(folder, name, held, options.owner).finally(held.forget);
  }
}

type Taken = Pick<Held, 'file' | 'inherited'>;

interface Held {
  token: string;
  /** A link that could not be removed counts for nothing from then on. */
  forget(): void;
  file: string;
  /** Took over from somebody: the chain has links to clear away. */
  inherited: boolean;
}

async function acquire(folder: Folder, name: string, options: LockOptions): Promise<Held> {
  const { owner, clock, signal } = options;
  const started = clock.elapsed();
  const watched: Watched = { token: '', touchedMs: 0, since: started };
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
    signal?.throwIfAborted();
    const own = ownToken(owner);
    let taken: Taken | undefined;
    try {
      taken = (await place(folder, name, owner, own.token))
        ? { file: name, inherited: false }
        : await takeOver(folder, name, own.token, options, watched);
    } finally {
      if (taken === undefined) own.forget();
    }
    if (taken !== undefined) return { ...own, ...taken };
    if (clock.elapsed() - started >= options.waitMs)
      throw new AppError('unavailable', 'locked', `Another process is holding ${name}.`, {
        hint: 'Try again in a moment.',
      });
    await pause(wait, undefined, signal === undefined ? {} : { signal });
  }
}

async function takeOver(
  folder: Folder,
  name: string,
  token: string,
  options: LockOptions,
  watched: Watched,
): Promise<Taken | undefined> {
  const chain = await readChain(folder, name);
  const [first, last] = [chain[0], chain.at(-1)];
  if (first === undefined || last === undefined || !(await gone(last, options, watched))) return undefined;
  const file = `${name}.${last.token}`;
  if (!(await place(folder, file, options.owner, token))) return undefined;
  if ((await readChain(folder, name))[0]?.token === first.token) return { file, inherited: true };
  await folder.remove(file);
  return undefined;
}

interface Watched {
  token: string;
  touchedMs: number;
  since: number;
}

/** A quick check; `acquire` also watches a holder that cannot be checked before it takes over. */
export async function hasGone(
  holder: Link,
  { owner, clock }: Pick<LockOptions, 'owner' | 'clock'>,
): Promise<boolean> {
  const life = holder.readable ? await liveness(holder, owner) : 'unknown';
  return life === 'unknown' ? isSilent(holder, clock) : life === 'dead';
}

function isSilent(holder: Link, clock: Clock): boolean {
  return clock.now() - holder.touchedMs > SILENT_MS;
}

async function gone(holder: Link, { owner, clock }: LockOptions, watched: Watched): Promise<boolean> {
  const silent = isSilent(holder, clock);
  if (!holder.readable) return silent;
  const life = await liveness(holder, owner);
  if (life !== 'unknown') return life === 'dead';
  if (watched.token !== holder.token || watched.touchedMs !== holder.touchedMs)
    Object.assign(watched, { token: holder.token, touchedMs: holder.touchedMs, since: clock.elapsed() });
  return silent && clock.elapsed() - watched.since >= WATCHED_MS;
}

/** The holder first becomes its own successor: then nobody can have taken over between the check and the removal. */
async function release(folder: Folder, name: string, held: Held, owner: LockOwner): Promise<void> {
  const closing = `${name}.${held.token}`;
  const { token, forget } = ownToken(owner);
  try {
    // A full disk takes no new file, and must not leave the lock behind.
    const mine = await place(folder, closing, owner, token).catch(() => true);
    if (!mine) return;
    // Listed while the lock is held: these names belong to this chain or to older ones, never to a later holder.
    const litter = held.inherited
      ? (await folder.list()).filter((file) => file.startsWith(`${name}.`))
      : [closing];
    await folder.remove(name);
    for (const file of litter) await folder.remove(file);
  } finally {
    forget();
  }
}

async function place(folder: Folder, file: string, owner: LockOwner, token: string): Promise<boolean> {
  const made = await folder.createExclusive(file, writeLink(owner, token), { durable: false });
  return made === 'created';
}

function touch(folder: Folder, file: string, clock: Clock): void {
  const now = clock.now() / 1000;
  // A missed beat is no harm, and a lock taken over has no file to touch.
  folder.inside(({ path }) => utimes(join(path, file), now, now)).catch(() => {});
}

// Locks whose holder has gone. The next holder takes such a lock over; here they are found and cleared.

/** A lock, or one of the links behind it. A `yarn.lock` has such a name too: only files in our format count. */
const LOCK_FILE = /^(.+\.lock)(?:\.[A-Za-z0-9_-]{8,64})?$/;

type Who = Pick<LockOptions, 'owner' | 'clock'>;

/** Names of locks whose last holder is gone, or of which only links are left. */
export async function orphanedLocks(folder: Folder, who: Who): Promise<string[]> {
  const names = new Set((await ourFiles(folder)).map(({ name }) => name));
  const found: string[] = [];
  for (const name of names) {
    const last = (await readChain(folder, name)).at(-1);
    if (last === undefined || (last.readable && (await hasGone(last, who)))) found.push(name);
  }
  return found;
}

async function ourFiles(folder: Folder): Promise<{ file: string; name: string }[]> {
  const found: { file: string; name: string }[] = [];
  for (const file of await folder.list()) {
    const name = LOCK_FILE.exec(file)?.[1];
    if (name !== undefined && (await readLink(folder, file))?.readable === true) found.push({ file, name });
  }
  return found;
}

/** Takes the lock as the next holder would, so that it is never taken from a live one, and removes its files. */
export async function clearLock(folder: Folder, name: string, who: Who): Promise<void> {
  await withLock(folder, name, { ...who, waitMs: LONGEST_TAKE_OVER_MS }, async () => {
    const mine = new Set((await readChain(folder, name)).map(({ file }) => file));
    for (const link of await ourFiles(folder))
      if (link.name === name && !mine.has(link.file)) await folder.remove(link.file);
  });
}
