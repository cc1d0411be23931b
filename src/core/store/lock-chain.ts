/**
 * The state of one lock on disk. `NAME` holds the first owner. The successor of an owner with token T is the file
 * `NAME.T`, made exclusively, so each owner has at most one successor, ever; the last of the chain holds the lock.
 * Releasing removes `NAME` first: a chain without its first link is nothing but litter. Tokens are never used
 * twice, so whoever became successor and then still finds the same first owner knows that he alone succeeded.
 */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from '../text/index.ts';
import type { Folder } from './folder.ts';
import { ioOr } from './io-error.ts';
import type { LockIdentity } from './lock-owner.ts';

export interface Link extends LockIdentity {
  token: string;
  file: string;
  /** Age on the file system's clock is counted from here; the holder touches it while he works. */
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
