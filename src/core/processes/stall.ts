/**
 * git and ripgrep open every ignore file they find, and wait for ever if one is a pipe. Checking all of them first would
 * cost as much as the work itself, so we check only if a program takes long.
 */
import { type Dirent, readdirSync, type Stats } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { lstatOrUndefined, printedName } from '../sandbox/index.ts';

const PATIENCE_MS = 1000;
/** Other calls must get their turn. */
const DIRECTORIES_A_TURN = 200;
/** What we read as a whole ourselves; a larger ignore file is left to git and ripgrep. */
export const MAX_SMALL_FILE_BYTES = 1 << 20;
/** No rules that somebody wrote or generated take so much: it is there to be read for ever. */
const MAX_IGNORE_FILE_BYTES = 1 << 26;

/** What a program would wait for, or read without end. A socket cannot be opened, and fails at once. */
export function isEndless(kind: Stats | Dirent): boolean {
  return kind.isFIFO() || kind.isCharacterDevice() || kind.isBlockDevice();
}

/** The work, or the path of the ignore file that it is waiting for; the work was cancelled then. */
export async function unlessStalled<T>(
  root: string,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
  patienceMs: number = PATIENCE_MS,
): Promise<T | { waitsFor: string }> {
  const stalled = new AbortController();
  const done = new AbortController();
  let waitsFor: string | undefined;
  const look = async () => {
    waitsFor = await endlessIgnoreFile(root, done.signal);
    if (waitsFor !== undefined) stalled.abort();
  };
  const timer = setTimeout(() => void look(), patienceMs);
  try {
    return await work(signal === undefined ? stalled.signal : AbortSignal.any([signal, stalled.signal]));
  } catch (thrown) {
    if (waitsFor === undefined || signal?.aborted) throw thrown;
    return { waitsFor };
  } finally {
    clearTimeout(timer);
    done.abort();
  }
}

/** Relative to the root, with slashes; those of the directories above it count too. */
async function endlessIgnoreFile(root: string, signal: AbortSignal): Promise<string | undefined> {
  for (let at = root; dirname(at) !== at; ) {
    at = dirname(at);
    if (isBad(join(at, '.gitignore'))) return printedName(relative(root, join(at, '.gitignore')));
  }
  const open = [root];
  let read = 0;
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (++read % DIRECTORIES_A_TURN === 0) await nextTurn();
    if (signal.aborted) return undefined;
    for (const entry of entriesOf(at)) {
      const place = join(at, entry.name);
      const ignoreFile = entry.name === '.git' ? join(place, 'info', 'exclude') : place;
      if ((entry.name === '.gitignore' || entry.name === '.git') && isBad(ignoreFile))
        return printedName(relative(root, ignoreFile));
      if (entry.isDirectory() && entry.name !== '.git') open.push(place);
    }
  }
  return undefined;
}

function isBad(place: string): boolean {
  const found = lstatOrUndefined(place);
  return found !== undefined && (isEndless(found) || (found.isFile() && found.size > MAX_IGNORE_FILE_BYTES));
}

function entriesOf(place: string): Dirent[] {
  try {
    return readdirSync(place, { withFileTypes: true });
  } catch {
    return [];
  }
}
