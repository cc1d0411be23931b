import type { Node } from 'web-tree-sitter';
import type { ImportReference, OutlineSymbol } from '../adapter.ts';
import { type OutlineRules, type Place, type Rule, walkOutline } from '../outline-walk.ts';
import { childOfType, named } from '../rules.ts';
import type { SourceText } from '../source-text.ts';

export function symbols(root: Node, source: SourceText): OutlineSymbol[] {
  const module = childOfType(root, 'header')?.childForFieldName('module');
  return joined(walkOutline(root, source, rules, module ? source.of(module) : null));
}

export function imports(root: Node, source: SourceText): ImportReference[] {
  return root.descendantsOfType('import').flatMap((node): ImportReference[] => {
    const module = node.childForFieldName('module');
    if (module === null) return [];
    const isHiding = /\bhiding\b/.test(source.of(node));
    const names = node.childForFieldName('names')?.namedChildren.map((name) => source.of(name));
    return [
      {
        specifier: source.of(module),
        line: node.startPosition.row + 1,
        kind: 'import',
        ...(names && !isHiding ? { names } : {}),
      },
    ];
  });
}

/** The kind of a type signature until its equations are found. */
const SIGNATURE = 'signature';

const type = (kind: string) =>
  named({ kind, opens: 'class', signature: (node, { source }) => head(node, source) });

/** The parameters of a type: `data Shop a b` → `(a b)` */
function head(node: Node, source: SourceText): string {
  const patterns = node.childForFieldName('patterns');
  return patterns === null ? '()' : `(${source.oneLine(patterns)})`;
}

function boundName(node: Node, source: SourceText): string {
  const name = node.childForFieldName('name');
  if (name !== null) return source.of(name).replace(/^\((.*)\)$/, '$1');
  const infix = childOfType(node, 'infix');
  const operator = infix?.childForFieldName('operator');
  return operator ? source.of(operator).replaceAll('`', '') : '';
}

const binding: Rule = (node, { source, scopeKind }: Place) => {
  const name = boundName(node, source);
  // Local names without arguments are values on the way to a result.
  if (name === '' || (node.type === 'bind' && scopeKind === 'function')) return undefined;
  return { kind: scopeKind === 'class' ? 'method' : 'function', name, opens: 'function' };
};

const signature: Rule = (node, { source, scopeKind }) => {
  const of = node.childForFieldName('type');
  const name = boundName(node, source);
  if (of === null || name === '' || scopeKind === 'function') return undefined;
  return { kind: SIGNATURE, name, signature: source.collapse(`:: ${source.of(of)}`) };
};

const instance: Rule = (node, { source }) => {
  const name = node.childForFieldName('name');
  const patterns = node.childForFieldName('patterns');
  if (name === null) return undefined;
  const type = patterns === null ? '' : source.oneLine(patterns);
  return { kind: 'instance', name: `${source.of(name)} ${type}`.trim(), opens: 'class' };
};

const rules: OutlineRules = {
  declarations: {
    data_type: type('data'),
    newtype: type('newtype'),
    type_synomym: type('type_alias'),
    class: type('class'),
    instance,
    function: binding,
    bind: binding,
    signature,
  },
  controls: {},
  doc: {
    lines: ['-- |'],
    continuation: '--',
    blocks: [
      { open: '{-|', close: '-}' },
      { open: '{- |', close: '-}' },
    ],
  },
};

/** A signature and the equations after it are one declaration. */
function joined(symbols: readonly OutlineSymbol[]): OutlineSymbol[] {
  const out: OutlineSymbol[] = [];
  const latest = new Map<string, OutlineSymbol>();
  for (const symbol of symbols) {
    const before = latest.get(symbol.name);
    const isEquation = symbol.kind === 'function' || symbol.kind === 'method';
    if (before !== undefined && isEquation && (before.kind === SIGNATURE || before.kind === symbol.kind)) {
      before.kind = symbol.kind;
      before.endLine = Math.max(before.endLine, symbol.endLine);
      continue;
    }
    const copy = { ...symbol };
    out.push(copy);
    if (isEquation || symbol.kind === SIGNATURE) latest.set(symbol.name, copy);
  }
  return out.map((symbol) =>
    symbol.kind === SIGNATURE
      ? { ...symbol, kind: symbol.scopeKind === 'class' ? 'method' : 'function' }
      : symbol,
  );
}
