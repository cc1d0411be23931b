/** Directories for one test or file; they go again whatever was done to their modes. */
import { chmodSync, lstatSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Removed when the test ends. */
export function temporaryDirectory(): string {
  const directory = newDirectory();
  onTestFinished(() => removeTree(directory));
  return directory;
}

/** For what outlives a test: whoever asks for it removes it with `removeTree`. */
export function newDirectory(): string {
  return realpathSync(mkdtempSync(join(base(), 'pilotbook-')));
}

export function removeTree(path: string): void {
  // A process that was told to end may write one more file between the listing and the removal.
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 10 });
  try {
    remove();
  } catch {
    openDirectories(path);
    remove();
  }
}

function openDirectories(path: string): void {
  if (!lstatSync(path).isDirectory()) return;
  chmodSync(path, 0o700);
  for (const name of readdirSync(path)) openDirectories(join(path, name));
}

/** Root hands directories to another user (ordinary-user.ts), who must be able to get there. */
function base(): string {
  const usual = tmpdir();
  return process.getuid?.() === 0 ? ([usual, '/tmp', '/var/tmp'].find(isOpenToAll) ?? usual) : usual;
}

function isOpenToAll(path: string): boolean {
  const facts = lstatSync(path, { throwIfNoEntry: false });
  if (facts === undefined || (facts.mode & 0o001) === 0) return false;
  return dirname(path) === path || isOpenToAll(dirname(path));
}
