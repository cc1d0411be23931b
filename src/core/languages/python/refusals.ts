/** Statements that the grammar takes, of Python 2 or half written, and CPython 3 does not. */
import type { Node } from 'web-tree-sitter';
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
      if (node.namedChildren.filter(({ type }) => type !== 'comment').length > 2) throw new NotPython();
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
