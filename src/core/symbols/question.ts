/** What a person or an agent may write to name a symbol. */

export interface SymbolQuestion {
  /** Names from the outermost to the symbol's own; empty with `line`. */
  names: readonly string[];
  /** Only in this file, or below this directory. */
  path: string | undefined;
  /** The declaration around this line of `path`. */
  line: number | undefined;
}

const PLACE = /^(.+?):(\d+)(?:[-:]\d+)?$/;
const IN_FILE = /^([^\s:]*[./][^\s:]*)::(.+)$/;
/** `A.b`, `A::b`, `A#b`, `A->b`, `A\\b`. */
const BETWEEN_NAMES = /::|->|[.#\\/]/;

/** `name`, `Class.method`, `path::name`, `path:line`; a call's parentheses are left out. */
export function parseQuestion(asked: string, path?: string): SymbolQuestion {
  const text = asked.trim().replace(/\(.*\)$/s, '');
  const place = PLACE.exec(text);
  if (place !== null && !text.includes('::')) return { names: [], path: place[1], line: Number(place[2]) };
  const inFile = IN_FILE.exec(text);
  // `std::vector` has the form of a path too; a file has an ending or a directory.
  const [file, rest] = inFile === null ? [path, text] : [inFile[1], inFile[2] ?? ''];
  const names = rest
    .split(BETWEEN_NAMES)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return { names, path: file, line: undefined };
}
