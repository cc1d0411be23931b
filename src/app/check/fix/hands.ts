/**
 * What `--fix` may do, and nothing else: change a number in a comment, give a text a number, follow moved code, resolve
 * the marks of a merge in a directory's notes.
 */
import type { Citation } from '../facts/citations.ts';
import type { FactParts } from '../facts/parts.ts';
import type { StashFacts } from '../facts/stash.ts';
import { entryShelf } from './entry-shelf.ts';
import { moveRef, type NewPlace } from './move-ref.ts';
import { repoint } from './repoint.ts';
import { resolveContext } from './resolve-context.ts';

export interface Hands {
  /** Makes the comment cite the entry of this ref instead. */
  repoint(citation: Citation, ref: string): Promise<void>;
  /** Gives a text the next free number, and says which. */
  addEntry(text: string): Promise<{ ref: string; file: string }>;
  restoreEntry(file: string, text: string): Promise<void>;
  removeEntry(file: string): Promise<void>;
  moveRef(pack: string, section: string, ref: string, place: NewPlace): Promise<void>;
  /** Says what was done. */
  resolveContext(scope: string): Promise<string>;
}

export function createHands(parts: FactParts, stash: StashFacts): Hands {
  const { house, signal } = parts;
  const config = stash.state === 'ready' ? stash.config : undefined;
  const shelf = entryShelf(house.workspace.root, config);
  return {
    repoint: (citation, ref) => repoint(house, config, citation, ref),
    addEntry: shelf.add,
    restoreEntry: shelf.restore,
    removeEntry: shelf.remove,
    moveRef: (pack, section, ref, place) => moveRef(house.packs, { pack, section, ref, place }, signal),
    resolveContext: (scope) => resolveContext(house.contexts.operations, scope, signal),
  };
}
