/** Python: functions have scopes, blocks have none; names of a class are reached through it or `self`. */
import { NONE } from '../../languages/index.ts';
import type { FactRules, FactsBuilder, Use } from '../builder.ts';
import { DECLARATION_FLAGS } from '../facts.ts';

const SELF = /^(?:self|cls|mcs)$/;

export const rules: FactRules = {
  names: ['identifier'],
  comments: ['comment'],
  strings: ['string'],
  code: ['interpolation'],
  enter: {
    function_definition: enterFunction,
    class_definition(node, facts) {
      const { tree } = facts;
      const name = tree.child(node, 'name');
      const bases = tree
        .namedChildren(tree.child(node, 'superclasses'))
        .filter((child) => !['keyword_argument', 'comment'].includes(tree.type(child)));
      facts.declare(name, { kind: 'class', node: decorated(facts, node), bases });
    },
    block(node, facts) {
      const { tree } = facts;
      const owner = tree.parent(node);
      if (tree.type(owner) === 'class_definition')
        facts.open(node, 'class', facts.declarationOf(tree.child(owner, 'name')));
    },
    lambda(node, facts) {
      facts.open(node, 'function');
      declareParameters(facts, facts.tree.child(node, 'parameters'));
    },
    list_comprehension: openComprehension,
    set_comprehension: openComprehension,
    dictionary_comprehension: openComprehension,
    generator_expression: openComprehension,
    for_in_clause(node, facts) {
      const { tree } = facts;
      bindTargets(facts, tree.child(node, 'left'), { elementOf: tree.child(node, 'right') });
    },
    for_statement(node, facts) {
      const { tree } = facts;
      bindTargets(facts, tree.child(node, 'left'), { elementOf: tree.child(node, 'right') });
    },
    assignment(node, facts) {
      const { tree } = facts;
      const type = tree.child(node, 'type');
      const value = tree.child(node, 'right');
      bindTargets(facts, tree.child(node, 'left'), {
        ...(type >= 0 ? { type } : {}),
        ...(value >= 0 ? { value } : {}),
        node: statementOf(facts, node),
      });
    },
    named_expression(node, facts) {
      const { tree } = facts;
      const scope = facts.scopeOfKind('function', 'module', 'class');
      const name = tree.child(node, 'name');
      bind(facts, name, { value: tree.child(node, 'value'), node, scope });
    },
    as_pattern(node, facts) {
      const { tree } = facts;
      const target = tree.firstNamed(tree.child(node, 'alias'));
      const value = tree.firstNamed(node);
      const isCaught = tree.type(tree.parent(node)) === 'except_clause';
      bindTargets(facts, target, isCaught ? { type: value } : { expression: () => entered(facts, value) });
    },
    except_clause(node, facts) {
      // Older trees have `except E as e` without as_pattern.
      const { tree } = facts;
      const alias = tree.child(node, 'alias');
      if (alias >= 0) bindTargets(facts, alias, { type: tree.child(node, 'value') });
    },
    global_statement: (node, facts) => aliasNames(facts, node, 0),
    nonlocal_statement: (node, facts) =>
      aliasNames(facts, node, facts.parentScope(facts.scopeOfKind('function'))),
    import_statement: importModules,
    import_from_statement: importNames,
    future_import_statement() {},
  },
  values: {
    call(node, facts) {
      const { tree } = facts;
      const callee = tree.child(node, 'function');
      if (tree.of(callee) === 'super') {
        const around = facts.classAround(node);
        return around < 0 ? -1 : facts.expression('super', around);
      }
      const of = facts.value(callee);
      return of < 0 ? -1 : facts.expression('call', of);
    },
    attribute(node, facts) {
      const { tree } = facts;
      const object = tree.child(node, 'object');
      const name = tree.of(tree.child(node, 'attribute'));
      const around = name === '__class__' && tree.of(object) === 'self' ? facts.classAround(node) : -1;
      if (around >= 0) return facts.expression('declaration', around);
      const of = facts.value(object);
      return of < 0 ? -1 : facts.member(of, name);
    },
    subscript(node, facts) {
      const of = facts.value(facts.tree.child(node, 'value'));
      return of < 0 ? -1 : facts.expression('element', of);
    },
    parenthesized_expression: (node, facts) => facts.value(facts.tree.firstNamed(node)),
    await(node, facts) {
      const of = facts.value(facts.tree.firstNamed(node));
      return of < 0 ? -1 : facts.expression('awaited', of);
    },
    conditional_expression(node, facts) {
      const [yes = NONE, , no = NONE] = facts.tree.namedChildren(node);
      return facts.either(facts.value(yes), facts.value(no));
    },
    boolean_operator(node, facts) {
      const { tree } = facts;
      return facts.either(facts.value(tree.child(node, 'left')), facts.value(tree.child(node, 'right')));
    },
    named_expression: (node, facts) => facts.value(facts.tree.child(node, 'value')),
    string: (_, facts) => facts.builtin('str'),
    concatenated_string: (_, facts) => facts.builtin('str'),
    integer: (_, facts) => facts.builtin('int'),
    float: (_, facts) => facts.builtin('float'),
    true: (_, facts) => facts.builtin('bool'),
    false: (_, facts) => facts.builtin('bool'),
    none: () => -1,
    list(node, facts) {
      const first = facts.value(facts.tree.firstNamed(node));
      return listOf(facts, first);
    },
    tuple: tupleOf,
    expression_list: tupleOf,
    set: (_, facts) => facts.builtin('set'),
    dictionary: (_, facts) => facts.builtin('dict'),
    list_comprehension: (node, facts) => listOf(facts, facts.value(facts.tree.child(node, 'body'))),
    dictionary_comprehension: (_, facts) => facts.builtin('dict'),
    comparison_operator: (_, facts) => facts.builtin('bool'),
    not_operator: (_, facts) => facts.builtin('bool'),
  },
  types: {
    type: (node, facts) => facts.typeOf(facts.tree.firstNamed(node)),
    identifier: namedType,
    attribute: (node, facts) => (/\.Any$/.test(facts.tree.of(node)) ? -1 : facts.value(node)),
    generic_type(node, facts) {
      const { tree } = facts;
      const base = facts.typeOf(tree.firstNamed(node));
      const args = tree.namedChildren(tree.childOf(node, 'type_parameter'));
      return appliedType(facts, base, tree.of(tree.firstNamed(node)), args);
    },
    subscript(node, facts) {
      const { tree } = facts;
      const base = tree.child(node, 'value');
      return appliedType(facts, facts.typeOf(base), tree.of(base), tree.childrenBy(node, 'subscript'));
    },
    union_type: eitherType,
    binary_operator: eitherType,
    string: quotedType,
    none: () => -1,
    call: (node, facts) => facts.value(node),
    parenthesized_expression: (node, facts) => facts.typeOf(facts.tree.firstNamed(node)),
  },
  use,
};

function enterFunction(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const inClass = facts.scopeKind() === 'class';
  const name = tree.child(node, 'name');
  const returns = tree.child(node, 'return_type');
  const marks = decorators(facts, node);
  const isGetter = marks.some((mark) => /(^|\.)(cached_)?property$|\.(getter|setter|deleter)$/.test(mark));
  const isStatic = marks.includes('staticmethod') || marks.includes('classmethod');
  // `@x.setter def x` and `@overload def f` are further parts of one declaration.
  const isOverload = marks.some((mark) => /(^|\.)overload$/.test(mark));
  const before = facts.declarationAt(facts.bound(tree.of(name)));
  // The function itself follows its overloads.
  const isOverloaded =
    before !== undefined &&
    before.parent === facts.declarationAround &&
    (before.flags & DECLARATION_FLAGS.forward) !== 0;
  const merge = isOverloaded || isOverload || marks.some((mark) => /\.(getter|setter|deleter)$/.test(mark));
  const owner = facts.classAround();
  const declaration = facts.declare(name, {
    kind: inClass ? 'method' : 'function',
    node: decorated(facts, node),
    ...(returns >= 0 ? { type: returns } : {}),
    flags:
      (isGetter ? DECLARATION_FLAGS.getter : 0) |
      (isStatic ? DECLARATION_FLAGS.static : 0) |
      (isOverload ? DECLARATION_FLAGS.forward : 0),
    merge,
  });
  facts.open(node, 'function', declaration);
  const parameters = tree.child(node, 'parameters');
  declareParameters(facts, parameters);
  const first = tree.namedChildren(parameters)[0] ?? NONE;
  if (inClass && owner >= 0 && tree.type(first) === 'identifier' && !marks.includes('staticmethod')) {
    const isClass = marks.includes('classmethod') || /^(?:cls|mcs)$/.test(tree.of(first));
    facts.describe(facts.declarationOf(first), {
      expression: () => facts.expression(isClass ? 'declaration' : 'self', owner),
    });
  }
  if (returns < 0) facts.describe(declaration, { expression: () => returned(facts, node) });
}

/** What the first few `return` statements give, or those that `yield` to whoever iterates. */
function returned(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  let value = -1;
  let seen = 0;
  const end = tree.nexts[node] as number;
  for (let at = tree.child(node, 'body'); at >= 0 && at < end && seen < 3; at++) {
    const type = tree.type(at);
    if (type === 'function_definition' || type === 'class_definition' || type === 'lambda')
      at = (tree.nexts[at] as number) - 1;
    else if (type === 'return_statement') {
      value = facts.either(value, facts.value(tree.firstNamed(at)));
      seen++;
    } else if (type === 'yield') {
      const given = facts.value(tree.firstNamed(at));
      const isFrom = tree.childOf(at, 'from') >= 0;
      if (given >= 0 && !isFrom) return facts.expression('applied', facts.builtin('Iterator'), given);
    }
  }
  return value;
}

function openComprehension(node: number, facts: FactsBuilder): void {
  facts.open(node, 'block');
}

function declareParameters(facts: FactsBuilder, list: number): void {
  const { tree } = facts;
  for (const parameter of tree.namedChildren(list)) {
    const type = tree.type(parameter);
    if (type === 'identifier') facts.declare(parameter, { kind: 'parameter', node: parameter });
    else if (/parameter|splat/.test(type)) declareParameter(facts, parameter, type);
  }
}

function declareParameter(facts: FactsBuilder, parameter: number, type: string): void {
  const { tree } = facts;
  let name = tree.child(parameter, 'name');
  if (name < 0) name = tree.firstNamed(parameter);
  const isSplat = /splat/.test(type) || /splat/.test(tree.type(name));
  if (/splat/.test(tree.type(name))) name = tree.firstNamed(name);
  if (tree.type(name) !== 'identifier') return;
  const declared = tree.child(parameter, 'type');
  const value = tree.child(parameter, 'value');
  facts.declare(name, {
    kind: 'parameter',
    node: parameter,
    ...(declared >= 0 && !isSplat ? { type: declared } : {}),
    ...(value >= 0 && !isSplat ? { value } : {}),
  });
}

type Bound = {
  type?: number;
  value?: number;
  elementOf?: number;
  node?: number;
  scope?: number;
  expression?: () => number;
};

/** Names on the left of an assignment, a loop, a `with`; of several, no value is known. */
function bindTargets(facts: FactsBuilder, target: number, bound: Bound): void {
  const { tree } = facts;
  const type = tree.type(target);
  if (type === 'identifier') bind(facts, target, bound);
  else if (type === 'attribute') bindAttribute(facts, target, bound);
  else if (/pattern_list|tuple|list|expression_list|list_splat|parenthesized/.test(type))
    for (const [index, child] of tree.namedChildren(target).entries())
      bindTargets(facts, child, /splat/.test(tree.type(child)) ? {} : partOf(facts, bound, index));
}

/** What one of several names gets of a value. */
function partOf(facts: FactsBuilder, { type, value, elementOf, expression }: Bound, index: number): Bound {
  const whole = () => {
    if (type !== undefined) return facts.instance(facts.typeOf(type));
    if (value !== undefined) return facts.value(value);
    if (elementOf === undefined) return expression?.() ?? -1;
    const of = facts.value(elementOf);
    return of < 0 ? -1 : facts.expression('element', of);
  };
  return {
    expression() {
      const of = whole();
      return of < 0 ? -1 : facts.expression('part', of, index);
    },
  };
}

function bind(facts: FactsBuilder, name: number, { scope = facts.scope, ...bound }: Bound): void {
  const { tree } = facts;
  const own = tree.of(name);
  const other = facts.aliasOf(own, scope);
  const into = other ?? scope;
  const kind = facts.scopeKind(into);
  facts.declare(name, {
    kind:
      kind === 'class'
        ? 'field'
        : /^[A-Z][A-Z0-9_]+$/.test(own) && kind === 'module'
          ? 'constant'
          : 'variable',
    merge: true,
    ...bound,
    scope: into,
  });
}

/** `self.x = …` in a method declares x in the class. */
function bindAttribute(facts: FactsBuilder, target: number, bound: Bound): void {
  const { tree } = facts;
  const object = tree.child(target, 'object');
  const owner = facts.classAround();
  const name = tree.child(target, 'attribute');
  if (owner < 0 || tree.type(object) !== 'identifier' || !SELF.test(tree.of(object))) return;
  facts.declare(name, { kind: 'field', merge: true, parent: owner, ...bound });
}

function aliasNames(facts: FactsBuilder, node: number, scope: number): void {
  for (const name of facts.tree.childrenOf(node, 'identifier')) facts.alias(facts.tree.of(name), scope);
}

/** `import a.b` binds `a`; `import a.b as c` binds the module itself. */
function importModules(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  for (const part of tree.namedChildren(node)) {
    if (tree.type(part) === 'aliased_import') {
      const alias = tree.child(part, 'alias');
      facts.import(
        { specifier: tree.of(tree.child(part, 'name')), local: tree.of(alias) },
        { nameNode: alias },
      );
    } else if (tree.type(part) === 'dotted_name') {
      const first = tree.firstNamed(part);
      facts.import({ specifier: tree.of(first), local: tree.of(first) }, { nameNode: first });
      let module = facts.expression('import', facts.importCount - 1);
      for (const name of tree.namedChildren(part).slice(1)) {
        module = facts.member(module, tree.of(name));
        facts.mark(name, 'import', module);
      }
    }
  }
}

function importNames(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const specifier = tree.of(tree.child(node, 'module_name')).replace(/\s/g, '');
  if (tree.childOf(node, 'wildcard_import') >= 0)
    facts.import({ specifier, isStar: true, line: facts.lineOf(tree.start(node)) });
  for (const part of tree.childrenBy(node, 'name')) {
    const isAliased = tree.type(part) === 'aliased_import';
    const imported = tree.firstNamed(isAliased ? tree.child(part, 'name') : part);
    const alias = isAliased ? tree.child(part, 'alias') : NONE;
    facts.import(
      { specifier, imported: tree.of(imported), local: tree.of(alias >= 0 ? alias : imported) },
      { nameNode: alias >= 0 ? alias : imported, importedNode: imported },
    );
  }
}

function use(node: number, facts: FactsBuilder): Use | undefined {
  const { tree } = facts;
  const parent = tree.parent(node);
  const type = tree.type(parent);
  const field = tree.field(node);
  if (type === 'attribute' && field === 'attribute')
    return { role: roleOf(facts, parent), ref: facts.value(parent) };
  if (type === 'keyword_argument' && field === 'name')
    return { role: 'write', ref: keyword(facts, parent, node) };
  if (type === 'dotted_name' && tree.type(tree.parent(parent)) === 'import_from_statement')
    return { role: 'import', ref: -1 };
  if (/^(case_pattern|class_pattern|dotted_name)$/.test(type)) return { role: 'read' };
  return { role: roleOf(facts, node) };
}

/** The parameter or field that `name=value` in a call sets. */
function keyword(facts: FactsBuilder, argument: number, name: number): number {
  const { tree } = facts;
  const call = tree.parent(tree.parent(argument));
  if (tree.type(call) !== 'call') return -1;
  const callee = facts.value(tree.child(call, 'function'));
  return callee < 0 ? -1 : facts.expression('argument', callee, facts.nameId(tree.of(name)));
}

function roleOf(facts: FactsBuilder, node: number): Use['role'] {
  const { tree } = facts;
  const parent = tree.parent(node);
  const field = tree.field(node);
  switch (tree.type(parent)) {
    case 'call':
      if (field === 'function') return tree.type(tree.parent(parent)) === 'decorator' ? 'decorator' : 'call';
      return 'read';
    case 'decorator':
      return 'decorator';
    case 'argument_list':
      return tree.field(parent) === 'superclasses' ? 'extends' : 'read';
    case 'assignment':
    case 'augmented_assignment':
      return field === 'left' ? 'write' : 'read';
    case 'delete_statement':
      return 'write';
  }
  return tree.above(node, 'type') >= 0 ? 'type' : 'read';
}

function decorators(facts: FactsBuilder, node: number): string[] {
  const { tree } = facts;
  const around = decorated(facts, node);
  if (around === node) return [];
  return tree.childrenOf(around, 'decorator').map((each) => tree.of(tree.firstNamed(each)));
}

function decorated(facts: FactsBuilder, node: number): number {
  const parent = facts.tree.parent(node);
  return facts.tree.type(parent) === 'decorated_definition' ? parent : node;
}

function statementOf(facts: FactsBuilder, node: number): number {
  const parent = facts.tree.parent(node);
  return facts.tree.type(parent) === 'expression_statement' ? parent : node;
}

/** `with open() as f` and `with Lock() as lock`: nearly always the thing itself or what its `__enter__` says. */
function entered(facts: FactsBuilder, value: number): number {
  const of = facts.value(value);
  return of < 0 ? -1 : facts.expression('call', facts.member(of, '__enter__'));
}

function tupleOf(node: number, facts: FactsBuilder): number {
  const parts = facts.tree.namedChildren(node).slice(0, MOST_PARTS);
  return parts
    .map((each) => facts.value(each))
    .reduceRight((rest, each) => facts.expression('tuple', each, rest), -1);
}

/** Of a tuple; nobody names more at once. */
const MOST_PARTS = 8;

function listOf(facts: FactsBuilder, element: number): number {
  const list = facts.builtin('list');
  return element < 0 ? list : facts.expression('applied', list, element);
}

const TRANSPARENT = /(?:^|\.)(?:Optional|Annotated|Final|ClassVar|Required|NotRequired|ReadOnly)$/;
const OF_A_TUPLE = /(?:^|\.)[Tt]uple$/;
const OF_A_CLASS = /(?:^|\.)[Tt]ype$/;

function appliedType(facts: FactsBuilder, base: number, name: string, args: readonly number[]): number {
  const { tree } = facts;
  const inner = args.flatMap((each) =>
    /tuple|expression_list/.test(tree.type(each)) ? tree.namedChildren(each) : [each],
  );
  const all = inner.slice(0, MOST_PARTS).map((each) => facts.typeOf(each));
  if (OF_A_TUPLE.test(name) && tree.of(inner.at(-1) ?? NONE) !== '...')
    return all.reduceRight((rest, each) => facts.expression('tuple', facts.instance(each), rest), -1);
  const types = all.filter((each) => each >= 0);
  if (/(?:^|\.)Union$/.test(name)) return types.reduce((a, b) => facts.either(a, b), -1);
  if (TRANSPARENT.test(name)) return types[0] ?? -1;
  if (OF_A_CLASS.test(name)) return base;
  const last = types.at(-1) ?? -1;
  return last < 0 || base < 0 ? base : facts.expression('applied', base, facts.instance(last));
}

function eitherType(node: number, facts: FactsBuilder): number {
  return facts.tree
    .namedChildren(node)
    .map((each) => facts.typeOf(each))
    .reduce((a, b) => facts.either(a, b), -1);
}

/** `Any` and `object` say nothing; `Self` is the class around. */
function namedType(node: number, facts: FactsBuilder): number {
  const name = facts.tree.of(node);
  if (name === 'Any' || name === 'object') return -1;
  const around = name === 'Self' ? facts.classAround(node) : -1;
  return around < 0 ? facts.lookup(name, node) : facts.expression('declaration', around);
}

/** `'Foo'` as an annotation. */
function quotedType(node: number, facts: FactsBuilder): number {
  const [, dotted] = /^["']([A-Za-z_][\w.]*)["']$/.exec(facts.tree.of(node)) ?? [];
  if (dotted === undefined) return -1;
  const [first = '', ...rest] = dotted.split('.');
  return rest.reduce((of, name) => facts.member(of, name), facts.lookup(first, node));
}
