/** C and C++, by the same rules: nodes that C lacks never occur in its trees, and headers are read by the grammar of C++. */
import { NONE } from '../../languages/index.ts';
import type { FactRules, FactsBuilder, Use } from '../builder.ts';
import { DECLARATION_FLAGS, type Role } from '../facts.ts';

const { forward, filePrivate, static: isStatic } = DECLARATION_FLAGS;
const TAGS: Readonly<Record<string, string>> = {
  struct_specifier: 'struct',
  union_specifier: 'struct',
  enum_specifier: 'enum',
  class_specifier: 'class',
};
/** Types that are used like what they hold. */
const TRANSPARENT = /^(?:unique_ptr|shared_ptr|weak_ptr|scoped_ptr|atomic|optional|reference_wrapper)$/;
const CASTS = /^(?:static_cast|dynamic_cast|reinterpret_cast|const_cast|down_cast)$/;
/** Namespaces of libraries. */
const FAR = /^(?:std|testing|boost|absl|fmt)$/;

const inner = (node: number, facts: FactsBuilder) => facts.value(facts.tree.firstNamed(node));
const argument = (node: number, facts: FactsBuilder) => facts.value(facts.tree.child(node, 'argument'));
const primitive = (node: number, facts: FactsBuilder) => facts.builtin(facts.tree.of(node));
const ofType = (node: number, facts: FactsBuilder) => facts.typeOf(facts.tree.child(node, 'type'));

export const rules: FactRules = {
  names: [
    'identifier',
    'field_identifier',
    'type_identifier',
    'namespace_identifier',
    'statement_identifier',
  ],
  comments: ['comment'],
  strings: ['string_literal', 'char_literal', 'raw_string_literal', 'system_lib_string'],
  hasImplicitThis: true,
  enter: {
    preproc_include(node, facts) {
      const { tree } = facts;
      const path = tree.child(node, 'path');
      const specifier = tree.of(path).replace(/^"|"$/g, '');
      facts.import({ specifier, kind: 'include', line: facts.lineOf(tree.start(node)) });
    },
    preproc_def: macro,
    preproc_function_def: macro,
    namespace_definition(node, facts) {
      const { tree } = facts;
      const name = tree.child(node, 'name');
      const index = facts.isName(name)
        ? facts.declare(name, { kind: 'namespace', node, merge: true })
        : facts.declarationAround;
      facts.open(node, 'module', index);
    },
    struct_specifier: tagged,
    union_specifier: tagged,
    class_specifier: tagged,
    enum_specifier: tagged,
    field_declaration_list: (node, facts) => facts.open(node, 'class', facts.attached(node)),
    enumerator(node, facts) {
      const { tree } = facts;
      const specifier = tree.parent(tree.parent(node));
      const owner = facts.attached(tree.parent(node));
      const isScoped = tree.childOf(specifier, 'class', 'struct') >= 0 && owner >= 0;
      facts.declare(tree.child(node, 'name'), {
        kind: 'constant',
        node,
        ...(isScoped ? { parent: owner } : {}),
        ...(owner >= 0 ? { expression: () => facts.instance(facts.expression('declaration', owner)) } : {}),
      });
    },
    type_definition(node, facts) {
      const { tree } = facts;
      const type = tree.child(node, 'type');
      for (const declarator of tree.childrenBy(node, 'declarator')) {
        const { name } = declared(facts, declarator);
        const isOwnName =
          tree.child(type, 'name') < 0 && tree.child(type, 'body') >= 0 && name === declarator;
        if (facts.isName(name) && !isOwnName) facts.declare(name, { kind: 'type', node, type });
      }
    },
    alias_declaration(node, facts) {
      const { tree } = facts;
      facts.declare(tree.child(node, 'name'), { kind: 'type', node, type: tree.child(node, 'type') });
    },
    type_parameter_declaration: (node, facts) => typeParameter(facts, facts.tree.firstNamed(node)),
    optional_type_parameter_declaration: (node, facts) =>
      typeParameter(facts, facts.tree.child(node, 'name')),
    template_declaration: (node, facts) => {
      facts.open(node, 'module');
    },
    function_definition: functionDefinition,
    declaration: declaration,
    field_declaration: declaration,
    parameter_list(node, facts) {
      // The parameters of a prototype or of a pointer to a function are seen by nobody.
      if (facts.tree.type(facts.tree.parent(node)) === 'function_declarator' && facts.attached(node) < 0)
        facts.open(node, 'block');
    },
    parameter_declaration: parameter,
    optional_parameter_declaration: parameter,
    compound_statement(node, facts) {
      const owner = facts.attached(node);
      if (owner >= 0) facts.open(node, 'class', owner);
      else facts.open(node, 'block');
    },
    for_statement: (node, facts) => {
      facts.open(node, 'block');
    },
    for_range_loop(node, facts) {
      const { tree } = facts;
      facts.open(node, 'block');
      const { name } = declared(facts, tree.child(node, 'declarator'));
      const type = tree.child(node, 'type');
      const isAuto = tree.type(type) === 'placeholder_type_specifier';
      if (facts.isName(name))
        facts.declare(name, {
          kind: 'variable',
          node: name,
          ...(isAuto ? { elementOf: tree.child(node, 'right') } : { type }),
        });
    },
    catch_clause: (node, facts) => {
      facts.open(node, 'block');
    },
    if_statement: (node, facts) => {
      facts.open(node, 'block');
    },
    lambda_expression: (node, facts) => {
      facts.open(node, 'function');
    },
  },
  values: {
    identifier: named,
    type_identifier: named,
    this: (node, facts) => selfValue(facts, node),
    qualified_identifier: qualified,
    template_function: (node, facts) => facts.value(facts.tree.child(node, 'name')),
    template_type: (node, facts) => facts.typeOf(node),
    field_expression(node, facts) {
      const { tree } = facts;
      const of = argument(node, facts);
      return of < 0 ? -1 : facts.member(of, tree.of(tree.child(node, 'field')));
    },
    pointer_expression: argument,
    update_expression: argument,
    parenthesized_expression: inner,
    // An array is used like what is in it; something with `operator[]` gives what it holds.
    subscript_expression(node, facts) {
      const of = argument(node, facts);
      return of < 0 ? -1 : facts.either(of, facts.expression('element', of));
    },
    call_expression(node, facts) {
      const { tree } = facts;
      const callee = tree.child(node, 'function');
      if (tree.type(callee) === 'template_function') {
        const type = tree.firstNamed(tree.child(callee, 'arguments'));
        if (CASTS.test(tree.of(tree.child(callee, 'name')))) return facts.instance(facts.typeOf(type));
      }
      if (/(?:^|::)(?:move|forward)$/.test(tree.of(callee)))
        return facts.value(tree.firstNamed(tree.child(node, 'arguments')));
      const of = facts.value(callee);
      return of < 0 ? -1 : facts.expression('call', of);
    },
    new_expression: (node, facts) => facts.instance(ofType(node, facts)),
    cast_expression: (node, facts) => facts.instance(ofType(node, facts)),
    compound_literal_expression: (node, facts) => facts.instance(ofType(node, facts)),
    assignment_expression: (node, facts) => facts.value(facts.tree.child(node, 'right')),
    conditional_expression(node, facts) {
      const { tree } = facts;
      const yes = facts.value(tree.child(node, 'consequence'));
      return facts.either(yes, facts.value(tree.child(node, 'alternative')));
    },
    string_literal: (_, facts) => facts.builtin('char'),
    number_literal: (_, facts) => facts.builtin('int'),
  },
  types: {
    identifier: named,
    type_identifier: named,
    namespace_identifier: named,
    primitive_type: primitive,
    sized_type_specifier: primitive,
    auto: () => -1,
    type_descriptor: ofType,
    dependent_type: (node, facts) => facts.typeOf(facts.tree.firstNamed(node)),
    qualified_identifier: qualified,
    struct_specifier: tagType,
    union_specifier: tagType,
    enum_specifier: tagType,
    class_specifier: tagType,
    template_type(node, facts) {
      const { tree } = facts;
      const name = tree.child(node, 'name');
      const args = tree.namedChildren(tree.child(node, 'arguments'));
      if (TRANSPARENT.test(tree.of(name))) return facts.typeOf(args[0] ?? NONE);
      const of = facts.typeOf(name);
      const held = facts.instance(facts.typeOf(args.at(-1) ?? NONE));
      return of < 0 || held < 0 ? of : facts.expression('applied', of, held);
    },
  },
  use,
};

// ---- Declarations

function macro(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const isGuard = tree.type(node) === 'preproc_def' && tree.child(node, 'value') < 0;
  const name = tree.child(node, 'name');
  if (!facts.isName(name)) return;
  // A macro is seen everywhere in the file, whatever is around it.
  facts.declare(name, { kind: isGuard ? 'constant' : 'macro', node, scope: 0, merge: true });
}

/** A struct, union, enum or class: with a body it is declared, alone it is announced, elsewhere it is a type. */
function tagged(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const kind = TAGS[tree.type(node)] ?? 'struct';
  const name = tree.child(node, 'name');
  const body = tree.child(node, 'body');
  const parent = tree.parent(node);
  const isAlone =
    /^(?:translation_unit|declaration_list|preproc_\w+|linkage_specification|template_declaration)$/.test(
      tree.type(parent),
    );
  if (body < 0) {
    const isMember = tree.type(parent) === 'field_declaration' && tree.child(parent, 'declarator') < 0;
    if ((isAlone || isMember) && facts.isName(name)) declareTag(facts, node, name, kind, forward);
    return;
  }
  if (tree.type(name) === 'qualified_identifier') {
    const { name: last, scopes } = declared(facts, name);
    const owner = scopes.at(-1) ?? NONE;
    if (facts.isName(last)) facts.attach(body, facts.declare(last, { kind, node, owner }));
    return;
  }
  if (facts.isName(name)) {
    facts.attach(body, declareTag(facts, node, name, kind, 0));
    return;
  }
  const [declarator = NONE] = tree.childrenBy(parent, 'declarator');
  if (tree.type(parent) === 'type_definition' && facts.isName(declarator))
    facts.attach(body, facts.declare(declarator, { kind, node: parent }));
  else if (tree.type(parent) === 'field_declaration' && declarator < 0)
    facts.attach(body, facts.classAround());
  else if (kind !== 'enum')
    facts.attach(
      body,
      facts.declare(node, { kind, node, name: '(unnamed)', parent: facts.declarationAround }),
    );
}

function declareTag(facts: FactsBuilder, node: number, name: number, kind: string, flags: number): number {
  const { tree } = facts;
  const clause = tree.childOf(node, 'base_class_clause');
  const bases = tree.namedChildren(clause).filter((each) => tree.type(each) !== 'access_specifier');
  const around = facts.scopeKind() === 'class' ? facts.classAround() : -1;
  const known = facts.bound(tagName(tree.of(name)));
  const isPart = known >= 0 && ((facts.declarationAt(known)?.flags ?? 0) & forward) !== 0;
  const before = facts.bound(tree.of(name));
  const isAlias = before >= 0 && facts.declarationAt(before)?.kind === 'type';
  const index = facts.declare(name, {
    kind,
    node,
    bases,
    flags,
    merge: isPart && before === known,
    ...(around >= 0 ? { parent: around } : isAlias ? { parent: facts.declarationAround } : {}),
  });
  facts.bindTo(tagName(tree.of(name)), index, name);
  return index;
}

/** `struct a` and the type `a` are two names. */
const tagName = (name: string) => `struct ${name}`;

function typeParameter(facts: FactsBuilder, name: number): void {
  if (facts.isName(name)) facts.declare(name, { kind: 'type', node: name, flags: DECLARATION_FLAGS.local });
}

interface Declared {
  name: number;
  /** The parameters, where the declarator is that of a function and not of a pointer to one. */
  parameters: number;
  /** What comes before `::`, outermost first. */
  scopes: number[];
}

/** A declarator is a name wrapped in pointers, arrays, parentheses and parameter lists. */
function declared(facts: FactsBuilder, declarator: number): Declared {
  const { tree } = facts;
  let parameters = NONE;
  const scopes: number[] = [];
  let at = declarator;
  for (let steps = 0; at >= 0 && steps < 30 && !facts.isName(at); steps++) {
    const type = tree.type(at);
    if (type === 'function_declarator') parameters = tree.child(at, 'parameters');
    else if (type === 'parenthesized_declarator') parameters = NONE;
    if (type === 'qualified_identifier') {
      scopes.push(tree.child(at, 'scope'));
      at = tree.child(at, 'name');
    } else if (type === 'destructor_name' || type === 'operator_name' || type === 'operator_cast')
      return { name: at, parameters, scopes };
    else {
      const next = tree.child(at, 'declarator');
      at = next >= 0 ? next : lastNamed(facts, at);
    }
  }
  return { name: at, parameters, scopes };
}

function lastNamed(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  const found = tree
    .namedChildren(node)
    .filter((each) => !/qualifier|modifier|specifier/.test(tree.type(each)));
  return found.at(-1) ?? NONE;
}

/** Where a function begins: with its `template <…>`. */
function whole(facts: FactsBuilder, node: number): number {
  const parent = facts.tree.parent(node);
  return facts.tree.type(parent) === 'template_declaration' ? parent : node;
}

function isStored(facts: FactsBuilder, node: number, word: string): boolean {
  const { tree } = facts;
  return tree.childrenOf(node, 'storage_class_specifier').some((each) => tree.of(each) === word);
}

function functionDefinition(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const declarator = tree.child(node, 'declarator');
  const type = tree.child(node, 'type');
  // `class EXPORT Name { … }` is read as a function when EXPORT is a macro.
  if (TAGS[tree.type(type)] !== undefined && tree.child(type, 'body') < 0 && facts.isName(declarator)) {
    const index = facts.declare(declarator, { kind: TAGS[tree.type(type)] ?? 'class', node });
    facts.bindTo(tagName(tree.of(declarator)), index, declarator);
    facts.attach(tree.child(node, 'body'), index);
    return;
  }
  const { name, parameters } = declared(facts, declarator);
  const test = isTest(facts, name) ? tree.child(tree.namedChildren(parameters)[1] ?? NONE, 'type') : NONE;
  const index = facts.isName(test)
    ? facts.declare(test, { kind: 'function', node, flags: filePrivate, parent: facts.declarationAround })
    : declareFunction(facts, node, declarator, type, 0);
  facts.open(node, 'function', index);
  if (parameters >= 0) facts.attach(parameters, Math.max(index, 0));
}

/** `TEST_F(Fixture, Name) { … }` is a method of a class of its own, which extends the fixture. */
function isTest(facts: FactsBuilder, name: number): boolean {
  return /^(?:TYPED_)?TEST(?:_[FP])?$/.test(facts.tree.of(name));
}

function declareFunction(
  facts: FactsBuilder,
  node: number,
  declarator: number,
  type: number,
  flags: number,
): number {
  const { tree } = facts;
  const { name: found, scopes } = declared(facts, declarator);
  const name = tree.type(found) === 'destructor_name' ? tree.firstNamed(found) : found;
  if (!facts.isName(name)) return -1;
  const own = tree.type(found) === 'destructor_name' ? `~${tree.of(name)}` : tree.of(name);
  const around = facts.scopeKind() === 'class' ? facts.classAround() : -1;
  // `leveldb::Open` is in a namespace, `Shop::Open` is of a class.
  const owner = scopes.findLast((each) => !isNamespace(facts, each)) ?? NONE;
  const isMember = owner >= 0 || around >= 0;
  const ofClass =
    owner >= 0 ? tree.of(owner).replace(/<.*$/s, '') : (facts.declarationAt(around)?.name ?? '');
  const known = isMember ? -1 : facts.bound(own);
  const isPart = known >= 0 && ((facts.declarationAt(known)?.flags ?? 0) & forward) !== 0;
  const isOfFile = isStored(facts, node, 'static') && !isMember;
  return facts.declare(name, {
    kind: isMember ? (own === ofClass ? 'constructor' : 'method') : 'function',
    name: own,
    node: whole(facts, node),
    flags:
      flags | (isOfFile ? filePrivate : 0) | (isMember && isStored(facts, node, 'static') ? isStatic : 0),
    ...(type >= 0 ? { type } : {}),
    ...(owner >= 0 ? { owner } : around >= 0 ? { parent: around } : {}),
    merge: isPart,
    // Functions are never inside of each other; what looks like it was read wrongly.
    ...(facts.scopeKind() === 'block' || facts.scopeKind() === 'function' ? { scope: 0 } : {}),
  });
}

function isNamespace(facts: FactsBuilder, node: number): boolean {
  const { tree } = facts;
  const found = facts.bound(tree.of(node));
  return found >= 0
    ? facts.declarationAt(found)?.kind === 'namespace'
    : /^[a-z]/.test(tree.of(node)) && tree.type(node) === 'namespace_identifier';
}

/** Variables, fields and prototypes. */
function declaration(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const type = tree.child(node, 'type');
  const around = facts.scopeKind() === 'class' ? facts.classAround() : -1;
  const isLocal = facts.scopeKind() === 'block' || facts.scopeKind() === 'function';
  for (const each of tree.childrenBy(node, 'declarator')) {
    const isInit = tree.type(each) === 'init_declarator';
    const declarator = isInit ? tree.child(each, 'declarator') : each;
    const { name, parameters, scopes } = declared(facts, declarator);
    if (parameters >= 0 && (!isLocal || type < 0)) {
      declareFunction(facts, node, declarator, type, forward);
      continue;
    }
    if (!facts.isName(name)) continue;
    const owner = scopes.findLast((scope) => !isNamespace(facts, scope)) ?? NONE;
    const value = isInit ? tree.child(each, 'value') : NONE;
    const isAuto = tree.type(type) === 'placeholder_type_specifier';
    const isOutside = isStored(facts, node, 'extern');
    const known = isLocal || around >= 0 ? -1 : facts.bound(tree.of(name));
    const isPart = known >= 0 && ((facts.declarationAt(known)?.flags ?? 0) & forward) !== 0;
    facts.declare(name, {
      kind: around >= 0 ? 'field' : isConstant(facts, node) && !isLocal ? 'constant' : 'variable',
      node,
      ...(isAuto ? { value } : { type }),
      flags:
        (isOutside ? forward : 0) |
        (isStored(facts, node, 'static') && !isLocal && around < 0 ? filePrivate : 0) |
        (isStored(facts, node, 'static') && around >= 0 ? isStatic : 0),
      ...(owner >= 0 ? { owner } : around >= 0 ? { parent: around } : {}),
      merge: isPart,
    });
  }
}

function isConstant(facts: FactsBuilder, node: number): boolean {
  const { tree } = facts;
  return tree.childrenOf(node, 'type_qualifier').some((each) => /^const/.test(tree.of(each)));
}

function parameter(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const { name } = declared(facts, tree.child(node, 'declarator'));
  if (facts.isName(name)) facts.declare(name, { kind: 'parameter', node, type: tree.child(node, 'type') });
}

// ---- What names mean

function tagType(node: number, facts: FactsBuilder): number {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  if (name >= 0) return facts.lookup(tagName(tree.of(name)), name);
  const made = facts.attached(tree.child(node, 'body'));
  return made < 0 ? -1 : facts.expression('declaration', made);
}

/** The type whose method a node is in, where the method is written outside of it. */
function outsideOwner(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  const around = tree.above(node, 'function_definition');
  if (around < 0) return -1;
  const { name, parameters, scopes } = declared(facts, tree.child(around, 'declarator'));
  if (isTest(facts, name)) return facts.typeOf(tree.child(tree.firstNamed(parameters), 'type'));
  const owner = scopes.findLast((each) => !/^[a-z]/.test(tree.of(each))) ?? NONE;
  return owner < 0 ? -1 : facts.typeOf(owner);
}

function selfValue(facts: FactsBuilder, node: number): number {
  const owner = outsideOwner(facts, node);
  if (owner >= 0) return facts.instance(owner);
  const around = facts.classAround(node);
  return around < 0 ? -1 : facts.expression('self', around);
}

/** A name; inside of a method that is written outside of its class, a member comes before what is outside. */
function named(node: number, facts: FactsBuilder): number {
  const name = facts.tree.of(node);
  const found = facts.lookup(name, node);
  if (!facts.isFree(found)) return found;
  const owner = outsideOwner(facts, node);
  return owner < 0 || owner === found
    ? found
    : facts.expression('unless', found, facts.member(facts.instance(owner), name));
}

function qualified(node: number, facts: FactsBuilder): number {
  const { tree } = facts;
  const scope = tree.child(node, 'scope');
  const last = tree.child(node, 'name');
  const space = tree.of(scope);
  if (FAR.test(space)) {
    const held = tree.type(last) === 'template_type' ? last : NONE;
    const of = facts.builtin(
      `${space}.${tree.of(tree.child(held, 'name') >= 0 ? tree.child(held, 'name') : last)}`,
    );
    if (held < 0) return of;
    const args = tree.namedChildren(tree.child(held, 'arguments'));
    if (TRANSPARENT.test(tree.of(tree.child(held, 'name')))) return facts.typeOf(args[0] ?? NONE);
    const argumentType = facts.instance(facts.typeOf(args.at(-1) ?? NONE));
    return argumentType < 0 ? of : facts.expression('applied', of, argumentType);
  }
  if (scope < 0 || (tree.type(scope) === 'namespace_identifier' && /^[a-z]/.test(space)))
    return facts.typeOf(last);
  const of = facts.typeOf(scope);
  return of < 0 ? -1 : memberPath(facts, of, last);
}

function memberPath(facts: FactsBuilder, of: number, node: number): number {
  const { tree } = facts;
  switch (tree.type(node)) {
    case 'qualified_identifier':
      return memberPath(facts, memberPath(facts, of, tree.child(node, 'scope')), tree.child(node, 'name'));
    case 'template_type':
    case 'template_function':
      return facts.member(of, tree.of(tree.child(node, 'name')));
  }
  return facts.member(of, tree.of(node));
}

/** What a list of initial values makes. */
function initialised(facts: FactsBuilder, list: number, steps = 0): number {
  const { tree } = facts;
  const parent = tree.parent(list);
  if (steps > 20) return -1;
  switch (tree.type(parent)) {
    case 'init_declarator':
      return facts.instance(ofType(tree.parent(parent), facts));
    case 'compound_literal_expression':
      return facts.instance(ofType(parent, facts));
    case 'initializer_list':
      return initialised(facts, parent, steps + 1);
    case 'initializer_pair': {
      const of = initialised(facts, tree.parent(parent), steps + 1);
      const field = tree.childOf(tree.child(parent, 'designator'), 'field_identifier');
      return of < 0 || field < 0 ? of : facts.member(of, tree.of(field));
    }
  }
  return -1;
}

// ---- Uses

function use(node: number, facts: FactsBuilder): Use | undefined {
  const { tree } = facts;
  const parent = tree.parent(node);
  const field = tree.field(node);
  if (tree.type(node) === 'statement_identifier') return { role: 'read', ref: facts.builtin('label') };
  switch (tree.type(parent)) {
    case 'field_expression':
      if (field === 'field') return { role: roleOf(facts, parent), ref: facts.value(parent) };
      break;
    case 'field_designator': {
      const of = initialised(facts, tree.parent(tree.parent(parent)), 0);
      const list = tree.above(node, 'initializer_list');
      const made = of >= 0 ? of : initialised(facts, list);
      return { role: 'write', ref: made < 0 ? -1 : facts.member(made, tree.of(node)) };
    }
    case 'field_initializer': {
      const of = selfValue(facts, node);
      return { role: 'write', ref: of < 0 ? -1 : facts.member(of, tree.of(node)) };
    }
    case 'struct_specifier':
    case 'union_specifier':
    case 'enum_specifier':
    case 'class_specifier':
      if (field === 'name') return { role: 'type', ref: tagType(parent, facts) };
      break;
    case 'qualified_identifier':
      if (field === 'name') return { role: roleOf(facts, parent), ref: scopedName(facts, parent) };
      return {
        role: 'read',
        ref: FAR.test(tree.of(node)) ? facts.builtin(tree.of(node)) : named(node, facts),
      };
    case 'base_class_clause':
      return { role: 'extends', ref: facts.typeOf(node) };
    case 'using_declaration':
      return { role: 'import' };
  }
  return { role: roleOf(facts, node), ref: named(node, facts) };
}

/** The whole path up to a name: `A::B::f` is a path in a path. */
function scopedName(facts: FactsBuilder, node: number): number {
  const { tree } = facts;
  const outer = tree.parent(node);
  if (tree.type(outer) !== 'qualified_identifier' || tree.field(node) !== 'name')
    return qualified(node, facts);
  const of = facts.typeOf(tree.child(outer, 'scope'));
  return FAR.test(tree.of(tree.child(outer, 'scope'))) || of < 0 ? -1 : memberPath(facts, of, node);
}

function roleOf(facts: FactsBuilder, node: number): Role {
  const { tree } = facts;
  const parent = tree.parent(node);
  const field = tree.field(node);
  switch (tree.type(parent)) {
    case 'call_expression':
      return field === 'function' ? 'call' : 'read';
    case 'template_function':
    case 'template_type':
      return field === 'name' ? roleOf(facts, parent) : 'type';
    case 'new_expression':
      return field === 'type' ? 'call' : 'read';
    case 'assignment_expression':
      return field === 'left' ? 'write' : 'read';
    case 'update_expression':
      return 'write';
    case 'base_class_clause':
      return 'extends';
    case 'using_declaration':
      return 'import';
  }
  return tree.type(node) === 'type_identifier' ? 'type' : 'read';
}
