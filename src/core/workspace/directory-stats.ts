/**
 * Every regular file directly in a directory, whatever its name: ignored and denied ones too. Names and stats only,
 * for those who must reproduce a digest that was made over all of them; not to be shown.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Boundary, lstatOrUndefined, type RepoPath } from '../sandbox/index.ts';

export interface NameStat {
  name: string;
  size: number;
  mtimeMs: number;
}

/** Links are left out; empty if there is no such directory. */
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
    // Gone meanwhile, or closed to us.
    return [];
  }
}
