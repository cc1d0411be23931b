/** Written knowledge as recall searches it. */
export const DISCOVERY_TYPES = ['pattern', 'rule', 'decision', 'issue'] as const;
export type DiscoveryType = (typeof DISCOVERY_TYPES)[number];

/** One piece of written knowledge, from any area. Each decision of a directory is one, not the whole document. */
export interface KnowledgeDocument {
  /** As its area writes it: `00012`, a pack's id, `src/auth#decision-1`. */
  id: string;
  source: 'discovery' | 'stash' | 'context' | 'pack' | 'session';
  type?: DiscoveryType;
  module?: string;
  /** ISO 8601. */
  date?: string;
  title: string;
  text: string;
  /** The id of the document that replaced it. */
  supersededBy?: string;
}
