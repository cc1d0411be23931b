/** Zig: a file is a struct; types are constants that hold one; every parameter and field has a declared type. */
import { NONE } from '../../languages/index.ts';
import type { FactRules, FactsBuilder, Read, Use } from '../builder.ts';

const CONTAINERS: Readonly<Record<string, string>> = {
  struct_declaration: 'struct',
  enum_declaration: 'enum',
  union_declaration: 'union',
  opaque_declaration: 'struct',
};

const inner: Read = (node, facts) => facts.value(facts.tree.namedChildren(node).at(-1) ?? NONE);
const openBlock = (node: number, facts: FactsBuilder) => void facts.open(node, 'block');
const openContainer = (node: number, facts: FactsBuilder) =>
  void facts.open(node, 'class', facts.attached(node));

export const rules: FactRules = {
  names: ['identifier'],
  comments: ['comment'],
  strings: ['string', 'multiline_string', 'character'],
  hasImplicitThis: true,
  enter: {
    variable_declaration: declareVariable,
    struct_declaration: openContainer,
    enum_declaration: openContainer,
    union_declaration: openContainer,
    opaque_declaration: openContainer,
    container_field(node, facts) {
      const { tree } = facts;
      const parent = facts.classAround();
      const type = tree.child(node, 'type');
      facts.declare(tree.child(node, 'name'), {
        kind: 'field',
        node,
        type,
        ...(parent >= 0 ? { parent } : {}),
      });
    },
    function_declaration(node, facts) {
      const { tree } = facts;
      const kind = facts.scopeKind() === 'class' ? 'method' : 'function';
      const what = { kind, node, type: tree.child(node, 'type') };
      facts.open(node, 'function', facts.declare(tree.child(node, 'name'), what));
    },
    parameter(node, facts) {
      const { tree } = facts;
      const name = tree.child(node, 'name');
      if (name >= 0) facts.declare(name, { kind: 'parameter', node, type: tree.child(node, 'type') });
    },
    payload(node, facts) {
      for (const name of facts.tree.childrenOf(node, 'identifier'))
        facts.declare(name, { kind: 'variable', node });
    },
    block: openBlock,
    if_statement: openBlock,
    for_statement: openBlock,
    while_statement: openBlock,
    switch_case: openBlock,
    catch_expression: openBlock,
  },
  values: {
    field_expression(node, facts) {
      const { tree } = facts;
      const of = facts.value(tree.child(node, 'object'));
      return of < 0 ? -1 : facts.member(of, tree.of(tree.child(node, 'member')));
    },
    call_expression(node, facts) {
      const of = facts.value(facts.tree.child(node, 'function'));
      return of < 0 ? -1 : facts.expression('call', of);
    },
    struct_initializer: (node, facts) => facts.instance(facts.value(facts.tree.firstNamed(node))),
    builtin_function(node, facts) {
      const specifier = importedBy(facts, node);
      if (specifier !== undefined)
        return facts.expression('import', facts.importOnce({ specifier, imported: '*' }));
      const around = facts.tree.of(node).startsWith('@This') ? facts.classAround(node) : -1;
      return around < 0 ? -1 : facts.expression('declaration', around);
    },
    pointer_type: inner,
    nullable_type: inner,
    error_union_type: (node, facts) => facts.value(facts.tree.child(node, 'ok')),
    try_expression: inner,
    null_coercion_expression: inner,
    dereference_expression: inner,
  },
  use,
};

function importedBy({ tree }: FactsBuilder, node: number): string | undefined {
  return /^@import\(\s*"([^"]*)"/.exec(tree.of(node))?.[1];
}

function declareVariable(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const [name = NONE, ...others] = tree.namedChildren(node).filter((each) => tree.field(each) !== 'type');
  // The grammar reads `a.b = c` as one, too.
  if (tree.type(name) !== 'identifier' || tree.childOf(node, 'const', 'var') < 0) return;
  const value = others.length === 1 ? (others[0] ?? NONE) : NONE;
  const specifier = tree.type(value) === 'builtin_function' ? importedBy(facts, value) : undefined;
  if (specifier !== undefined) {
    const local = tree.of(name);
    const isPublic = tree.childOf(node, 'pub') >= 0;
    facts.import({ specifier, local, exportedAs: isPublic ? local : '' }, { nameNode: name });
    return;
  }
  const container = CONTAINERS[tree.type(value)];
  const kind = container ?? (tree.childOf(node, 'const') >= 0 ? 'constant' : 'variable');
  const type = tree.child(node, 'type');
  const declaration = facts.declare(name, {
    kind,
    node,
    ...(container === undefined ? { type, value } : {}),
  });
  if (container !== undefined) facts.attach(value, declaration);
}

function use(node: number, facts: FactsBuilder): Use | undefined {
  const { tree } = facts;
  const parent = tree.parent(node);
  const isMember = tree.type(parent) === 'field_expression' && tree.field(node) === 'member';
  const whole = isMember ? parent : node;
  const around = tree.type(tree.parent(whole));
  const field = tree.field(whole);
  const role =
    around === 'call_expression' && field === 'function'
      ? 'call'
      : around === 'assignment_expression' && field === 'left'
        ? 'write'
        : field === 'type'
          ? 'type'
          : 'read';
  if (/^(?:block|break)_label$/.test(around)) return { role: 'read', ref: facts.builtin('label') };
  return isMember ? { role, ref: facts.value(parent) } : { role };
}
