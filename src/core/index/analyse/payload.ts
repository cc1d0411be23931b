/** The bit fields that analysis writes and ranking reads. Storage keeps them as numbers. */

/** Of a term in a chunk: how often in the text, how often in names declared there, and whether it is such a name. */
export const MOST_BODY = 127;
export const MOST_NAMES = 7;
const NAMES_SHIFT = 7;
const DEFINES = 1 << 10;
const DEFINES_TYPE = 1 << 11;

export interface TermCounts {
  body: number;
  names: number;
  /** The chunk declares exactly this name. */
  defines: boolean;
  /** … and it is a class, an interface, a type, an enum or a module. */
  definesType: boolean;
}

export function packTerm(counts: TermCounts): number {
  return (
    Math.min(counts.body, MOST_BODY) |
    (Math.min(counts.names, MOST_NAMES) << NAMES_SHIFT) |
    (counts.defines ? DEFINES : 0) |
    (counts.definesType ? DEFINES_TYPE : 0)
  );
}

export const bodyOf = (payload: number): number => payload & MOST_BODY;
export const namesOf = (payload: number): number => (payload >> NAMES_SHIFT) & MOST_NAMES;
export const defines = (payload: number): boolean => (payload & DEFINES) !== 0;
export const definesType = (payload: number): boolean => (payload & DEFINES_TYPE) !== 0;

/** Of a term in a path: where it stands. */
export const PATH_BITS = { name: 1, parent: 2, ancestor: 4, wholeName: 8 } as const;
