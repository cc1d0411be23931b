/**
 * The state of one lock on disk. `NAME` holds the first owner. The successor of an owner with token T is the file
 * `NAME.T`, made exclusively, so each owner has at most one successor, ever; the last of the chain holds the lock.
 * Releasing removes `NAME` first: a chain without its first link means nothing. Tokens are never used
 * twice, so whoever became successor and then still finds the same first owner knows that it alone succeeded.
 */
import { lstat, readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { parseJson } from '../text/index.ts';
import type { Folder } from './folder.ts';
import { ioOr } from './io-error.ts';

export interface Link extends LockIdentity {
  token: string;
  file: string;
  /** Age on the file system's clock is counted from here; the holder touches it while it works. */
  touchedMs: number;
  /** False: not written by us (an empty file of another program, or torn). Only age can tell. */
  readable: boolean;
}

const MAX_LOCK_BYTES = 4096;
/** Part of a file name; long enough never to come twice. */
const TOKEN = /^[A-Za-z0-9_-]{8,64}$/;

export async function readChain(folder: Folder, name: string): Promise<Link[]> {
  const chain: Link[] = [];
  for (let file = name; ; ) {
    const link = await readLink(folder, file);
    if (link === undefined) return chain;
    chain.push(link);
    file = `${name}.${link.token}`;
  }
}

export async function readLink(folder: Folder, file: string): Promise<Link | undefined> {
  const stat = await folder.inside(({ path }) =>
    ioOr(file, { ENOENT: undefined }, () => lstat(join(path, file))),
  );
  if (stat === undefined) return undefined;
  const content = await folder.read(file, MAX_LOCK_BYTES);
  if (!content.found && content.why === 'missing') return undefined;
  const owner = content.found ? parseLink(content.text) : undefined;
  if (owner !== undefined) return { ...owner, file, touchedMs: stat.mtimeMs, readable: true };
  const token = `x${stat.ino.toString(36)}m${Math.floor(stat.mtimeMs).toString(36)}`;
  return { pid: 0, host: '', startedAt: '', token, file, touchedMs: stat.mtimeMs, readable: false };
}

export function writeLink(identity: LockIdentity, token: string): string {
  const { pid, host, startedAt } = identity;
  if (!TOKEN.test(token))
    throw new Error('A lock token needs 8 to 64 letters, digits, dashes or underscores.');
  return `${JSON.stringify({ pid, host, startedAt, token })}\n`;
}

function parseLink(text: string): (LockIdentity & { token: string }) | undefined {
  const json = parseJson(text);
  if (!json.ok || typeof json.value !== 'object' || json.value === null) return undefined;
  const { pid, host, startedAt, token } = json.value as Record<string, unknown>;
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid <= 0) return undefined;
  if (typeof host !== 'string' || typeof startedAt !== 'string') return undefined;
  if (typeof token !== 'string' || !TOKEN.test(token)) return undefined;
  return { pid, host, startedAt, token };
}

/** Who holds a lock, in a form that another process can check. */
export interface LockIdentity {
  pid: number;
  /** Process numbers mean something only among processes with the same value. */
  host: string;
  /** Tells a process from a later one with the same number; empty where the system does not say. */
  startedAt: string;
}

/** The identity of this process, and a maker of words no other holder ever uses. */
export interface LockOwner extends LockIdentity {
  token(): string;
}

export async function processOwner(token: () => string): Promise<LockOwner> {
  return { pid: process.pid, host: await processSpace(), startedAt: await startOf(process.pid), token };
}

/** Two containers may have one host name and yet count their processes apart. */
async function processSpace(): Promise<string> {
  const space = await readlink('/proc/self/ns/pid').catch(() => '');
  return `${hostname()} ${space}`.trim();
}

/** Linux: ticks since boot, with the boot's own id. Elsewhere unknown. */
async function startOf(pid: number): Promise<string> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The command name is in brackets and may hold anything; what follows its end is plain.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
    return `${fields[19] ?? ''} ${boot}`;
  } catch {
    return '';
  }
}

/** Of the links that this process has on disk and still works with. */
const ownTokens = new Set<string>();

/** A word that this process holds to be alive until it calls `forget`. */
export function ownToken(owner: LockOwner): { token: string; forget(): void } {
  const token = owner.token();
  ownTokens.add(token);
  return { token, forget: () => ownTokens.delete(token) };
}

/** `unknown`: it runs elsewhere, or the number may have been given to another process since. */
export async function liveness(
  holder: LockIdentity & { token: string },
  me: LockIdentity,
): Promise<'alive' | 'dead' | 'unknown'> {
  if (holder.host !== me.host) return 'unknown';
  // A link of ours that could not be removed (its directory was renamed or unmounted) comes back with the directory.
  if (holder.pid === process.pid) return ownTokens.has(holder.token) ? 'alive' : 'dead';
  if (!exists(holder.pid)) return 'dead';
  const started = await startOf(holder.pid);
  if (started === '' || holder.startedAt === '') return 'unknown';
  return started === holder.startedAt ? 'alive' : 'dead';
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    // Refused means that somebody is there.
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM';
  }
}
