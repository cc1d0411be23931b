/** Size and time of files on disk: of the names of a listing, and of all files in one directory. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type Boundary,
  type FileFacts,
  fileStat,
  listedPath,
  lstatOrUndefined,
  type RepoPath,
} from '../sandbox/index.ts';

export interface Found {
  files: FileFacts[];
  directories: RepoPath[];
}

/** About ten milliseconds of work between two turns of the event loop. */
const FILES_A_TURN = 2000;

export async function statFiles(
  boundary: Boundary,
  names: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Found> {
  const isPlain = plainDirectories(boundary);
  const found: Found = { files: [], directories: [] };
  let seen = 0;
  for (const name of names) {
    if (++seen % FILES_A_TURN === 0) {
      await nextTurn();
      signal?.throwIfAborted();
    }
    const path = listedPath(name);
    if (path === undefined || !isPlain(parentOf(path))) continue;
    const stat = lstatOrUndefined(boundary.hostPath(path));
    if (stat?.isFile()) found.files.push({ path, ...fileStat(boundary, stat) });
    else if (stat?.isDirectory()) found.directories.push(path);
  }
  return found;
}

/** A tracked directory may have been replaced by a link, so each directory on the way is looked at, once. */
function plainDirectories(boundary: Boundary): (directory: string) => boolean {
  const known = new Map<string, boolean>([['', true]]);
  return function isPlain(directory: string): boolean {
    const before = known.get(directory);
    if (before !== undefined) return before;
    // A parent of a listed path is as well formed as the path.
    const place = boundary.hostPath(directory as RepoPath);
    const answer = isPlain(parentOf(directory)) && lstatOrUndefined(place)?.isDirectory() === true;
    known.set(directory, answer);
    return answer;
  };
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

export interface NameStat {
  name: string;
  size: number;
  mtimeMs: number;
}

/**
 * Every regular file directly in a directory, ignored and denied ones too, without links: for digests over all of them, never
 * to be shown. Empty if there is no such directory.
 */
export function directoryStats(boundary: Boundary, directory: RepoPath): NameStat[] {
  if (!boundary.isPlainDirectory(directory)) return [];
  const place = boundary.hostPath(directory);
  const found: NameStat[] = [];
  for (const name of namesIn(place)) {
    const stat = lstatOrUndefined(join(place, name));
    if (stat?.isFile()) found.push({ name, size: stat.size, mtimeMs: stat.mtimeMs });
  }
  return found;
}

function namesIn(place: string): string[] {
  try {
    return readdirSync(place);
  } catch {
    // Deleted meanwhile, or not readable.
    return [];
  }
}
