/** Parts of a file between marks: conflicts that git could not merge (styles merge, diff3 and zdiff3), and our own blocks. */

const OURS = /^<{7}(?: .*)?$/;
const BASE = /^\|{7}(?: .*)?$/;
const MIDDLE = /^={7}$/;
const THEIRS = /^>{7}(?: .*)?$/;

export interface Sides {
  ours: string;
  theirs: string;
  /** The text before both changes; undefined where the marks do not show it. */
  base: string | undefined;
}

/** The line of the first conflict, from 1; undefined if there is none. */
export function conflictLine(text: string): number | undefined {
  if (!text.includes('<<<<<<<')) return undefined;
  const lines = text.split(/\r?\n/);
  const start = lines.findIndex((line) => OURS.test(line));
  if (start === -1) return undefined;
  const middle = lines.findIndex((line, at) => at > start && MIDDLE.test(line));
  const end = lines.findIndex((line, at) => at > middle && THEIRS.test(line));
  return middle === -1 || end === -1 ? undefined : start + 1;
}

/** The text of each side, as far as the marks tell. */
export function sidesOf(text: string): Sides {
  const sides = { ours: '', theirs: '', base: '' };
  let showsBase = true;
  let within: 'both' | 'ours' | 'base' | 'theirs' = 'both';
  for (const line of text.split(/(?<=\n)/)) {
    const plain = line.replace(/\r?\n$/, '');
    if (within === 'both' && OURS.test(plain)) within = 'ours';
    else if (within === 'ours' && BASE.test(plain)) within = 'base';
    else if ((within === 'ours' || within === 'base') && MIDDLE.test(plain)) {
      if (within === 'ours') showsBase = false;
      within = 'theirs';
    } else if (within === 'theirs' && THEIRS.test(plain)) within = 'both';
    else {
      if (within === 'both' || within === 'ours') sides.ours += line;
      if (within === 'both' || within === 'theirs') sides.theirs += line;
      if (within === 'both' || within === 'base') sides.base += line;
    }
  }
  return { ...sides, base: showsBase ? sides.base : undefined };
}

// The blocks that `init` writes into files of the repository.

export const BLOCK_BEGIN = '<!-- pilotbook:begin -->';
export const BLOCK_END = '<!-- pilotbook:end -->';

/** Offsets that include the marks. A mark without the other one is a person's text. */
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
