/** Rust: what a name inside of a macro refers to, as far as the tokens around it say. */
import { NONE } from '../../../languages/index.ts';
import type { FactsBuilder, Use } from '../../builder.ts';
import { named, pathRoot, rootImport, selfType } from './paths.ts';

/** Inside of a macro there are only tokens: what can be looked up plainly is, the rest is not known. */
export function tokenUse(node: number, facts: FactsBuilder): Use {
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
