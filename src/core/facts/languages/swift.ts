/** Swift: one module sees all its files; extensions, protocols, optional bindings, labels of arguments. */
import { NONE } from '../../languages/index.ts';
import type { Declare, FactRules, FactsBuilder, Use } from '../builder.ts';
import { DECLARATION_FLAGS, type Role } from '../facts.ts';

const { static: isStatic, forward, filePrivate, local } = DECLARATION_FLAGS;
const TYPES = [
  'user_type',
  'optional_type',
  'array_type',
  'dictionary_type',
  'function_type',
  'tuple_type',
  'opaque_type',
  'existential_type',
] as const;
const TAKES_ELEMENT =
  /^(?:forEach|map|compactMap|flatMap|filter|first|last|contains|allSatisfy|sorted|min|max|drop|prefix|removeAll|firstIndex)$/;

export const rules: FactRules = {
  names: ['simple_identifier', 'type_identifier'],
  comments: ['comment', 'multiline_comment'],
  strings: ['line_string_literal', 'multi_line_string_literal', 'raw_string_literal'],
  code: ['interpolated_expression'],
  hasImplicitThis: true,
  enter: {
    import_declaration(node, facts) {
      const names = facts.tree.childrenOf(facts.tree.childOf(node, 'identifier'), 'simple_identifier');
      const [name] = names;
      if (name === undefined || names.length > 1) return;
      const specifier = facts.tree.of(name);
      facts.import({ specifier, local: specifier, imported: '*' }, { nameNode: name });
    },
    class_declaration: typeDeclaration,
    protocol_declaration: typeDeclaration,
    class_body: openBody,
    enum_class_body: openBody,
    protocol_body: openBody,
    enum_entry(node, facts) {
      const around = facts.classAround();
      for (const name of facts.tree.childrenOf(node, 'simple_identifier'))
        if (facts.tree.field(name) === 'name')
          declareMember(facts, name, {
            kind: 'constant',
            node,
            flags: isStatic,
            expression: () => (around < 0 ? -1 : facts.expression('self', around)),
          });
    },
    associatedtype_declaration: typeName,
    typealias_declaration: typeName,
    function_declaration: functionDeclaration,
    protocol_function_declaration: functionDeclaration,
    init_declaration(node, facts) {
      const name = facts.tree.childOf(node, 'init');
      if (name < 0) return;
      const what = { kind: 'constructor', node, name: 'init', merge: true };
      facts.open(node, 'function', declareMember(facts, name, what));
      declareTypeParameters(facts, node);
    },
    deinit_declaration: (node, facts) => void facts.open(node, 'function'),
    subscript_declaration: (node, facts) => void facts.open(node, 'function'),
    parameter(node, facts) {
      const { tree } = facts;
      const names = tree.childrenOf(node, 'simple_identifier');
      const name = names.at(-1) ?? NONE;
      if (name < 0) return;
      facts.declare(name, { kind: 'parameter', node, type: typeIn(facts, node) });
      for (const label of names.slice(0, -1)) facts.mark(label, 'read', () => facts.builtin(tree.of(label)));
    },
    property_declaration: property,
    protocol_property_declaration: property,
    computed_property: openAttached,
    willset_didset_block: openAttached,
    lambda_literal: lambda,
    if_statement: conditions,
    guard_statement: conditions,
    while_statement: conditions,
    for_statement(node, facts) {
      const { tree } = facts;
      facts.open(node, 'block');
      const names = namesIn(facts, tree.child(node, 'item'));
      for (const name of names)
        facts.declare(name, {
          kind: 'variable',
          node: name,
          ...(names.length === 1 ? { elementOf: tree.child(node, 'collection') } : {}),
        });
    },
    pattern(node, facts) {
      const { tree } = facts;
      if (tree.childOf(node, 'value_binding_pattern') < 0) return;
      for (const name of namesIn(facts, node))
        if (facts.declarationOf(name) < 0) facts.declare(name, { kind: 'variable', node: name });
    },
    switch_entry: (node, facts) => void facts.open(node, 'block'),
    catch_block: (node, facts) => void facts.open(node, 'block'),
    do_statement: (node, facts) => void facts.open(node, 'block'),
  },
  values: {
    simple_identifier(node, facts) {
      const name = facts.tree.of(node);
      if (name === '$0') return elementGiven(facts, facts.tree.above(node, 'lambda_literal'));
      return name === 'Self' ? ownType(facts, node) : facts.lookup(name, node);
    },
    navigation_expression(node, facts) {
      const { tree } = facts;
      const of = facts.value(tree.child(node, 'target'));
      const name = tree.of(suffixOf(facts, node));
      if (name === 'self') return of;
      return of < 0 || name === '' ? -1 : facts.member(of, name);
    },
    call_expression(node, facts) {
      const { tree } = facts;
      let callee = tree.firstNamed(node);
      const list = tree.childOf(tree.childOf(node, 'call_suffix'), 'value_arguments');
      const isIndexed = list >= 0 && tree.of(list).startsWith('[');
      // `Row.init()` is `Row()`.
      if (tree.of(suffixOf(facts, callee)) === 'init') callee = tree.child(callee, 'target');
      const of = facts.value(callee);
      return of < 0 ? -1 : facts.expression(isIndexed ? 'element' : 'call', of);
    },
    self_expression(node, facts) {
      const around = facts.classAround(node);
      return around < 0 ? -1 : facts.expression('self', around);
    },
    super_expression(node, facts) {
      const around = facts.classAround(node);
      return around < 0 ? -1 : facts.expression('super', around);
    },
    as_expression: (node, facts) => facts.instance(facts.typeOf(typeIn(facts, node))),
    try_expression: (node, facts) => facts.value(facts.tree.child(node, 'expr')),
    await_expression: (node, facts) => facts.value(facts.tree.namedChildren(node).at(-1) ?? NONE),
    postfix_expression: (node, facts) => facts.value(facts.tree.child(node, 'target')),
    tuple_expression(node, facts) {
      const [value = NONE, ...more] = facts.tree.namedChildren(node);
      return more.length > 0 ? -1 : facts.value(value);
    },
    nil_coalescing_expression: (node, facts) =>
      facts.either(
        facts.value(facts.tree.child(node, 'value')),
        facts.value(facts.tree.child(node, 'if_nil')),
      ),
    user_type: (node, facts) => facts.typeOf(node),
    line_string_literal: (_, facts) => facts.builtin('String'),
    integer_literal: (_, facts) => facts.builtin('Int'),
    real_literal: (_, facts) => facts.builtin('Double'),
    boolean_literal: (_, facts) => facts.builtin('Bool'),
  },
  types: {
    user_type(node, facts) {
      const { tree } = facts;
      let base = -1;
      for (const name of tree.childrenOf(node, 'type_identifier'))
        base = base < 0 ? facts.typeOf(name) : facts.member(base, tree.of(name));
      const last = tree.namedChildren(tree.childOf(node, 'type_arguments')).at(-1) ?? NONE;
      const argument = facts.instance(facts.typeOf(last));
      return base < 0 || argument < 0 ? base : facts.expression('applied', base, argument);
    },
    type_identifier: (node, facts) =>
      facts.tree.of(node) === 'Self' ? ownType(facts, node) : facts.lookup(facts.tree.of(node), node),
    optional_type: (node, facts) => facts.typeOf(facts.tree.firstNamed(node)),
    opaque_type: (node, facts) => facts.typeOf(facts.tree.firstNamed(node)),
    existential_type: (node, facts) => facts.typeOf(facts.tree.firstNamed(node)),
    inheritance_specifier: (node, facts) => facts.typeOf(facts.tree.child(node, 'inherits_from')),
    array_type: (node, facts) => collection(facts, 'Array', typeIn(facts, node)),
    dictionary_type: (node, facts) =>
      collection(facts, 'Dictionary', facts.tree.childrenOf(node, ...TYPES).at(-1) ?? NONE),
    function_type: (node, facts) =>
      collection(facts, 'func', facts.tree.childrenOf(node, ...TYPES).at(-1) ?? NONE),
  },
  use,
};

function collection(facts: FactsBuilder, name: string, of: number): number {
  const element = facts.instance(facts.typeOf(of));
  return element < 0 ? facts.builtin(name) : facts.expression('applied', facts.builtin(name), element);
}

function typeIn(facts: FactsBuilder, node: number): number {
  return facts.tree.childOf(node, ...TYPES);
}

const suffixOf = ({ tree }: FactsBuilder, node: number) =>
  tree.child(tree.childOf(node, 'navigation_suffix'), 'suffix');

function ownType(facts: FactsBuilder, node: number): number {
  const around = facts.classAround(node);
  return around < 0 ? -1 : facts.expression('declaration', around);
}

function typeDeclaration(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  const body = tree.child(node, 'body');
  if (name < 0) return;
  const bases = tree.childrenOf(node, 'inheritance_specifier');
  const isExtension = tree.childOf(node, 'extension') >= 0;
  const keyword = tree.childOf(node, 'struct', 'enum');
  const kind =
    tree.type(node) === 'protocol_declaration' ? 'interface' : keyword < 0 ? 'class' : tree.type(keyword);
  // What an extension declares belongs to the type it extends; inside it is as in a class that inherits from it.
  const declaration = isExtension
    ? facts.declare(body < 0 ? name : body, { kind: 'class', name: '', node, bases: [name, ...bases] })
    : declareMember(facts, name, { kind, node, bases, flags: flagsOf(facts, node) });
  facts.attach(body, declaration);
  facts.open(node, 'block', declaration);
  declareTypeParameters(facts, node);
}

/** Declares a name; in an extension as a member of the type that is extended. */
function declareMember(facts: FactsBuilder, name: number, what: Declare): number {
  const { tree } = facts;
  const around = facts.scopeKind() === 'class' ? extensionAround(facts, name) : NONE;
  if (around < 0) return facts.declare(name, what);
  const declaration = facts.declare(name, { ...what, owner: tree.child(around, 'name') });
  facts.bindTo(what.name ?? tree.of(name), declaration, name);
  return declaration;
}

/** The extension whose member is declared here, or none. */
function extensionAround({ tree }: FactsBuilder, name: number): number {
  const body = tree.above(name, 'class_body', 'enum_class_body', 'protocol_body');
  const inner = tree.parent(body);
  // The name of a type is outside of its own body.
  return tree.childOf(inner, 'extension') >= 0 ? inner : NONE;
}

function openBody(node: number, facts: FactsBuilder): void {
  const declaration = facts.attached(node);
  facts.open(node, 'class', declaration);
}

function openAttached(node: number, facts: FactsBuilder): void {
  facts.open(node, 'function', facts.attached(node));
}

function typeName(node: number, facts: FactsBuilder): void {
  const name = facts.tree.child(node, 'name');
  if (name >= 0) declareMember(facts, name, { kind: 'type', node, type: typeIn(facts, node) });
}

function declareTypeParameters(facts: FactsBuilder, node: number): void {
  const { tree } = facts;
  for (const each of tree.childrenOf(tree.childOf(node, 'type_parameters'), 'type_parameter')) {
    const name = tree.childOf(each, 'type_identifier');
    if (name >= 0) facts.declare(name, { kind: 'type', node: each, flags: local, type: typeIn(facts, each) });
  }
}

function functionDeclaration(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  if (tree.type(name) !== 'simple_identifier') {
    facts.open(node, 'function');
    return;
  }
  const isForward = tree.type(node) === 'protocol_function_declaration';
  const declaration = declareMember(facts, name, {
    kind: facts.scopeKind() === 'class' ? 'method' : 'function',
    node,
    merge: true,
    flags: flagsOf(facts, node) | (isForward ? forward : 0),
    type: typeIn(facts, node),
  });
  facts.open(node, 'function', declaration);
  declareTypeParameters(facts, node);
}

function flagsOf(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  const modifiers = tree
    .namedChildren(tree.childOf(node, 'modifiers'))
    .filter((each) => tree.type(each) !== 'attribute')
    .map((each) => tree.of(each));
  const isHidden =
    facts.scopeKind() === 'module' && modifiers.some((each) => /^(?:file)?private$/.test(each));
  const isShared = modifiers.some((each) => each === 'static' || each === 'class');
  return (isHidden ? filePrivate : 0) | (isShared ? isStatic : 0);
}

/** `let a: A = …, (b, c) = …` */
function property(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const isMember = facts.scopeKind() === 'class';
  const parts = tree.namedChildren(node);
  for (const [place, pattern] of parts.entries()) {
    if (tree.type(pattern) !== 'pattern') continue;
    const next = parts.slice(place + 1);
    const end = next.findIndex((each) => tree.type(each) === 'pattern');
    const own = end === -1 ? next : next.slice(0, end);
    const annotation = own.find((each) => tree.type(each) === 'type_annotation');
    const value = own.find((each) => tree.field(each) === 'value');
    const names = namesIn(facts, pattern);
    for (const name of names) {
      const declaration = declareMember(facts, name, {
        kind: isMember ? 'field' : 'variable',
        node,
        flags: flagsOf(facts, node),
        ...(isMember || facts.scopeKind() === 'module' ? {} : { after: node }),
        ...(annotation !== undefined
          ? { type: typeIn(facts, annotation) }
          : value !== undefined && names.length === 1
            ? { value }
            : {}),
      });
      for (const each of own) facts.attach(each, declaration);
    }
  }
}

/** The names that a pattern binds. */
function namesIn(facts: FactsBuilder, pattern: number): number[] {
  const { tree } = facts;
  if (pattern < 0) return [];
  const found: number[] = [];
  const end = tree.nexts[pattern] as number;
  for (let at = pattern + 1; at < end; at++) {
    if (tree.type(at) !== 'simple_identifier') continue;
    const parent = tree.parent(at);
    // In `.some(each)` the first is the name of a case.
    const isCase = tree.childOf(parent, '.') >= 0 && tree.field(at) !== 'bound_identifier';
    if (tree.type(parent) === 'pattern' && !isCase) found.push(at);
  }
  return found;
}

/** `if let a = b, let c { … }`: seen inside; those of `guard` after it. */
function conditions(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  if (tree.type(node) !== 'guard_statement') facts.open(node, 'block');
  const parts = tree.namedChildren(node);
  for (const [place, name] of parts.entries()) {
    if (tree.field(name) !== 'bound_identifier') continue;
    const next = parts[place + 1] ?? NONE;
    const isGiven = tree.field(next) === 'condition' && tree.type(next) !== 'value_binding_pattern';
    facts.declare(name, {
      kind: 'variable',
      node: name,
      after: isGiven ? next : name,
      ...(isGiven ? { value: next } : { expression: () => facts.lookup(tree.of(name), name) }),
    });
    if (!isGiven) facts.markAlso(name, 'read', () => facts.lookup(tree.of(name), name));
  }
}

function lambda(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const around = facts.attached(node);
  facts.open(node, 'function', around);
  const list = tree.childOf(tree.childOf(node, 'lambda_function_type'), 'lambda_function_type_parameters');
  const parameters = tree.childrenOf(list, 'lambda_parameter');
  for (const each of parameters) {
    const name = tree.childrenOf(each, 'simple_identifier').at(-1) ?? NONE;
    const type = typeIn(facts, each);
    const given = parameters.length === 1 ? { expression: () => elementGiven(facts, node) } : {};
    if (name >= 0) facts.declare(name, { kind: 'parameter', node: each, ...(type >= 0 ? { type } : given) });
  }
}

/** In `list.forEach { each in … }` the parameter is an element of the list. */
function elementGiven(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  const callee = tree.firstNamed(tree.above(node, 'call_expression'));
  if (tree.type(callee) !== 'navigation_expression' || callee > node) return -1;
  if (!TAKES_ELEMENT.test(tree.of(suffixOf(facts, callee)))) return -1;
  const of = facts.value(tree.child(callee, 'target'));
  return of < 0 ? -1 : facts.expression('element', of);
}

function use(node: number, facts: FactsBuilder): Use | undefined {
  const { tree } = facts;
  const parent = tree.parent(node);
  const name = tree.of(node);
  switch (tree.type(parent)) {
    case 'navigation_suffix': {
      const whole = tree.parent(parent);
      return { role: roleOf(facts, whole), ref: facts.value(whole) };
    }
    case 'identifier':
      if (tree.type(tree.parent(parent)) === 'import_declaration')
        return { role: 'import', ref: facts.builtin(name) };
      return { role: 'type' };
    case 'user_type':
      return { role: typeRole(facts, parent), ref: typeUpTo(facts, parent, node) };
    case 'value_argument_label':
      return { role: 'write', ref: labelled(facts, node) };
    case 'enum_type_parameters':
    case 'tuple_type_item':
      return { role: 'read', ref: facts.builtin(name) };
    case 'pattern':
    case 'prefix_expression':
      // `.some`: a member of a type that is not written.
      if (tree.of(parent).startsWith('.')) return { role: roleOf(facts, parent), ref: caseOf(facts, node) };
  }
  if (/^(?:self|Self|\$\d+)$/.test(name)) return { role: 'read', ref: facts.builtin(name) };
  if (/^(?:error|newValue|oldValue)$/.test(name) && facts.isFree(facts.lookup(name, node)))
    return { role: 'read', ref: facts.builtin(name) };
  return { role: roleOf(facts, node) };
}

/** In `switch kind { case .a: …` the cases are members of what `kind` is. */
function caseOf(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  const entry = tree.above(node, 'switch_entry', 'statements');
  if (tree.type(entry) !== 'switch_entry') return -1;
  const of = facts.value(tree.child(tree.parent(entry), 'expr'));
  return of < 0 ? -1 : facts.member(of, tree.of(node));
}

function typeUpTo(facts: FactsBuilder, type: number, name: number): number {
  const { tree } = facts;
  let at = -1;
  for (const each of tree.childrenOf(type, 'type_identifier')) {
    at = at < 0 ? facts.typeOf(each) : facts.member(at, tree.of(each));
    if (each === name) break;
  }
  return at;
}

/** The parameter, or the field, that the label of an argument names. */
function labelled(facts: FactsBuilder, label: number): number {
  const { tree } = facts;
  const call = tree.above(label, 'call_expression');
  let callee = tree.firstNamed(call);
  if (tree.of(suffixOf(facts, callee)) === 'init') callee = tree.child(callee, 'target');
  const of = facts.value(callee);
  return of < 0
    ? facts.builtin(tree.of(label))
    : facts.expression('argument', of, facts.nameId(tree.of(label)));
}

function typeRole({ tree }: FactsBuilder, type: number): Role {
  const parent = tree.type(tree.parent(type));
  return parent === 'attribute' ? 'decorator' : parent === 'inheritance_specifier' ? 'extends' : 'type';
}

function roleOf({ tree }: FactsBuilder, node: number): Role {
  const parent = tree.parent(node);
  if (tree.type(parent) === 'call_expression') return tree.firstNamed(parent) === node ? 'call' : 'read';
  return tree.type(parent) === 'directly_assignable_expression' ? 'write' : 'read';
}
