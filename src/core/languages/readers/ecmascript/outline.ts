/** What JavaScript and TypeScript declare. */
import type { Node } from 'web-tree-sitter';
import type { OutlineSymbol } from '../../adapter.ts';
import {
  type Declaration,
  type OutlineRules,
  type Place,
  type Rule,
  walkOutline,
} from '../../outline-walk.ts';
import { anonymousClass, anonymousFunction, hasToken, rowPast, unquoted } from '../../rules.ts';
import type { SourceText } from '../../source-text.ts';
import {
  assigned,
  bases,
  type Chain,
  chainOf,
  functionKind,
  isFunction,
  parameters,
  targetsOf,
  valueDeclaration,
} from './values.ts';

const DEFAULT_EXPORT = 'default';
/** A variable that is a symbol only if an export list names it; this kind is never returned. */
const PENDING = 'pending_variable';

export function symbols(root: Node, source: SourceText): OutlineSymbol[] {
  const memory = new FileMemory();
  return walkOutline(root, source, rulesOfFile(memory)).flatMap((symbol) => {
    if (symbol.kind !== PENDING) return [symbol];
    return memory.exportedNames.has(symbol.name) ? [{ ...symbol, kind: 'exported_variable' }] : [];
  });
}

function rulesOfFile(memory: FileMemory): OutlineRules {
  const named = (
    kind: string,
    opens: Declaration['opens'],
    signature: (node: Node, place: Place) => string = () => '',
  ): Rule => {
    return (node, place) => {
      const name = node.childForFieldName('name');
      if (name === null || name.isMissing) return undefined;
      return {
        kind,
        name: unquoted(place.source.of(name)),
        signature: signature(node, place),
        ...(opens === undefined ? {} : { opens }),
        ...memory.start(node, place),
      };
    };
  };
  const basesOf = (node: Node, { source }: Place) => bases(node, source);
  const classRule = named('class', 'class', basesOf);
  const functionRule: Rule = (node, place) => {
    const rule = named(functionKind(node, 'function'), 'function', (at, { source }) =>
      parameters(at, source),
    );
    return rule(node, place);
  };

  const method: Rule = (node, place) => {
    const isMember = memory.isNamedMember(place);
    const owner = place.container?.type;
    if (owner !== 'class_body' && owner !== 'interface_body' && !isMember)
      return anonymousFunction(node, place);
    const name = node.childForFieldName('name');
    if (name === null) return undefined;
    const own = unquoted(place.source.of(name));
    return {
      ...member(node, node, place),
      kind: methodKind(node, own, isMember),
      name: own,
      scopeKind: 'class',
    };
  };

  const field: Rule = (node, place) => {
    const name = node.childForFieldName('name') ?? node.childForFieldName('property');
    const value = node.childForFieldName('value');
    if (name === null || value === null || !isFunction(value)) return undefined;
    return { ...member(node, value, place), name: place.source.of(name) };
  };

  const pair: Rule = (node, place) => {
    const key = node.childForFieldName('key');
    const value = node.childForFieldName('value');
    if (key === null || value === null || !memory.isNamedMember(place)) return undefined;
    const name = unquoted(place.source.of(key));
    if (isFunction(value)) return { ...member(node, value, place), name, scopeKind: 'class' };
    if (value.type !== 'object') return undefined;
    memory.nameObject(value);
    return { kind: 'object', name, opens: 'class', hidden: 'group' };
  };

  const nameObject = (object: Node) => memory.nameObject(object);

  const variable: Rule = (node, place) => {
    const name = node.childForFieldName('name');
    const first = node.childForFieldName('value');
    if (name?.type !== 'identifier') return undefined;
    const chain = first && chainOf(first);
    const declared = chain && valueDeclaration(chain.value, place.source);
    const lines = { ...memory.start(node, place), endRow: node.endPosition.row };
    const own = place.source.of(name);
    const targets = chain === null ? [] : targetsOf(chain, place);
    // `var app = module.exports = …` declares `app`.
    const aliases = targets
      .filter((target) => !target.isModule)
      .flatMap((target) => assigned(target, chain?.value ?? node, place, nameObject) ?? [])
      .map((alias) => ({ ...alias, ...lines }));
    const rest = { ...lines, ...(aliases.length > 0 ? { aliases } : {}) };
    if (declared && declared.object === undefined) {
      memory.enterChain(chain);
      return { ...declared, name: own, ...rest };
    }
    if (place.scopeKind !== 'module') return undefined;
    if (chain !== null) memory.enterChain(chain);
    const isExported = memory.isExported(node, place) || targets.some(({ isExport }) => isExport);
    if (declared?.object && isExported) memory.nameObject(declared.object);
    const type = node.childForFieldName('type');
    return {
      kind: isExported ? 'exported_variable' : PENDING,
      name: own,
      signature: type === null ? '' : place.source.oneLine(type),
      ...(declared && isExported ? { opens: 'class' } : {}),
      ...rest,
    };
  };

  const exportStatement: Rule = (node, { source }) => {
    memory.enterExport(node);
    const value = node.childForFieldName('value');
    if (value === null || value.type === 'identifier' || !hasToken(node, 'default')) return undefined;
    const declared = valueDeclaration(value, source);
    const name = value.childForFieldName('name');
    if (declared?.object) memory.nameObject(declared.object);
    return {
      ...(declared ?? { kind: 'exported_variable' }),
      name: name !== null && declared !== undefined ? source.of(name) : DEFAULT_EXPORT,
      startRow: rowPast(node, ['decorator']),
      docRow: node.startPosition.row,
    };
  };

  const exportSpecifier: Rule = (node, { source }) => {
    const name = node.childForFieldName('name');
    // In `export { a } from 'b'` the name belongs to another file, which does no harm here.
    if (name !== null) memory.exportedNames.add(source.of(name));
    return undefined;
  };

  return {
    declarations: {
      class_declaration: classRule,
      abstract_class_declaration: classRule,
      class: anonymousClass,
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
      assignment_expression: assignment(memory),
      interface_declaration: named('interface', 'class', basesOf),
      enum_declaration: named('enum', 'class'),
      type_alias_declaration: named('type_alias', undefined, aliasedType),
      internal_module: named('namespace', 'module'),
      module: named('module', 'module'),
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
    containers: ['class_body', 'interface_body', 'object', 'object_type'],
    doc: { blocks: [{ open: '/**', close: '*/' }], between: /^\s*@\w/ },
  };
}

/** A function in a class or a named object. */
function member(node: Node, value: Node, { source }: Place): Omit<Declaration, 'name'> {
  return {
    kind: functionKind(value, 'method'),
    signature: parameters(value, source),
    opens: 'function',
    startRow: rowPast(node, ['decorator']),
    docRow: node.startPosition.row,
  };
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

/** Declarations by assignment, all names of a chain at once: `res.set = res.header = function …`. */
function assignment(memory: FileMemory): Rule {
  const nameObject = (object: Node) => memory.nameObject(object);
  return (node, place) => {
    if (memory.isInChain(node)) return undefined;
    const chain = chainOf(node);
    memory.enterChain(chain);
    const found = targetsOf(chain, place).flatMap(
      (target) => assigned(target, chain.value, place, nameObject) ?? [],
    );
    const last = found.pop();
    const aliases = found.filter(({ name, owner }) => name !== last?.name || owner !== last.owner);
    return last && (aliases.length > 0 ? { ...last, aliases } : last);
  };
}

/** What the rules know about one file: its exports, and the objects that have a name. */
class FileMemory {
  /** Names in `export { … }`. */
  readonly exportedNames = new Set<string>();
  /** The start of each object literal whose members are symbols. */
  readonly #objects = new Set<number>();
  readonly #chained = new Set<string>();
  #export = { start: -1, end: -1, row: 0, docRow: 0 };

  enterExport(node: Node): void {
    this.#export = {
      start: node.startIndex,
      end: node.endIndex,
      row: rowPast(node, ['decorator']),
      docRow: node.startPosition.row,
    };
  }

  /** Declared directly by the `export` around it, not inside of what is exported. */
  isExported(node: Node, { parentStart }: Place): boolean {
    const { start, end } = this.#export;
    return node.startIndex >= start && node.startIndex < end && parentStart < start;
  }

  /** Where the statement around a declaration begins: `export`, past the decorators. */
  start(node: Node, place: Place): Partial<Declaration> {
    if (this.isExported(node, place)) return { startRow: this.#export.row, docRow: this.#export.docRow };
    return { startRow: rowPast(node, ['decorator']), docRow: node.startPosition.row };
  }

  enterChain({ assignments }: Chain): void {
    for (const { startIndex, endIndex } of assignments) this.#chained.add(`${startIndex}-${endIndex}`);
  }

  /** True for an assignment whose names were declared with the one around it. */
  isInChain({ startIndex, endIndex }: Node): boolean {
    return this.#chained.has(`${startIndex}-${endIndex}`);
  }

  nameObject(object: Node): void {
    this.#objects.add(object.startIndex);
  }

  isNamedMember({ container }: Place): boolean {
    return container?.type === 'object' && this.#objects.has(container.start);
  }
}
