/** Scala: packages, imports with renames and wildcards, companions, fields in constructors, patterns. */
import { NONE } from '../../languages/index.ts';
import type { Declare, FactRules, FactsBuilder, Use } from '../builder.ts';
import { DECLARATION_FLAGS, type Role } from '../facts.ts';

const { local, forward, getter, filePrivate } = DECLARATION_FLAGS;
const KINDS: Readonly<Record<string, string>> = {
  trait_definition: 'trait',
  object_definition: 'object',
  package_object: 'object',
  enum_definition: 'enum',
};
const TAKES_ELEMENT =
  /^(?:foreach|map|flatMap|filter|filterNot|withFilter|exists|forall|find|count|sortBy|groupBy|collect|takeWhile|dropWhile|partition|maxBy|minBy)$/;

export const rules: FactRules = {
  names: ['identifier', 'type_identifier'],
  comments: ['comment', 'block_comment'],
  strings: ['string', 'interpolated_string', 'character_literal'],
  code: ['interpolation'],
  hasImplicitThis: true,
  enter: {
    package_clause(node, facts) {
      const name = facts.tree.of(facts.tree.child(node, 'name')).replace(/\s/g, '');
      facts.space = facts.space === '' ? name : `${facts.space}.${name}`;
    },
    import_declaration: importNames,
    class_definition: typeDefinition,
    trait_definition: typeDefinition,
    object_definition: typeDefinition,
    package_object: typeDefinition,
    enum_definition: typeDefinition,
    template_body: openBody,
    enum_body: openBody,
    simple_enum_case: typeDefinition,
    full_enum_case: typeDefinition,
    class_parameter: classParameter,
    function_definition: functionDefinition,
    function_declaration: functionDefinition,
    parameter(node, facts) {
      const name = facts.tree.child(node, 'name');
      if (name >= 0) facts.declare(name, { kind: 'parameter', node, type: facts.tree.child(node, 'type') });
    },
    val_definition: values,
    var_definition: values,
    val_declaration: values,
    var_declaration: values,
    type_definition(node, facts) {
      const name = facts.tree.child(node, 'name');
      if (name < 0) return;
      facts.declare(name, { kind: 'type', node, type: facts.tree.child(node, 'type') });
      facts.open(node, 'block');
      declareTypeParameters(facts, node);
    },
    self_type(node, facts) {
      const around = facts.classAround();
      const name = facts.tree.childOf(node, 'identifier');
      if (name >= 0 && around >= 0 && facts.tree.of(name) !== 'this')
        facts.declare(name, {
          kind: 'variable',
          node,
          flags: local,
          expression: () => facts.expression('self', around),
        });
    },
    lambda_expression(node, facts) {
      const { tree } = facts;
      facts.open(node, 'function');
      const parameters = tree.child(node, 'parameters');
      const names =
        tree.type(parameters) === 'identifier'
          ? [parameters]
          : tree.childrenOf(parameters, 'binding').map((each) => tree.child(each, 'name'));
      for (const name of names) {
        if (name < 0) continue;
        const type = name === parameters ? NONE : tree.child(tree.parent(name), 'type');
        const given = names.length === 1 ? { expression: () => elementGiven(facts, node) } : {};
        facts.declare(name, { kind: 'parameter', node: name, ...(type >= 0 ? { type } : given) });
      }
    },
    for_expression: (node, facts) => void facts.open(node, 'block'),
    enumerator(node, facts) {
      const { tree } = facts;
      const [pattern = NONE, of = NONE] = tree.namedChildren(node);
      if (of < 0) return;
      const isTaken = tree.childOf(node, '<-') >= 0;
      const given = isTaken ? { elementOf: of } : { value: of };
      declarePattern(facts, pattern, { kind: 'variable', after: node }, given);
    },
    case_clause(node, facts) {
      const { tree } = facts;
      facts.open(node, 'block');
      const pattern = tree.child(node, 'pattern');
      const match = tree.parent(tree.parent(node));
      const given = tree.type(match) === 'match_expression' ? { value: tree.child(match, 'value') } : {};
      declarePattern(facts, pattern, { kind: 'variable' }, given);
    },
    block: (node, facts) => void facts.open(node, 'block'),
  },
  values: {
    identifier(node, facts) {
      const name = facts.tree.of(node);
      const around = facts.classAround(node);
      if (name === 'this' || name === 'super')
        return around < 0 ? -1 : facts.expression(name === 'this' ? 'self' : 'super', around);
      return facts.lookup(name, node);
    },
    field_expression(node, facts) {
      const of = facts.value(facts.tree.child(node, 'value'));
      return of < 0 ? -1 : facts.member(of, facts.tree.of(facts.tree.child(node, 'field')));
    },
    call_expression(node, facts) {
      const of = facts.value(facts.tree.child(node, 'function'));
      return of < 0 ? -1 : facts.expression('call', of);
    },
    generic_function(node, facts) {
      const { tree } = facts;
      const called = tree.child(node, 'function');
      if (tree.of(tree.child(called, 'field')) === 'asInstanceOf')
        return facts.instance(facts.typeOf(tree.firstNamed(tree.child(node, 'type_arguments'))));
      return facts.value(called);
    },
    instance_expression: (node, facts) => facts.instance(facts.typeOf(facts.tree.firstNamed(node))),
    ascription_expression: (node, facts) =>
      facts.instance(facts.typeOf(facts.tree.namedChildren(node).at(-1) ?? NONE)),
    parenthesized_expression: (node, facts) => facts.value(facts.tree.firstNamed(node)),
    string: (_, facts) => facts.builtin('String'),
    interpolated_string_expression: (_, facts) => facts.builtin('String'),
    integer_literal: (_, facts) => facts.builtin('Int'),
    boolean_literal: (_, facts) => facts.builtin('Boolean'),
  },
  types: {
    generic_type(node, facts) {
      const { tree } = facts;
      const base = facts.typeOf(tree.child(node, 'type'));
      const last = tree.namedChildren(tree.child(node, 'type_arguments')).at(-1) ?? NONE;
      const argument = facts.instance(facts.typeOf(last));
      return base < 0 || argument < 0 ? base : facts.expression('applied', base, argument);
    },
    stable_type_identifier(node, facts) {
      const [of = NONE, name = NONE] = facts.tree.namedChildren(node);
      const owner = facts.typeOf(of);
      return owner < 0 ? -1 : facts.member(owner, facts.tree.of(name));
    },
    stable_identifier: (node, facts) => stable(facts, node),
    lazy_parameter_type: (node, facts) => facts.typeOf(facts.tree.child(node, 'type')),
    repeated_parameter_type: (node, facts) => facts.typeOf(facts.tree.child(node, 'type')),
    annotated_type: (node, facts) => facts.typeOf(facts.tree.firstNamed(node)),
    compound_type: (node, facts) => facts.typeOf(facts.tree.firstNamed(node)),
    singleton_type: (node, facts) => facts.value(facts.tree.firstNamed(node)),
    function_type(node, facts) {
      const given = facts.instance(facts.typeOf(facts.tree.child(node, 'return_type')));
      return given < 0 ? facts.builtin('func') : facts.expression('applied', facts.builtin('func'), given);
    },
  },
  use,
};

function stable(facts: FactsBuilder, node: number): number {
  const [of = NONE, name = NONE] = facts.tree.namedChildren(node);
  const owner = facts.typeOf(of);
  return owner < 0 ? -1 : facts.member(owner, facts.tree.of(name));
}

function importNames(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const line = facts.lineOf(tree.start(node));
  const path = tree.childrenOf(node, 'identifier');
  const written = path.map((each) => tree.of(each));
  const selectors = tree.childOf(node, 'namespace_selectors');
  const bring = (imported: number, alias = imported) =>
    facts.import(
      {
        specifier: [...written, ...(path.includes(imported) ? [] : [tree.of(imported)])].join('.'),
        imported: tree.of(imported),
        local: tree.of(alias),
        line,
      },
      { nameNode: alias, importedNode: imported },
    );
  const isStar = tree.childOf(selectors >= 0 ? selectors : node, 'namespace_wildcard') >= 0;
  if (isStar) facts.import({ specifier: `${written.join('.')}._`, isStar: true, line });
  const last = path.at(-1);
  if (selectors < 0 && !isStar && last !== undefined) bring(last);
  for (const each of tree.namedChildren(selectors)) {
    if (tree.type(each) === 'identifier') bring(each);
    const [imported, alias] = [tree.child(each, 'name'), tree.child(each, 'alias')];
    if (imported >= 0 && tree.type(alias) === 'identifier') bring(imported, alias);
  }
}

function typeDefinition(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  if (name < 0) return;
  const extended = tree.childOf(node, 'extends_clause');
  const isHidden =
    facts.scopeKind() === 'module' && /^private(?!\[)/.test(tree.of(tree.childOf(node, 'modifiers')));
  const isCase = tree.type(node) === 'simple_enum_case';
  const around = facts.classAround();
  const declaration = facts.declare(name, {
    kind: isCase ? 'constant' : (KINDS[tree.type(node)] ?? 'class'),
    node,
    flags: isHidden ? filePrivate : 0,
    // A class and its companion have one name and are one thing to whoever uses it.
    merge: !isCase,
    bases: tree.namedChildren(extended).filter((each) => tree.field(each) === 'type'),
    ...(isCase && around >= 0 ? { expression: () => facts.expression('self', around) } : {}),
  });
  facts.attach(tree.child(node, 'body'), declaration);
  facts.open(node, 'block', declaration);
  declareTypeParameters(facts, node);
}

function openBody(node: number, facts: FactsBuilder): void {
  facts.open(node, 'class', facts.attached(node));
}

/** Parameters of a class are its fields. */
function classParameter(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const [name, parent] = [tree.child(node, 'name'), facts.declarationAround];
  if (name < 0 || parent < 0) return;
  const field = facts.declare(name, { kind: 'field', node, parent, type: tree.child(node, 'type') });
  facts.bindTo(tree.of(name), field, name);
}

function declareTypeParameters(facts: FactsBuilder, node: number): void {
  const { tree } = facts;
  for (const list of tree.childrenOf(node, 'type_parameters'))
    for (const each of tree.namedChildren(list)) {
      const name = tree.type(each) === 'identifier' ? each : tree.child(each, 'name');
      if (name >= 0) facts.declare(name, { kind: 'type', node: each, flags: local });
    }
}

function functionDefinition(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  if (tree.type(name) !== 'identifier' || tree.of(name) === 'this') {
    facts.open(node, 'function');
    return;
  }
  const returns = tree.child(node, 'return_type');
  const body = tree.child(node, 'body');
  const isPlain = tree.childOf(node, 'parameters') < 0;
  const declaration = facts.declare(name, {
    kind: facts.scopeKind() === 'class' ? 'method' : 'function',
    node,
    merge: true,
    flags: (body < 0 ? forward : 0) | (isPlain ? getter : 0),
    ...(returns >= 0 ? { type: returns } : tree.type(body) === 'block' ? {} : { value: body }),
  });
  facts.open(node, 'function', declaration);
  declareTypeParameters(facts, node);
}

function values(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const kind = facts.scopeKind();
  const isMember = kind === 'class';
  const type = tree.child(node, 'type');
  const value = tree.child(node, 'value');
  const what: Declare = {
    kind: isMember ? 'field' : 'variable',
    node,
    ...(isMember || kind === 'module' ? {} : { after: node }),
  };
  const given = type >= 0 ? { type } : { value };
  const names = tree.childrenOf(node, 'identifier').filter((each) => tree.field(each) === 'name');
  for (const name of names) facts.declare(name, { ...what, ...given });
  declarePattern(facts, tree.child(node, 'pattern'), what, given);
}

/** Names in a pattern with a small first letter are new ones; the others name what is compared with. */
function declarePattern(
  facts: FactsBuilder,
  pattern: number,
  what: Declare,
  given: Pick<Declare, 'type' | 'value' | 'elementOf'> = {},
): void {
  const { tree } = facts;
  if (pattern < 0) return;
  if (tree.type(pattern) === 'identifier') {
    // `val Limit = 1` is a name, `case Limit` is a comparison.
    const isNew = /^[\p{Ll}_]/u.test(tree.of(pattern)) || /^va[lr]_/.test(tree.type(tree.parent(pattern)));
    if (isNew) facts.declare(pattern, { ...what, ...given });
    return;
  }
  const end = tree.nexts[pattern] as number;
  for (let at = pattern; at < end; at++) {
    if (/^(?:stable_|generic_|type_arguments|interpolated)/.test(tree.type(at))) {
      at = (tree.nexts[at] as number) - 1;
      continue;
    }
    const field = tree.field(at);
    if (tree.type(at) !== 'identifier' || field === 'operator' || field === 'type') continue;
    if (!/^[\p{Ll}_]/u.test(tree.of(at))) continue;
    const parent = tree.parent(at);
    const type = tree.type(parent) === 'typed_pattern' ? tree.child(parent, 'type') : NONE;
    facts.declare(at, { ...what, node: at, ...(type >= 0 ? { type } : {}) });
  }
}

/** In `list.foreach(each => …)` the parameter is an element of the list. */
function elementGiven(facts: FactsBuilder, lambda: number): number {
  const { tree } = facts;
  const callee = tree.child(tree.above(lambda, 'call_expression'), 'function');
  if (tree.type(callee) !== 'field_expression' || callee > lambda) return -1;
  if (!TAKES_ELEMENT.test(tree.of(tree.child(callee, 'field')))) return -1;
  const of = facts.value(tree.child(callee, 'value'));
  return of < 0 ? -1 : facts.expression('element', of);
}

function use(node: number, facts: FactsBuilder): Use | undefined {
  const { tree } = facts;
  const parent = tree.parent(node);
  const field = tree.field(node);
  const name = tree.of(node);
  if (name === 'this' || name === 'super') return { role: 'read', ref: facts.builtin(name) };
  switch (tree.type(parent)) {
    case 'field_expression':
      if (field === 'field') return { role: roleOf(facts, parent), ref: facts.value(parent) };
      break;
    case 'package_identifier':
    case 'import_declaration':
    case 'arrow_renamed_identifier':
      return { role: 'import', ref: facts.builtin(name) };
    case 'stable_type_identifier':
    case 'stable_identifier':
      if (tree.firstNamed(parent) !== node)
        return { role: typeRole(facts, parent), ref: facts.typeOf(parent) };
      break;
    case 'infix_expression':
      if (field === 'operator') {
        const of = facts.value(tree.child(parent, 'left'));
        return { role: 'call', ref: of < 0 ? -1 : facts.member(of, name) };
      }
      break;
    case 'interpolated_string_expression':
      if (field === 'interpolator') return { role: 'call', ref: -1 };
      break;
    case 'assignment_expression': {
      const list = tree.parent(parent);
      if (field !== 'left' || tree.type(list) !== 'arguments') break;
      return { role: 'write', ref: named(facts, list, name) };
    }
  }
  return { role: tree.type(node) === 'type_identifier' ? typeRole(facts, node) : roleOf(facts, node) };
}

/** The parameter that `name = value` in a call sets. */
function named(facts: FactsBuilder, list: number, name: string): number {
  const { tree } = facts;
  const call = tree.parent(list);
  const type = tree.type(call);
  const callee =
    type === 'call_expression'
      ? facts.value(tree.child(call, 'function'))
      : type === 'instance_expression'
        ? facts.typeOf(tree.firstNamed(call))
        : -1;
  return callee < 0 ? -1 : facts.expression('argument', callee, facts.nameId(name));
}

function typeRole({ tree }: FactsBuilder, node: number): Role {
  let at = node;
  if (tree.type(tree.parent(at)) === 'generic_type' && tree.field(at) === 'type') at = tree.parent(at);
  const parent = tree.type(tree.parent(at));
  if (parent === 'instance_expression') return 'call';
  return parent === 'extends_clause' ? 'extends' : parent === 'annotation' ? 'decorator' : 'type';
}

function roleOf({ tree }: FactsBuilder, node: number): Role {
  const at = tree.type(tree.parent(node)) === 'generic_function' ? tree.parent(node) : node;
  const parent = tree.type(tree.parent(at));
  if (parent === 'call_expression') return tree.field(at) === 'function' ? 'call' : 'read';
  return parent === 'assignment_expression' && tree.field(at) === 'left' ? 'write' : 'read';
}
