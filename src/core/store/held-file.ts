/**
 * On Windows a virus scanner, an indexer or an editor that has a file open can keep others from opening, renaming and
 * removing it, mostly for a few milliseconds. Everywhere else a file that is refused stays refused.
 */
import * as disk from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../clock.ts';
import { AppError } from '../errors.ts';
import { IS_WINDOWS } from '../system.ts';
import { systemCode } from './io-error.ts';

export interface Patience {
  /** Whether this system locks open files, so that waiting helps. */
  waits: boolean;
  /** Milliseconds on a clock that never runs backwards. */
  elapsed(): number;
  sleep(ms: number): Promise<unknown>;
}

const HELD = new Set(['EPERM', 'EACCES', 'EBUSY']);
const LONGEST_WAIT_MS = 1_000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 100;

const SYSTEM: Patience = {
  waits: IS_WINDOWS,
  elapsed: systemClock.elapsed,
  sleep: (ms) => pause(ms),
};

/** Makes a call on the file; while it is refused, repeats it for up to a second. */
export async function unlessHeld<T>(
  path: string,
  call: () => Promise<T>,
  patience: Patience = SYSTEM,
): Promise<T> {
  if (!patience.waits) return await call();
  const started = patience.elapsed();
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(2 * wait, LONGEST_PAUSE_MS)) {
    try {
      return await call();
    } catch (thrown) {
      const code = systemCode(thrown) ?? '';
      if (!HELD.has(code)) throw thrown;
      if (patience.elapsed() - started >= LONGEST_WAIT_MS) throw heldError(code, basename(path), thrown);
    }
    await patience.sleep(wait);
  }
}

/** Only one of the codes says that the file is held; the others may also mean what they say elsewhere. */
function heldError(code: string, name: string, cause: unknown): AppError {
  return code === 'EBUSY'
    ? new AppError('io', 'file_held', `Another program holds the file: ${name}`, {
        hint: 'Close it there (editor, virus scanner, cloud folder), then try again.',
        cause,
      })
    : new AppError(
        'io',
        'no_permission',
        `Permission was denied, or another program holds the file: ${name}`,
        {
          hint: 'Close it in other programs (editor, virus scanner, cloud folder), or check who owns the directory.',
          cause,
        },
      );
}

export function open(path: string, flags: string | number, mode?: number): Promise<disk.FileHandle> {
  return unlessHeld(path, () => disk.open(path, flags, mode));
}

export function rename(from: string, to: string): Promise<void> {
  return unlessHeld(to, () => disk.rename(from, to));
}

export function unlink(path: string): Promise<void> {
  return unlessHeld(path, () => disk.unlink(path));
}
