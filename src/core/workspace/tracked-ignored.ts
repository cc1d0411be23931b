/** Files that git lists because it tracks them, though an ignore file names them. */
import { join } from 'node:path';
import { nulSeparated, type Repository } from '../git/index.ts';
import { lstatOrUndefined, type RepoPath } from '../sandbox/index.ts';
import type { ListingDeps } from './listing.ts';
import { statFiles } from './stat-files.ts';

export type TrackedButIgnored = (
  repository: Repository,
  signal: AbortSignal | undefined,
) => Promise<readonly RepoPath[]>;

/** Asked with every search, so the names are kept until the index or one of the main ignore files changes. */
export function trackedButIgnored({ git, boundary }: ListingDeps): TrackedButIgnored {
  let last: { state: string; names: string[] } | undefined;
  return async (repository, signal) => {
    const state = stateOf(repository);
    if (last?.state !== state) {
      const options = ['-z', '--cached', '--ignored', '--exclude-standard'];
      const listed = await git(repository)?.(['ls-files', ...options], { signal });
      const names = listed === undefined ? [] : nulSeparated(listed);
      last = { state, names: names.filter((name) => !boundary.isDenied(name)) };
    }
    return (await statFiles(boundary, last.names, signal)).files.map((file) => file.path);
  };
}

function stateOf({ gitDir, commonDir, top }: Repository): string {
  const places = [join(gitDir, 'index'), join(commonDir, 'info', 'exclude'), join(top, '.gitignore')];
  return (
    places.map((place) => `${lstatOrUndefined(place)?.mtimeMs} ${lstatOrUndefined(place)?.size}`).join(' ') +
    gitDir
  );
}
