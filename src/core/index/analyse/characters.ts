/** Which UTF-16 units belong to an identifier: letters, marks, digits, `_`, `$`, and both halves of a pair. */
const UNITS = 0x10000;
const LETTER = /[\p{L}\p{M}\p{N}_$]/u;
export const FIRST_SURROGATE = 0xd800;
export const LAST_SURROGATE = 0xdfff;

let table: Uint8Array | undefined;

/** 1 for a unit of an identifier. Made on first use: it takes some milliseconds. */
export function identifierUnits(): Uint8Array {
  if (table !== undefined) return table;
  const made = new Uint8Array(UNITS);
  for (let unit = 0; unit < UNITS; unit++) {
    const surrogate = unit >= FIRST_SURROGATE && unit <= LAST_SURROGATE;
    if (surrogate || LETTER.test(String.fromCharCode(unit))) made[unit] = 1;
  }
  table = made;
  return made;
}
