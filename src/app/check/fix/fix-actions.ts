/**
 * What `--fix` may do, and nothing else: change a number in a comment, give a text a number, follow moved code, resolve
 * the marks of a merge in a directory's notes.
 */
import type { Citation } from '../facts/citations.ts';
import type { FactParts } from '../facts/parts.ts';
import type { StashFacts } from '../facts/stash.ts';
import { entryStore } from './entry-store.ts';
import { moveRef, type NewPlace } from './move-ref.ts';
import { repoint } from './repoint.ts';
import { resolveContext } from './resolve-context.ts';

export interface FixActions {
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

export function createFixActions(parts: FactParts, stash: StashFacts): FixActions {
  const { services, signal } = parts;
  const config = stash.state === 'ready' ? stash.config : undefined;
  const store = entryStore(services.workspace.root, config);
  return {
    repoint: (citation, ref) => repoint(services, config, citation, ref),
    addEntry: store.add,
    restoreEntry: store.restore,
    removeEntry: store.remove,
    moveRef: (pack, section, ref, place) => moveRef(services.packs, { pack, section, ref, place }, signal),
    resolveContext: (scope) => resolveContext(services.contexts.operations, scope, signal),
  };
}
