/**
 * What differs between a commit and the work tree. git only names candidates, by their stat data; whether one really
 * differs is found by hashing it here, because git would run the filters that the repository configured.
 */
import { createHash } from 'node:crypto';
import { byCodeUnit } from '../../text/index.ts';
import type { RepoPath } from '../repo-path.ts';
import { type GitCall, type GitCommand, nulSeparated } from './command.ts';
import type { TreeFile } from './tree.ts';

export interface ChangedPath {
  path: RepoPath;
  change: 'added' | 'modified' | 'deleted';
}

/** Undefined: it cannot be read. */
export type ReadForHash = (path: RepoPath) => Buffer | undefined;

const SHA1_DIGITS = 40;

/** Paths that git does not know to be the same as in the commit. */
export async function candidates(
  git: GitCommand,
  commit: string,
  call: GitCall,
): Promise<ReadonlySet<string> | undefined> {
  const options = ['--no-renames', '--no-ext-diff', '--no-textconv', '--ignore-submodules=all', '--relative'];
  const output = await git(['diff-index', '--name-only', '-z', ...options, commit, '--'], call);
  return output === undefined ? undefined : new Set(nulSeparated(output));
}

export function changes(
  before: readonly TreeFile[],
  now: readonly { path: RepoPath }[],
  suspects: ReadonlySet<string>,
  read: ReadForHash,
): ChangedPath[] {
  const old = new Map<string, TreeFile>(before.map((file) => [file.path, file]));
  const found: ChangedPath[] = [];
  for (const { path } of now) {
    const file = old.get(path);
    old.delete(path);
    if (file === undefined) found.push({ path, change: 'added' });
    else if (suspects.has(path) && !isSame(file, read(path))) found.push({ path, change: 'modified' });
  }
  for (const { path } of old.values()) found.push({ path, change: 'deleted' });
  return found.sort((a, b) => byCodeUnit(a.path, b.path));
}

function isSame(file: TreeFile, bytes: Buffer | undefined): boolean {
  return bytes !== undefined && bytes.length === file.size && blobId(bytes, file.blob.length) === file.blob;
}

function blobId(bytes: Buffer, digits: number): string {
  const hash = createHash(digits === SHA1_DIGITS ? 'sha1' : 'sha256');
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
