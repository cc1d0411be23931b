/** What is known about a place, as a key of its result; absent where nothing is known. */
import type { KnowledgeNote } from '../../core/knowledge-note.ts';

export function withKnowledge(notes: readonly KnowledgeNote[] | undefined): {
  knowledge?: readonly KnowledgeNote[];
} {
  return notes === undefined || notes.length === 0 ? {} : { knowledge: notes };
}
