/**
 * Resolves merge conflict markers in a document. Derived fields are taken from either side, since they are derived
 * again; what people wrote is kept from both. Where both sides changed the same thing, both texts stay, with a note.
 */

import type { Document } from 'yaml';
import { sidesOf } from '../../../core/text/index.ts';
import { isRefusal, type KnownCommit, type Workspace } from '../../../core/workspace/index.ts';
import { CONTEXT_FILE, type DocumentRead, parseDocument } from '../document/document.ts';
import { rankOf } from '../document/document-fields.ts';
import { inScope } from '../document/scope.ts';
import { canonical, derivedText, digestOf, type FieldDigest, isStillDerived } from '../edit/field-digests.ts';
import { editYaml, type FieldEdit } from '../edit/yaml-edit.ts';
import { mergeLists } from './merge-lists.ts';

type Found = Extract<DocumentRead, { state: 'found' }>;

/** Both documents as committed and their common base; undefined where git has none. */
export interface CommittedSides {
  ours: string | undefined;
  theirs: string | undefined;
  base: string | undefined;
}

export interface Resolved {
  text: string;
  /** What a person should look at. */
  notes: string[];
}

interface Side extends Found {
  /** The side as committed. In the conflicted text git may have merged parts of a field from both sides, so no digest matches. */
  committed: Found | undefined;
}

/** Undefined if one of the sides is not a valid document. */
export async function resolveConflict(
  text: string,
  committed: CommittedSides,
): Promise<Resolved | undefined> {
  const marked = sidesOf(text);
  const ours = await sideOf(marked.ours, committed.ours);
  const theirs = await sideOf(marked.theirs, committed.theirs);
  if (ours === undefined || theirs === undefined) return undefined;
  const base = (await found(committed.base)) ?? (await found(marked.base));
  const merge = new DocumentMerge(ours, theirs, base);
  return await merge.run();
}

async function sideOf(text: string, committed: string | undefined): Promise<Side | undefined> {
  const read = await found(text);
  return read && { ...read, committed: await found(committed) };
}

async function found(text: string | undefined): Promise<Found | undefined> {
  const read = text === undefined ? undefined : await parseDocument(text);
  return read?.state === 'found' ? read : undefined;
}

/** Fields whose keys are derived or edited one by one. */
const BY_KEY = new Set(['dependencies', 'current_state']);
/** Fields about the document itself. */
const BOOKKEEPING = new Set(['version', 'scope', 'fingerprint', 'last_updated', 'derived_fields']);

class DocumentMerge {
  readonly #ours: Side;
  readonly #theirs: Side;
  readonly #base: Found | undefined;
  readonly #edits: FieldEdit[] = [];
  readonly #derived: FieldDigest[] = [];
  readonly #notes: string[] = [];

  constructor(ours: Side, theirs: Side, base: Found | undefined) {
    this.#ours = ours;
    this.#theirs = theirs;
    this.#base = base;
  }

  async run(): Promise<Resolved> {
    const [ours, theirs] = [this.#ours, this.#theirs];
    const fields = new Set([...Object.keys(fieldsOf(ours)), ...Object.keys(fieldsOf(theirs))]);
    for (const field of [...fields].sort((a, b) => rankOf(a) - rankOf(b)))
      if (!BOOKKEEPING.has(field)) await (BY_KEY.has(field) ? this.#keys(field) : this.#field([field]));
    const newer = [ours, theirs].map(({ document }) => document.last_updated).sort();
    this.#edits.push({ path: ['last_updated'], value: newer.at(-1) });
    const names = this.#derived.map(({ path }) => path);
    this.#edits.push(
      names.length === 0
        ? { path: ['derived_fields'], value: undefined }
        : { path: ['derived_fields'], value: names, text: derivedText(this.#derived) },
    );
    const text = await editYaml(ours.text, ours.yaml.document, this.#edits);
    return { text, notes: this.#notes };
  }

  /** One edit for all keys: one of the sides may lack the field. */
  async #keys(field: string): Promise<void> {
    const keys = new Set(
      [this.#ours, this.#theirs].flatMap((side) => Object.keys(record(at(side, [field])))),
    );
    const merged: Record<string, unknown> = {};
    for (const key of keys) {
      const before = this.#edits.length;
      await this.#field([field, key]);
      const [edit] = this.#edits.splice(before);
      const value = edit === undefined ? at(this.#ours, [field, key]) : edit.value;
      if (value !== undefined) merged[key] = value;
    }
    if (canonical(merged) !== canonical(at(this.#ours, [field])))
      this.#edits.push({ path: [field], value: Object.keys(merged).length === 0 ? undefined : merged });
  }

  async #field(path: readonly string[]): Promise<void> {
    const [ours, theirs] = [at(this.#ours, path), at(this.#theirs, path)];
    const isOurs = ours !== undefined && (await isOwn(this.#ours, path));
    const isTheirs = theirs !== undefined && (await isOwn(this.#theirs, path));
    if (!isOurs && !isTheirs) {
      const value = ours ?? theirs;
      if (ours === undefined) this.#edits.push({ path, value });
      this.#derived.push({ path: path.join('.'), digest: digestOf(value) });
    } else if (isTheirs && !isOurs && ours !== undefined) await this.#take(path);
    else if (isOurs && !isTheirs && theirs !== undefined) return;
    else await this.#own(path, ours, theirs);
  }

  /** A person wrote it on both sides, or on one side while the other lacks it. */
  async #own(path: readonly string[], ours: unknown, theirs: unknown): Promise<void> {
    const base = this.#base && at(this.#base, path);
    if (canonical(ours) === canonical(theirs)) return;
    if (this.#base !== undefined && canonical(theirs) === canonical(base)) return;
    if (ours === undefined || (this.#base !== undefined && canonical(ours) === canonical(base)))
      return await this.#take(path);
    if (theirs === undefined) return;
    if (Array.isArray(ours) && Array.isArray(theirs))
      return await this.#list(path, Array.isArray(base) ? base : undefined);
    const name = path.join('.');
    if (typeof ours === 'string' && typeof theirs === 'string') {
      this.#edits.push({ path, value: [ours, theirs].sort().join(' ') });
      this.#notes.push(`${name}: both sides wrote one; both are kept.`);
      return;
    }
    if (!isRecord(ours) || !isRecord(theirs)) {
      this.#notes.push(`${name}: ours is kept; the other side has ${canonical(theirs)}.`);
      return;
    }
    const both: Record<string, unknown> = { ...theirs, ...ours };
    this.#edits.push({ path, value: both });
    for (const [key, value] of Object.entries(theirs))
      if (canonical(both[key]) !== canonical(value))
        this.#notes.push(`${name}.${key}: the other side has ${canonical(value)}.`);
  }

  async #take(path: readonly string[]): Promise<void> {
    const value = at(this.#theirs, path);
    const node = this.#theirs.yaml.document.getIn(path, true);
    const { isSeq } = await import('yaml');
    const text = isSeq(node) ? { text: await listText(node.items) } : {};
    this.#edits.push({ path, value, ...text });
  }

  async #list(path: readonly string[], base: readonly unknown[] | undefined): Promise<void> {
    const create = (value: unknown): unknown => this.#ours.yaml.document.createNode(value);
    const merged = mergeLists(
      await itemsOf(this.#ours.yaml.document, path),
      await itemsOf(this.#theirs.yaml.document, path),
      base,
      create,
    );
    const value = merged.items.map((item) => item.value);
    this.#edits.push({ path, value, text: await listText(merged.items.map(({ node }) => node)) });
    for (const label of merged.changedByBoth)
      this.#notes.push(
        `${path.join('.')}: both sides changed ${JSON.stringify(label)}; both texts are kept.`,
      );
  }
}

/** Whether a person wrote the field. Decided by the committed text, if git has it: markers do not show what git merged itself. */
async function isOwn(side: Side, path: readonly string[]): Promise<boolean> {
  const judged =
    side.committed !== undefined && at(side.committed, path) !== undefined ? side.committed : side;
  return !(await isStillDerived(judged.yaml, path, at(judged, path)));
}

async function itemsOf(document: Document, path: readonly string[]) {
  const { isNode, isSeq } = await import('yaml');
  const list = document.getIn(path, true);
  if (!isSeq(list)) return [];
  return list.items.map((node) => {
    const value: unknown = isNode(node) ? node.toJS(document) : node;
    return { value, node };
  });
}

/** The text of the list, with its comments and without its key. */
async function listText(nodes: readonly unknown[]): Promise<string> {
  const { Document, isNode, YAMLSeq } = await import('yaml');
  const list = new YAMLSeq();
  list.items = nodes.map((node) => (isNode(node) ? node.clone() : node));
  const document = new Document({});
  document.set('list', list);
  return document
    .toString({ lineWidth: 0 })
    .replace(/^list:\n/, '')
    .replace(/\n$/, '');
}

function fieldsOf({ yaml }: Found): Record<string, unknown> {
  return record(yaml.value);
}

function at(read: Found, [field = '', key]: readonly string[]): unknown {
  const value = fieldsOf(read)[field];
  return key === undefined ? value : record(value)[key];
}

function record(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface UnfinishedMerge {
  /** The name under which git keeps the other commit until the merge is finished. */
  head: string;
  theirs: string;
  /** Undefined: the merge base of both. */
  base?: string;
}

/** Picking a commit merges its change to its parent; reverting it merges the opposite. */
const UNFINISHED: readonly UnfinishedMerge[] = [
  { head: 'MERGE_HEAD', theirs: 'MERGE_HEAD' },
  { head: 'CHERRY_PICK_HEAD', theirs: 'CHERRY_PICK_HEAD', base: 'CHERRY_PICK_HEAD^' },
  { head: 'REVERT_HEAD', theirs: 'REVERT_HEAD^', base: 'REVERT_HEAD' },
  { head: 'REBASE_HEAD', theirs: 'REBASE_HEAD', base: 'REBASE_HEAD^' },
];

/** The document as both sides of an unfinished merge, rebase, cherry-pick or revert committed it. */
export async function committedSides({ git, resolve }: Workspace, scope: string): Promise<CommittedSides> {
  const path = resolve(inScope(scope, CONTEXT_FILE));
  const textAt = async (commit: KnownCommit | undefined) =>
    commit === undefined || isRefusal(path) ? undefined : await git.text(commit, path);
  for (const { head, theirs, base } of UNFINISHED) {
    const other = await git.resolveRevision(head);
    if (other === undefined) continue;
    const commitOf = (name: string) => (name === head ? other : git.resolveRevision(name));
    return {
      ours: await textAt('HEAD'),
      theirs: await textAt(await commitOf(theirs)),
      base: await textAt(base === undefined ? await git.mergeBase('HEAD', other) : await commitOf(base)),
    };
  }
  return { ours: undefined, theirs: undefined, base: undefined };
}
