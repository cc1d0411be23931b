/** Every place of a file where a name is written as a whole word, as ripgrep's `-w` finds them. */

/** Characters that make a word longer: ripgrep's `\w`. */
const WORD = '\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}';

/** Offsets in UTF-16 units, ascending. Matches do not overlap. */
export function mentionsOf(name: string, text: string): number[] {
  const offsets: number[] = [];
  if (name === '' || !text.includes(name)) return offsets;
  const pattern = new RegExp(`(?<![${WORD}])${escaped(name)}(?![${WORD}])`, 'gu');
  for (const { index } of text.matchAll(pattern)) offsets.push(index);
  return offsets;
}

function escaped(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
