export const DISCOVERY_TYPES = ['pattern', 'rule', 'decision', 'issue'] as const;
export type DiscoveryType = (typeof DISCOVERY_TYPES)[number];

/** One piece of written knowledge, whichever area keeps it. A decision of a directory is one, not the document. */
export interface KnowledgeDocument {
  /** As its own area names it: `00012`, a pack's id, `src/auth#decision-1`. */
  id: string;
  source: 'discovery' | 'stash' | 'context' | 'pack' | 'session';
  type?: DiscoveryType;
  module?: string;
  /** ISO 8601. */
  date?: string;
  title: string;
  text: string;
  /** The id of what replaced it. */
  supersededBy?: string;
}
