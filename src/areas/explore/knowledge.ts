/** Knowledge rides on results: the key is there only where something is known. */
import type { KnowledgeNote } from '../../core/knowledge-note.ts';

export function withKnowledge(notes: readonly KnowledgeNote[] | undefined): {
  knowledge?: readonly KnowledgeNote[];
} {
  return notes === undefined || notes.length === 0 ? {} : { knowledge: notes };
}
