/**
 * Indentation as CPython's tokeniser demands it. The grammar is forgiving: it takes a line that is indented
 * too far, or not enough, for a statement of some block.
 */
import type { Node } from 'web-tree-sitter';
import { logicalLines } from './logical-lines.ts';
import { NotPython } from './syntax-tree.ts';

/** Tabs count to the next multiple of eight, and as one: both measures must agree on what is deeper. */
export interface Indentation {
  wide: number;
  narrow: number;
}

const TAB_WIDTH = 8;
const OUTSIDE: Indentation = { wide: -1, narrow: -1 };

export class Layout {
  readonly #lines: string[];
  readonly #starts: ReadonlySet<number>;
  readonly #seen = new Set<number>();

  constructor(source: string) {
    this.#lines = source.split('\n');
    this.#starts = logicalLines(source).starts;
  }

  /** Throws unless every logical line was seen to begin a statement: the grammar also reads `x =` and its next line as one. */
  finish(): void {
    for (const row of this.#starts) if (!this.#seen.has(row)) throw new NotPython();
  }

  /** The indentation of a block; throws unless its statements share it and it is deeper than the one around. */
  ofBlock(statements: readonly Node[], around: Indentation = OUTSIDE): Indentation {
    let own: Indentation | undefined;
    for (const statement of statements) {
      const found = this.#before(statement);
      if (found === undefined) continue;
      if (own === undefined) {
        if (found.wide <= around.wide || found.narrow <= around.narrow) throw new NotPython();
        own = found;
      } else if (!equal(found, own)) throw new NotPython();
    }
    return own ?? around;
  }

  /** `else`, `except`, a decorator and the like stand as deep as their statement. */
  check(node: Node, indentation: Indentation): void {
    const found = this.#before(node);
    if (found === undefined || !equal(found, indentation)) throw new NotPython();
  }

  /** None for what does not begin its logical line. */
  #before(node: Node): Indentation | undefined {
    const { row, column } = node.startPosition;
    if (!this.#starts.has(row)) return undefined;
    const blanks = (this.#lines[row] ?? '').slice(0, column);
    if (!/^[ \t\f]*$/.test(blanks)) return undefined;
    this.#seen.add(row);
    return measure(blanks);
  }
}

function measure(blanks: string): Indentation {
  let wide = 0;
  let narrow = 0;
  for (const blank of blanks) {
    if (blank === '\f') wide = narrow = 0;
    else {
      wide = blank === '\t' ? wide + TAB_WIDTH - (wide % TAB_WIDTH) : wide + 1;
      narrow++;
    }
  }
  return { wide, narrow };
}

function equal(a: Indentation, b: Indentation): boolean {
  return a.wide === b.wide && a.narrow === b.narrow;
}
