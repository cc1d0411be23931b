/** What a name of Haskell refers to where it is used, and for what. */
import type { FactsBuilder, Use } from '../../builder.ts';
import type { Role } from '../../facts.ts';
import { ofModule, qualifiedName, valueKey } from './modules.ts';

/** In these, names with a small first letter are variables of types. */
const OF_TYPES =
  /^(?:data_type|newtype|type_synomym|type_family|type_instance|data_family|type_params|type_patterns|context|forall|deriving|deriving_instance|type_application|kind_signature|equations)$/;
/** … and in these they are values again. */
const OF_VALUES = /^(?:match|patterns|local_binds|do|declarations|class_declarations|instance_declarations)$/;

export function use(node: number, facts: FactsBuilder): Use {
  const { tree } = facts;
  const name = tree.of(node);
  const parent = tree.parent(node);
  const type = tree.type(node);
  if (type === 'module_id') return { role: 'import', ref: facts.builtin(name) };
  if (tree.type(parent) === 'field_name') return fieldUse(facts, node);
  const isQualified = tree.type(parent) === 'qualified';
  const whole = isQualified ? parent : node;
  const qualifier = tree.of(tree.child(parent, 'module')).replace(/\.$/, '');
  const isType = type === 'name';
  const key = isType ? name : valueKey(name);
  const ref = isQualified ? qualifiedName(facts, qualifier, key) : undefined;
  if (tree.type(tree.parent(whole)) === 'export') return { role: 're-export', ref: ref ?? facts.value(node) };
  if (isType) return { role: typeRole(facts, whole), ref: ref ?? facts.value(node) };
  if (type === 'variable' && !isQualified && isInType(facts, node))
    return { role: 'type', ref: facts.builtin(name) };
  return { role: roleOf(facts, whole), ref: ref ?? facts.value(node) };
}

/** A field in braces is that of the module; one after a dot belongs to a type that nobody told. */
function fieldUse(facts: FactsBuilder, node: number): Use {
  const { tree } = facts;
  const around = tree.type(tree.parent(tree.parent(node)));
  if (around === 'projection') return { role: 'read', ref: -1 };
  return { role: around === 'field_update' ? 'write' : 'read', ref: ofModule(facts, node) };
}

function typeRole({ tree }: FactsBuilder, node: number): Role {
  const parent = tree.parent(node);
  if (tree.type(parent) === 'instance' && tree.field(node) === 'name') return 'extends';
  const isDerived = tree.type(parent) === 'deriving' || tree.type(tree.parent(parent)) === 'deriving';
  return isDerived || tree.type(parent) === 'deriving_instance' ? 'extends' : 'type';
}

function roleOf({ tree }: FactsBuilder, node: number): Role {
  const parent = tree.parent(node);
  const isCalled = tree.type(parent) === 'apply' && tree.field(node) === 'function';
  return isCalled || tree.type(parent) === 'infix_id' ? 'call' : 'read';
}

function isInType({ tree }: FactsBuilder, node: number): boolean {
  for (let at = node; at >= 0; at = tree.parent(at)) {
    const parent = tree.type(tree.parent(at));
    if (OF_VALUES.test(parent)) return false;
    if (OF_TYPES.test(parent) || (parent === 'signature' && tree.field(at) === 'type')) return true;
  }
  return false;
}
