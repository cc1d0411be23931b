/** New values into a document: what a machine made is replaced, all else stays as it is written. */
import type { DocumentRead } from '../document.ts';
import { type DerivedField, derivedText, digestOf, isStillDerived, readDerived } from '../edit/derived.ts';
import { rankOf } from '../edit/field-order.ts';
import { editYaml, type FieldEdit } from '../edit/yaml-edit.ts';
import { CONTEXT_VERSION } from '../fields.ts';
import type { DerivedValue } from './derivation.ts';

type FoundDocument = Extract<DocumentRead, { state: 'found' }>;

export interface MergeParts {
  scope: string;
  values: readonly DerivedValue[];
  full: boolean;
  fingerprint: string;
  /** ISO 8601. */
  now: string;
}

export interface Merged {
  /** Undefined: the document says all that already. */
  text: string | undefined;
  /** As the document will say it. */
  summary: string;
}

export async function newDocument({ scope, values, full, fingerprint, now }: MergeParts): Promise<Merged> {
  const { stringify } = await import('yaml');
  const made = values.filter(({ value, onlyFull }) => value !== undefined && (full || !onlyFull));
  const fields: Record<string, unknown> = { version: CONTEXT_VERSION, scope, last_updated: now, fingerprint };
  for (const { path, value } of made) {
    const [field = '', key] = path;
    fields[field] = key === undefined ? value : { ...recordOf(fields[field]), [key]: value };
  }
  const derived = made.map(({ path, value }) => ({ path: path.join('.'), digest: digestOf(value) }));
  const text = `${stringify(fields, { lineWidth: 0 })}derived_fields:\n${derivedText(derived)}\n`;
  return { text, summary: String(fields.summary) };
}

export async function mergedDocument(read: FoundDocument, parts: MergeParts): Promise<Merged> {
  const before = await readDerived(read.yaml);
  const derived = new Map(before.map((field) => [field.path, field]));
  const edits: FieldEdit[] = [];
  let { summary } = read.document;
  for (const { path, value, onlyFull } of parts.values) {
    const name = path.join('.');
    const [field = '', key] = path;
    const current = key === undefined ? raw(read)[field] : recordOf(raw(read)[field])[key];
    const entry = derived.get(name) ?? (key === undefined ? undefined : derived.get(field));
    const wanted = parts.full || !onlyFull || entry !== undefined;
    derived.delete(name);
    if (current === undefined ? !wanted : !(await isStillDerived(read.yaml, path, current))) continue;
    if (value !== undefined) derived.set(name, { path: name, digest: digestOf(value) });
    if (!same(current, value)) edits.push({ path, value });
    if (name === 'summary' && value !== undefined) summary = String(value);
  }
  // Its keys speak for themselves now.
  derived.delete('dependencies');
  edits.push(...bookkeeping(read, parts, before, [...derived.values()]));
  if (edits.length === 0) return { text: undefined, summary };
  edits.push({ path: ['last_updated'], value: parts.now });
  return { text: await editYaml(read.text, read.yaml.document, grouped(read, edits)), summary };
}

/** What the document says of itself. */
function bookkeeping(
  { document }: FoundDocument,
  { scope, fingerprint }: MergeParts,
  before: readonly DerivedField[],
  after: readonly DerivedField[],
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

function topOf({ path }: DerivedField): string {
  return path.split('.')[0] ?? path;
}

/** Two keys of a field that is not there yet make one field; a field without keys goes. */
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

/** As written, before the schema took away what it does not know. */
function raw({ yaml }: FoundDocument): Record<string, unknown> {
  return recordOf(yaml.value);
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function same(a: unknown, b: unknown): boolean {
  return a === undefined || b === undefined ? a === b : digestOf(a) === digestOf(b);
}
