/** Every place of a file where a name is written as a whole word, as ripgrep's `-w` finds them. */

/** A character that makes a word longer: ripgrep's `\w`. */
const WORD = /^[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]/u;
const FIRST_BEYOND_ASCII = 0x80;

/** Offsets in UTF-16 units, ascending. Matches do not overlap. */
export function mentionsOf(name: string, text: string): number[] {
  const offsets: number[] = [];
  if (name === '') return offsets;
  // Searching for plain characters and looking at their neighbours takes a tenth of the time of one pattern for both.
  for (let at = text.indexOf(name); at !== -1; ) {
    const end = at + name.length;
    const isWhole = !isWordAt(text, startOfCharacter(text, at - 1)) && !isWordAt(text, end);
    if (isWhole) offsets.push(at);
    at = text.indexOf(name, isWhole ? end : at + 1);
  }
  return offsets;
}

function isWordAt(text: string, offset: number): boolean {
  const code = text.codePointAt(offset);
  if (offset < 0 || code === undefined) return false;
  if (code >= FIRST_BEYOND_ASCII) return WORD.test(String.fromCodePoint(code));
  return isAsciiWord(code);
}

/** The first unit of the character that holds this unit. */
function startOfCharacter(text: string, unit: number): number {
  const isSecondHalf = (text.charCodeAt(unit) & 0xfc00) === 0xdc00;
  return isSecondHalf && (text.charCodeAt(unit - 1) & 0xfc00) === 0xd800 ? unit - 1 : unit;
}

/** `0-9A-Z_a-z` */
function isAsciiWord(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x5f
  );
}
