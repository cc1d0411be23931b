/** Rust: paths through the tree of modules, members by `impl`, patterns that declare, macros whose insides are only tokens. */
import { NONE } from '../../languages/index.ts';
import type { Declare, FactRules, FactsBuilder, Use } from '../builder.ts';
import { DECLARATION_FLAGS, type Role } from '../facts.ts';

const { local, static: isStatic, forward } = DECLARATION_FLAGS;

/** Types that are used like what they hold. */
const TRANSPARENT =
  /^(?:Box|Rc|Arc|Pin|Cow|Ref|RefMut|MutexGuard|RwLockReadGuard|RwLockWriteGuard|ManuallyDrop)$/;
/** Methods that give what an Option, a Result, a collection or a lock holds. */
const GIVES_INSIDE =
  /^(?:unwrap|expect|unwrap_or|unwrap_or_else|unwrap_or_default|unwrap_unchecked|ok_or|get_or_insert_with|next|first|last|pop)$/;
/** Methods that give the same thing, or a view of it. */
const GIVES_ITSELF =
  /^(?:clone|as_ref|as_mut|as_deref|as_deref_mut|to_owned|borrow|borrow_mut|by_ref|iter|iter_mut|into_iter|take|lock|read|write|rev|ok|cloned|copied|as_slice)$/;
const PATH_ROOT = /^(?:crate|self|super)$/;

export const rules: FactRules = {
  names: ['identifier', 'type_identifier', 'field_identifier', 'shorthand_field_identifier'],
  comments: ['line_comment', 'block_comment'],
  strings: ['string_literal', 'raw_string_literal', 'char_literal'],
  enter: {
    mod_item: moduleItem,
    extern_crate_declaration(node, facts) {
      const { tree } = facts;
      const name = tree.child(node, 'name');
      const alias = tree.child(node, 'alias');
      const bound = alias >= 0 ? alias : name;
      importName(facts, [], name, bound, isPublic(facts, node));
    },
    use_declaration: (node, facts) =>
      useTree(facts, facts.tree.child(node, 'argument'), [], isPublic(facts, node)),
    struct_item: (node, facts) => typeItem(node, facts, 'struct'),
    union_item: (node, facts) => typeItem(node, facts, 'struct'),
    enum_item: (node, facts) => typeItem(node, facts, 'enum'),
    trait_item: (node, facts) => typeItem(node, facts, 'trait'),
    enum_variant(node, facts) {
      const { tree } = facts;
      const parent = facts.declarationOf(tree.child(tree.parent(tree.parent(node)), 'name'));
      const name = tree.child(node, 'name');
      const base = tree.child(tree.parent(tree.parent(node)), 'name');
      if (parent >= 0) facts.declare(name, { kind: 'variant', node, parent, flags: isStatic, bases: [base] });
    },
    field_declaration(node, facts) {
      const { tree } = facts;
      const parent = facts.declarationOf(tree.child(tree.parent(tree.parent(node)), 'name'));
      if (parent < 0) return;
      const first = attributesOf(facts, node);
      facts.declare(tree.child(node, 'name'), {
        kind: 'field',
        node,
        first,
        parent,
        type: tree.child(node, 'type'),
      });
    },
    type_item(node, facts) {
      const name = facts.tree.child(node, 'name');
      facts.declare(name, { kind: 'type', type: facts.tree.child(node, 'type'), ...placed(facts, node) });
    },
    associated_type(node, facts) {
      const { tree } = facts;
      const bases = tree.namedChildren(tree.child(node, 'bounds'));
      facts.declare(tree.child(node, 'name'), { kind: 'type', bases, ...placed(facts, node) });
    },
    const_item: (node, facts) => constant(node, facts),
    static_item: (node, facts) => constant(node, facts),
    impl_item(node, facts) {
      const { tree } = facts;
      facts.open(node, 'module');
      typeParameters(facts, node);
      const trait = tree.child(node, 'trait');
      const own = facts.bound(tree.of(nameOfType(facts, tree.child(node, 'type'))));
      if (trait >= 0 && own >= 0) facts.describe(own, { bases: [trait] });
    },
    function_item: functionItem,
    function_signature_item: functionItem,
    macro_definition(node, facts) {
      const name = facts.tree.child(node, 'name');
      const first = attributesOf(facts, node);
      // Macros have names of their own: `join!` is not the function `join`.
      const index = facts.declare(name, { kind: 'macro', node, first, parent: -1 });
      facts.bindTo(`${facts.tree.of(name)}!`, index, name);
      facts.open(node, 'function', index);
    },
    block: openBlock,
    if_expression: openBlock,
    while_expression: openBlock,
    match_arm(node, facts) {
      const { tree } = facts;
      facts.open(node, 'block');
      const pattern = tree.firstNamed(tree.child(node, 'pattern'));
      const value = tree.child(tree.parent(tree.parent(node)), 'value');
      bindPattern(facts, pattern, { expression: () => facts.value(value) });
    },
    for_expression(node, facts) {
      const { tree } = facts;
      facts.open(node, 'block');
      const value = tree.child(node, 'value');
      bindPattern(facts, tree.child(node, 'pattern'), {
        expression: () => inside(facts, facts.value(value)),
      });
    },
    let_declaration(node, facts) {
      const { tree } = facts;
      const type = tree.child(node, 'type');
      const value = tree.child(node, 'value');
      bindPattern(facts, tree.child(node, 'pattern'), {
        after: node,
        ...(type >= 0 && tree.of(type) !== '_' ? { type } : { expression: () => facts.value(value) }),
      });
    },
    let_condition(node, facts) {
      const { tree } = facts;
      const value = tree.child(node, 'value');
      bindPattern(facts, tree.child(node, 'pattern'), {
        after: node,
        expression: () => facts.value(value),
      });
    },
    closure_expression(node, facts) {
      const { tree } = facts;
      facts.open(node, 'function');
      for (const each of tree.namedChildren(tree.child(node, 'parameters'))) parameter(facts, each);
    },
    token_tree: itemsOfTokens,
  },
  values: {
    self: (node, facts) => selfValue(facts, node),
    crate: (node, facts) => pathRoot(facts, node),
    super: (node, facts) => pathRoot(facts, node),
    identifier: named,
    type_identifier: named,
    scoped_identifier: path,
    scoped_type_identifier: path,
    generic_type: (node, facts) => facts.typeOf(node),
    bracketed_type: (node, facts) => facts.typeOf(facts.tree.firstNamed(node)),
    field_expression(node, facts) {
      const { tree } = facts;
      const name = tree.child(node, 'field');
      const of = facts.value(tree.child(node, 'value'));
      return of < 0 || tree.type(name) !== 'field_identifier' ? -1 : facts.member(of, tree.of(name));
    },
    generic_function: (node, facts) => facts.value(facts.tree.child(node, 'function')),
    call_expression: call,
    struct_expression: (node, facts) => facts.instance(facts.typeOf(facts.tree.child(node, 'name'))),
    reference_expression: (node, facts) => facts.value(facts.tree.child(node, 'value')),
    unary_expression(node, facts) {
      const { tree } = facts;
      return tree.of(node).startsWith('*') ? facts.value(tree.firstNamed(node)) : -1;
    },
    parenthesized_expression: (node, facts) => facts.value(facts.tree.firstNamed(node)),
    await_expression: (node, facts) => facts.value(facts.tree.firstNamed(node)),
    try_expression: (node, facts) => inside(facts, facts.value(facts.tree.firstNamed(node))),
    index_expression: (node, facts) => inside(facts, facts.value(facts.tree.firstNamed(node))),
    type_cast_expression: (node, facts) => facts.instance(facts.typeOf(facts.tree.child(node, 'type'))),
    block: lastOf,
    unsafe_block: (node, facts) => facts.value(facts.tree.firstNamed(node)),
    if_expression(node, facts) {
      const { tree } = facts;
      const other = tree.firstNamed(tree.child(node, 'alternative'));
      return facts.either(facts.value(tree.child(node, 'consequence')), facts.value(other));
    },
    match_expression(node, facts) {
      const { tree } = facts;
      const arms = tree.childrenOf(tree.child(node, 'body'), 'match_arm').slice(0, 3);
      return arms.reduce((of, arm) => facts.either(of, facts.value(tree.child(arm, 'value'))), -1);
    },
    string_literal: (_, facts) => facts.builtin('str'),
    integer_literal: (_, facts) => facts.builtin('i32'),
    float_literal: (_, facts) => facts.builtin('f64'),
    boolean_literal: (_, facts) => facts.builtin('bool'),
    array_expression(node, facts) {
      const first = facts.value(facts.tree.firstNamed(node));
      return first < 0 ? -1 : facts.expression('applied', facts.builtin('array'), first);
    },
  },
  types: {
    identifier: named,
    type_identifier: named,
    crate: (node, facts) => pathRoot(facts, node),
    self: (node, facts) => pathRoot(facts, node),
    super: (node, facts) => pathRoot(facts, node),
    scoped_type_identifier: path,
    scoped_identifier: path,
    generic_type(node, facts) {
      const { tree } = facts;
      const base = tree.child(node, 'type');
      const args = tree
        .namedChildren(tree.child(node, 'type_arguments'))
        .filter((each) => tree.type(each) !== 'lifetime');
      const name = tree.of(nameOfType(facts, base));
      if (TRANSPARENT.test(name)) return facts.typeOf(args[0] ?? NONE);
      const output = args.find((each) => tree.type(each) === 'type_binding') ?? NONE;
      if (name === 'Future') return facts.typeOf(tree.child(output, 'type'));
      // The first argument is what is inside of a Result, the last one that of a map.
      const held =
        output >= 0 ? tree.child(output, 'type') : ((/Map$/.test(name) ? args.at(-1) : args[0]) ?? NONE);
      const of = facts.typeOf(base);
      const argument = facts.instance(facts.typeOf(held));
      return of < 0 || argument < 0 ? of : facts.expression('applied', of, argument);
    },
    generic_type_with_turbofish: (node, facts) => facts.typeOf(facts.tree.child(node, 'type')),
    reference_type: (node, facts) => facts.typeOf(facts.tree.child(node, 'type')),
    pointer_type: (node, facts) => facts.typeOf(facts.tree.child(node, 'type')),
    dynamic_type: (node, facts) => facts.typeOf(facts.tree.child(node, 'trait')),
    abstract_type: (node, facts) => facts.typeOf(facts.tree.child(node, 'trait')),
    bounded_type: (node, facts) => facts.typeOf(facts.tree.firstNamed(node)),
    higher_ranked_trait_bound: (node, facts) => facts.typeOf(facts.tree.child(node, 'type')),
    bracketed_type: (node, facts) => facts.typeOf(facts.tree.firstNamed(node)),
    qualified_type: (node, facts) => facts.typeOf(facts.tree.child(node, 'type')),
    array_type(node, facts) {
      const element = facts.instance(facts.typeOf(facts.tree.child(node, 'element')));
      const array = facts.builtin('array');
      return element < 0 ? array : facts.expression('applied', array, element);
    },
    primitive_type: (node, facts) => facts.builtin(facts.tree.of(node)),
    tuple_type: (_, facts) => facts.builtin('tuple'),
    unit_type: (_, facts) => facts.builtin('unit'),
    never_type: (_, facts) => facts.builtin('never'),
    function_type: (_, facts) => facts.builtin('fn'),
    macro_invocation: (_, facts) => facts.builtin('macro'),
  },
  use,
};

// ---- Declarations

function openBlock(node: number, facts: FactsBuilder): void {
  facts.open(node, 'block');
}

function moduleItem(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  if (tree.child(node, 'body') < 0) {
    declaredModule(facts, name, modulesAround(facts, name));
    return;
  }
  const first = attributesOf(facts, node);
  const index = facts.declare(name, { kind: 'module', node, first });
  facts.open(node, 'module', index);
}

/** `mod a;` is the file a.rs, which others reach through this one. */
function declaredModule(facts: FactsBuilder, name: number, around: readonly string[]): void {
  const own = facts.tree.of(name);
  facts.import(
    {
      specifier: [...around, own].join('::'),
      kind: 'mod',
      local: own,
      exportedAs: around.length === 0 ? own : '',
    },
    { nameNode: name },
  );
}

/** Names of the modules with a body around a node, outer ones first. */
function modulesAround(facts: FactsBuilder, node: number): string[] {
  const { tree } = facts;
  const names: string[] = [];
  for (let at = tree.above(node, 'mod_item'); at >= 0; at = tree.above(at, 'mod_item'))
    if (tree.child(at, 'body') >= 0 && tree.child(at, 'name') !== node)
      names.unshift(tree.of(tree.child(at, 'name')));
  return names;
}

/** A path as it is seen from the file: inside of `mod a { }`, `super` is the file itself. */
function seenFromFile(facts: FactsBuilder, node: number, names: readonly string[]): string[] {
  const around = modulesAround(facts, node);
  if (around.length === 0 || !/^(?:self|super)$/.test(names[0] ?? '')) return [...names];
  const rest = names[0] === 'self' ? names.slice(1) : [...names];
  while (rest[0] === 'super' && around.length > 0) {
    around.pop();
    rest.shift();
  }
  return rest[0] === 'super' ? rest : ['self', ...around, ...rest];
}

function useTree(facts: FactsBuilder, node: number, prefix: readonly string[], isPub: boolean): void {
  const { tree } = facts;
  switch (tree.type(node)) {
    case 'identifier':
      importName(facts, prefix, node, node, isPub);
      return;
    case 'self': {
      // `use a::{self}`: the token says the name of the module before it.
      const names = seenFromFile(facts, node, prefix);
      const own = names.at(-1) ?? '';
      if (prefix.length > 0) addImport(facts, names.slice(0, -1), own, own, isPub, node);
      return;
    }
    case 'scoped_identifier': {
      const before = [...prefix, ...markPath(facts, tree.child(node, 'path'), prefix)];
      importName(facts, before, tree.child(node, 'name'), tree.child(node, 'name'), isPub);
      return;
    }
    case 'use_as_clause': {
      const target = tree.child(node, 'path');
      const alias = tree.child(node, 'alias');
      const isScoped = tree.type(target) === 'scoped_identifier';
      const before = isScoped ? [...prefix, ...markPath(facts, tree.child(target, 'path'), prefix)] : prefix;
      importName(facts, before, isScoped ? tree.child(target, 'name') : target, alias, isPub);
      return;
    }
    case 'use_list':
      for (const each of tree.namedChildren(node)) useTree(facts, each, prefix, isPub);
      return;
    case 'scoped_use_list': {
      const before = tree.child(node, 'path');
      const names = [...prefix, ...markPath(facts, before, prefix)];
      useTree(facts, tree.child(node, 'list'), names, isPub);
      return;
    }
    case 'use_wildcard': {
      const names = [...prefix, ...markPath(facts, tree.firstNamed(node), prefix)];
      const line = facts.lineOf(tree.start(node));
      const specifier = seenFromFile(facts, node, names).join('::');
      const exportedAs = isOfFile(facts, node) ? '*' : '';
      facts.import({ specifier, kind: 'use', isStar: true, exportedAs, line });
    }
  }
}

function importName(
  facts: FactsBuilder,
  prefix: readonly string[],
  imported: number,
  bound: number,
  isPub: boolean,
): void {
  const { tree } = facts;
  const names = seenFromFile(facts, imported, [...prefix, tree.of(imported)]);
  const own = tree.of(bound) === '_' || PATH_ROOT.test(tree.of(bound)) ? '' : tree.of(bound);
  const index = addImport(facts, names.slice(0, -1), names.at(-1) ?? '', own, isPub, bound);
  const ref = facts.expression('import', index);
  for (const node of [imported, bound]) facts.mark(node, isPub ? 're-export' : 'import', ref);
}

function addImport(
  facts: FactsBuilder,
  before: readonly string[],
  imported: string,
  own: string,
  isPub: boolean,
  node: number,
): number {
  const isRoot = before.length === 0;
  return facts.import({
    specifier: isRoot ? imported : before.join('::'),
    imported: isRoot ? '*' : imported,
    kind: 'use',
    local: own,
    // A name that a file uses is seen by the modules below it even if it is not public.
    exportedAs: isPub || isOfFile(facts, node) ? own : '',
    line: facts.lineOf(facts.tree.start(node)),
  });
}

/** True in the file's own module, not in a function or in `mod a { }`. */
function isOfFile(facts: FactsBuilder, node: number): boolean {
  return facts.tree.above(node, 'mod_item', 'block') < 0;
}

/** The names of a path, each marked as a part of it. */
function markPath(facts: FactsBuilder, node: number, prefix: readonly string[]): string[] {
  const { tree } = facts;
  const isScoped = tree.type(node) === 'scoped_identifier';
  const before = isScoped ? markPath(facts, tree.child(node, 'path'), prefix) : [];
  const name = isScoped ? tree.child(node, 'name') : node;
  if (name < 0) return before;
  const names = [...before, tree.of(name)];
  if (facts.isName(name))
    facts.mark(name, 'import', () => pathOf(facts, seenFromFile(facts, name, [...prefix, ...names])));
  return names;
}

/** A path from its root on, as one import of the root and members of it. */
function pathOf(facts: FactsBuilder, names: readonly string[]): number {
  const [first = '', ...rest] = names;
  const ups = rest.findIndex((name) => name !== 'super');
  const count = first === 'super' ? (ups === -1 ? rest.length : ups) : 0;
  const root = rootImport(facts, [first, ...rest.slice(0, count)].join('::'));
  return rest.slice(count).reduce((of, name) => facts.member(of, name), root);
}

const roots = new WeakMap<FactsBuilder, Map<string, number>>();

function rootImport(facts: FactsBuilder, specifier: string): number {
  const known = roots.get(facts) ?? new Map<string, number>();
  roots.set(facts, known);
  const found = known.get(specifier);
  if (found !== undefined) return found;
  const made = facts.expression('import', facts.import({ specifier, kind: 'use' }));
  known.set(specifier, made);
  return made;
}

function typeItem(node: number, facts: FactsBuilder, kind: string): void {
  const { tree } = facts;
  const first = attributesOf(facts, node);
  const bases = kind === 'trait' ? boundsOf(facts, tree.child(node, 'bounds')) : [];
  const index = facts.declare(tree.child(node, 'name'), { kind, node, first, bases });
  facts.open(node, 'module', index);
  typeParameters(facts, node);
}

function boundsOf(facts: FactsBuilder, node: number): number[] {
  return facts.tree.namedChildren(node).filter((each) => facts.tree.type(each) !== 'lifetime');
}

/** `T: Trait` has the members of the trait. */
function typeParameters(facts: FactsBuilder, node: number): void {
  const { tree } = facts;
  for (const each of tree.namedChildren(tree.child(node, 'type_parameters'))) {
    const name = tree.type(each) === 'type_identifier' ? each : tree.child(each, 'name');
    if (!/^(?:type_identifier|identifier)$/.test(tree.type(name))) continue;
    const bases = boundsOf(facts, tree.child(each, 'bounds'));
    facts.declare(name, { kind: 'type', node: each, bases, flags: local });
  }
  for (const each of tree.childrenOf(tree.childOf(node, 'where_clause'), 'where_predicate')) {
    const own = facts.bound(tree.of(tree.child(each, 'left')));
    const isParameter = own >= 0 && ((facts.declarationAt(own)?.flags ?? 0) & local) !== 0;
    if (isParameter) facts.describe(own, { bases: boundsOf(facts, tree.child(each, 'bounds')) });
  }
}

/** Whose member an item is: of the trait around it, or of the type of the `impl`. */
function placed(facts: FactsBuilder, node: number): Partial<Declare> {
  const { tree } = facts;
  const common = { node, first: attributesOf(facts, node) };
  const list = tree.parent(node);
  const around = tree.type(list) === 'declaration_list' ? tree.parent(list) : NONE;
  if (tree.type(around) === 'trait_item') {
    const parent = facts.declarationOf(tree.child(around, 'name'));
    return parent >= 0 ? { ...common, parent } : common;
  }
  if (tree.type(around) === 'impl_item') return { ...common, owner: tree.child(around, 'type') };
  return common;
}

function constant(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  if (facts.isName(name) && tree.of(name) !== '_')
    facts.declare(name, {
      kind: 'constant',
      type: tree.child(node, 'type'),
      ...placed(facts, node),
    });
}

function functionItem(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const where = placed(facts, node);
  const isMethod = where.parent !== undefined || where.owner !== undefined;
  const parameters = tree.child(node, 'parameters');
  const hasSelf = tree.childOf(parameters, 'self_parameter') >= 0;
  const returns = tree.child(node, 'return_type');
  const index = facts.declare(tree.child(node, 'name'), {
    kind: isMethod ? 'method' : 'function',
    ...(returns >= 0 ? { type: returns } : {}),
    flags:
      (isMethod && !hasSelf ? isStatic : 0) |
      (tree.type(node) === 'function_signature_item' && !isMethod ? forward : 0),
    ...where,
  });
  facts.open(node, 'function', index);
  typeParameters(facts, node);
  for (const each of tree.namedChildren(parameters)) parameter(facts, each);
}

function parameter(facts: FactsBuilder, node: number): void {
  const { tree } = facts;
  if (tree.type(node) === 'parameter')
    bindPattern(facts, tree.child(node, 'pattern'), { kind: 'parameter', type: tree.child(node, 'type') });
  else if (!/^(?:self_parameter|attribute_item|variadic_parameter)$/.test(tree.type(node)))
    bindPattern(facts, node, { kind: 'parameter' });
}

type Bound = Pick<Declare, 'type' | 'expression' | 'after'> & { kind?: string };

/** Declares the names of a pattern. */
function bindPattern(facts: FactsBuilder, node: number, bound: Bound): void {
  const { tree } = facts;
  const after = bound.after === undefined ? {} : { after: bound.after };
  const plain = { kind: bound.kind ?? 'variable', ...after };
  const value = () =>
    bound.type !== undefined ? facts.instance(facts.typeOf(bound.type)) : (bound.expression?.() ?? -1);
  switch (tree.type(node)) {
    case 'identifier':
      // `None`, `LIMIT` in a pattern are what they name.
      if (!/^\p{Lu}/u.test(tree.of(node))) facts.declare(node, { node, ...bound, ...plain });
      return;
    case 'tuple_struct_pattern': {
      const type = tree.child(node, 'type');
      const holds = /(?:^|::)(?:Some|Ok|Ready)$/.test(tree.of(type));
      for (const each of tree.namedChildren(node))
        if (each !== type)
          bindPattern(facts, each, holds ? { ...plain, expression: () => inside(facts, value()) } : plain);
      return;
    }
    case 'struct_pattern': {
      const type = tree.child(node, 'type');
      for (const each of tree.childrenOf(node, 'field_pattern')) {
        const name = tree.child(each, 'name');
        const member = () => memberOfType(facts, type, tree.of(name));
        const inner = tree.child(each, 'pattern');
        if (inner >= 0) bindPattern(facts, inner, { ...plain, expression: member });
        else {
          facts.declare(name, { node: name, ...plain, expression: member });
          facts.markAlso(name, 'read', member);
        }
      }
      return;
    }
    case 'ref_pattern':
    case 'mut_pattern':
    case 'reference_pattern':
    case 'match_pattern':
      for (const each of tree.namedChildren(node))
        if (tree.type(each) !== 'mutable_specifier' && tree.field(each) !== 'condition')
          bindPattern(facts, each, bound);
      return;
    case 'captured_pattern':
    case 'or_pattern': {
      const seen = new Set<string>();
      for (const each of tree.namedChildren(node)) {
        if (tree.type(each) === 'identifier' && seen.has(tree.of(each))) continue;
        seen.add(tree.of(each));
        bindPattern(facts, each, bound);
      }
      return;
    }
    case 'tuple_pattern':
    case 'slice_pattern':
      for (const each of tree.namedChildren(node)) bindPattern(facts, each, plain);
  }
}

/** The first attribute directly before an item, or the item itself. */
function attributesOf(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  let first = node;
  const parent = tree.parent(node);
  const end = tree.start(node);
  if (parent < 0 || !/^\s*\]/.test(lastBefore(tree.text, end))) return node;
  for (let at = node - 1; at > parent; at--) {
    if (tree.parent(at) !== parent) continue;
    if (tree.type(at) !== 'attribute_item' && !/comment$/.test(tree.type(at))) break;
    if (tree.type(at) === 'attribute_item') first = at;
  }
  return first;
}

/** The last character before an offset that is no blank; a short way back. */
function lastBefore(text: string, offset: number): string {
  return text
    .slice(Math.max(0, offset - 200), offset)
    .trimEnd()
    .slice(-1);
}

/** Items inside of a macro that wraps them: `cfg_net! { pub mod net; }`. */
const ITEM_KINDS: Readonly<Record<string, string>> = {
  struct: 'struct',
  enum: 'enum',
  union: 'struct',
  trait: 'trait',
  fn: 'function',
  const: 'constant',
  static: 'constant',
  type: 'type',
};

function itemsOfTokens(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const inside = facts.attached(node);
  if (inside >= 0) facts.open(node, 'function', inside);
  const invocation = tree.parent(node);
  if (tree.type(invocation) !== 'macro_invocation' || facts.scopeKind() !== 'module') return;
  const { parent, owner } = placed(facts, invocation);
  declareTokens(facts, tree.children(node), {
    ...(parent === undefined ? {} : { parent }),
    ...(owner === undefined ? {} : { owner }),
  });
}

function declareTokens(facts: FactsBuilder, tokens: readonly number[], where: Partial<Declare>): void {
  const { tree } = facts;
  let at = 0;
  while (at < tokens.length) {
    const word = tree.type(tokens[at] ?? NONE);
    const name = tokens[at + 1] ?? NONE;
    const isItem = word === 'impl' || word === 'mod' || ITEM_KINDS[word] !== undefined;
    const last = isItem ? next(facts, tokens, at, /^[{;]/) : at;
    const body = tokens[last] ?? NONE;
    if (word === 'use') {
      const isPub = isAfterPub(facts, tokens, at);
      const semicolon = next(facts, tokens, at, /^;/);
      useTokens(facts, tokens.slice(at + 1, semicolon), [], isPub);
      at = semicolon;
    } else if (word === 'mod' && tree.type(body) === ';') declaredModule(facts, name, []);
    else if (word === 'impl') {
      const owner = implementedBy(facts, tokens.slice(at + 1, last));
      if (owner >= 0 && tree.type(body) === 'token_tree')
        declareTokens(facts, tree.children(body), { owner });
      at = last;
    } else if (ITEM_KINDS[word] !== undefined && tree.type(name) === 'identifier') {
      const isMember = where.owner !== undefined || where.parent !== undefined;
      const kind = word === 'fn' && isMember ? 'method' : (ITEM_KINDS[word] ?? '');
      const index = facts.declare(name, { kind, node: name, ...where });
      if (word === 'fn') facts.attach(body, index);
      at = last;
    }
    at++;
  }
}

/** Where the next token that begins so is; the end if there is none. */
function next(facts: FactsBuilder, tokens: readonly number[], after: number, begin: RegExp): number {
  const { tree } = facts;
  for (let at = after + 1; at < tokens.length; at++) {
    const start = tree.start(tokens[at] ?? NONE);
    if (begin.test(tree.text.slice(start, start + 1))) return at;
  }
  return tokens.length;
}

/** `pub` or `pub(crate)` before a token. */
function isAfterPub(facts: FactsBuilder, tokens: readonly number[], at: number): boolean {
  const { tree } = facts;
  const before = tokens[at - 1] ?? NONE;
  const first = tree.type(before) === 'token_tree' ? (tokens[at - 2] ?? NONE) : before;
  return tree.type(first) === 'pub';
}

/** The name of the type in `impl<T> Trait for a::Type<T>`, given as tokens. */
function implementedBy(facts: FactsBuilder, tokens: readonly number[]): number {
  const { tree } = facts;
  const isFor = tokens.findIndex((each) => tree.type(each) === 'for');
  let depth = 0;
  let found = NONE;
  for (const token of tokens.slice(isFor + 1)) {
    const type = tree.type(token);
    if (type === 'where') break;
    if (type === '<') depth++;
    else if (type === '>') depth--;
    else if (type === 'identifier' && depth === 0) found = token;
  }
  return found;
}

/** `use` inside of such a macro. */
function useTokens(
  facts: FactsBuilder,
  tokens: readonly number[],
  prefix: readonly string[],
  isPub: boolean,
): void {
  const { tree } = facts;
  const names = [...prefix];
  for (const [at, token] of tokens.entries()) {
    const type = tree.type(token);
    const next = tokens[at + 1] ?? NONE;
    if (type === 'token_tree') {
      for (const part of split(facts, tree.children(token).slice(1, -1)))
        useTokens(facts, part, names, isPub);
      return;
    }
    if (type === '*') {
      const specifier = seenFromFile(facts, token, names).join('::');
      const exportedAs = isOfFile(facts, token) ? '*' : '';
      const line = facts.lineOf(tree.start(token));
      facts.import({ specifier, kind: 'use', isStar: true, exportedAs, line });
      return;
    }
    if (type === '::') continue;
    if (tree.type(next) === '::') {
      const before = [...names, tree.of(token)];
      names.push(tree.of(token));
      if (facts.isName(token))
        facts.mark(token, 'import', () => pathOf(facts, seenFromFile(facts, token, before)));
      continue;
    }
    if (type !== 'identifier') return;
    const alias = tree.type(next) === 'as' ? (tokens[at + 2] ?? NONE) : token;
    importName(facts, names, token, alias, isPub);
    return;
  }
}

function split(facts: FactsBuilder, tokens: readonly number[]): number[][] {
  const parts: number[][] = [[]];
  for (const token of tokens)
    if (facts.tree.type(token) === ',') parts.push([]);
    else parts.at(-1)?.push(token);
  return parts;
}

// ---- What names mean

/** The type that `Self` is. */
function selfType(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  const around = tree.above(node, 'impl_item', 'trait_item', 'struct_item', 'enum_item');
  if (tree.type(around) === 'impl_item') return facts.typeOf(tree.child(around, 'type'));
  const own = facts.declarationOf(tree.child(around, 'name'));
  return own < 0 ? -1 : facts.expression('declaration', own);
}

/** `self` is an instance, unless a path begins with it. */
function selfValue(facts: FactsBuilder, node: number): number {
  const parent = facts.tree.type(facts.tree.parent(node));
  return parent === 'scoped_identifier' || parent === 'scoped_type_identifier'
    ? pathRoot(facts, node)
    : facts.instance(selfType(facts, node));
}

function pathRoot(facts: FactsBuilder, node: number): number {
  return pathOf(facts, seenFromFile(facts, node, [facts.tree.of(node)]));
}

function named(node: number, facts: FactsBuilder): number {
  const name = facts.tree.of(node);
  return name === 'Self' ? selfType(facts, node) : facts.lookup(name, node);
}

function path(node: number, facts: FactsBuilder): number {
  const { tree } = facts;
  const before = tree.child(node, 'path');
  const name = tree.of(tree.child(node, 'name'));
  // `super::super::a`, where each part is a path of its own.
  if (/^(?:self::)?super(?:::super)*$/.test(tree.of(node)))
    return pathOf(facts, seenFromFile(facts, node, tree.of(node).split('::')));
  if (before < 0) return rootImport(facts, name);
  const of = qualifier(facts, before);
  return of < 0 ? -1 : facts.member(of, name);
}

/** What comes before `::`; a name that nothing here binds is a crate. */
function qualifier(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  const of = facts.typeOf(node);
  const name = tree.of(node);
  return tree.type(node) === 'identifier' && facts.isFree(of) && /^[a-z_]/.test(name)
    ? rootImport(facts, name)
    : of;
}

/** The node with a type's own name: `Foo` in `a::Foo<T>`. */
function nameOfType(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  switch (tree.type(node)) {
    case 'generic_type':
      return nameOfType(facts, tree.child(node, 'type'));
    case 'scoped_type_identifier':
      return tree.child(node, 'name');
  }
  return node;
}

function memberOfType(facts: FactsBuilder, type: number, name: string): number {
  const of = facts.typeOf(type);
  return of < 0 ? -1 : facts.member(of, name);
}

/** What an Option, a Result or a collection holds. */
function inside(facts: FactsBuilder, of: number): number {
  return of < 0 ? -1 : facts.expression('element', of);
}

function call(node: number, facts: FactsBuilder): number {
  const { tree } = facts;
  const callee = tree.child(node, 'function');
  if (tree.type(callee) === 'field_expression') {
    const name = tree.of(tree.child(callee, 'field'));
    const receiver = tree.child(callee, 'value');
    if (GIVES_ITSELF.test(name)) return facts.value(receiver);
    if (GIVES_INSIDE.test(name)) return inside(facts, facts.value(receiver));
  }
  const first = tree.firstNamed(tree.child(node, 'arguments'));
  const name = tree.of(callee);
  // `Some(x)` holds x; `Arc::new(x)` is used like x.
  if (/^(?:Some|Ok)$/.test(name)) {
    const held = facts.value(first);
    return held < 0 ? -1 : facts.expression('applied', facts.builtin('Option'), held);
  }
  if (/^(?:\w+::)*(?:Box|Rc|Arc|Pin)::(?:new|pin|clone|from)$/.test(name)) return facts.value(first);
  const of = facts.value(callee);
  return of < 0 ? -1 : facts.expression('call', of);
}

/** A block has the value of its last expression. */
function lastOf(node: number, facts: FactsBuilder): number {
  const last = facts.tree.namedChildren(node).at(-1) ?? NONE;
  return facts.value(last);
}

// ---- Uses

function use(node: number, facts: FactsBuilder): Use | undefined {
  const { tree } = facts;
  const parent = tree.parent(node);
  const field = tree.field(node);
  switch (tree.type(parent)) {
    case 'token_tree':
    case 'token_repetition':
      return tokenUse(node, facts);
    case 'lifetime':
    case 'label':
      return { role: 'read', ref: facts.builtin('label') };
    case 'attribute':
      return { role: 'decorator' };
    case 'macro_invocation':
      return { role: 'call', ref: facts.lookup(`${tree.of(node)}!`, node) };
    case 'field_expression':
      if (field === 'field') return { role: roleOf(facts, parent), ref: facts.value(parent) };
      break;
    case 'field_initializer':
      if (field === 'field') return { role: 'write', ref: literalField(facts, node) };
      break;
    case 'shorthand_field_initializer':
      facts.markAlso(node, 'write', () => literalField(facts, node));
      return { role: 'read' };
    case 'field_pattern':
      if (field === 'name') {
        const type = tree.child(tree.parent(parent), 'type');
        return { role: 'read', ref: memberOfType(facts, type, tree.of(node)) };
      }
      break;
    case 'scoped_identifier':
    case 'scoped_type_identifier':
      return scopedUse(node, facts, parent, field);
    case 'type_binding':
      if (field === 'name') return { role: 'type', ref: -1 };
      break;
  }
  const role = roleOf(facts, node);
  return tree.of(node) === 'Self' ? { role, ref: selfType(facts, node) } : { role };
}

function scopedUse(node: number, facts: FactsBuilder, parent: number, field: string): Use {
  const { tree } = facts;
  if (field !== 'name') return { role: 'read', ref: qualifier(facts, node) };
  if (tree.type(tree.parent(parent)) === 'macro_invocation') {
    const of = qualifier(facts, tree.child(parent, 'path'));
    return { role: 'call', ref: of < 0 ? -1 : facts.member(of, `${tree.of(node)}!`) };
  }
  return { role: roleOf(facts, parent), ref: path(parent, facts) };
}

/** The field that `name: value` in a struct literal sets. */
function literalField(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  return memberOfType(facts, tree.child(tree.above(node, 'struct_expression'), 'name'), tree.of(node));
}

function roleOf(facts: FactsBuilder, node: number): Role {
  const { tree } = facts;
  const parent = tree.parent(node);
  const field = tree.field(node);
  switch (tree.type(parent)) {
    case 'call_expression':
      return field === 'function' ? 'call' : 'read';
    case 'generic_function':
      return field === 'function' ? roleOf(facts, parent) : 'type';
    case 'struct_expression':
      return field === 'name' ? 'call' : 'read';
    case 'assignment_expression':
    case 'compound_assignment_expr':
      return field === 'left' ? 'write' : 'read';
    case 'impl_item':
      return field === 'trait' ? 'extends' : 'type';
    case 'trait_bounds':
      return tree.type(tree.parent(parent)) === 'trait_item' ? 'extends' : 'type';
    case 'attribute':
      return 'decorator';
    case 'generic_type':
      return field === 'type' ? roleOf(facts, parent) : 'type';
  }
  return /type/.test(tree.type(node)) ? 'type' : 'read';
}

/** Inside of a macro there are only tokens: what can be looked up plainly is, the rest is not known. */
function tokenUse(node: number, facts: FactsBuilder): Use {
  const { tree } = facts;
  const attribute = tree.above(node, 'attribute', 'macro_invocation', 'macro_rule');
  if (tree.type(attribute) === 'attribute') {
    const isDerive = tree.of(tree.firstNamed(attribute)) === 'derive';
    return isDerive ? { role: 'decorator' } : { role: 'decorator', ref: facts.builtin('attribute') };
  }
  const next = siblingOf(facts, node, 1);
  const after = tree.type(next);
  const before = tree.type(siblingOf(facts, node, -1));
  if (after === '!' && before === '::') return { role: 'call', ref: tokenPath(facts, node, '!') };
  if (after === '!') return { role: 'call', ref: facts.lookup(`${tree.of(node)}!`, node) };
  const role = after === 'token_tree' && tree.text[tree.start(next)] === '(' ? 'call' : 'read';
  if (before === '.' || before === '::' || tree.type(attribute) === 'macro_rule')
    return { role, ref: before === '.' || before === '::' ? tokenPath(facts, node) : -1 };
  // A field of a literal or a declared name, which is not the variable of that name.
  if (after === ':' || before === '|' || before === 'let' || before === 'fn') return { role, ref: -1 };
  return { role, ref: qualifierToken(facts, node, after) };
}

function qualifierToken(facts: FactsBuilder, node: number, after: string): number {
  const { tree } = facts;
  const of = named(node, facts);
  const isCrate = after === '::' && facts.isFree(of) && /^[a-z_]/.test(tree.of(node));
  return isCrate ? rootImport(facts, tree.of(node)) : of;
}

const MOST_STEPS = 8;

/** `self.a.b` and `a::b::c` as tokens; anything else in between cannot be told. */
function tokenPath(facts: FactsBuilder, node: number, ending = ''): number {
  const { tree } = facts;
  const names = [`${tree.of(node)}${ending}`];
  let at = node;
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const joint = siblingOf(facts, at, -1);
    if (tree.type(joint) !== '.' && tree.type(joint) !== '::') {
      const of = tokenRoot(facts, at, tree.type(siblingOf(facts, at, 1)));
      return of < 0 ? -1 : names.slice(1).reduce((value, name) => facts.member(value, name), of);
    }
    at = siblingOf(facts, joint, -1);
    if (!/^(?:identifier|self|crate|super|metavariable)$/.test(tree.type(at))) return -1;
    names.unshift(tree.of(at));
  }
  return -1;
}

function tokenRoot(facts: FactsBuilder, at: number, joint: string): number {
  const { tree } = facts;
  switch (tree.type(at)) {
    case 'self':
      return joint === '.' ? facts.instance(selfType(facts, at)) : pathRoot(facts, at);
    case 'crate':
    case 'super':
      return pathRoot(facts, at);
    case 'metavariable':
      return tree.of(at) === '$crate' ? rootImport(facts, 'crate') : -1;
  }
  return tree.above(at, 'macro_rule') >= 0 ? -1 : qualifierToken(facts, at, joint);
}

/** The token next to a leaf inside of the same tree of tokens. */
function siblingOf(facts: FactsBuilder, node: number, step: 1 | -1): number {
  const { tree } = facts;
  const parent = tree.parent(node);
  let at = step === 1 ? (tree.nexts[node] as number) : node - 1;
  if (at < 0 || at >= tree.count) return NONE;
  if (step === -1) while (at > parent && tree.parent(at) !== parent) at = tree.parent(at);
  return tree.parent(at) === parent ? at : NONE;
}

function isPublic(facts: FactsBuilder, node: number): boolean {
  return facts.tree.childOf(node, 'visibility_modifier') >= 0;
}
