/** One run over a project: each directory is read once, its document written once, its summary told to its parent. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Clock, isoTime } from '../../../core/clock.ts';
import { asAppError } from '../../../core/errors.ts';
import { byCodeUnit } from '../../../core/text/index.ts';
import { isRefusal } from '../../../core/workspace/index.ts';
import { committedSides } from '../conflict/committed-sides.ts';
import { resolveConflict } from '../conflict/resolve.ts';
import { CONTEXT_FILE, type DocumentRead, parseDocument, readDocument } from '../document.ts';
import { unsupportedVersion } from '../envelope.ts';
import { fingerprint } from '../fingerprint.ts';
import { freshness, type Project, type ProjectScan, scanProject } from '../project.ts';
import { baseName, parentScope } from '../scope.ts';
import { writeDocument } from '../write-document.ts';
import { derivedValues } from './derivation.ts';
import {
  type DirectoryFacts,
  type DirectoryReader,
  directoryReader,
  type ImportTargets,
} from './directory.ts';
import { type Merged, type MergeParts, mergedDocument, newDocument } from './merge.ts';
import { mainKinds } from './project-fields.ts';
import { languageBytes, projectSources } from './project-sources.ts';
import { type Child, summaryOf } from './summary.ts';
import { testTrees } from './test-file.ts';
import { type DirectoryNode, directoryTree } from './tree.ts';

export interface RunOptions {
  /** More fields: what is configured, read from the environment, stored and tested. */
  full: boolean;
  /** Only documents that are stale or missing. */
  stale: boolean;
  /** Trees of tests too; without it, only those that have a document, or are named. */
  tests?: boolean;
  /** Nothing is written. */
  dryRun: boolean;
  /** Only the document of the directory that is named; those below it stay as they are. */
  alone?: boolean;
  signal: AbortSignal;
}

export interface GeneratedDocument {
  scope: string;
  action: 'created' | 'updated' | 'unchanged' | 'left alone';
  /** Why it was left alone. */
  reason?: string;
  /** The conflict of a merge was resolved; what a person should look at. */
  resolved?: readonly string[];
}

/** Which files of the project an import means; made once for a listing. */
export type ImportResolution = (
  paths: readonly string[],
  readText: (path: string) => Promise<string | undefined>,
) => Promise<ImportTargets>;

export interface GenerateParts {
  project: Project;
  imports: ImportResolution;
  clock: Clock;
}

interface Outcome {
  document: GeneratedDocument;
  summary: string;
}

/** A directory as its code and its children tell it. */
interface Told {
  facts: DirectoryFacts;
  children: Child[];
  summary: string;
}

export async function startRun(parts: GenerateParts, options: RunOptions): Promise<GenerationRun> {
  const { workspace } = parts.project;
  const scan = await scanProject(parts.project, options.signal);
  const imports = await parts.imports([...scan.paths], async (path) => {
    const resolved = workspace.resolve(path);
    const read = isRefusal(resolved) ? resolved : await workspace.readText(resolved);
    return isRefusal(read) ? undefined : read.text;
  });
  const reader = directoryReader(workspace, imports, options.signal);
  return new GenerationRun(parts, { ...options, full: options.full || scan.config.full }, scan, reader);
}

export class GenerationRun {
  readonly tree: ReadonlyMap<string, DirectoryNode>;
  readonly #parts: GenerateParts;
  readonly #options: RunOptions;
  readonly #scan: ProjectScan;
  readonly #reader: DirectoryReader;
  readonly #now: string;
  readonly #isTest: (scope: string) => boolean;
  readonly #outcomes = new Map<string, Promise<Outcome>>();
  readonly #told = new Map<string, Promise<Told>>();
  readonly #named = new Set<string>();

  constructor(parts: GenerateParts, options: RunOptions, scan: ProjectScan, reader: DirectoryReader) {
    this.#parts = parts;
    this.#options = options;
    this.#scan = scan;
    this.#reader = reader;
    this.#now = isoTime(parts.clock.now());
    const isTest = testTrees(scan.paths);
    this.#isTest = isTest;
    const withTests = options.tests || scan.config.tests;
    this.tree = directoryTree(
      scan,
      ({ scope, files }) =>
        !withTests && isTest(scope) && !files.some(({ path }) => baseName(path) === CONTEXT_FILE),
    );
  }

  /** Also for a directory that is too small by itself. Its children's documents come first. */
  async generate(scope: string): Promise<GeneratedDocument> {
    this.#named.add(scope);
    return (await this.#outcome(scope)).document;
  }

  #outcome(scope: string): Promise<Outcome> {
    const known = this.#outcomes.get(scope) ?? this.#make(scope);
    this.#outcomes.set(scope, known);
    return known;
  }

  async #make(scope: string): Promise<Outcome> {
    await nextTurn();
    this.#options.signal.throwIfAborted();
    const read = await readDocument(this.#parts.project.workspace, scope);
    const { read: whole } = await this.#whole(scope, read);
    const obstacle = reasonToLeave(whole);
    if (obstacle !== undefined) return await this.#leave(scope, obstacle);
    if (
      this.#options.stale &&
      read.state === 'found' &&
      (await this.#isFresh(scope, read.document.fingerprint))
    )
      return { document: { scope, action: 'unchanged' }, summary: read.document.summary };
    try {
      return await this.#renew(scope, read);
    } catch (thrown) {
      const { kind, message } = asAppError(thrown);
      if (kind === 'cancelled' || kind === 'internal') throw thrown;
      return await this.#leave(scope, message);
    }
  }

  async #leave(scope: string, reason: string): Promise<Outcome> {
    const { summary } = await this.#tell(scope);
    return { document: { scope, action: 'left alone', reason }, summary };
  }

  async #isFresh(scope: string, stored: string): Promise<boolean> {
    const files = this.tree.get(scope)?.files ?? [];
    return (await freshness(this.#parts.project, stored, { scope, files })).state === 'fresh';
  }

  async #renew(scope: string, read: DocumentRead): Promise<Outcome> {
    const parts = await this.#mergeParts(scope);
    const action = read.state === 'missing' ? 'created' : 'updated';
    const { merged, resolved } = await this.#merged(scope, read, parts);
    if (merged.text === undefined)
      return { document: { scope, action: 'unchanged' }, summary: merged.summary };
    if (!this.#options.dryRun && (this.#options.alone !== true || this.#named.has(scope))) {
      const { workspace } = this.#parts.project;
      await writeDocument(workspace, scope, read, merged.text, async (now) =>
        reasonToLeave((await this.#whole(scope, now)).read) === undefined
          ? (await this.#merged(scope, now, parts)).merged.text
          : undefined,
      );
    }
    const document = { scope, action, ...(resolved === undefined ? {} : { resolved }) } as const;
    return { document, summary: merged.summary };
  }

  async #merged(
    scope: string,
    read: DocumentRead,
    parts: MergeParts,
  ): Promise<{ merged: Merged; resolved?: readonly string[] }> {
    const { read: whole, resolved } = await this.#whole(scope, read);
    if (whole.state !== 'found') return { merged: await newDocument(parts) };
    const merged = await mergedDocument(whole, parts);
    if (resolved === undefined) return { merged };
    return { merged: { ...merged, text: merged.text ?? whole.text }, resolved };
  }

  /** The document without the marks of a merge, if it has some and they can be resolved. */
  async #whole(
    scope: string,
    read: DocumentRead,
  ): Promise<{ read: DocumentRead; resolved?: readonly string[] }> {
    if (read.state !== 'corrupt' || read.conflict === undefined) return { read };
    const committed = await committedSides(this.#parts.project.workspace, scope);
    const resolved = await resolveConflict(read.conflict, committed);
    return resolved === undefined
      ? { read }
      : { read: await parseDocument(resolved.text), resolved: resolved.notes };
  }

  async #mergeParts(scope: string): Promise<MergeParts> {
    const { workspace, cache } = this.#parts.project;
    const told = await this.#tell(scope);
    const project = scope === '.' ? await this.#project(told) : undefined;
    return {
      scope,
      values: derivedValues({ ...told, exists: (path) => this.#scan.paths.has(path), project }),
      full: this.#options.full,
      fingerprint: await fingerprint(workspace, this.tree.get(scope)?.files ?? [], cache),
      now: this.#now,
    };
  }

  async #project({ facts, summary }: Told) {
    const directories = [];
    for (const scope of [...this.tree.keys()].sort(byCodeUnit))
      if (scope !== '.' && !(this.#isTest(scope) && this.#isTest(parentScope(scope) ?? '.')))
        directories.push({ path: scope, summary: await this.#summaryOf(scope) });
    const { root } = this.#parts.project.workspace;
    return { sources: projectSources(facts, summary, root, this.tree), directories };
  }

  #tell(scope: string): Promise<Told> {
    const known = this.#told.get(scope) ?? this.#read(scope);
    this.#told.set(scope, known);
    return known;
  }

  async #read(scope: string): Promise<Told> {
    const node = this.tree.get(scope);
    const children: Child[] = [];
    for (const child of node?.children ?? [])
      children.push({ name: `${baseName(child)}/`, summary: await this.#summaryOf(child) });
    const facts = await this.#reader.read(scope, node?.files ?? []);
    const kinds = scope === '.' ? mainKinds(languageBytes(this.tree)) : [];
    return { facts, children, summary: summaryOf(facts, children, kinds) };
  }

  /** As the child's document says it, if it has one. */
  async #summaryOf(scope: string): Promise<string> {
    const maker = this.tree.get(scope)?.eligible === true ? this.#outcome(scope) : this.#tell(scope);
    return (await maker).summary;
  }
}

/** What is there and cannot be read is somebody's work, not ours to replace. */
function reasonToLeave(read: DocumentRead): string | undefined {
  if (read.state === 'unsupported') return unsupportedVersion(read.version);
  if (read.state !== 'corrupt') return undefined;
  if (read.conflict !== undefined)
    return 'It contains merge conflict markers, and one of the sides is not a valid document. Remove the markers by hand.';
  const [first] = read.problems;
  return `It is not valid, line ${first?.line ?? 1}: ${first?.message ?? 'unreadable'}`;
}
