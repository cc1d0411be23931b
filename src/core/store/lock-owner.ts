import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';

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
    // The command name stands in brackets and may hold anything; what follows its end is plain.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
    return `${fields[19] ?? ''} ${boot}`;
  } catch {
    return '';
  }
}

/** `unknown`: it runs elsewhere, or the number may have been given to another process since. */
export async function liveness(
  holder: LockIdentity,
  me: LockIdentity,
): Promise<'alive' | 'dead' | 'unknown'> {
  if (holder.host !== me.host) return 'unknown';
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
