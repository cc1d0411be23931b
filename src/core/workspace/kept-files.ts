/** The live listing over real files, and the answers to questions for some of them. */
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Clock } from '../clock.ts';
import { type Repository, walk } from '../git/index.ts';
import { type Boundary, type FileFacts, lstatOrUndefined, type RepoPath } from '../sandbox/index.ts';
import type { OpenWatch } from '../watch/index.ts';
import { isListed, isListedDirectory } from './is-listed.ts';
import {
  governingRepository,
  HIDDEN,
  type ListingDeps,
  type ListingOptions,
  listFiles,
  parentOf,
} from './listing.ts';
import { LiveListing } from './live-listing.ts';
import { statFiles } from './stat-files.ts';

export function liveListing(deps: ListingDeps, watch: OpenWatch, clock: Clock): LiveListing {
  const { boundary, isExcluded } = deps;
  const repository = () => governingRepository(boundary.root);
  const isClosed = (path: string) => boundary.isDenied(path) || isExcluded(path);
  const listsBelow = (path: RepoPath) =>
    isListedDirectory(boundary, isExcluded, repository(), path, HIDDEN_TOO);
  return new LiveListing({
    list: (onNames) => listFiles(deps, { includeHidden: true, onNames }),
    look: (path) => look(boundary, path),
    lists: (path) => isListed(boundary, isExcluded, repository(), path, HIDDEN_TOO),
    listsBelow,
    isDenied: isClosed,
    async below(directory) {
      const directories: string[] = [];
      const governing = repository();
      const names = await walk(
        boundary.root,
        { path: `${directory}/`, repository: governing },
        {
          skip: isClosed,
          withoutNoise: governing === undefined,
          signal: undefined,
          onDirectory: (path) => void directories.push(path.slice(0, -1)),
        },
      );
      const wanted = names.filter((name) => !isClosed(name));
      return { files: (await statFiles(boundary, wanted, undefined)).files, directories };
    },
    changedMs: (directory) =>
      lstatOrUndefined(join(boundary.root, directory))?.ctimeMs ?? Number.POSITIVE_INFINITY,
    withoutFiles: (known) => withoutFiles(boundary, known, listsBelow),
    rules: () => rulesOutside(boundary, repository()),
    watch,
    clock,
  });
}

const HIDDEN_TOO = { includeHidden: true };

/** Those that were asked for, from all that are kept. */
export async function keptFiles(live: LiveListing, options: ListingOptions): Promise<FileFacts[]> {
  const { directory, includeHidden = false, signal } = options;
  signal?.throwIfAborted();
  const all = await live.files();
  signal?.throwIfAborted();
  return all.filter(
    ({ path }) =>
      (includeHidden || !HIDDEN.test(path)) && (directory === undefined || parentOf(path) === directory),
  );
}

function look(boundary: Boundary, path: RepoPath): FileFacts | 'directory' | undefined {
  const stat = lstatOrUndefined(boundary.hostPath(path));
  if (stat === undefined) return undefined;
  if (stat.isDirectory()) return boundary.isPlainDirectory(path) ? 'directory' : undefined;
  // A parent of a path is as well formed as the path.
  if (!stat.isFile() || !boundary.isPlainDirectory(parentOf(path) as RepoPath)) return undefined;
  const { size, mtimeMs, ctimeMs, ino } = stat;
  return { path, size, mtimeMs, ctimeMs, ino };
}

/**
 * git names no directory in which it finds no file. How many directories one holds, most file systems count as links to it; only where
 * that is more than are known its names are read.
 */
function withoutFiles(
  boundary: Boundary,
  known: ReadonlySet<string>,
  listsBelow: (path: RepoPath) => boolean,
): string[] {
  const children = new Map<string, number>();
  for (const path of known) {
    if (path === '') continue;
    const parent = parentOf(path);
    const above = parent === '.' ? '' : parent;
    children.set(above, (children.get(above) ?? 0) + 1);
  }
  const found: string[] = [];
  const open = [...known];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const place = join(boundary.root, at);
    const links = lstatOrUndefined(place)?.nlink ?? 0;
    if (links >= LEAST_LINKS && links - LEAST_LINKS <= (children.get(at) ?? 0)) continue;
    for (const name of directoriesIn(place)) {
      const path = at === '' ? name : `${at}/${name}`;
      if (name === '.git' || known.has(path) || !listsBelow(path as RepoPath)) continue;
      found.push(path);
      open.push(path);
    }
  }
  return found;
}

/** Its name, and the `.` in it. */
const LEAST_LINKS = 2;

function directoriesIn(place: string): string[] {
  try {
    return readdirSync(place, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  } catch {
    // Deleted meanwhile, or not readable.
    return [];
  }
}

/** git's index says which ignored files count all the same; the other files hold ignore rules and lie where nobody watches. */
function rulesOutside({ root }: Boundary, repository: Repository | undefined): string {
  if (repository === undefined) return '';
  const { gitDir, commonDir, top } = repository;
  const places = [join(gitDir, 'index'), join(commonDir, 'info', 'exclude')];
  for (let at = root; at !== top && dirname(at) !== at; ) {
    at = dirname(at);
    places.push(join(at, '.gitignore'));
  }
  const states = places.map((place) => {
    const stat = lstatOrUndefined(place);
    return stat && `${stat.ino} ${stat.size} ${stat.ctimeMs}`;
  });
  return [gitDir, ...states].join('\n');
}
