/** Names that are written nearly as another: what a slip of the keyboard or of memory makes of a name. */
import { byCodeUnit, editDistance } from '../text/index.ts';

/** Shorter pieces are in every file. */
const SHORTEST_PIECE = 3;
/** Names of which it is then asked whether they are declared. */
const MOST_WORDS = 12;

/** Parts of a name of which one is left as it is by one slip in a short name, by two in a long one. */
export function piecesOf(name: string): string[] {
  const count = Math.min(3, Math.floor(name.length / SHORTEST_PIECE));
  return Array.from({ length: count }, (_, at) =>
    name.slice(Math.floor((at * name.length) / count), Math.floor(((at + 1) * name.length) / count)),
  );
}

/** Words of a text that hold a piece of the name and are about as long. */
export function wordsLike(name: string, text: string): Set<string> {
  const pieces = piecesOf(name).map((piece) => piece.toLowerCase());
  const found = new Set<string>();
  for (const [word] of text.matchAll(/[\p{L}_$][\p{L}\p{N}_$]*/gu)) {
    if (Math.abs(word.length - name.length) > slips(name) || found.has(word)) continue;
    const lower = word.toLowerCase();
    if (pieces.some((piece) => lower.includes(piece))) found.add(word);
  }
  return found;
}

/** Of the words, the few that differ least. */
export function nearestFirst(name: string, words: Iterable<string>): string[] {
  const lower = name.toLowerCase();
  return [...words]
    .map((word) => ({ word, distance: editDistance(lower, word.toLowerCase()) }))
    .filter(({ distance }) => distance <= slips(name))
    .sort((a, b) => a.distance - b.distance || byCodeUnit(a.word, b.word))
    .slice(0, MOST_WORDS)
    .map(({ word }) => word);
}

function slips(name: string): number {
  return Math.max(1, Math.floor(name.length / 4));
}
