/** The files that ripgrep searches, as it lists them, and the directories in which more of them could appear. */
import { dirname, join } from 'node:path';
import { type Repository, repositoryAt, walk } from '../../git/index.ts';
import { runProcess, unlessStalled } from '../../processes/index.ts';
import { type Boundary, lstatOrUndefined, type PathTest, printedName } from '../../sandbox/index.ts';
import type { Watch } from '../../watch/index.ts';
import { listingArguments, type RipgrepScope } from '../ripgrep.ts';

export interface Tree {
  files: readonly string[];
  /** All of them watched; `` is the root. */
  directories: ReadonlySet<string>;
  /** Repositories inside, without the one of the root. */
  repositories: readonly string[];
  /** What the ignore rules outside of the watched directories were. */
  rules: string;
}

export interface TreeDeps {
  boundary: Boundary;
  isExcluded: PathTest;
  repository: Repository | undefined;
  program: string;
  scope: RipgrepScope;
  watch: Watch;
  signal: AbortSignal;
}

const TIME_LIMIT_MS = 60_000;
const MAX_NAMES_BYTES = 256 * 1024 * 1024;
/** If directories appear faster than they can be watched, it is tried another time. */
const MOST_ROUNDS = 5;
/** More would cost too much to check with every search. */
const MOST_REPOSITORIES = 50;

/** Undefined: the tree kept changing, or could not be listed. */
export async function listTree(deps: TreeDeps): Promise<Tree | undefined> {
  const { watch, repository, boundary } = deps;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { directories, repositories } = await directoriesIn(deps);
    if (repositories.length > MOST_REPOSITORIES) return undefined;
    const rules = rulesOutside(boundary, repository, repositories);
    const files = await filesIn(deps);
    if (files === undefined) return undefined;
    for (const path of files) for (const directory of above(path, directories)) directories.add(directory);
    // No event reports what appeared before a directory was watched; so a listing counts only if all its directories were watched
    // before. A directory that went and came back since the last listing has a new watch.
    const fresh = watch.follow(directories);
    if (!watch.isComplete) return undefined;
    if (fresh === 0) return { files, directories, repositories, rules };
  }
  return undefined;
}

/** A state that changes with the rules; those in .gitignore files inside are seen by the watch. */
export function rulesOutside(
  boundary: Boundary,
  repository: Repository | undefined,
  repositories: readonly string[],
): string {
  const places = repositories.map((path) => join(boundary.root, path));
  const files = places.flatMap((place) => {
    const found = repositoryAt(place);
    return [join(place, '.git'), ...(typeof found === 'string' ? [] : [excludeFile(found)])];
  });
  if (repository !== undefined) {
    files.push(excludeFile(repository));
    for (let at = boundary.root; at !== repository.top && dirname(at) !== at; ) {
      at = dirname(at);
      files.push(join(at, '.gitignore'));
    }
  }
  const state = files.map((file) => {
    const look = lstatOrUndefined(file);
    return look === undefined || look.isDirectory()
      ? [file, look?.ino]
      : [file, look.ino, look.size, look.ctimeMs];
  });
  return JSON.stringify([repository?.gitDir, repositories, state]);
}

const excludeFile = ({ commonDir }: Repository): string => join(commonDir, 'info', 'exclude');

async function directoriesIn({
  boundary,
  isExcluded,
  repository,
  signal,
}: TreeDeps): Promise<{ directories: Set<string>; repositories: string[] }> {
  const directories = new Set<string>();
  const repositories: string[] = [];
  await walk(
    boundary.root,
    { path: '', repository },
    {
      skip: (path) => boundary.isDenied(path) || isExcluded(path),
      withoutNoise: repository === undefined,
      signal,
      onDirectory: (path, holdsRepository) => {
        directories.add(path.slice(0, -1));
        if (holdsRepository && path !== '') repositories.push(path);
      },
    },
  );
  return { directories, repositories };
}

async function filesIn({ program, scope, boundary, signal }: TreeDeps): Promise<string[] | undefined> {
  const result = await unlessStalled(boundary.root, signal, (stopped) =>
    runProcess({
      program,
      args: listingArguments(scope),
      cwd: boundary.root,
      env: {},
      timeLimitMs: TIME_LIMIT_MS,
      maxOutputBytes: MAX_NAMES_BYTES,
      signal: stopped,
    }),
  );
  if ('waitsFor' in result || result.outcome !== 'exit') return undefined;
  const names = result.stdout.toString('utf8').split('\0');
  return names.filter((name) => name !== '').map((name) => printedName(name));
}

function* above(path: string, known: ReadonlySet<string>): Generator<string> {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const directory = path.slice(0, end);
    if (known.has(directory)) return;
    yield directory;
  }
}
