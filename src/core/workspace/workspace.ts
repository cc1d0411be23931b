/** One repository, as everyone above sees it: paths in, files or refusals out. */
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import {
  createPlumbing,
  type GitCommand,
  type GitPlumbing,
  gitCommand,
  lackOfRepository,
  type Repository,
} from '../git/index.ts';
import { findProgram } from '../processes/index.ts';
import {
  type Boundary,
  type BoundaryOptions,
  createBoundary,
  type FileBytes,
  type FileFacts,
  type FileText,
  fileFacts,
  isRefusal,
  lstatOrUndefined,
  matchGlobTree,
  type PathTest,
  type Refusal,
  type RepoPath,
  readFileBytes,
  readFileText,
} from '../sandbox/index.ts';
import { splitLines } from '../text/index.ts';
import { type MarkerPlace, type OpenWatch, sharedWatch, type WatchSystem } from '../watch/index.ts';
import { isListed, isListedDirectory } from './is-listed.ts';
import { keptFiles, liveListing } from './kept-files.ts';
import {
  governingRepository,
  HIDDEN,
  type ListingOptions,
  listFiles,
  type TrackedButIgnored,
  trackedButIgnored,
} from './listing.ts';
import { rootCheck } from './root-check.ts';
import { directoryStats, type NameStat } from './stat-files.ts';

export interface WorkspaceOptions extends BoundaryOptions {
  maxFileBytes: number;
  /** Left out of listings and searches, but not closed to readers who name them. */
  excludeGlobs?: readonly string[];
  /** The PATH in which git and ripgrep are looked for; without it, the usual directories. */
  programPath?: string | undefined;
}

/** What a workspace that is watched needs; other than its options, it cannot be sent to a thread. */
export interface WatchDeps {
  /** In the data directory. */
  marker?: MarkerPlace;
  watchSystem?: WatchSystem | undefined;
  /** Set for a server, which is asked again and again: one listing is kept up to date by the watch. Absent: every question lists. */
  keepsListing?: Clock | undefined;
}

export interface ReadOptions {
  /** Instead of the workspace's limit. */
  maxBytes?: number;
}

export interface FileLines {
  totalLines: number;
  lines: string[];
}

export interface Workspace {
  /** Real path of the root. Never shown to a client. */
  readonly root: string;
  /** Throws if the root is gone, or an empty directory is in its place. */
  checkRoot(): void;
  /**
   * What a path from outside means here. The file need not exist. Absolute paths inside the root are accepted;
   * backslashes count as slashes.
   */
  resolve(path: string): RepoPath | Refusal;
  isDenied(path: string): boolean;
  /** For those who write into the workspace; never shown to a client. */
  hostPath(path: RepoPath): string;
  facts(path: RepoPath): Promise<FileFacts | Refusal>;
  readText(path: RepoPath, options?: ReadOptions): Promise<FileText | Refusal>;
  readTextSync(path: RepoPath, options?: ReadOptions): FileText | Refusal;
  readBytes(path: RepoPath, options?: ReadOptions): Promise<FileBytes | Refusal>;
  /** Lines `start` to `end`, counted from 1, both included, as far as the file has them. */
  readLines(path: RepoPath, start: number, end: number): Promise<FileLines | Refusal>;
  /**
   * The regular files a reader may open, in code-unit order. Ignored, denied and excluded files, links and special
   * files are absent; names that begin with a dot, or lie in such a directory, only come with `includeHidden`.
   */
  files(options?: ListingOptions): Promise<FileFacts[]>;
  /** All regular files directly in a directory, ignored ones too: for digests over them, never to be shown. */
  directoryStats(directory: RepoPath): NameStat[];
  /** Whether `files()` would list it; for one file much faster than listing all. */
  lists(path: RepoPath): boolean;
  /** Whether `files()` would look into this directory. */
  listsBelow(directory: RepoPath): boolean;
  readonly git: GitPlumbing;
}

/** With what the engine (core/index) needs to search all files and to notice changes. Everyone else asks the engine. */
export interface SearchableWorkspace extends Workspace {
  /** Reports where something changed. All who open it share the system's watches. To be closed. */
  readonly watch: OpenWatch;
  readonly searchRules: SearchRules;
  /** Takes what happened before the call into the listing that is kept, so that `lists` answers from memory. At once if none is kept. */
  listingCaughtUp(): Promise<void>;
  /** The next `files` lists anew, whatever is kept. */
  forgetListing(): void;
  /** Where files may appear, beside the directories of those that are listed; none if no listing is kept. */
  directories(): Iterable<string>;
  /** Ends the watch of the listing that is kept. */
  closeListing(): void;
}

/** Which files a search by another program may show, and how such a program is found. */
export interface SearchRules {
  boundary: Boundary;
  isExcluded: PathTest;
  /** What `isExcluded` was made of. */
  excludeGlobs: readonly string[];
  maxFileBytes: number;
  /** As in WorkspaceOptions. */
  programPath: string | undefined;
  /** Asked each time: it may be made or removed while the server runs. */
  repository(): Repository | undefined;
  /** Files that are listed although ignore files name them, because git tracks them. */
  trackedButIgnored: TrackedButIgnored;
}

/** Files too large to be shown are still compared, up to this size. */
const MAX_HASHED_BYTES = 64 * 1024 * 1024;

export async function openWorkspace(
  options: WorkspaceOptions,
  watching?: WatchDeps,
): Promise<SearchableWorkspace> {
  return openWorkspaceSync(options, watching);
}

export function openWorkspaceSync(
  options: WorkspaceOptions,
  { marker, watchSystem, keepsListing }: WatchDeps = {},
): SearchableWorkspace {
  const { maxFileBytes, programPath, excludeGlobs = [] } = options;
  const boundary = createBoundary(options);
  const isExcluded = matchGlobTree(excludeGlobs);
  const limit = (read: ReadOptions | undefined) => read?.maxBytes ?? maxFileBytes;
  const git = gitFinder(boundary.root, programPath);
  const repository = () => governingRepository(boundary.root);
  const checkRoot = rootCheck(boundary);
  const listingDeps = { boundary, isExcluded, git, checkRoot };
  const readTextSync: Workspace['readTextSync'] = (path, read) => readFileText(boundary, path, limit(read));
  const watch = sharedWatch(boundary.root, {
    ...watchSystem,
    marker,
    marksTree: boundary.closedDirectories.length > 0,
  });
  const live = keepsListing && liveListing(listingDeps, watch, keepsListing);
  const files: Workspace['files'] = (listing = {}) =>
    live === undefined ? listFiles(listingDeps, listing) : keptFiles(live, listing);
  return {
    root: boundary.root,
    checkRoot,
    resolve: boundary.resolve,
    isDenied: boundary.isDenied,
    hostPath: boundary.hostPath,
    facts: async (path) => fileFacts(boundary, path),
    readText: async (path, read) => readTextSync(path, read),
    readTextSync,
    readBytes: async (path, read) => readFileBytes(boundary, path, limit(read)),
    readLines: async (path, start, end) => {
      const file = readTextSync(path);
      return isRefusal(file) ? file : linesOf(file, start, end);
    },
    files,
    directoryStats: (directory) => directoryStats(boundary, directory),
    lists: (path) => live?.lists(path) ?? isListed(boundary, isExcluded, repository(), path),
    listsBelow: (directory) => isListedDirectory(boundary, isExcluded, repository(), directory),
    watch,
    listingCaughtUp: async () => await live?.caughtUp(),
    forgetListing: () => live?.forget(),
    directories: () => live?.directories ?? [],
    closeListing: () => live?.close(),
    searchRules: {
      boundary,
      isExcluded,
      excludeGlobs,
      maxFileBytes,
      programPath,
      repository,
      trackedButIgnored: trackedButIgnored(listingDeps),
    },
    git: createPlumbing({
      git: () => {
        const found = repository();
        return found && git(found);
      },
      lack: () => (repository() === undefined ? lackOfRepository(boundary.root) : 'no-program'),
      isDenied: boundary.isDenied,
      files: (signal) => files({ includeHidden: true, signal }),
      indexTimeMs: () => lstatOrUndefined(join(repository()?.gitDir ?? '', 'index'))?.mtimeMs ?? 0,
      readForHash: (path) => {
        const file = readFileBytes(boundary, path, MAX_HASHED_BYTES);
        return isRefusal(file) ? undefined : file.bytes;
      },
      maxFileBytes,
    }),
  };
}

/** The same workspace as one call sees it: all its files are listed once, when somebody first needs them. */
export function listedOnce(workspace: Workspace, signal: AbortSignal): Workspace {
  let all: Promise<FileFacts[]> | undefined;
  return {
    ...workspace,
    files: async (options = {}) => {
      if (options.directory !== undefined) return await workspace.files(options);
      all ??= workspace.files({ includeHidden: true, signal });
      const files = await all;
      return options.includeHidden === true ? files : files.filter(({ path }) => !HIDDEN.test(path));
    },
  };
}

/** Looked for once, when first needed. */
function gitFinder(root: string, programPath: string | undefined) {
  let search: { program: string | undefined } | undefined;
  return (repository: Repository): GitCommand | undefined => {
    search ??= { program: findProgram('git', root, programPath) };
    return search.program === undefined ? undefined : gitCommand(search.program, repository, root);
  };
}

function linesOf(file: FileText, start: number, end: number): FileLines {
  const all = splitLines(file.text);
  const startLine = Math.max(1, start);
  const endLine = Math.min(end, all.length);
  return { totalLines: all.length, lines: all.slice(startLine - 1, Math.max(startLine - 1, endLine)) };
}
