/** What TypeScript and JavaScript declare. */
import type { Node } from 'web-tree-sitter';
import type { Declaration, OutlineRules, Place, Rule } from '../outline-walk.ts';
import type { OutlineSymbol } from '../symbol.ts';
import { hasToken, rowAfter, unquoted } from '../tree.ts';
import { assignment } from './assignment.ts';
import { bases, functionKind, isFunction, parameters, valueDeclaration } from './shapes.ts';

const DEFAULT_EXPORT = 'default';
/** A variable that is a symbol only if an export list names it; the kind never leaves this file. */
const PENDING = 'pending_variable';
/** From a named object to its members: the object, and one wrapper such as `satisfies`. */
const MAX_MEMBER_DISTANCE = 3;

export interface EcmascriptOutline {
  rules: OutlineRules;
  /** Drops the variables that turned out not to be exported. */
  keep(symbols: OutlineSymbol[]): OutlineSymbol[];
}

/** Rules with a memory of the exports of one file. */
export function ecmascriptRules(): EcmascriptOutline {
  const exportedNames = new Set<string>();
  let exported = { depth: -1, row: 0, docRow: 0 };

  /** Where the statement around a declaration begins: `export`, past the decorators. */
  const start = (node: Node, { ancestors }: Place): Partial<Declaration> => {
    let depth = ancestors.length - 1;
    while (WRAPPERS.has(ancestors[depth] ?? '')) depth--;
    if (ancestors[depth] === 'export_statement' && exported.depth === depth)
      return { startRow: exported.row, docRow: exported.docRow };
    return { startRow: rowAfter(node, ['decorator']), docRow: node.startPosition.row };
  };
  const isExported = ({ ancestors }: Place) =>
    ancestors.at(-2) === 'export_statement' ||
    (ancestors.at(-2) === 'ambient_declaration' && ancestors.at(-3) === 'export_statement');
  const named = (
    kind: string,
    opens: Declaration['opens'],
    signature: (node: Node, place: Place) => string,
  ): Rule => {
    return (node, place) => {
      const name = node.childForFieldName('name');
      if (name === null || name.isMissing) return undefined;
      return {
        kind,
        name: unquoted(place.source.of(name)),
        signature: signature(node, place),
        ...(opens === undefined ? {} : { opens }),
        ...start(node, place),
      };
    };
  };
  const bodyless = () => '';
  const classRule = named('class', 'class', (node, { source }) => bases(node, source));
  const functionRule: Rule = (node, place) => {
    const declaration = named('function', 'function', (at, { source }) => parameters(at, source))(
      node,
      place,
    );
    return declaration && { ...declaration, kind: functionKind(node, 'function') };
  };
  const anonymousFunction: Rule = () => ({ kind: 'function', name: '', opens: 'function' });

  const method: Rule = (node, place) => {
    const owner = place.ancestors.at(-1);
    const inObject = owner === 'object' && isNamedObject(place);
    if (owner !== 'class_body' && owner !== 'interface_body' && !inObject)
      return anonymousFunction(node, place);
    const name = node.childForFieldName('name');
    if (name === null) return undefined;
    const own = unquoted(place.source.of(name));
    return {
      kind: methodKind(node, own, inObject),
      name: own,
      signature: parameters(node, place.source),
      opens: 'function',
      scopeKind: 'class',
      startRow: rowAfter(node, ['decorator']),
      docRow: node.startPosition.row,
    };
  };

  const field: Rule = (node, { source }) => {
    const name = node.childForFieldName('name') ?? node.childForFieldName('property');
    const value = node.childForFieldName('value');
    if (name === null || value === null || !isFunction(value)) return undefined;
    return {
      kind: functionKind(value, 'method'),
      name: source.of(name),
      signature: parameters(value, source),
      opens: 'function',
      startRow: rowAfter(node, ['decorator']),
      docRow: node.startPosition.row,
    };
  };

  const pair: Rule = (node, place) => {
    if (!isNamedObject(place)) return undefined;
    const key = node.childForFieldName('key');
    const value = node.childForFieldName('value');
    if (key === null || value === null) return undefined;
    const name = unquoted(place.source.of(key));
    if (value.type === 'object') return { kind: 'object', name, opens: 'class', hidden: 'group' };
    if (!isFunction(value)) return undefined;
    const kind = functionKind(value, 'method');
    return { kind, name, signature: parameters(value, place.source), opens: 'function', scopeKind: 'class' };
  };

  const variable: Rule = (node, place) => {
    const name = node.childForFieldName('name');
    const value = node.childForFieldName('value');
    if (name?.type !== 'identifier') return undefined;
    const own = place.source.of(name);
    const place0 = { ...start(node, place), endRow: node.endPosition.row };
    const declared = value && valueDeclaration(value, place.source);
    if (declared && declared.kind !== 'object') return { ...declared, name: own, ...place0 };
    const atTop = place.scopeKind === 'module' && place.ancestors.at(-2) !== undefined;
    if (!atTop) return undefined;
    const type = node.childForFieldName('type');
    return {
      kind: isExported(place) ? 'exported_variable' : PENDING,
      name: own,
      signature: type === null ? '' : place.source.oneLine(type),
      ...(declared && isExported(place) ? { opens: 'class' } : {}),
      ...place0,
    };
  };

  const exportStatement: Rule = (node, { source, ancestors }) => {
    exported = {
      depth: ancestors.length,
      row: rowAfter(node, ['decorator']),
      docRow: node.startPosition.row,
    };
    const value = node.childForFieldName('value');
    if (value === null || value.type === 'identifier' || !hasToken(node, 'default')) return undefined;
    const declared = valueDeclaration(value, source);
    const name = value.childForFieldName('name');
    return {
      ...(declared && declared.kind !== 'object' ? declared : { kind: 'exported_variable' }),
      ...(declared?.kind === 'object' ? { opens: 'class' } : {}),
      name: name !== null && declared !== undefined ? source.of(name) : DEFAULT_EXPORT,
      startRow: exported.row,
      docRow: exported.docRow,
    };
  };

  const exportSpecifier: Rule = (node, { source, ancestors }) => {
    const name = node.childForFieldName('name');
    // Only `export { a }` gets here with a name of this file; a name of another file does no harm.
    if (name !== null && ancestors.at(-2) === 'export_statement') exportedNames.add(source.of(name));
    return undefined;
  };

  const rules: OutlineRules = {
    declarations: {
      class_declaration: classRule,
      abstract_class_declaration: classRule,
      class: () => ({ kind: 'class', name: '', opens: 'class' }),
      function_declaration: functionRule,
      generator_function_declaration: functionRule,
      function_signature: functionRule,
      arrow_function: anonymousFunction,
      function_expression: anonymousFunction,
      generator_function: anonymousFunction,
      method_definition: method,
      method_signature: method,
      abstract_method_signature: method,
      public_field_definition: field,
      field_definition: field,
      pair,
      variable_declarator: variable,
      assignment_expression: assignment,
      interface_declaration: named('interface', 'class', (node, { source }) => bases(node, source)),
      enum_declaration: named('enum', 'class', bodyless),
      type_alias_declaration: named('type_alias', undefined, aliasedType),
      internal_module: named('namespace', 'module', bodyless),
      module: named('module', 'module', bodyless),
      export_statement: exportStatement,
      export_specifier: exportSpecifier,
    },
    controls: {
      if_statement: 'if',
      for_statement: 'for',
      for_in_statement: 'for',
      while_statement: 'while',
      do_statement: 'do',
      try_statement: 'try',
      switch_statement: 'switch',
    },
    skip: SKIP,
    doc: { blocks: [{ open: '/**', close: '*/' }], between: /^\s*@\w/ },
  };
  const keep = (symbols: OutlineSymbol[]) =>
    symbols.flatMap((symbol) => {
      if (symbol.kind !== PENDING) return [symbol];
      return exportedNames.has(symbol.name) ? [{ ...symbol, kind: 'exported_variable' }] : [];
    });
  return { rules, keep };
}

const WRAPPERS = new Set(['ambient_declaration', 'lexical_declaration', 'variable_declaration']);
const SKIP = [
  'string',
  'template_string',
  'regex',
  'number',
  'formal_parameters',
  'type_annotation',
  'type_parameters',
  'type_arguments',
  'import_statement',
  'decorator',
  'jsx_text',
];

function isNamedObject({ parentKind, distance }: Place): boolean {
  return (parentKind === 'object' || parentKind === 'exported_variable') && distance <= MAX_MEMBER_DISTANCE;
}

function methodKind(node: Node, name: string, inObject: boolean): string {
  if (name === 'constructor' && !inObject) return 'constructor';
  if (hasToken(node, 'get')) return 'getter';
  if (hasToken(node, 'set')) return 'setter';
  return functionKind(node, 'method');
}

function aliasedType(node: Node, { source }: Place): string {
  const value = node.childForFieldName('value');
  return value === null ? '' : source.collapse(`= ${source.of(value).replace(/^\|\s*/, '')}`);
}
