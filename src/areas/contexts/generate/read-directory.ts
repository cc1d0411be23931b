/** Reads one directory: its own files, its manifests, and what its code imports. */

import { isMachineMade } from '../../../core/file-kind/index.ts';
import { TASK_LIMIT_MS, Threads } from '../../../core/parsing/index.ts';
import { type FileFacts, isRefusal, type Workspace } from '../../../core/workspace/index.ts';
import { baseName, inScope, parentScope } from '../document/scope.ts';
import { type DirectoryImports, directoryImports, type ImportTargets } from './directory-imports.ts';
import { isManifest, type Manifest, readManifests } from './manifests/index.ts';
import { isReadme, readmeSentence } from './readme.ts';
import { emptySourceFile, LARGEST_READ, type SourceFile, type SourceFileTask } from './source-file.ts';

export interface DirectoryFacts extends DirectoryImports {
  scope: string;
  /** Files of known languages by name, without files that tools write for themselves. */
  files: readonly SourceFile[];
  manifests: readonly Manifest[];
  /** The first sentence of its README. */
  readme: string | undefined;
  /** How often each path changed recently; undefined without git, or if all files are shown anyway. */
  changes: ReadonlyMap<string, number> | undefined;
}

export interface DirectoryReader {
  read(scope: string, files: readonly FileFacts[]): Promise<DirectoryFacts>;
}

/** Of more files, only the most important are shown; the outline has the rest. */
export const MOST_FILES = 40;
/** A sentence in this many files is a banner, not a description of each file. */
const LEAST_FOR_BANNER = 4;
/** Earlier changes do not count. */
const COMMITS_LOOKED_AT = 1000;

export function directoryReader(
  workspace: Workspace,
  targets: ImportTargets,
  signal: AbortSignal,
): DirectoryReader {
  const manifests = manifestReader(workspace);
  let churn: Promise<ReadonlyMap<string, number> | undefined> | undefined;
  const changesOf = (files: number) => {
    if (files <= MOST_FILES) return undefined;
    churn ??= workspace.git.churn(COMMITS_LOOKED_AT, signal);
    return churn;
  };
  return {
    async read(scope, files) {
      const own: SourceFile[] = [];
      let readme: string | undefined;
      for (const { path, size } of files) {
        signal.throwIfAborted();
        const file = isDescribed(path, size) ? emptySourceFile(path, size) : undefined;
        if (file === undefined && !isReadme(baseName(path))) continue;
        const text = await textOf(workspace, path, size);
        if (isReadme(baseName(path)) && text !== undefined) readme ??= readmeSentence(text);
        if (file !== undefined) own.push(text === undefined ? file : await readInThread(file, text, signal));
      }
      return {
        scope,
        files: withoutBanners(own),
        manifests: await manifests.at(scope, files),
        readme,
        changes: await changesOf(own.length),
        ...(await directoryImports(scope, own, await manifests.above(scope), targets)),
      };
    },
  };
}

/** Leaves out empty files, files that tools write for themselves, and the documents themselves. */
function isDescribed(path: string, size: number): boolean {
  const name = baseName(path);
  return size > 0 && !isMachineMade(name) && !name.startsWith('.context');
}

/** Removes sentences that many files share: they are about the project. */
function withoutBanners(files: readonly SourceFile[]): SourceFile[] {
  const counts = new Map<string, number>();
  for (const { doc } of files) if (doc !== undefined) counts.set(doc, (counts.get(doc) ?? 0) + 1);
  return files.map((file) =>
    (counts.get(file.doc ?? '') ?? 0) < LEAST_FOR_BANNER ? file : { ...file, doc: undefined },
  );
}

/** Reads each manifest once: every directory below it asks for it. */
function manifestReader(workspace: Workspace) {
  const known = new Map<string, Promise<Manifest[]>>();
  const read = (scope: string, names: readonly string[]): Promise<Manifest[]> => {
    const before = known.get(scope);
    if (before !== undefined) return before;
    const made = readManifests(names.filter(isManifest), (name) =>
      textOf(workspace, inScope(scope, name), 0),
    );
    known.set(scope, made);
    return made;
  };
  const at = (scope: string, files: readonly FileFacts[]) =>
    read(
      scope,
      files.map(({ path }) => baseName(path)),
    );
  return {
    at,
    async above(scope: string): Promise<Manifest[]> {
      const found: Manifest[] = [];
      for (let up: string | undefined = scope; up !== undefined; up = parentScope(up)) {
        const directory = workspace.resolve(up);
        if (isRefusal(directory)) continue;
        const names = known.has(up) ? [] : workspace.directoryStats(directory).map(({ name }) => name);
        found.push(...(await read(up, names)));
      }
      return found;
    },
  };
}

async function textOf(workspace: Workspace, path: string, size: number): Promise<string | undefined> {
  const resolved = size > LARGEST_READ ? undefined : workspace.resolve(path);
  if (resolved === undefined || isRefusal(resolved)) return undefined;
  const read = await workspace.readText(resolved, { maxBytes: LARGEST_READ });
  return isRefusal(read) ? undefined : read.text;
}

/** Reads source files in threads: a run reads thousands, and any of them may be made to be slow. */
const threads = new Threads<SourceFileTask, SourceFile>({
  entry: 'source-file-worker',
  threads: 2,
  limitMs: TASK_LIMIT_MS,
  // Rarely used, and then for all files of a project at once.
  idleMs: 5000,
});

/** If a file takes too long, only its name is known. */
async function readInThread(file: SourceFile, text: string, signal: AbortSignal): Promise<SourceFile> {
  const outcome = await threads.run({ file, text }, signal);
  return outcome.stopped === undefined ? outcome.value : file;
}
