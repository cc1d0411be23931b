/** Python: what each name refers to, and in which role. */
import type { FactsBuilder, Use } from '../../builder.ts';

export function use(node: number, facts: FactsBuilder): Use | undefined {
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
