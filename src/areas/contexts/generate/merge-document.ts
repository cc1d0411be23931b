/** Merges new derived fields into a document; fields that a person edited and all other text stay as they are. */
import type { Workspace } from '../../../core/workspace/index.ts';
import { committedSides, resolveConflict } from '../conflict/resolve-conflict.ts';
import { type DocumentProblem, type DocumentRead, parseDocument } from '../document/document.ts';
import { CONTEXT_VERSION, rankOf } from '../document/document-fields.ts';
import {
  derivedText,
  digestOf,
  type FieldDigest,
  isStillDerived,
  readDerived,
} from '../edit/field-digests.ts';
import { editYaml, type FieldEdit } from '../edit/yaml-edit.ts';
import { unsupportedVersion } from '../envelope.ts';
import type { DerivedField } from './derived-fields.ts';

type FoundDocument = Extract<DocumentRead, { state: 'found' }>;

/** The document into which the new fields are merged. */
export type MergeTarget =
  | { kind: 'new' }
  | { kind: 'existing'; document: FoundDocument }
  /** A merge conflict was resolved; the notes say what a person should look at. */
  | { kind: 'conflict'; document: FoundDocument; notes: readonly string[] };

export interface NewFields {
  scope: string;
  derived: readonly DerivedField[];
  full: boolean;
  fingerprint: string;
  /** ISO 8601. */
  now: string;
}

export interface MergedDocument {
  /** Undefined if nothing changes. */
  text: string | undefined;
  /** The summary after the merge. */
  summary: string;
}

/** Refuses a document that cannot be read: it may be a person's work and must not be replaced. */
export async function mergeTarget(
  workspace: Workspace,
  scope: string,
  read: DocumentRead,
): Promise<MergeTarget | { kind: 'refused'; reason: string }> {
  if (read.state === 'missing') return { kind: 'new' };
  if (read.state === 'found') return { kind: 'existing', document: read };
  if (read.state === 'unsupported') return { kind: 'refused', reason: unsupportedVersion(read.version) };
  if (read.conflict === undefined) return { kind: 'refused', reason: invalidReason(read.problems) };
  const resolved = await resolveConflict(read.conflict, await committedSides(workspace, scope));
  if (resolved === undefined)
    return {
      kind: 'refused',
      reason:
        'It contains merge conflict markers, and one of the sides is not a valid document. Remove the markers by hand.',
    };
  const document = await parseDocument(resolved.text);
  if (document.state === 'found') return { kind: 'conflict', document, notes: resolved.notes };
  return {
    kind: 'refused',
    reason: invalidReason(document.state === 'corrupt' ? document.problems : []),
  };
}

function invalidReason([first]: readonly DocumentProblem[]): string {
  return `It is not valid, line ${first?.line ?? 1}: ${first?.message ?? 'unreadable'}`;
}

export async function mergeDocument(target: MergeTarget, fields: NewFields): Promise<MergedDocument> {
  if (target.kind === 'new') return await newDocument(fields);
  const { text, summary } = await mergeInto(target.document, fields);
  // Without the conflict markers the text is new in any case.
  return { text: target.kind === 'conflict' ? (text ?? target.document.text) : text, summary };
}

async function newDocument({ scope, derived, full, fingerprint, now }: NewFields): Promise<MergedDocument> {
  const { stringify } = await import('yaml');
  const made = derived.filter(({ value, onlyFull }) => value !== undefined && (full || !onlyFull));
  const fields: Record<string, unknown> = { version: CONTEXT_VERSION, scope, last_updated: now, fingerprint };
  for (const { path, value } of made) {
    const [field = '', key] = path;
    fields[field] = key === undefined ? value : { ...recordOf(fields[field]), [key]: value };
  }
  const digests = made.map(({ path, value }) => ({ path: path.join('.'), digest: digestOf(value) }));
  const text = `${stringify(fields, { lineWidth: 0 })}derived_fields:\n${derivedText(digests)}\n`;
  return { text, summary: String(fields.summary) };
}

async function mergeInto(read: FoundDocument, fields: NewFields): Promise<MergedDocument> {
  const before = await readDerived(read.yaml);
  const derived = new Map(before.map((field) => [field.path, field]));
  const edits: FieldEdit[] = [];
  let { summary } = read.document;
  for (const { path, value, onlyFull } of fields.derived) {
    const name = path.join('.');
    const [field = '', key] = path;
    const current = key === undefined ? raw(read)[field] : recordOf(raw(read)[field])[key];
    const entry = derived.get(name) ?? (key === undefined ? undefined : derived.get(field));
    const wanted = fields.full || !onlyFull || entry !== undefined;
    derived.delete(name);
    if (current === undefined ? !wanted : !(await isStillDerived(read.yaml, path, current))) continue;
    if (value !== undefined) derived.set(name, { path: name, digest: digestOf(value) });
    if (!same(current, value)) edits.push({ path, value });
    if (name === 'summary' && value !== undefined) summary = String(value);
  }
  // Its keys are now listed one by one.
  derived.delete('dependencies');
  edits.push(...bookkeeping(read, fields, before, [...derived.values()]));
  if (edits.length === 0) return { text: undefined, summary };
  edits.push({ path: ['last_updated'], value: fields.now });
  return { text: await editYaml(read.text, read.yaml.document, grouped(read, edits)), summary };
}

/** Scope, fingerprint and the list of derived fields. */
function bookkeeping(
  { document }: FoundDocument,
  { scope, fingerprint }: NewFields,
  before: readonly FieldDigest[],
  after: readonly FieldDigest[],
): FieldEdit[] {
  const edits: FieldEdit[] = [];
  if (document.scope !== scope) edits.push({ path: ['scope'], value: scope });
  if (document.fingerprint !== fingerprint) edits.push({ path: ['fingerprint'], value: fingerprint });
  const ordered = after.toSorted((a, b) => rankOf(topOf(a)) - rankOf(topOf(b)));
  const names = ordered.map(({ path }) => path);
  if (names.length === 0 && before.length > 0) edits.push({ path: ['derived_fields'], value: undefined });
  else if (derivedText(ordered) !== derivedText(before))
    edits.push({ path: ['derived_fields'], value: names, text: derivedText(ordered) });
  return edits;
}

function topOf({ path }: FieldDigest): string {
  return path.split('.')[0] ?? path;
}

/** Combines edits of the keys of a new field into one edit, and removes a field without keys. */
function grouped(read: FoundDocument, edits: readonly FieldEdit[]): FieldEdit[] {
  const isInner = ({ path }: FieldEdit) => path.length > 1;
  const result = edits.filter((edit) => !isInner(edit));
  for (const field of new Set(edits.filter(isInner).map(({ path }) => String(path[0])))) {
    const inner = edits.filter((edit) => isInner(edit) && edit.path[0] === field);
    const after = { ...recordOf(raw(read)[field]) };
    for (const { path, value } of inner) after[String(path[1])] = value;
    const isEmpty = Object.values(after).every((value) => value === undefined);
    if (isEmpty) result.push({ path: [field], value: undefined });
    else if (raw(read)[field] === undefined) result.push({ path: [field], value: after });
    else result.push(...inner);
  }
  return result;
}

/** The fields as written, before the schema removed unknown keys. */
function raw({ yaml }: FoundDocument): Record<string, unknown> {
  return recordOf(yaml.value);
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function same(a: unknown, b: unknown): boolean {
  return a === undefined || b === undefined ? a === b : digestOf(a) === digestOf(b);
}
