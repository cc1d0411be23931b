/** What a name of Swift refers to where it is used, and for what. */
import type { FactsBuilder, Use } from '../../builder.ts';
import type { Role } from '../../facts.ts';
import { suffixOf } from './nodes.ts';

export function use(node: number, facts: FactsBuilder): Use | undefined {
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
