/**
 * `contexts generate` from start to end. No model is called: everything is read from code, manifests and comments.
 *
 * 1. Find the directories that are worth a document (freshness/scan.ts) and arrange them as a tree.
 * 2. For each, children before parents:
 *    a. read its files, manifests and imports (read-directory.ts);
 *    b. summarize it in a sentence or two (summary.ts), which its parent quotes;
 *    c. derive the fields of the document (derived-fields.ts);
 *    d. merge them into the existing document (merge-document.ts): keep fields that a person edited, and resolve merge
 *       conflicts;
 *    e. write it, unless nothing changed.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Clock, isoTime } from '../../../core/clock.ts';
import { AppError, asAppError } from '../../../core/errors.ts';
import { byCodeUnit } from '../../../core/text/index.ts';
import { isRefusal } from '../../../core/workspace/index.ts';
import { CONTEXT_FILE, type DocumentRead, readDocument, writeDocument } from '../document/document.ts';
import type { ContextDocument } from '../document/document-schema.ts';
import { baseName, isWithin, parentScope } from '../document/scope.ts';
import { fingerprint, freshness, type Project } from '../freshness/freshness.ts';

import { type DirectoryNode, directoryTree, type ProjectScan, scanProject } from '../freshness/scan.ts';
import { derivedFields } from './derived-fields.ts';
import type { ImportTargets } from './directory-imports.ts';
import { testTrees } from './file-role.ts';
import { type MergeTarget, mergeDocument, mergeTarget, type NewFields } from './merge-document.ts';
import { languageBytes, mainKinds, type ProjectSources, type StructureEntry } from './project-fields.ts';
import { type DirectoryFacts, type DirectoryReader, directoryReader } from './read-directory.ts';
import { type Child, summaryOf } from './summary.ts';

export interface GenerateOptions {
  /** This directory and all below it. */
  scope: string;
  /** Only the document of `scope`; those below it stay as they are. */
  alone?: boolean;
  /** Also settings, environment, data models and tests. */
  full: boolean;
  /** Also test directories; without it, only those that already have a document. */
  tests?: boolean;
  /** Only documents that are stale or missing. */
  stale: boolean;
  /** Write nothing. */
  dryRun: boolean;
  /** Directories processed at once. */
  jobs: number;
  signal: AbortSignal;
  progress(done: number, total: number, scope: string): void;
}

export interface GeneratedDocument {
  scope: string;
  action: 'created' | 'updated' | 'unchanged' | 'left alone';
  /** Why it was left alone. */
  reason?: string;
  /** A merge conflict was resolved: what a person should look at. */
  resolved?: readonly string[];
}

/** Builds, once from a listing, the function that resolves imports to files. */
export type ImportResolution = (
  paths: readonly string[],
  readText: (path: string) => Promise<string | undefined>,
) => Promise<ImportTargets>;

export interface GenerateDeps {
  project: Project;
  imports: ImportResolution;
  clock: Clock;
}

export async function generateDocuments(
  deps: GenerateDeps,
  options: GenerateOptions,
): Promise<GeneratedDocument[]> {
  const generation = await startGeneration(deps, options);
  const { tree } = generation;
  if (!tree.has(options.scope))
    throw new AppError(
      'not_found',
      'no_such_scope',
      `There is no source in ${JSON.stringify(options.scope)}.`,
      {
        hint: 'Name a directory of the project that holds source and is not ignored.',
      },
    );
  // The named directory gets a document even if it is small.
  const scopes = [...tree.values()]
    .filter(
      ({ scope, eligible }) =>
        scope === options.scope || (options.alone !== true && eligible && isWithin(scope, options.scope)),
    )
    .map(({ scope }) => scope)
    .sort((a, b) => depthOf(b) - depthOf(a) || byCodeUnit(a, b));
  const done: GeneratedDocument[] = [];
  await inParallel(scopes, options.jobs, async (scope) => {
    done.push(await generation.generate(scope));
    options.progress(done.length, scopes.length, scope);
  });
  await deps.project.cache.save();
  return done.sort((a, b) => byCodeUnit(a.scope, b.scope));
}

async function startGeneration(deps: GenerateDeps, options: GenerateOptions): Promise<Generation> {
  const { workspace } = deps.project;
  const scan = await scanProject(workspace, options.signal);
  const imports = await deps.imports([...scan.paths], async (path) => {
    const resolved = workspace.resolve(path);
    const read = isRefusal(resolved) ? resolved : await workspace.readText(resolved);
    return isRefusal(read) ? undefined : read.text;
  });
  const reader = directoryReader(workspace, imports, options.signal);
  return new Generation(deps, { ...options, full: options.full || scan.config.full }, scan, reader);
}

/** What was done with a document, and the summary that its parent quotes. */
interface Outcome {
  document: GeneratedDocument;
  summary: string;
}

interface DescribedDirectory {
  facts: DirectoryFacts;
  children: Child[];
  summary: string;
}

/** One run: reads each directory once and writes its document once, even if several ask for it. */
class Generation {
  readonly tree: ReadonlyMap<string, DirectoryNode>;
  readonly #deps: GenerateDeps;
  readonly #options: GenerateOptions;
  readonly #scan: ProjectScan;
  readonly #reader: DirectoryReader;
  readonly #now: string;
  readonly #isTest: (scope: string) => boolean;
  readonly #outcomes = new Map<string, Promise<Outcome>>();
  readonly #described = new Map<string, Promise<DescribedDirectory>>();

  constructor(deps: GenerateDeps, options: GenerateOptions, scan: ProjectScan, reader: DirectoryReader) {
    this.#deps = deps;
    this.#options = options;
    this.#scan = scan;
    this.#reader = reader;
    this.#now = isoTime(deps.clock.now());
    this.#isTest = testTrees(scan.paths);
    const withTests = options.tests || scan.config.tests;
    this.tree = directoryTree(
      scan,
      ({ scope, files }) =>
        !withTests && this.#isTest(scope) && !files.some(({ path }) => baseName(path) === CONTEXT_FILE),
    );
  }

  async generate(scope: string): Promise<GeneratedDocument> {
    return (await this.#outcome(scope)).document;
  }

  #outcome(scope: string): Promise<Outcome> {
    const known = this.#outcomes.get(scope) ?? this.#process(scope);
    this.#outcomes.set(scope, known);
    return known;
  }

  async #process(scope: string): Promise<Outcome> {
    await nextTurn();
    this.#options.signal.throwIfAborted();
    const { workspace } = this.#deps.project;
    const read = await readDocument(workspace, scope);
    const target = await mergeTarget(workspace, scope, read);
    if (target.kind === 'refused') return await this.#leaveAlone(scope, target.reason);
    if (this.#options.stale && read.state === 'found' && (await this.#isFresh(scope, read.document)))
      return { document: { scope, action: 'unchanged' }, summary: read.document.summary };
    try {
      return await this.#update(scope, read, target);
    } catch (thrown) {
      const { kind, message } = asAppError(thrown);
      if (kind === 'cancelled' || kind === 'internal') throw thrown;
      return await this.#leaveAlone(scope, message);
    }
  }

  async #leaveAlone(scope: string, reason: string): Promise<Outcome> {
    const { summary } = await this.#describe(scope);
    return { document: { scope, action: 'left alone', reason }, summary };
  }

  async #isFresh(scope: string, { fingerprint: stored }: ContextDocument): Promise<boolean> {
    const files = this.tree.get(scope)?.files ?? [];
    return (await freshness(this.#deps.project, stored, { scope, files })).state === 'fresh';
  }

  async #update(scope: string, read: DocumentRead, target: MergeTarget): Promise<Outcome> {
    const { workspace } = this.#deps.project;
    const fields = await this.#newFields(scope);
    const { text, summary } = await mergeDocument(target, fields);
    if (text === undefined) return { document: { scope, action: 'unchanged' }, summary };
    const { dryRun, alone, scope: named } = this.#options;
    if (!dryRun && (alone !== true || scope === named))
      await writeDocument(workspace, scope, read, text, async (now) => {
        const again = await mergeTarget(workspace, scope, now);
        return again.kind === 'refused' ? undefined : (await mergeDocument(again, fields)).text;
      });
    const action = read.state === 'missing' ? 'created' : 'updated';
    const resolved = target.kind === 'conflict' ? { resolved: target.notes } : {};
    return { document: { scope, action, ...resolved }, summary };
  }

  async #newFields(scope: string): Promise<NewFields> {
    const { workspace, cache } = this.#deps.project;
    const described = await this.#describe(scope);
    const exists = (path: string) => this.#scan.paths.has(path);
    const project = scope === '.' ? await this.#projectSources(described) : undefined;
    return {
      scope,
      derived: derivedFields({ ...described, exists, project }),
      full: this.#options.full,
      fingerprint: await fingerprint(workspace, this.tree.get(scope)?.files ?? [], cache),
      now: this.#now,
    };
  }

  async #projectSources({ facts, summary }: DescribedDirectory): Promise<ProjectSources> {
    const structure: StructureEntry[] = [];
    for (const scope of [...this.tree.keys()].sort(byCodeUnit))
      if (scope !== '.' && !(this.#isTest(scope) && this.#isTest(parentScope(scope) ?? '.')))
        structure.push({ path: scope, summary: await this.#summaryOf(scope) });
    return {
      root: facts,
      names: new Set(this.tree.get('.')?.files.map(({ path }) => baseName(path))),
      directory: this.#deps.project.workspace.root.replaceAll('\\', '/'),
      languages: languageBytes(this.tree),
      summary,
      structure,
    };
  }

  #describe(scope: string): Promise<DescribedDirectory> {
    const known = this.#described.get(scope) ?? this.#readAndDescribe(scope);
    this.#described.set(scope, known);
    return known;
  }

  async #readAndDescribe(scope: string): Promise<DescribedDirectory> {
    const node = this.tree.get(scope);
    const children: Child[] = [];
    for (const child of node?.children ?? [])
      children.push({ name: `${baseName(child)}/`, summary: await this.#summaryOf(child) });
    const facts = await this.#reader.read(scope, node?.files ?? []);
    const kinds = scope === '.' ? mainKinds(languageBytes(this.tree)) : [];
    return { facts, children, summary: summaryOf(facts, children, kinds) };
  }

  /** From the directory's document if it has one: a person may have written it. */
  async #summaryOf(scope: string): Promise<string> {
    const isEligible = this.tree.get(scope)?.eligible === true;
    return (await (isEligible ? this.#outcome(scope) : this.#describe(scope))).summary;
  }
}

function depthOf(scope: string): number {
  return scope === '.' ? 0 : scope.split('/').length;
}

/** Runs at most `most` at a time, started in order. After a failure it starts no more. */
async function inParallel<T>(
  items: readonly T[],
  most: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.toReversed();
  const worker = async () => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) await work(item);
  };
  const workers = Array.from({ length: Math.max(1, Math.min(most, items.length)) }, async () => {
    try {
      await worker();
    } catch (thrown) {
      waiting.length = 0;
      throw thrown;
    }
  });
  await Promise.all(workers);
}
