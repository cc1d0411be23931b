/** Python: names that get a value: assignments, loops, `with`, `self.x`. */
import type { FactsBuilder } from '../../builder.ts';

const SELF = /^(?:self|cls|mcs)$/;

type Bound = {
  type?: number;
  value?: number;
  elementOf?: number;
  node?: number;
  scope?: number;
  expression?: () => number;
};

/** Names on the left of an assignment, a loop, a `with`; of several, no value is known. */
export function bindTargets(facts: FactsBuilder, target: number, bound: Bound): void {
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
    return facts.element(of);
  };
  return {
    expression() {
      const of = whole();
      return of < 0 ? -1 : facts.expression('part', of, index);
    },
  };
}

export function bind(facts: FactsBuilder, name: number, { scope = facts.scope, ...bound }: Bound): void {
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
