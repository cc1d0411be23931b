/** What governs a place in the code, as areas show it beside their answers. The app finds it. */
export interface KnowledgeNote {
  id: string;
  kind: string;
  title: string;
  via: string;
}

export interface Place {
  path: string;
  startLine: number;
  endLine: number;
}

/** One list for each place, in order; empty lists where nothing is known. */
export type KnowledgeAt = (
  places: readonly Place[],
  signal: AbortSignal,
) => Promise<readonly (readonly KnowledgeNote[])[]>;
