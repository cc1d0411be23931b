/** Declarations of Haskell: types with constructors and fields, classes and instances, equations of functions, local names. */
import { NONE } from '../../../languages/index.ts';
import type { FactsBuilder } from '../../builder.ts';
import { DECLARATION_FLAGS, definitionRef } from '../../facts.ts';
import { isGiven, ofModule, valueKey } from './modules.ts';
import { declarePattern } from './patterns.ts';

const { forward, filePrivate, getter } = DECLARATION_FLAGS;
const EQUATIONS = ['signature', 'function', 'bind'];

/** `data`, `newtype`, `type`, a family of types. */
export function typeDeclaration(kind: string) {
  return (node: number, facts: FactsBuilder): void => {
    const { tree } = facts;
    const name = tree.child(node, 'name');
    if (tree.type(name) !== 'name') return;
    const declaration = facts.declare(name, { kind, node, flags: hiding(facts, tree.of(name)) });
    const constructors = tree.child(node, 'constructors');
    for (const each of [tree.child(node, 'constructor'), ...tree.namedChildren(constructors)])
      declareParts(facts, each, declaration);
    facts.open(node, 'block', declaration);
  };
}

const hiding = (facts: FactsBuilder, key: string) => (isGiven(facts, key) ? 0 : filePrivate);

/** Constructors and fields are names of the module, and belong to their type. */
function declareParts(facts: FactsBuilder, variant: number, type: number): void {
  const { tree } = facts;
  if (variant < 0) return;
  const end = tree.nexts[variant] as number;
  for (let at = variant; at < end; at++) {
    const parent = tree.parent(at);
    const isName = tree.type(at) === 'constructor' && /^(?:name|operator)$/.test(tree.field(at));
    if (isName) declarePart(facts, at, 'variant', variant, type, getter);
    else if (tree.type(at) === 'variable' && tree.type(parent) === 'field_name')
      declarePart(facts, at, 'field', tree.parent(parent), type, getter);
  }
}

function declarePart(
  facts: FactsBuilder,
  name: number,
  kind: string,
  node: number,
  parent: number,
  flags: number,
): void {
  const key = valueKey(facts.tree.of(name));
  const type = facts.declarationAt(parent)?.name;
  const isHidden = !isGiven(facts, key, type);
  const flag = flags | (isHidden ? filePrivate : 0);
  // A field that several constructors have is one.
  const part = facts.declare(name, { kind, node, parent, merge: true, flags: flag });
  facts.mark(name, 'definition', definitionRef(part));
  facts.bindTo(key, part, name);
  if (!isHidden) facts.export(key, name);
}

/** Methods of a class are names of the module; default equations belong to their signatures. */
export function classDeclaration(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const name = tree.child(node, 'name');
  if (tree.type(name) !== 'name') return;
  const declaration = facts.declare(name, {
    kind: 'class',
    node,
    flags: hiding(facts, tree.of(name)),
    bases: contextOf(facts, node),
  });
  for (const each of tree.childrenOf(tree.child(node, 'declarations'), ...EQUATIONS)) {
    const flags = tree.type(each) === 'signature' ? forward : 0;
    for (const method of namesOf(facts, each)) declarePart(facts, method, 'method', each, declaration, flags);
  }
  facts.open(node, 'block', declaration);
}

/** The classes in `(Eq a, Show a) =>`. */
function contextOf({ tree }: FactsBuilder, node: number): number[] {
  const context = tree.child(node, 'context');
  const found: number[] = [];
  for (let at = context; at >= 0 && at < (tree.nexts[context] as number); at++)
    if (tree.type(at) === 'name' && tree.field(at) === 'constructor') found.push(at);
  return found;
}

/** What an instance writes are methods of the type, and implement those of the class. */
export function instanceDeclaration(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const body = tree.child(node, 'declarations');
  if (body < 0) return;
  const instance = facts.declare(body, { kind: 'class', name: '', node });
  const type = headOf(facts, tree.namedChildren(tree.child(node, 'patterns')).at(-1) ?? NONE);
  facts.open(node, 'class', instance);
  for (const each of tree.childrenOf(body, ...EQUATIONS))
    for (const name of namesOf(facts, each)) {
      facts.declare(name, {
        kind: 'method',
        node: each,
        merge: true,
        parent: instance,
        ...(type >= 0 ? { owner: type } : {}),
      });
      facts.markAlso(name, 'extends', () => ofModule(facts, name));
    }
}

/** `Row` in `(Row a)`. */
function headOf({ tree }: FactsBuilder, type: number): number {
  let at = type;
  while (/^(?:parens|apply)$/.test(tree.type(at))) at = tree.firstNamed(at);
  return tree.type(at) === 'name' ? at : NONE;
}

/** The names that a signature or an equation is for. */
function namesOf({ tree }: FactsBuilder, node: number): number[] {
  const name = tree.child(node, 'name');
  const operator = tree.childOf(tree.child(tree.childOf(node, 'infix'), 'operator'), 'variable');
  const names = [name, operator, ...tree.namedChildren(tree.child(node, 'names'))];
  return names.filter((each) => tree.type(each) === 'variable');
}

/** `save :: Row -> IO ()`, here or in a `where`. In an expression it names nothing. */
export function signature(node: number, facts: FactsBuilder): void {
  for (const name of namesOf(facts, node)) declareValue(facts, name, node, forward);
}

function declareValue(facts: FactsBuilder, name: number, node: number, flags: number): number {
  const known = facts.declarationOf(name);
  if (known >= 0) return known;
  const { tree } = facts;
  const key = valueKey(tree.of(name));
  const isLocal = facts.scopeKind() !== 'module';
  const isVariable = isLocal && tree.type(node) === 'bind';
  return facts.declare(name, {
    kind: isVariable ? 'variable' : 'function',
    node,
    merge: true,
    isMethod: true,
    flags: flags | (isLocal ? 0 : hiding(facts, key)),
  });
}

/** An equation. All equations of one name are one function. */
export function equation(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  // The type of a function, and `a <- b`, have nodes of the same names.
  if (tree.child(node, 'match') < 0) {
    if (tree.type(node) === 'bind') declarePattern(facts, tree.child(node, 'pattern'), { after: node });
    return;
  }
  declarePattern(facts, tree.child(node, 'pattern'));
  const [name = NONE] = namesOf(facts, node);
  facts.open(node, 'function', name < 0 ? undefined : declareValue(facts, name, node, 0));
  const infix = tree.childOf(node, 'infix');
  for (const each of [
    tree.child(node, 'patterns'),
    tree.child(infix, 'left_operand'),
    tree.child(infix, 'right_operand'),
  ])
    declarePattern(facts, each, { kind: 'parameter' });
}

export function patternSynonym(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const written = tree.child(tree.childOf(node, 'equation'), 'synonym');
  let name = written;
  while (tree.type(name) === 'apply') name = tree.firstNamed(name);
  if (tree.type(name) === 'constructor')
    facts.declare(name, { kind: 'function', node, isMethod: true, merge: true });
  facts.open(node, 'function');
  if (written !== name) declarePattern(facts, written, { kind: 'parameter' });
}
