/** Entries, packs and directory notes about a place in the code, as areas show them with their answers. The app looks them up. */
export interface KnowledgeNote {
  id: string;
  kind: string;
  title: string;
  via: string;
}

/** What a note says, and whether the code it is about is as it was: for answers as text. */
export interface NoteState {
  /** `anchor edited`, `drift: 1 of 3 refs`, `stale` */
  state: string;
  /** Its first sentence beside the title; empty if it has none. */
  says: string;
}

/** A note as text shows it; in JSON it is as the specs have it. */
export type ShownNote = KnowledgeNote & Partial<NoteState>;

/** By the ids of notes; an id that is not known is left out. */
export type NoteStates = (
  ids: readonly string[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, NoteState>>;

export interface Place {
  path: string;
  startLine: number;
  endLine: number;
}

/** One list for each place, in the same order; empty where nothing is written about it. */
export type KnowledgeAt = (
  places: readonly Place[],
  signal: AbortSignal,
) => Promise<readonly (readonly KnowledgeNote[])[]>;

/** The notes with what they say and whether it holds. */
export async function withStates(
  notes: readonly (readonly KnowledgeNote[])[],
  states: NoteStates,
  signal: AbortSignal,
): Promise<ShownNote[][]> {
  const found = await states([...new Set(notes.flat().map(({ id }) => id))], signal);
  return notes.map((list) => list.map((note) => ({ ...note, ...found.get(note.id) })));
}
