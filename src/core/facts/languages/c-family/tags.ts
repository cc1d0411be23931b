/** C and C++: structs, unions, enums and classes, whose names are apart from those of other types. */
import { NONE } from '../../../languages/index.ts';
import type { FactsBuilder } from '../../builder.ts';
import { DECLARATION_FLAGS } from '../../facts.ts';
import { declared } from './declarators.ts';

const { forward } = DECLARATION_FLAGS;

export const TAGS: Readonly<Record<string, string>> = {
  struct_specifier: 'struct',
  union_specifier: 'struct',
  enum_specifier: 'enum',
  class_specifier: 'class',
};

/** A struct, union, enum or class: with a body it is declared, alone it is announced, elsewhere it is a type. */
export function tagged(node: number, facts: FactsBuilder): void {
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
export const tagName = (name: string) => `struct ${name}`;

export function tagType(node: number, facts: FactsBuilder): number {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  if (name >= 0) return facts.lookup(tagName(tree.of(name)), name);
  const made = facts.attached(tree.child(node, 'body'));
  return made < 0 ? -1 : facts.expression('declaration', made);
}
