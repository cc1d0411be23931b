/** What the kernel must know of Unicode. Both tables are made on first use. */
const UNITS = 0x10000;
const FIRST_SURROGATE = 0xd800;
const LAST_SURROGATE = 0xdfff;
const IDENTIFIER = /[\p{L}\p{M}\p{N}_$]+/gu;

let units: Uint8Array | undefined;

/** By UTF-16 unit: 1 if it belongs to an identifier: letters, marks, digits, `_`, `$`, and both halves of a pair. */
export function identifierUnits(): Uint8Array {
  if (units !== undefined) return units;
  const made = new Uint8Array(UNITS).fill(1, FIRST_SURROGATE, LAST_SURROGATE + 1);
  // One string and one search in it: to ask unit by unit takes ten times as long.
  const all = Array.from(made, (isSurrogate, unit) => (isSurrogate === 1 ? ' ' : String.fromCharCode(unit)));
  for (const { 0: run, index } of all.join('').matchAll(IDENTIFIER)) made.fill(1, index, index + run.length);
  units = made;
  return made;
}

/** Here begin the scripts that are cut into pairs; see `words`. */
const KNOWN_UNITS = 0x1100;
const KINDS = [/^\p{Lu}$/u, /^\p{Ll}$/u, /^[\p{Lo}\p{Lm}]$/u];
const KIND_SHIFT = 14;

let known: Uint16Array | undefined;

/**
 * By UTF-16 unit: its lower case, and above it 1 for a capital, 2 for a small letter, 3 for a letter without case. Zero for
 * all else, and for letters that composing or lower case would make into something other than one unit.
 */
export function letters(): Uint16Array {
  known ??= Uint16Array.from({ length: KNOWN_UNITS }, (_, unit) => {
    const letter = String.fromCharCode(unit);
    const lower = letter.toLowerCase();
    const kind = KINDS.findIndex((pattern) => pattern.test(letter)) + 1;
    const isSimple = letter.normalize('NFC') === letter && lower.length === 1;
    return kind === 0 || !isSimple ? 0 : (kind << KIND_SHIFT) | lower.charCodeAt(0);
  });
  return known;
}
