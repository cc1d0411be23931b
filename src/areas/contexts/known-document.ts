/** What lists and results need of a document, small enough to be kept for all of them. */
import { z } from 'zod';
import { citedClaims } from './claims/claim.ts';
import { constraintText } from './filter.ts';
import type { ContextDocument } from './schema.ts';

export const knownDocumentSchema = () =>
  z.object({
    fingerprint: z.string(),
    lastUpdated: z.string(),
    summary: z.string(),
    decisions: z.array(z.object({ what: z.string(), why: z.string(), tradeoff: z.string().optional() })),
    constraints: z.array(z.string()),
    /** Whether a claim cites a place in code. */
    cites: z.boolean(),
  });

export type KnownDocument = z.output<ReturnType<typeof knownDocumentSchema>>;

export function knownDocument(document: ContextDocument): KnownDocument {
  return {
    fingerprint: document.fingerprint,
    lastUpdated: document.last_updated,
    summary: document.summary,
    decisions: (document.decisions ?? []).map(({ what, why, tradeoff }) => ({
      what,
      why,
      ...(tradeoff === undefined ? {} : { tradeoff }),
    })),
    constraints: (document.constraints ?? []).map(constraintText),
    cites: citedClaims(document).length > 0,
  };
}
