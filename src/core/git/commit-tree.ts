/** The tree of a commit, below the root of the workspace. */
import { listedPath, type RepoPath } from '../sandbox/index.ts';
import { type GitCall, type GitCommand, nulSeparated } from './command.ts';

export interface TreeFile {
  path: RepoPath;
  /** Object id of the content. */
  blob: string;
  size: number;
}

export interface TreeEntry extends TreeFile {
  /** False: a link, a submodule or a directory. */
  isFile: boolean;
}

const ENTRY = /^(\d{6}) \w+ ([0-9a-f]+) +(\d+|-)\t(.+)$/s;

export async function allEntries(
  git: GitCommand,
  commit: string,
  call: GitCall,
): Promise<TreeEntry[] | undefined> {
  return parse(await git(['ls-tree', '-r', '-z', '-l', commit], call));
}

export async function entryAt(
  git: GitCommand,
  commit: string,
  path: RepoPath,
): Promise<TreeEntry | undefined> {
  const entries = parse(await git(['ls-tree', '-z', '-l', commit, '--', path]));
  return entries?.find((entry) => entry.path === path);
}

const GREP_OPTIONS = ['-z', '-l', '-I', '-i', '-E', '--no-textconv', '--no-color', '--no-full-name'];

/** The files with a line that matches. git ends with a failure where nothing matches too; either way there is no file to name. */
export async function grepTree(
  git: GitCommand,
  commit: string,
  pattern: string,
  call: GitCall,
): Promise<RepoPath[]> {
  const output = await git(['grep', ...GREP_OPTIONS, '-e', pattern, commit, '--'], call);
  return nulSeparated(output ?? Buffer.alloc(0)).flatMap(
    (name) => listedPath(name.slice(commit.length + 1)) ?? [],
  );
}

function parse(output: Buffer | undefined): TreeEntry[] | undefined {
  if (output === undefined) return undefined;
  return nulSeparated(output).flatMap((line) => {
    const [, mode = '', blob = '', size = '', name = ''] = ENTRY.exec(line) ?? [];
    const path = listedPath(name);
    // git writes "-" for the size of what is not a blob.
    return path === undefined
      ? []
      : [{ path, blob, size: Number(size) || 0, isFile: mode.startsWith('100') }];
  });
}
