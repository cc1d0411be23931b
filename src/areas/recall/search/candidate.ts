/** Something that may answer a search: a piece of written knowledge, or a place in the code. */

import type { Place } from '../../../core/knowledge-note.ts';
import type { DiscoveryType, KnowledgeDocument } from '../knowledge-document.ts';

export interface Candidate {
  id: string;
  source: KnowledgeDocument['source'] | 'code';
  type: DiscoveryType | 'note' | 'context' | 'pack' | 'session' | 'code';
  module: string | undefined;
  date: string | undefined;
  title: string;
  text: string;
  supersededBy: string | undefined;
  /** Of code only. */
  place: Place | undefined;
  /** Of code only: its scores in the two lists of the index, as shares of the best. */
  codeRank: { hybrid: number; semantic: number } | undefined;
}

const TYPES = {
  discovery: 'note',
  stash: 'note',
  context: 'context',
  pack: 'pack',
  session: 'session',
} as const;

export function documentCandidate(document: KnowledgeDocument): Candidate {
  return {
    id: document.id,
    source: document.source,
    type: document.type ?? TYPES[document.source],
    module: document.module,
    date: document.date,
    title: document.title,
    text: document.text,
    supersededBy: document.supersededBy,
    place: undefined,
    codeRank: undefined,
  };
}

/** What is compared with the query: the module's name says something too. */
export function searchText({ source, module, title, text }: Candidate): { title: string; text: string } {
  return { title: source === 'code' || module === undefined ? title : `${module}: ${title}`, text };
}

/** The order of sources with equal scores: what was learned before what was written before what is. */
export const SOURCE_ORDER: readonly Candidate['source'][] = [
  'discovery',
  'context',
  'stash',
  'pack',
  'session',
  'code',
];
