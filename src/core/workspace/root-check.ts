/** Whether the root is still there: it can be renamed, unmounted or replaced while it is served. */
import { readdirSync } from 'node:fs';
import { AppError } from '../errors.ts';
import { type Boundary, lstatOrUndefined } from '../sandbox/index.ts';

/**
 * Throws if it is not. An empty directory that is not the one that was opened is what is left after unmounting; it must not be taken for
 * a repository whose files were all deleted. Costs one look at the root as long as it is the same.
 */
export function rootCheck({ root, closedDirectories }: Boundary): () => void {
  const identity = identityOf(root);
  const own = new Set(closedDirectories.map((path) => path.split('/', 1)[0]));
  return () => {
    const now = identityOf(root);
    if (now === undefined)
      throw new AppError(
        'io',
        'root_gone',
        'The repository root is gone: it was renamed, moved or unmounted.',
        { hint: 'Put it back and ask again; the index is kept. If it moved for good, start again there.' },
      );
    if (now === identity) return;
    const names = namesIn(root);
    if (names.some((name) => !own.has(name))) return;
    throw new AppError('io', 'root_empty', 'The repository root is another directory now, and it is empty.', {
      hint: 'If it was unmounted, mount it again; the index is kept. If it is meant to be empty, start again.',
    });
  };
}

function identityOf(root: string): string | undefined {
  const look = lstatOrUndefined(root);
  return look?.isDirectory() ? `${look.dev} ${look.ino}` : undefined;
}

function namesIn(root: string): string[] {
  try {
    return readdirSync(root);
  } catch (cause) {
    throw new AppError('io', 'root_unreadable', 'The repository root cannot be read.', {
      hint: 'Check that it is still there, and its permissions.',
      cause,
    });
  }
}
