/**
 * Knowledge: what is written about this code, and whether it is still true. Entries, packs and directory notes belong to
 * their areas; here they are read together, once, with the comments that cite them, the code they are anchored to and what
 * replaced them. `check`, `brief`, searches and the notes on results read from here. Writes nothing.
 */
import type { ContextKnowledge } from '../areas/contexts/index.ts';
import type { PacksArea } from '../areas/packs/index.ts';
import type { KnowledgeDocument } from '../areas/recall/index.ts';
import type { CitationsIn } from '../areas/stash/index.ts';
import type { KnowledgeAt, NoteStates } from '../core/knowledge-note.ts';
import { createAnchorCache } from './anchor-cache.ts';
import { type FactDeps, type Facts, gatherFacts } from './facts.ts';
import { createLibrary } from './library.ts';
import { createNoteStates } from './note-states.ts';
import { createKnowledgeAt } from './notes.ts';

export { type Facts, once, type ReadyStash, type RefFacts, type StashFacts } from './facts.ts';
export { packTitle } from './library.ts';
export { type EntryCitation, type EntryPlace, type Link, scopesAbove } from './links.ts';

export interface KnowledgeDeps extends FactDeps {
  citationsIn: CitationsIn;
  packs: Pick<PacksArea, 'living' | 'survey'>;
  claims: ContextKnowledge;
  /** A source that cannot be read is left out of searches and notes. */
  failed(source: string, error: unknown): void;
}

export interface Knowledge {
  /** For searches. */
  documents(): Promise<readonly KnowledgeDocument[]>;
  /** What governs the places that a result shows. */
  at: KnowledgeAt;
  /** What these notes say, and whether it still holds. */
  states: NoteStates;
  /** Everything as it is now. */
  facts(signal: AbortSignal): Facts;
  /** Something was written here: searches and notes read it again. */
  forget(): void;
}

export function createKnowledge(deps: KnowledgeDeps): Knowledge {
  const { workspace, symbolsOf, citationsIn, stash, packs, claims, clock, failed } = deps;
  const library = createLibrary({
    stash,
    packs: () => packs.living(),
    claims: claims.all,
    clock,
    failed,
  });
  const cache = () => createAnchorCache(workspace, symbolsOf, clock);
  const notes = {
    library,
    claims: claims.of,
    workspace,
    citationsIn,
    anchorCaches: { entries: cache(), packs: cache() },
  };
  return {
    documents: library.documents,
    at: createKnowledgeAt(notes),
    states: createNoteStates({ ...notes, freshness: claims.freshness }),
    facts: (signal) => gatherFacts(deps, signal),
    forget: library.forget,
  };
}
