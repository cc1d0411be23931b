/** What the grammar accepts and CPython 3 refuses: wrong indentation, statements of Python 2, unfinished statements, old literals. */
import type { Node } from 'web-tree-sitter';
import { logicalLines } from './logical-lines.ts';
import { decodeBody, literalPrefix } from './strings.ts';
import { NotPython, significantChildren } from './syntax-tree.ts';

/** Tabs count to the next multiple of eight, and as one: both measures must agree on what is deeper. */
export interface Indentation {
  wide: number;
  narrow: number;
}

const TAB_WIDTH = 8;
const OUTSIDE: Indentation = { wide: -1, narrow: -1 };

/** Checks indentation as CPython's tokeniser does; the grammar accepts a line that is indented too far or not enough. */
export class Layout {
  readonly #lines: string[];
  readonly #starts: ReadonlySet<number>;
  readonly #seen = new Set<number>();

  constructor(source: string) {
    this.#lines = source.split('\n');
    this.#starts = logicalLines(source).starts;
  }

  /** Throws unless every logical line began a statement: the grammar also reads `x =` and the next line as one. */
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

  /** `else`, `except`, decorators and the like are indented like their statement. */
  check(node: Node, indentation: Indentation): void {
    const found = this.#before(node);
    if (found === undefined || !equal(found, indentation)) throw new NotPython();
  }

  /** Undefined for a node that does not begin its logical line. */
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

export function refuseStatement(node: Node): void {
  switch (node.type) {
    case 'exec_statement':
      throw new NotPython();
    case 'print_statement':
      // `print >>f, x` is a tuple to Python 3.
      if (!node.namedChildren.some(({ type }) => type === 'chevron')) throw new NotPython();
      return;
    case 'try_statement':
      refuseTry(node);
      return;
    case 'assert_statement':
      if (significantChildren(node).length > 2) throw new NotPython();
      return;
    default:
  }
}

/** A `try` has handlers or a `finally`; a bare `except` comes last; `except A, b` is of Python 2. */
function refuseTry(node: Node): void {
  const clauses = node.namedChildren.filter(
    ({ type }) => type === 'except_clause' || type === 'finally_clause',
  );
  if (clauses.length === 0) throw new NotPython();
  const handlers = clauses.filter(({ type }) => type === 'except_clause');
  for (const [index, handler] of handlers.entries()) {
    const values = handler.childrenForFieldName('value').length;
    const isBare = values === 0 && index < handlers.length - 1;
    if (isBare || handler.children.some(({ type }) => type === ',')) throw new NotPython();
  }
}

// Most files have none of these; only the others have each literal checked.
const ODD_INTEGER = /(?<![\w.])0[\d_]*[1-9][\d_]*(?![\w.])|\d[lL]\b/;
const ODD_ESCAPE =
  /\\(?:x(?![\da-fA-F]{2})|u(?![\da-fA-F]{4})|U(?!00(?:0[\da-fA-F]|10)[\da-fA-F]{4})|N(?!\{))/;

/** Octal numbers without `0o`, long ones with `L`, and escapes that are cut short. */
export function refuseLiterals(root: Node, source: string): void {
  if (ODD_INTEGER.test(source))
    for (const node of root.descendantsOfType('integer'))
      if (/^0[\d_]*[1-9][\d_]*$|[lL]$/.test(source.slice(node.startIndex, node.endIndex)))
        throw new NotPython();
  if (ODD_ESCAPE.test(source))
    for (const node of root.descendantsOfType('string')) {
      const start = node.child(0);
      const body = source.slice(start?.endIndex, node.lastChild?.startIndex);
      const prefix = source.slice(start?.startIndex, start?.endIndex);
      if (!/f/i.test(prefix) && decodeBody(body, literalPrefix(prefix)) === undefined) throw new NotPython();
    }
}
