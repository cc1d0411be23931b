/** The part of a document that was asked for. Unknown names give nothing; an empty filter is no filter. */
import { nearest } from '../../core/text/index.ts';
import { plainAnchors } from './claims/claim.ts';
import { FILTERABLE_FIELDS, METADATA_FIELDS } from './fields.ts';
import type { ContextDocument } from './schema.ts';

export function filteredDocument(
  document: ContextDocument,
  filter: readonly string[],
): Record<string, unknown> {
  const { constraints, decisions } = document;
  const wired = {
    ...document,
    ...(constraints ? { constraints: constraints.map(constraintText) } : {}),
    ...(decisions ? { decisions: decisions.map(plainDecision) } : {}),
  };
  if (filter.length === 0) return wired;
  const asked = new Set<string>([
    ...METADATA_FIELDS,
    ...FILTERABLE_FIELDS.filter((field) => filter.includes(field)),
  ]);
  return Object.fromEntries(
    Object.entries(wired).filter(([field, value]) => asked.has(field) && value !== undefined),
  );
}

/** Who asks for the files alone learns that they are not all. */
export function filesNote({ maintenance }: ContextDocument, filter: readonly string[]): string[] {
  const note = filter.includes('files') ? /^\d+ of \d+ files shown\b/.exec(maintenance)?.[0] : undefined;
  return note === undefined || filter.includes('maintenance') ? [] : [`files: ${note}.`];
}

/** Says which names can be asked for, if one was asked for that cannot. */
export function filterWarnings(filter: readonly string[]): string[] {
  const known: readonly string[] = FILTERABLE_FIELDS;
  const all: ReadonlySet<string> = new Set([...METADATA_FIELDS, ...known]);
  const unknown = [...new Set(filter)].filter((name) => !all.has(name));
  if (unknown.length === 0) return [];
  const told = unknown.map((name) => {
    const near = nearest(name, known);
    return near === undefined ? JSON.stringify(name) : `${JSON.stringify(name)} (did you mean ${near}?)`;
  });
  return [`filter: no such field: ${told.join(', ')}. Fields: ${known.join(', ')}.`];
}

/** Readers expect sentences, also of a constraint that cites places. */
export function constraintText(constraint: NonNullable<ContextDocument['constraints']>[number]): string {
  return typeof constraint === 'string' ? constraint : constraint.what;
}

function plainDecision({ anchors, ...decision }: NonNullable<ContextDocument['decisions']>[number]) {
  return anchors === undefined ? decision : { ...decision, anchors: plainAnchors(anchors) };
}
