/** The tree of a commit, below the root of the workspace, and the text of its files. */
import { decodeText, listedPath, type RepoPath } from '../sandbox/index.ts';
import { type GitCall, type GitCommand, nulSeparated } from './command.ts';
import type { KnownCommit } from './commits.ts';

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
  commit: KnownCommit,
  call: GitCall,
): Promise<TreeEntry[] | undefined> {
  return parseTree(await git(['ls-tree', '-r', '-z', '-l', commit], call));
}

/** The command line of Windows holds 32,767 characters, and the settings of every git command need some of them. */
const MAX_PATH_CHARS = 16_000;

/** Of these paths, those that are in the tree, in the order given; one process, however many there are. */
export async function entriesAt(
  git: GitCommand,
  commit: KnownCommit,
  paths: readonly RepoPath[],
  call: GitCall,
): Promise<TreeEntry[]> {
  if (paths.length === 0) return [];
  const fit = paths.reduce((sum, path) => sum + path.length + 1, 0) <= MAX_PATH_CHARS;
  const entries = fit
    ? parseTree(await git(['ls-tree', '-z', '-l', commit, '--', ...paths], call))
    : await allEntries(git, commit, call);
  const found = new Map(entries?.map((entry) => [entry.path, entry]));
  return paths.flatMap((path) => found.get(path) ?? []);
}

/** So much text is held at once, unless one file has more. */
const MAX_BATCH_BYTES = 1 << 24;

/** The texts of blobs, in the order given, without those that are not UTF-8 text or cannot be read. */
export async function* textsOf(
  git: GitCommand,
  files: readonly TreeFile[],
  call: GitCall,
): AsyncGenerator<{ path: RepoPath; text: string }> {
  for (let from = 0, to = 0; from < files.length; from = to) {
    for (let bytes = 0; to < files.length && (to === from || bytes <= MAX_BATCH_BYTES); to++)
      bytes += files[to]?.size ?? 0;
    const batch = files.slice(from, to);
    const input = batch.map(({ blob }) => `${blob}\n`).join('');
    const output = await git(['cat-file', '--batch', '--buffer'], { ...call, input });
    if (output !== undefined) yield* parseBatch(output, batch);
    else if (batch.length > 1) {
      // git gives up at the first damaged object: read what is around it.
      const half = batch.length >> 1;
      yield* textsOf(git, batch.slice(0, half), call);
      yield* textsOf(git, batch.slice(half), call);
    }
  }
}

/** For each blob a line `id blob size`, its content and a line feed; for one that is not there only `id missing`. */
function* parseBatch(
  output: Buffer,
  files: readonly TreeFile[],
): Generator<{ path: RepoPath; text: string }> {
  let at = 0;
  for (const { path, blob } of files) {
    const end = output.indexOf('\n', at);
    if (end === -1) return;
    const [id, kind, size] = output.toString('latin1', at, end).split(' ');
    at = end + 1;
    if (kind === 'missing') continue;
    if (id !== blob || kind !== 'blob') return;
    const text = decodeText(output.subarray(at, at + Number(size)));
    at += Number(size) + 1;
    if (text !== undefined) yield { path, text };
  }
}

function parseTree(output: Buffer | undefined): TreeEntry[] | undefined {
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
