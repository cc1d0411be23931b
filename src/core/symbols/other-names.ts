/** Variables that hold a function under another name: `const b = a`, `const b = cond ? a : d`, `b = a or d`. */
import { DECLARATION_FLAGS, expressionAt, type FileFacts } from '../facts/index.ts';
import type { Target } from './classify.ts';
import { type DeclarationRef, isSame } from './meaning.ts';
import type { Resolver } from './resolver/resolver.ts';

export interface OtherName extends DeclarationRef {
  name: string;
  /** Seen only inside the function or block around it. */
  isLocal: boolean;
}

const VARIABLE = /^(?:variable|constant)$/;
/** Nested further, nobody reads it as another name. */
const MOST_CHOICES = 8;

export async function otherNames(
  target: Target,
  path: string,
  facts: FileFacts,
  resolver: Resolver,
): Promise<OtherName[]> {
  const found: OtherName[] = [];
  for (const [index, { name, kind, value, flags }] of facts.declarations.entries()) {
    if (value < 0 || name === target.name || !VARIABLE.test(kind)) continue;
    for (const leaf of choicesOf(facts, value)) {
      if (!mayBe(target, path, facts, leaf)) continue;
      const meanings = await resolver.meaning(path, leaf);
      if (!meanings.some((each) => 'path' in each && target.parts.some((part) => isSame(part, each))))
        continue;
      found.push({ path, index, name, isLocal: (flags & DECLARATION_FLAGS.local) !== 0 });
      break;
    }
  }
  return found;
}

/** What the value may be: one expression, or each of several. */
function choicesOf(facts: FileFacts, expression: number): number[] {
  const leaves: number[] = [];
  const open = [expression];
  for (let at = open.pop(); at !== undefined && leaves.length < MOST_CHOICES; at = open.pop()) {
    const [op, a, b] = expressionAt(facts, at);
    if (op === 'either') open.push(b, a);
    else if (at >= 0) leaves.push(at);
  }
  return leaves;
}

/** By its last name, before anything is looked up. A call gives something else. */
function mayBe({ name, parts }: Target, path: string, facts: FileFacts, leaf: number): boolean {
  const [op, a, b] = expressionAt(facts, leaf);
  switch (op) {
    case 'declaration':
      return parts.some((part) => part.path === path && part.index === a);
    case 'import':
      return facts.imports[a]?.imported === name || facts.imports[a]?.local === name;
    case 'free':
      return facts.names[a] === name;
    case 'member':
      return facts.names[b] === name;
    default:
      return false;
  }
}
