/** Statements that the grammar takes, of Python 2 or half written, and CPython 3 does not. */
import type { Node } from 'web-tree-sitter';
import { significantChildren } from './nodes.ts';
import { decodeBody, literalPrefix } from './string-literal.ts';
import { NotPython } from './syntax-tree.ts';

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

// Most files hold none of these; only then is every literal looked at.
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
