/** The blocks that `init` writes into files of the repository, between two marks. */

export const BLOCK_BEGIN = '<!-- pilotbook:begin -->';
export const BLOCK_END = '<!-- pilotbook:end -->';

/** By offsets, marks included. A mark without its partner is somebody's text. */
export function ownBlocks(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (let at = text.indexOf(BLOCK_BEGIN); at !== -1; ) {
    const end = text.indexOf(BLOCK_END, at);
    const next = text.indexOf(BLOCK_BEGIN, at + BLOCK_BEGIN.length);
    if (end !== -1 && (next === -1 || end < next)) found.push({ start: at, end: end + BLOCK_END.length });
    at = next;
  }
  return found;
}
