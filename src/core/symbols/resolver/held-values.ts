/** What variables, elements of collections, and instances of types turn out to be. */
import { DECLARATION_FLAGS, expressionAt } from '../../facts/index.ts';
import { type Meaning, UNKNOWN, unsure } from '../meaning.ts';
import { isCallable, isType } from './declared.ts';
import { inOrder, type Lookups, MOST_DEPTH } from './lookups.ts';

/** Bases between a type and the generic one that it extends: more are not worth the files they are in. */
const MOST_STEPS = 5;

/** What can have type arguments. */
type Applied = Extract<Meaning, { is: 'declaration' | 'instance' | 'external' }>;

export const partsOf = (meaning: Meaning | undefined) =>
  (meaning?.is === 'external' ? meaning.parts : undefined) ?? [];

/** Of a generic type, it with its type arguments, or that with which it extends one: `class Rows extends List<Row>`. */
export async function appliedOf(lookups: Lookups, of: Meaning, steps = 0): Promise<Applied | undefined> {
  if (('argument' in of && of.argument) || ('parts' in of && of.parts)) return of;
  if (of.is !== 'instance' || steps > MOST_STEPS) return undefined;
  for (const base of await lookups.bases(of)) {
    const found = await appliedOf(
      lookups,
      base.is === 'declaration' ? { ...base, is: 'instance' } : base,
      steps + 1,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Variables replaced by what they hold, getters by what they give. */
export async function heldValues(
  lookups: Lookups,
  meanings: readonly Meaning[],
  depth = 0,
): Promise<readonly Meaning[]> {
  return await inOrder(meanings, (each) => heldBy(lookups, each, depth));
}

async function heldBy(lookups: Lookups, meaning: Meaning, depth: number): Promise<readonly Meaning[]> {
  if (meaning.is !== 'declaration' || depth > MOST_DEPTH) return [meaning];
  const facts = await lookups.facts(meaning.path);
  const declaration = facts?.declarations[meaning.index];
  if (facts === undefined || declaration === undefined) return UNKNOWN;
  if (
    isType(declaration) ||
    (isCallable(declaration) && (declaration.flags & DECLARATION_FLAGS.getter) === 0)
  )
    return [meaning];
  if (declaration.value < 0) return UNKNOWN;
  const value = await lookups.values(
    await lookups.meaning(meaning.path, declaration.value, depth + 1),
    depth + 1,
  );
  // The parameter `self` is as sure as the class around it.
  return expressionAt(facts, declaration.value)[0] === 'self' ? value : unsure(value);
}

/** What iterating over a collection or indexing it gives; of something generic with its arguments, the thing itself. */
export async function elementOf(
  lookups: Lookups,
  collections: readonly Meaning[],
  depth: number,
): Promise<readonly Meaning[]> {
  return await inOrder(await lookups.values(collections, depth), async (each) => {
    const argument = (await appliedOf(lookups, each))?.argument;
    if (argument) return unsure(argument);
    return each.is === 'declaration' ? [each] : UNKNOWN;
  });
}

export async function instanceOf(
  lookups: Lookups,
  types: readonly Meaning[],
  depth: number,
): Promise<readonly Meaning[]> {
  return await inOrder(types, async (type) => {
    if (type.is !== 'declaration') return [type];
    const declaration = (await lookups.facts(type.path))?.declarations[type.index];
    if (declaration === undefined) return UNKNOWN;
    // Another name of a type: `type A = B`, `A = B`.
    if (
      declaration.value >= 0 &&
      (declaration.kind === 'type' || !(isType(declaration) || isCallable(declaration)))
    ) {
      const value = await lookups.meaning(type.path, declaration.value, depth + 1);
      return declaration.kind === 'type' ? value : await instanceOf(lookups, value, depth + 1);
    }
    // A function type has no instances but functions.
    if (declaration.name === '' && isCallable(declaration)) return [type];
    return [{ ...type, is: 'instance' }];
  });
}
