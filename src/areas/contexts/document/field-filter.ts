/** The fields of a document that a reader asked for. */
import { nearest } from '../../../core/text/index.ts';
import { plainAnchors } from '../claims/cited-claims.ts';
import { FILTERABLE_FIELDS, METADATA_FIELDS } from './document-fields.ts';
import type { ContextDocument } from './document-schema.ts';

/** Unknown names are ignored; an empty filter returns everything. */
export function filteredDocument(
  document: ContextDocument,
  filter: readonly string[],
): Record<string, unknown> {
  const { constraints, decisions } = document;
  const plain = {
    ...document,
    ...(constraints ? { constraints: constraints.map(constraintText) } : {}),
    ...(decisions ? { decisions: decisions.map(plainDecision) } : {}),
  };
  if (filter.length === 0) return plain;
  const asked = new Set<string>([
    ...METADATA_FIELDS,
    ...FILTERABLE_FIELDS.filter((field) => filter.includes(field)),
  ]);
  return Object.fromEntries(
    Object.entries(plain).filter(([field, value]) => asked.has(field) && value !== undefined),
  );
}

/** Whoever asks for `files` without `maintenance` learns here that the list is not complete. */
export function filesNote({ maintenance }: ContextDocument, filter: readonly string[]): string[] {
  const note = filter.includes('files') ? /^\d+ of \d+ files shown\b/.exec(maintenance)?.[0] : undefined;
  return note === undefined || filter.includes('maintenance') ? [] : [`files: ${note}.`];
}

/** Names the unknown fields and the known ones. */
export function filterWarnings(filter: readonly string[]): string[] {
  const known: readonly string[] = FILTERABLE_FIELDS;
  const all: ReadonlySet<string> = new Set([...METADATA_FIELDS, ...known]);
  const unknown = [...new Set(filter)].filter((name) => !all.has(name));
  if (unknown.length === 0) return [];
  const named = unknown.map((name) => {
    const near = nearest(name, known);
    return near === undefined ? JSON.stringify(name) : `${JSON.stringify(name)} (did you mean ${near}?)`;
  });
  return [`filter: no such field: ${named.join(', ')}. Fields: ${known.join(', ')}.`];
}

/** Readers expect a sentence, even if the constraint cites places. */
export function constraintText(constraint: NonNullable<ContextDocument['constraints']>[number]): string {
  return typeof constraint === 'string' ? constraint : constraint.what;
}

function plainDecision({ anchors, ...decision }: NonNullable<ContextDocument['decisions']>[number]) {
  return anchors === undefined ? decision : { ...decision, anchors: plainAnchors(anchors) };
}
