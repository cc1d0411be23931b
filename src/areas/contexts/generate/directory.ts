/** One directory, read: its own files and what they import. */

import { isMachineMade } from '../../../core/file-kind/index.ts';
import type { ImportReference } from '../../../core/languages/index.ts';
import { byCodeUnit } from '../../../core/text/index.ts';
import { type FileFacts, isRefusal, type Workspace } from '../../../core/workspace/index.ts';
import { baseName, inScope, parentScope, scopeOf } from '../scope.ts';
import { externalFinder } from './external.ts';
import { type Host, MOST_FILES, stemOf } from './importance.ts';
import { isManifest, type Manifest, readManifests } from './manifests/index.ts';
import { isReadme, readmeSentence } from './readme.ts';
import { emptySourceFile, LARGEST_READ, type SourceFile } from './source-file.ts';
import { readInThread } from './source-file-threads.ts';

export interface DirectoryFacts extends Host {
  scope: string;
  /** Files of known languages, without those that tools write for themselves; in order of the name. */
  files: readonly SourceFile[];
  manifests: readonly Manifest[];
  /** The first sentence of its README. */
  readme: string | undefined;
  /** Other directories of the project that its code imports, the most used first. */
  internal: readonly string[];
  /** Packages of others that its code imports, the most used first. */
  external: readonly string[];
}

/** The files of the project that an import means. */
export type ImportTargets = (from: string, reference: ImportReference) => Promise<readonly string[]>;

export interface DirectoryReader {
  read(scope: string, files: readonly FileFacts[]): Promise<DirectoryFacts>;
}

/** So many files do not each describe themselves in the same sentence. */
const LEAST_FOR_BANNER = 4;
/** What changed earlier is settled. */
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
        const file = isTold(path, size) ? emptySourceFile(path, size) : undefined;
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
        ...(await dependenciesOf(scope, own, await manifests.above(scope), targets)),
      };
    },
  };
}

/** Nobody looks for empty files, for those that tools write for themselves, or for the notes in the notes. */
function isTold(path: string, size: number): boolean {
  const name = baseName(path);
  return size > 0 && !isMachineMade(name) && !name.startsWith('.context');
}

/** The same words at the head of many files are about the project. */
function withoutBanners(files: readonly SourceFile[]): SourceFile[] {
  const counts = new Map<string, number>();
  for (const { doc } of files) if (doc !== undefined) counts.set(doc, (counts.get(doc) ?? 0) + 1);
  return files.map((file) =>
    (counts.get(file.doc ?? '') ?? 0) < LEAST_FOR_BANNER ? file : { ...file, doc: undefined },
  );
}

async function dependenciesOf(
  scope: string,
  files: readonly SourceFile[],
  above: readonly Manifest[],
  targets: ImportTargets,
): Promise<Pick<DirectoryFacts, 'internal' | 'external' | 'importers'>> {
  const internal = new Map<string, number>();
  const external = new Map<string, number>();
  const importers = new Map<string, number>();
  const findExternal = externalFinder(above);
  for (const { path, language, imports } of files)
    for (const reference of imports) {
      const found = await targets(path, reference);
      for (const own of new Set(found.filter((each) => scopeOf(each) === scope).map(stemOf)))
        if (own !== stemOf(path)) importers.set(own, (importers.get(own) ?? 0) + 1);
      const scopes = new Set(found.map(scopeOf));
      for (const target of scopes)
        if (target !== scope) internal.set(target, (internal.get(target) ?? 0) + 1);
      const name = found.length > 0 ? undefined : findExternal(language, reference);
      if (name !== undefined) external.set(name, (external.get(name) ?? 0) + 1);
    }
  return { internal: mostUsed(internal), external: mostUsed(external), importers };
}

function mostUsed(counts: ReadonlyMap<string, number>): string[] {
  return [...counts].sort(([a, m], [b, n]) => n - m || byCodeUnit(a, b)).map(([name]) => name);
}

/** A manifest is asked for by every directory below it, so it is read once. */
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
