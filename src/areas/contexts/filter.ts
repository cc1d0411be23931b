/** The part of a document that was asked for. Unknown names are ignored; an empty filter is no filter. */
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

/** Readers expect sentences, also of a constraint that cites places. */
export function constraintText(constraint: NonNullable<ContextDocument['constraints']>[number]): string {
  return typeof constraint === 'string' ? constraint : constraint.what;
}

function plainDecision({ anchors, ...decision }: NonNullable<ContextDocument['decisions']>[number]) {
  return anchors === undefined ? decision : { ...decision, anchors: plainAnchors(anchors) };
}
