/** One document for people: its fields, and for each decision and constraint whether the code it cites is as it was. */
import type { Workspace } from '../../../core/workspace/index.ts';
import { documentProblem, noDocumentError, readDocument } from '../document/document.ts';
import type { ContextDocument } from '../document/document-schema.ts';
import { citedClaims, constraintText } from './cited-claims.ts';
import { citedCode, type PlaceState } from './stale-claims.ts';

export interface ClaimState {
  kind: 'decision' | 'constraint';
  what: string;
  why?: string;
  tradeoff?: string;
  /** Where its code is now; empty if it cites none, so that nothing can be checked. */
  places: readonly PlaceState[];
}

export interface DirectoryNote {
  /** Without claims, fingerprint and version. */
  fields: Omit<ContextDocument, 'decisions' | 'constraints' | 'fingerprint' | 'version' | 'scope'>;
  claims: readonly ClaimState[];
}

/** A document that cannot be read gives the sentence that says why. */
export async function directoryNote(
  workspace: Workspace,
  scope: string,
  signal: AbortSignal,
): Promise<DirectoryNote | { problem: string }> {
  const read = await readDocument(workspace, scope);
  if (read.state === 'missing') throw await noDocumentError(workspace, read, scope);
  if (read.state !== 'found') return { problem: documentProblem(read, scope) };
  const {
    decisions = [],
    constraints = [],
    fingerprint: _,
    version: __,
    scope: ___,
    ...fields
  } = read.document;
  const code = citedCode(workspace, signal);
  const places = new Map<string, PlaceState[]>();
  for (const { path, places: cited } of citedClaims(read.document))
    for (const place of cited)
      places.set(path.slice(0, 2).join(), [
        ...(places.get(path.slice(0, 2).join()) ?? []),
        place === undefined ? UNREADABLE : await code.state(place),
      ]);
  return {
    fields,
    claims: [
      ...decisions.map(({ what, why, tradeoff }, at) => ({
        kind: 'decision' as const,
        what,
        why,
        ...(tradeoff === undefined ? {} : { tradeoff }),
        places: places.get(`decisions,${at}`) ?? [],
      })),
      ...constraints.map((constraint, at) => ({
        kind: 'constraint' as const,
        what: constraintText(constraint),
        places: places.get(`constraints,${at}`) ?? [],
      })),
    ],
  };
}

const UNREADABLE: PlaceState = {
  state: 'lost',
  reason: 'The place is not of the form path:first-last.',
  place: '',
};
