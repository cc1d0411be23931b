import type { Citation } from './citations.ts';
import type { EntryHistory } from './history.ts';
import type { FactParts } from './parts.ts';
import type { ReadyStash, StoredEntry } from './stash.ts';

export interface Collision {
  entry: StoredEntry;
  line: number;
  message: string;
  /** Absent: it is for a person to sort out. */
  renumbering?: Renumbering;
}

export interface Renumbering {
  /** The text that needs a number of its own. */
  text: string;
  /** Its file goes, or holds again what it held. */
  oldFile: { remove: string } | { restore: string; text: string } | undefined;
  /** The comments that mean this text. */
  citations: readonly Citation[];
}

export interface CollisionParts extends FactParts {
  stash: ReadyStash;
  history: EntryHistory | undefined;
  citations(): Promise<readonly Citation[]>;
}
