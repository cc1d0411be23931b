/** JavaScript and TypeScript: block scopes, modules of both kinds, members by `this`, prototypes and object literals, declared types. */
import { NONE } from '../../languages/index.ts';
import type { Declare, FactRules, FactsBuilder, Use } from '../builder.ts';
import { DECLARATION_FLAGS, type Role } from '../facts.ts';

const FUNCTIONS = new Set([
  'arrow_function',
  'function_expression',
  'function',
  'generator_function',
  'function_declaration',
  'generator_function_declaration',
  'method_definition',
]);
/** Methods of arrays whose callback gets an element. */
const GIVES_ELEMENT = /^(?:map|filter|forEach|find|findIndex|findLast|some|every|flatMap|sort)$/;
const TRANSPARENT =
  /^(?:Readonly|Partial|Required|NonNullable|Awaited|DeepReadonly|DeepPartial|Omit|Pick|Mutable|Writable|ReadonlyDeep)$/;
/** What waiting or iterating gives the last argument of. */
const { local, static: isStatic, forward, getter, exported } = DECLARATION_FLAGS;

export const rules: FactRules = {
  names: [
    'identifier',
    'property_identifier',
    'private_property_identifier',
    'type_identifier',
    'shorthand_property_identifier',
    'shorthand_property_identifier_pattern',
    'statement_identifier',
  ],
  comments: ['comment', 'html_comment', 'hash_bang_line'],
  strings: ['string', 'template_string', 'regex', 'jsx_text'],
  code: ['template_substitution'],
  enter: {
    import_statement: importStatement,
    export_statement: exportStatement,
    variable_declarator: variableDeclarator,
    function_declaration: namedFunction,
    generator_function_declaration: namedFunction,
    function_signature: namedFunction,
    function_expression: (node, facts) => openFunction(node, facts, ownName(node, facts)),
    function: (node, facts) => openFunction(node, facts, ownName(node, facts)),
    generator_function: (node, facts) => openFunction(node, facts, ownName(node, facts)),
    arrow_function: (node, facts) => openFunction(node, facts, facts.attached(node)),
    method_definition: method,
    method_signature: method,
    abstract_method_signature: method,
    public_field_definition: field,
    field_definition: field,
    property_signature: field,
    class_declaration: classLike,
    abstract_class_declaration: classLike,
    class: classLike,
    interface_declaration: classLike,
    enum_declaration: classLike,
    type_alias_declaration: typeAlias,
    internal_module: namespace,
    module: namespace,
    class_body: openBody,
    interface_body: openBody,
    enum_body: enumBody,
    object_type: openBody,
    statement_block: openBlock,
    switch_body: openBlock,
    for_statement: openBlock,
    for_in_statement(node, facts) {
      const { tree } = facts;
      facts.open(node, 'block');
      if (tree.child(node, 'kind') < 0) return;
      const isOf = tree.of(tree.child(node, 'operator')) === 'of';
      bindPattern(facts, tree.child(node, 'left'), {
        kind: 'variable',
        ...(isOf ? { elementOf: tree.child(node, 'right') } : {}),
      });
    },
    catch_clause(node, facts) {
      facts.open(node, 'block');
      bindPattern(facts, facts.tree.child(node, 'parameter'), { kind: 'variable' });
    },
    assignment_expression: assignment,
    pair: objectMember,
    call_expression(node, facts) {
      const specifier = requiredModule(facts, node);
      if (specifier !== undefined && facts.attached(node) < 0)
        facts.attach(
          node,
          facts.import({ specifier, kind: 'require', line: facts.lineOf(facts.tree.start(node)) }),
        );
    },
  },
  values: {
    member_expression(node, facts) {
      const { tree } = facts;
      const of = facts.value(tree.child(node, 'object'));
      return of < 0 ? -1 : facts.member(of, tree.of(tree.child(node, 'property')));
    },
    nested_identifier: nested,
    call_expression(node, facts) {
      const { tree } = facts;
      const callee = tree.child(node, 'function');
      if (requiredModule(facts, node) !== undefined) return facts.expression('import', facts.attached(node));
      if (tree.type(callee) === 'super') return -1;
      const of = facts.value(callee);
      return of < 0 ? -1 : facts.expression('call', of);
    },
    new_expression(node, facts) {
      const { tree } = facts;
      const type = facts.value(tree.child(node, 'constructor'));
      const args = tree.child(node, 'type_arguments');
      return facts.instance(applied(facts, type, tree.namedChildren(args)));
    },
    await_expression(node, facts) {
      const of = facts.value(facts.tree.firstNamed(node));
      return of < 0 ? -1 : facts.expression('awaited', of);
    },
    this: (node, facts) => thisValue(facts, node),
    super(node, facts) {
      const around = facts.classAround(node);
      return around < 0 ? -1 : facts.expression('super', around);
    },
    as_expression: (node, facts) => cast(facts, node),
    type_assertion: (node, facts) => cast(facts, node),
    satisfies_expression: inner,
    non_null_expression: inner,
    parenthesized_expression: inner,
    ternary_expression(node, facts) {
      const { tree } = facts;
      return facts.either(
        facts.value(tree.child(node, 'consequence')),
        facts.value(tree.child(node, 'alternative')),
      );
    },
    binary_expression(node, facts) {
      const { tree } = facts;
      if (!['||', '??', '&&'].includes(tree.of(tree.child(node, 'operator')))) return facts.builtin('number');
      return facts.either(facts.value(tree.child(node, 'left')), facts.value(tree.child(node, 'right')));
    },
    assignment_expression: (node, facts) => facts.value(facts.tree.child(node, 'right')),
    subscript_expression(node, facts) {
      const { tree } = facts;
      const of = facts.value(tree.child(node, 'object'));
      return of < 0 ? -1 : facts.expression('element', of);
    },
    array(node, facts) {
      const first = facts.value(facts.tree.firstNamed(node));
      const array = facts.builtin('Array');
      return first < 0 ? array : facts.expression('applied', array, first);
    },
    object: declared,
    arrow_function: declared,
    function_expression: declared,
    class: declared,
    string: (_, facts) => facts.builtin('String'),
    template_string: (_, facts) => facts.builtin('String'),
    number: (_, facts) => facts.builtin('Number'),
    true: (_, facts) => facts.builtin('Boolean'),
    false: (_, facts) => facts.builtin('Boolean'),
    regex: (_, facts) => facts.builtin('RegExp'),
  },
  types: {
    type_annotation: (node, facts) => facts.typeOf(facts.tree.firstNamed(node)),
    parenthesized_type: (node, facts) => facts.typeOf(facts.tree.firstNamed(node)),
    readonly_type: (node, facts) => facts.typeOf(facts.tree.firstNamed(node)),
    predefined_type(node, facts) {
      const name = facts.tree.of(node);
      return /^(?:any|unknown|object)$/.test(name) ? -1 : facts.builtin(name);
    },
    literal_type: () => -1,
    nested_type_identifier: nested,
    nested_identifier: nested,
    member_expression: (node, facts) => facts.value(node),
    call_expression: (node, facts) => facts.value(node),
    generic_type(node, facts) {
      const { tree } = facts;
      const name = tree.child(node, 'name');
      const args = tree.namedChildren(tree.child(node, 'type_arguments'));
      if (TRANSPARENT.test(tree.of(name))) return facts.typeOf(args[0] ?? NONE);
      return applied(facts, facts.typeOf(name), args);
    },
    array_type: (node, facts) =>
      facts.expression(
        'applied',
        facts.builtin('Array'),
        facts.instance(facts.typeOf(facts.tree.firstNamed(node))),
      ),
    union_type: eitherType,
    intersection_type: eitherType,
    this_type(node, facts) {
      const around = facts.classAround(node);
      return around < 0 ? -1 : facts.expression('declaration', around);
    },
    object_type: declared,
    type_predicate: (_, facts) => facts.builtin('boolean'),
    type_query: (node, facts) => facts.value(facts.tree.firstNamed(node)),
  },
  use,
};

function importStatement(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const line = facts.lineOf(tree.start(node));
  const required = tree.childOf(node, 'import_require_clause');
  if (required >= 0) {
    const name = tree.childOf(required, 'identifier');
    facts.import(
      {
        specifier: unquoted(tree.of(tree.child(required, 'source'))),
        kind: 'require',
        local: tree.of(name),
        line,
      },
      { nameNode: name },
    );
    return;
  }
  const specifier = unquoted(tree.of(tree.child(node, 'source')));
  for (const part of tree.namedChildren(tree.childOf(node, 'import_clause'))) {
    if (tree.type(part) === 'identifier')
      facts.import({ specifier, local: tree.of(part), imported: 'default', line }, { nameNode: part });
    else if (tree.type(part) === 'namespace_import') {
      const name = tree.firstNamed(part);
      facts.import({ specifier, local: tree.of(name), line }, { nameNode: name });
    } else
      for (const each of tree.childrenOf(part, 'import_specifier')) {
        const imported = tree.child(each, 'name');
        const alias = tree.child(each, 'alias');
        facts.import(
          {
            specifier,
            imported: unquoted(tree.of(imported)),
            local: tree.of(alias >= 0 ? alias : imported),
            line,
          },
          { nameNode: alias >= 0 ? alias : imported, importedNode: imported },
        );
      }
  }
}

function exportStatement(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const source = tree.child(node, 'source');
  const clause = tree.childOf(node, 'export_clause');
  if (source >= 0) {
    exportFrom(node, facts, unquoted(tree.of(source)), clause);
    return;
  }
  for (const each of tree.childrenOf(clause, 'export_specifier')) {
    const name = tree.child(each, 'name');
    const alias = tree.child(each, 'alias');
    facts.export(tree.of(alias >= 0 ? alias : name), name);
    facts.mark(name, 're-export', () => facts.lookup(tree.of(name), name));
    if (alias >= 0) facts.mark(alias, 're-export', () => facts.lookup(tree.of(name), name));
  }
  if (tree.childOf(node, 'default') < 0) return;
  const value = tree.child(node, 'value');
  const declaration = tree.child(node, 'declaration');
  const name = tree.child(declaration, 'name');
  if (name >= 0) facts.export('default', name);
  else if (tree.type(value) === 'identifier') {
    facts.export('default', value);
    facts.mark(value, 're-export', () => facts.lookup(tree.of(value), value));
  } else {
    const made = value >= 0 ? value : declaration;
    const index = facts.declare(made, {
      kind: kindOf(facts, made, 'variable'),
      name: 'default',
      node,
      value: made,
      flags: exported,
    });
    facts.attach(made, index);
  }
}

function exportFrom(node: number, facts: FactsBuilder, specifier: string, clause: number): void {
  const { tree } = facts;
  const line = facts.lineOf(tree.start(node));
  const space = tree.childOf(node, 'namespace_export');
  if (space >= 0) {
    const name = tree.firstNamed(space);
    facts.import(
      { specifier, kind: 'export-from', exportedAs: unquoted(tree.of(name)), line },
      { nameNode: name },
    );
  } else if (clause < 0) facts.import({ specifier, kind: 'export-from', exportedAs: '*', line });
  for (const each of tree.childrenOf(clause, 'export_specifier')) {
    const name = tree.child(each, 'name');
    const alias = tree.child(each, 'alias');
    facts.import(
      {
        specifier,
        kind: 'export-from',
        imported: unquoted(tree.of(name)),
        exportedAs: unquoted(tree.of(alias >= 0 ? alias : name)),
        line,
      },
      { nameNode: alias >= 0 ? alias : name, importedNode: name },
    );
  }
}

function variableDeclarator(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  const type = tree.child(node, 'type');
  const value = unwrapped(facts, tree.child(node, 'value'));
  const statement = tree.parent(node);
  const isVar = tree.type(statement) === 'variable_declaration';
  const scope = isVar ? facts.scopeOfKind('function', 'module') : facts.scope;
  const specifier = requiredModule(facts, value);
  if (specifier !== undefined && type < 0) {
    requireInto(facts, name, specifier, value);
    return;
  }
  const whole =
    tree.childrenOf(statement, 'variable_declarator').length === 1
      ? exportedStatement(facts, statement)
      : node;
  bindPattern(facts, name, {
    kind: kindOf(
      facts,
      value,
      tree.of(tree.child(statement, 'kind')) === 'const' && scope === 0 ? 'constant' : 'variable',
    ),
    node: whole,
    scope,
    merge: isVar,
    ...(type >= 0 ? { type } : value >= 0 ? { value } : {}),
    flags: whole !== node && whole !== statement ? exported : 0,
  });
  if (tree.type(name) === 'identifier') attachValue(facts, value, facts.declarationOf(name));
}

/** `const a = require('./x')`, `const { a, b: c } = require('./x')`. */
function requireInto(facts: FactsBuilder, name: number, specifier: string, call: number): void {
  const { tree } = facts;
  const line = facts.lineOf(tree.start(call));
  const kind = 'require';
  if (tree.type(name) === 'identifier') {
    facts.attach(call, facts.import({ specifier, kind, local: tree.of(name), line }, { nameNode: name }));
    return;
  }
  facts.attach(call, facts.import({ specifier, kind, line }));
  for (const part of tree.namedChildren(name)) {
    if (tree.type(part) === 'shorthand_property_identifier_pattern')
      facts.import(
        { specifier, kind, imported: tree.of(part), local: tree.of(part), line },
        { nameNode: part },
      );
    else if (tree.type(part) === 'pair_pattern') {
      const key = tree.child(part, 'key');
      const value = tree.child(part, 'value');
      if (tree.type(value) === 'identifier')
        facts.import(
          { specifier, kind, imported: tree.of(key), local: tree.of(value), line },
          { nameNode: value, importedNode: key },
        );
    }
  }
}

function requiredModule(facts: FactsBuilder, node: number): string | undefined {
  const { tree } = facts;
  if (tree.type(node) !== 'call_expression') return undefined;
  const callee = tree.child(node, 'function');
  if (tree.of(callee) !== 'require' && tree.type(callee) !== 'import') return undefined;
  const argument = tree.firstNamed(tree.child(node, 'arguments'));
  return tree.type(argument) === 'string' ? unquoted(tree.of(argument)) : undefined;
}

/** Names in a pattern; what is taken out of an object is a member of it. */
function bindPattern(facts: FactsBuilder, pattern: number, what: Declare, from?: () => number): void {
  const { tree } = facts;
  const memberOf = (name: string) => () => {
    const whole = from?.() ?? wholeValue(facts, what);
    return whole < 0 ? -1 : facts.member(whole, name);
  };
  const part = (name: string): Declare => ({
    kind: what.kind === 'parameter' ? 'parameter' : 'variable',
    node: what.node ?? pattern,
    ...(what.scope === undefined ? {} : { scope: what.scope }),
    expression: memberOf(name),
    ...(what.merge ? { merge: true } : {}),
  });
  switch (tree.type(pattern)) {
    case 'identifier':
      facts.declare(pattern, from === undefined ? what : { ...what, expression: from });
      break;
    case 'object_pattern':
      for (const child of tree.namedChildren(pattern)) {
        const key = tree.type(child) === 'object_assignment_pattern' ? tree.child(child, 'left') : child;
        if (tree.type(key) === 'shorthand_property_identifier_pattern') {
          facts.declare(key, part(tree.of(key)));
          facts.markAlso(key, 'read', memberOf(tree.of(key)));
        } else if (tree.type(key) === 'pair_pattern') {
          const name = tree.child(key, 'key');
          if (tree.type(name) === 'property_identifier') facts.mark(name, 'read', memberOf(tree.of(name)));
          bindPattern(facts, tree.child(key, 'value'), part(tree.of(name)), memberOf(tree.of(name)));
        } else if (tree.type(key) === 'rest_pattern')
          bindPattern(facts, tree.firstNamed(key), { kind: 'variable', node: pattern });
      }
      break;
    case 'assignment_pattern':
      bindPattern(facts, tree.child(pattern, 'left'), what, from);
      break;
    case 'array_pattern':
    case 'rest_pattern':
      for (const child of tree.namedChildren(pattern))
        bindPattern(facts, child, {
          kind: what.kind === 'parameter' ? 'parameter' : 'variable',
          node: pattern,
          ...(what.scope === undefined ? {} : { scope: what.scope }),
        });
  }
}

function wholeValue(
  facts: FactsBuilder,
  { type = NONE, value = NONE, elementOf = NONE, expression }: Declare,
): number {
  if (expression !== undefined) return expression();
  if (type >= 0) return facts.instance(facts.typeOf(type));
  if (value >= 0) return facts.value(value);
  const of = facts.value(elementOf);
  return of < 0 ? -1 : facts.expression('element', of);
}

function namedFunction(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  if (name < 0) {
    openFunction(node, facts, facts.attached(node));
    return;
  }
  const returns = tree.child(node, 'return_type');
  const isForward = tree.type(node) === 'function_signature';
  const whole = exportedStatement(facts, node);
  const declaration = facts.declare(name, {
    kind: 'function',
    node: whole,
    merge: true,
    flags: (isForward ? forward : 0) | (whole !== node ? exported : 0),
    ...(returns >= 0 ? { type: returns } : {}),
  });
  openFunction(node, facts, declaration);
}

/** A function expression is seen from inside by its own name, and has that name if nobody gave it another. */
function ownName(node: number, facts: FactsBuilder): number {
  return facts.attached(node);
}

function openFunction(node: number, facts: FactsBuilder, declaration: number): void {
  const { tree } = facts;
  facts.open(node, 'function', declaration);
  const own = tree.type(node) === 'function_declaration' ? NONE : tree.child(node, 'name');
  if (own >= 0 && tree.type(own) === 'identifier' && facts.declarationOf(own) < 0) {
    if (declaration >= 0) facts.bindTo(tree.of(own), declaration, own);
    else facts.attachScope(facts.declare(own, { kind: 'function', node }));
  }
  declareTypeParameters(facts, node);
  const single = tree.child(node, 'parameter');
  if (single >= 0)
    bindPattern(facts, single, {
      kind: 'parameter',
      node: single,
      expression: () => callbackElement(facts, node),
    });
  const list = tree.child(node, 'parameters');
  for (const [place, parameter] of tree.namedChildren(list).entries())
    declareParameter(facts, parameter, node, place);
  if (declaration >= 0 && tree.child(node, 'return_type') < 0)
    facts.describe(declaration, { expression: () => returned(facts, node) });
}

function declareParameter(facts: FactsBuilder, parameter: number, owner: number, place: number): void {
  const { tree } = facts;
  const type = tree.type(parameter);
  if (type === 'identifier' || /pattern$/.test(type)) {
    const value = type === 'assignment_pattern' ? tree.child(parameter, 'right') : NONE;
    const given = place === 0 ? { expression: () => callbackElement(facts, owner) } : {};
    bindPattern(facts, parameter, {
      kind: 'parameter',
      node: parameter,
      ...(value >= 0 ? { value } : given),
    });
    return;
  }
  if (!/parameter$/.test(type)) return;
  const pattern = tree.child(parameter, 'pattern');
  const declared = tree.child(parameter, 'type');
  const value = tree.child(parameter, 'value');
  const given = place === 0 ? { expression: () => callbackElement(facts, owner) } : {};
  const what: Declare = {
    kind: 'parameter',
    node: parameter,
    ...(declared >= 0 ? { type: declared } : value >= 0 ? { value } : given),
  };
  const isProperty = tree.childOf(parameter, 'accessibility_modifier', 'readonly', 'override_modifier') >= 0;
  if (isProperty && tree.type(pattern) === 'identifier' && facts.classAround() >= 0) {
    const name = tree.of(pattern);
    const field = facts.declare(pattern, { ...what, kind: 'field', parent: facts.classAround() });
    facts.bindTo(name, field, pattern);
  } else bindPattern(facts, pattern, what);
}

function declareTypeParameters(facts: FactsBuilder, node: number): void {
  const { tree } = facts;
  for (const each of tree.childrenOf(tree.child(node, 'type_parameters'), 'type_parameter')) {
    const name = tree.child(each, 'name');
    const constraint = tree.firstNamed(tree.child(each, 'constraint'));
    facts.declare(name, {
      kind: 'type',
      node: each,
      flags: local,
      ...(constraint >= 0 ? { type: constraint } : {}),
    });
  }
}

/** In `list.map((each) => …)` the first parameter is an element of the list. */
function callbackElement(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  const call = tree.parent(tree.parent(node));
  const callee = tree.child(call, 'function');
  if (tree.type(call) !== 'call_expression' || tree.type(callee) !== 'member_expression') return -1;
  if (!GIVES_ELEMENT.test(tree.of(tree.child(callee, 'property')))) return -1;
  const list = facts.value(tree.child(callee, 'object'));
  return list < 0 ? -1 : facts.expression('element', list);
}

/** What the first few `return` statements give, or the body of an arrow function. */
function returned(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  const body = tree.child(node, 'body');
  if (tree.type(node) === 'arrow_function' && tree.type(body) !== 'statement_block') return facts.value(body);
  let value = -1;
  let seen = 0;
  const end = body < 0 ? body : (tree.nexts[body] as number);
  for (let at = body + 1; at < end && seen < 3; at++) {
    const type = tree.type(at);
    if (FUNCTIONS.has(type) || type === 'class_body') at = (tree.nexts[at] as number) - 1;
    else if (type === 'return_statement') {
      value = facts.either(value, facts.value(tree.firstNamed(at)));
      seen++;
    }
  }
  return value;
}

function method(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  const parent =
    tree.type(tree.parent(node)) === 'object' ? facts.attached(tree.parent(node)) : facts.classAround();
  const isBodiless = tree.type(node) !== 'method_definition';
  if (parent < 0 || tree.type(name) === 'computed_property_name') {
    if (!isBodiless) openFunction(node, facts, -1);
    else facts.open(node, 'function');
    return;
  }
  const returns = tree.child(node, 'return_type');
  const isGetter = tree.childOf(node, 'get', 'set') >= 0;
  const declaration = facts.declare(name, {
    kind: tree.of(name) === 'constructor' ? 'constructor' : 'method',
    name: unquoted(tree.of(name)),
    node,
    parent,
    merge: true,
    flags:
      (isBodiless ? forward : 0) |
      (isGetter ? getter : 0) |
      (tree.childOf(node, 'static') >= 0 ? isStatic : 0),
    ...(returns >= 0 ? { type: returns } : {}),
  });
  openFunction(node, facts, declaration);
}

function field(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name') >= 0 ? tree.child(node, 'name') : tree.child(node, 'property');
  const parent = facts.classAround();
  if (parent < 0 || !facts.isName(name)) return;
  const type = tree.child(node, 'type');
  const value = unwrapped(facts, tree.child(node, 'value'));
  const declaration = facts.declare(name, {
    kind: FUNCTIONS.has(tree.type(value)) ? 'method' : 'field',
    node,
    parent,
    merge: true,
    flags: tree.childOf(node, 'static') >= 0 ? isStatic : 0,
    ...(type >= 0 ? { type } : value >= 0 ? { value } : {}),
  });
  attachValue(facts, value, declaration);
}

const KINDS: Readonly<Record<string, string>> = {
  interface_declaration: 'interface',
  enum_declaration: 'enum',
};

function classLike(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  const kind = KINDS[tree.type(node)] ?? 'class';
  const whole = exportedStatement(facts, node);
  let declaration = facts.attached(node);
  const bases = heritage(facts, node);
  if (declaration >= 0) facts.describe(declaration, { bases });
  else if (name >= 0)
    declaration = facts.declare(name, {
      kind,
      node: whole,
      bases,
      merge: kind === 'interface',
      flags: whole !== node ? exported : 0,
    });
  else if (tree.type(node) === 'class') return;
  facts.attach(tree.child(node, 'body'), declaration);
  if (tree.child(node, 'type_parameters') < 0) return;
  facts.open(node, 'block', declaration);
  declareTypeParameters(facts, node);
}

function heritage(facts: FactsBuilder, node: number): number[] {
  const { tree } = facts;
  const around = tree.childOf(node, 'class_heritage');
  const clauses = [
    ...tree.childrenOf(node, 'extends_type_clause', 'extends_clause'),
    ...tree.childrenOf(around, 'extends_clause', 'implements_clause'),
  ];
  const bases = clauses.flatMap((clause) =>
    tree.namedChildren(clause).filter((each) => tree.type(each) !== 'type_arguments'),
  );
  // JavaScript has no clause: the base is the heritage's only child.
  return bases.length > 0 ? bases : tree.namedChildren(around).slice(0, 1);
}

function typeAlias(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const value = tree.child(node, 'value');
  const whole = exportedStatement(facts, node);
  const isObject = tree.type(value) === 'object_type';
  const declaration = facts.declare(tree.child(node, 'name'), {
    kind: 'type',
    node: whole,
    flags: whole !== node ? exported : 0,
    ...(isObject ? {} : { type: value }),
  });
  if (isObject) facts.attach(value, declaration);
  if (tree.child(node, 'type_parameters') < 0) return;
  facts.open(node, 'block', declaration);
  declareTypeParameters(facts, node);
}

function namespace(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  if (tree.type(name) !== 'identifier') return;
  const declaration = facts.declare(name, {
    kind: 'namespace',
    node: exportedStatement(facts, node),
    merge: true,
  });
  facts.attach(tree.child(node, 'body'), declaration);
}

function openBody(node: number, facts: FactsBuilder): void {
  const declaration = facts.attached(node);
  if (declaration >= 0) facts.open(node, 'class', declaration);
  else facts.open(node, 'class');
}

function enumBody(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const parent = facts.attached(node);
  if (parent < 0) return;
  for (const child of tree.namedChildren(node)) {
    const name = tree.type(child) === 'enum_assignment' ? tree.child(child, 'name') : child;
    if (facts.isName(name))
      facts.declare(name, {
        kind: 'constant',
        node: child,
        parent,
        expression: () => facts.expression('self', parent),
      });
  }
}

function openBlock(node: number, facts: FactsBuilder): void {
  const declaration = facts.attached(node);
  if (declaration >= 0) facts.open(node, 'module', declaration);
  else facts.open(node, 'block');
}

/** `exports.a = …`, `module.exports = …`, `A.prototype.m = …`, `a.m = function …`, `this.x = …`. */
function assignment(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const left = tree.child(node, 'left');
  const right = unwrapped(facts, tree.child(node, 'right'));
  if (tree.type(left) !== 'member_expression') return;
  const object = tree.child(left, 'object');
  const name = tree.child(left, 'property');
  const target = tree.of(object);
  if (tree.of(left) === 'module.exports') {
    exportWhole(facts, right, node);
    return;
  }
  const value = { node, value: right, kind: kindOf(facts, right, 'field') };
  if (target === 'exports' || target === 'module.exports') {
    if (tree.type(right) === 'identifier') facts.export(tree.of(name), right);
    else {
      const declaration = facts.declare(name, {
        ...value,
        kind: kindOf(facts, right, 'variable'),
        flags: exported,
        merge: true,
        scope: 0,
      });
      attachValue(facts, right, declaration);
    }
    return;
  }
  const parent = memberOwner(facts, object, node);
  if (parent < 0) return;
  const isNew =
    FUNCTIONS.has(tree.type(right)) || tree.type(object) === 'this' || /\.prototype$/.test(target);
  if (!isNew) return;
  const declaration = facts.declare(name, {
    ...value,
    kind: FUNCTIONS.has(tree.type(right)) ? 'method' : 'field',
    parent,
    merge: true,
  });
  attachValue(facts, right, declaration);
}

function memberOwner(facts: FactsBuilder, object: number, node: number): number {
  const { tree } = facts;
  if (tree.type(object) === 'this') return thisOwner(facts, node);
  if (tree.type(object) === 'identifier') return facts.bound(tree.of(object));
  const isPrototype =
    tree.type(object) === 'member_expression' && tree.of(tree.child(object, 'property')) === 'prototype';
  return isPrototype ? facts.bound(tree.of(tree.child(object, 'object'))) : -1;
}

function exportWhole(facts: FactsBuilder, right: number, node: number): void {
  const { tree } = facts;
  if (tree.type(right) === 'object')
    for (const child of tree.namedChildren(right)) {
      if (tree.type(child) === 'shorthand_property_identifier') facts.export(tree.of(child), child);
      else if (tree.type(child) === 'pair' && tree.type(tree.child(child, 'value')) === 'identifier')
        facts.export(unquoted(tree.of(tree.child(child, 'key'))), tree.child(child, 'value'));
    }
  if (
    tree.type(right) === 'identifier' ||
    tree.type(right) === 'call_expression' ||
    tree.type(right) === 'new_expression'
  ) {
    facts.export('module.exports', right);
    return;
  }
  const declaration = facts.declare(right, {
    kind: kindOf(facts, right, 'variable'),
    name: 'module.exports',
    node,
    value: right,
    flags: exported,
  });
  attachValue(facts, right, declaration);
}

/** A member of an object literal that has a name. */
function objectMember(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const parent = facts.attached(tree.parent(node));
  const key = tree.child(node, 'key');
  if (parent < 0 || !facts.isName(key)) return;
  const value = unwrapped(facts, tree.child(node, 'value'));
  const declaration = facts.declare(key, {
    kind: FUNCTIONS.has(tree.type(value)) ? 'method' : kindOf(facts, value, 'field'),
    node,
    parent,
    value,
    merge: true,
  });
  attachValue(facts, value, declaration);
}

/** Whose inside a value is, if it has one: a function, a class, an object literal. */
function attachValue(facts: FactsBuilder, value: number, declaration: number): void {
  const { tree } = facts;
  const type = tree.type(value);
  if (declaration >= 0 && (FUNCTIONS.has(type) || type === 'class' || type === 'object'))
    facts.attach(value, declaration);
}

function kindOf(facts: FactsBuilder, value: number, otherwise: string): string {
  const type = facts.tree.type(value);
  if (FUNCTIONS.has(type)) return 'function';
  if (/^(?:class|class_declaration)$/.test(type)) return 'class';
  return type === 'object' ? 'object' : otherwise;
}

/** The class that `this` is of: the class around, or the function whose prototype the method belongs to. */
function thisOwner(facts: FactsBuilder, node: number): number {
  const around = facts.classAround(node);
  if (around >= 0) return around;
  const { tree } = facts;
  for (let at = tree.parent(node); at >= 0; at = tree.parent(at)) {
    const type = tree.type(at);
    if (!FUNCTIONS.has(type) || type === 'arrow_function') continue;
    const index =
      type === 'function_declaration' ? facts.declarationOf(tree.child(at, 'name')) : facts.attached(at);
    const declaration = facts.declarationAt(index);
    if (declaration === undefined) return -1;
    if (declaration.kind === 'method') return declaration.parent;
    return /^[A-Z]/.test(declaration.name) ? index : -1;
  }
  return -1;
}

function thisValue(facts: FactsBuilder, node: number): number {
  const owner = thisOwner(facts, node);
  return owner < 0 ? -1 : facts.expression('self', owner);
}

function cast(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  const [first = NONE, second = NONE] = tree.namedChildren(node);
  const isAs = tree.type(node) === 'as_expression';
  const type = isAs ? second : first;
  const value = isAs ? first : second;
  if (tree.of(type) === 'const' || second < 0) return facts.value(value);
  return facts.instance(facts.typeOf(tree.type(type) === 'type_arguments' ? tree.firstNamed(type) : type));
}

function inner(node: number, facts: FactsBuilder): number {
  return facts.value(facts.tree.firstNamed(node));
}

function nested(node: number, facts: FactsBuilder): number {
  const { tree } = facts;
  const [module = NONE, name = NONE] = tree.namedChildren(node);
  const of = facts.value(module);
  return of < 0 ? -1 : facts.member(of, tree.of(name));
}

/** What the node declares under a name. */
function declared(node: number, facts: FactsBuilder): number {
  const declaration = facts.attached(node);
  return declaration < 0 ? -1 : facts.expression('declaration', declaration);
}

function applied(facts: FactsBuilder, base: number, args: readonly number[]): number {
  const last = args.at(-1);
  const argument = last === undefined ? -1 : facts.instance(facts.typeOf(last));
  return base < 0 || argument < 0 ? base : facts.expression('applied', base, argument);
}

function eitherType(node: number, facts: FactsBuilder): number {
  return facts.tree
    .namedChildren(node)
    .map((each) => facts.typeOf(each))
    .reduce((a, b) => facts.either(a, b), -1);
}

/** `export const …`, decorators: the whole statement. */
function exportedStatement(facts: FactsBuilder, node: number): number {
  const parent = facts.tree.parent(node);
  return facts.tree.type(parent) === 'export_statement' ? parent : node;
}

/** Without parentheses, casts and assertions around it. */
function unwrapped(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  let at = node;
  while (['parenthesized_expression', 'satisfies_expression', 'non_null_expression'].includes(tree.type(at)))
    at = tree.firstNamed(at);
  return at;
}

function unquoted(text: string): string {
  return text.replace(/^["'`]|["'`]$/g, '');
}

function use(node: number, facts: FactsBuilder): Use | undefined {
  const { tree } = facts;
  const parent = tree.parent(node);
  const field = tree.field(node);
  const type = tree.type(node);
  switch (tree.type(parent)) {
    case 'member_expression':
      if (field === 'property') return { role: roleOf(facts, parent), ref: facts.value(parent) };
      break;
    case 'nested_type_identifier':
    case 'nested_identifier':
      if (tree.start(node) > tree.start(parent)) return { role: 'type', ref: nested(parent, facts) };
      break;
    case 'pair':
    case 'jsx_attribute':
    case 'method_definition':
    case 'property_signature':
    case 'method_signature':
      if (type === 'property_identifier') return { role: 'write', ref: -1 };
      break;
    case 'labeled_statement':
    case 'break_statement':
    case 'continue_statement':
      if (type === 'statement_identifier') return { role: 'read', ref: facts.builtin('label') };
      break;
    case 'index_signature':
      return { role: 'read', ref: -1 };
  }
  // Names of types and properties in places that the cases above do not know.
  if (type === 'property_identifier' || type === 'private_property_identifier')
    return { role: 'read', ref: -1 };
  return { role: roleOf(facts, node) };
}

function roleOf(facts: FactsBuilder, node: number): Role {
  const { tree } = facts;
  const parent = tree.parent(node);
  const field = tree.field(node);
  switch (tree.type(parent)) {
    case 'call_expression':
      if (field === 'function') return tree.type(tree.parent(parent)) === 'decorator' ? 'decorator' : 'call';
      return 'read';
    case 'new_expression':
      return field === 'constructor' ? 'call' : 'read';
    case 'jsx_opening_element':
    case 'jsx_self_closing_element':
      return 'call';
    case 'decorator':
      return 'decorator';
    case 'extends_clause':
    case 'implements_clause':
    case 'extends_type_clause':
    case 'class_heritage':
      return 'extends';
    case 'assignment_expression':
    case 'augmented_assignment_expression':
      return field === 'left' ? 'write' : 'read';
    case 'update_expression':
      return 'write';
  }
  if (tree.type(node) === 'type_identifier' || tree.above(node, 'type_annotation', 'type_arguments') >= 0)
    return 'type';
  return 'read';
}
