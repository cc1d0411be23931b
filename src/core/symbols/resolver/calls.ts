/** What a call gives, and which parameters of the callee its arguments are for. */
import {
  CALL_SIGNATURE,
  DECLARATION_FLAGS,
  expressionAt,
  type FileFacts,
  plainName,
} from '../../facts/index.ts';
import { scopeOfLanguage } from '../language-scope.ts';
import { type DeclarationRef, type Meaning, UNKNOWN, unsure } from '../meaning.ts';
import { isType } from './declared.ts';
import { appliedOf, elementOf } from './held-values.ts';
import { inOrder, type Lookups, MOST_DEPTH } from './lookups.ts';

/** The built-in type of functions; applied to what a call of them gives. */
const FUNCTION = 'func';

export async function called(
  lookups: Lookups,
  callees: readonly Meaning[],
  depth: number,
  argumentCount: number,
): Promise<readonly Meaning[]> {
  return await inOrder(await lookups.values(callees, depth), async (callee) => {
    if (callee.is === 'instance') {
      const of = await appliedOf(lookups, callee);
      if (of?.is === 'external' && of.name === FUNCTION) return unsure(of.argument ?? UNKNOWN);
      const signatures = (await lookups.members(callee, CALL_SIGNATURE)).filter(
        ({ is }) => is === 'declaration',
      );
      return signatures.length > 0 && depth < MOST_DEPTH
        ? await called(lookups, signatures, depth + 1, argumentCount)
        : UNKNOWN;
    }
    if (callee.is === 'external') {
      if (callee.name === FUNCTION) return unsure(callee.argument ?? UNKNOWN);
      return givenBy(callee);
    }
    if (callee.is !== 'declaration') return UNKNOWN;
    const facts = await lookups.facts(callee.path);
    const declaration = facts?.declarations[callee.index];
    if (facts === undefined || declaration === undefined) return UNKNOWN;
    if (isType(declaration)) return [{ ...callee, is: 'instance' }];
    const value = await inOrder(overloadsOf(facts, declaration.value, argumentCount), (each) =>
      lookups.meaning(callee.path, each, depth + 1),
    );
    return unsure(await lookups.values(value, depth + 1));
  });
}

/** A parameter of what is called; of a class, that of its constructor, or a field where it has none. */
export async function parameterNamed(
  lookups: Lookups,
  callees: readonly Meaning[],
  name: string,
  depth: number,
): Promise<readonly Meaning[]> {
  return await inOrder(await lookups.values(callees, depth), async (callee) => {
    if (callee.is !== 'declaration') return [callee];
    const facts = await lookups.facts(callee.path);
    const declaration = facts?.declarations[callee.index];
    if (facts === undefined || declaration === undefined) return UNKNOWN;
    if (isType(declaration)) {
      const made = await constructorsOf(lookups, callee, facts.language);
      return made.length > 0
        ? await parameterNamed(lookups, made, name, depth)
        : await lookups.members(callee, name);
    }
    const index = facts.declarations.findIndex(
      (each) => each.parent === callee.index && each.kind === 'parameter' && each.name === name,
    );
    if (index !== -1) return [{ is: 'declaration', path: callee.path, index, sure: callee.sure }];
    // A parameter of a constructor that is a field at once.
    const isConstructor = declaration.kind === 'constructor' && declaration.parent >= 0;
    return isConstructor
      ? await lookups.members({ path: callee.path, index: declaration.parent }, name)
      : UNKNOWN;
  });
}

/** The parameter at a place; of overloads, that of each. */
export async function parameterAt(
  lookups: Lookups,
  callees: readonly Meaning[],
  place: number,
  depth: number,
): Promise<readonly Meaning[]> {
  if (depth > MOST_DEPTH) return UNKNOWN;
  return await inOrder(await lookups.values(callees, depth), async (callee) => {
    if (callee.is === 'external')
      return place === 0 && COMPONENTS.test(callee.name) ? (callee.argument ?? UNKNOWN) : UNKNOWN;
    if (callee.is !== 'declaration' && callee.is !== 'instance') return UNKNOWN;
    const facts = await lookups.facts(callee.path);
    const declaration = facts?.declarations[callee.index];
    if (facts === undefined || declaration === undefined) return UNKNOWN;
    if (isType(declaration)) {
      const made =
        callee.is === 'instance'
          ? await lookups.members(callee, CALL_SIGNATURE)
          : await constructorsOf(lookups, callee, facts.language);
      const known = made.filter(({ is }) => is === 'declaration');
      return known.length > 0 ? await parameterAt(lookups, known, place, depth + 1) : UNKNOWN;
    }
    const found: Meaning[] = [];
    for (const [index, each] of facts.declarations.entries()) {
      if (each.parent !== callee.index || each.place === undefined || each.kind !== 'parameter') continue;
      const parameter: Meaning = { is: 'declaration', path: callee.path, index, sure: false };
      const isRest = (each.flags & DECLARATION_FLAGS.rest) !== 0;
      if (isRest && each.place <= place) found.push(...(await elementOf(lookups, [parameter], depth + 1)));
      else if (!isRest && each.place === place) found.push(parameter);
    }
    const known = found.filter(({ is }) => is !== 'unknown');
    return known.length > 0 ? known : UNKNOWN;
  });
}

async function constructorsOf(
  lookups: Lookups,
  type: DeclarationRef,
  language: string,
): Promise<readonly Meaning[]> {
  for (const name of scopeOfLanguage(language).constructors) {
    const found = (await lookups.members(type, name)).filter(({ is }) => is === 'declaration');
    if (found.length > 0) return found;
  }
  return [];
}

/** What the overloads of a function give that take this number of arguments; those of all, if none does. */
function overloadsOf(facts: FileFacts, value: number, argumentCount: number): readonly number[] {
  const all: number[] = [];
  const open = [value];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const [op, a, b] = expressionAt(facts, at);
    if (op === 'either' && at >= 0) open.push(b, a);
    else all.push(at);
  }
  if (argumentCount < 0 || all.length < 2) return all;
  const fitting = all.filter((each) => {
    const [op, , count] = expressionAt(facts, each);
    return op === 'overload' && count === argumentCount;
  });
  return fitting.length > 0 ? fitting : all;
}

/** What a call of something outside of the repository gives. */
function givenBy(callee: Extract<Meaning, { is: 'external' }>): readonly Meaning[] {
  const { name, argument } = callee;
  const end = name.lastIndexOf('.');
  const last = plainName(name.slice(end + 1));
  if (argument !== undefined && end > 0) {
    if (GIVES_ELEMENT.test(last)) return unsure(argument);
    if (GIVES_ALIKE.test(last)) return [{ is: 'external', name: name.slice(0, end), argument }];
  }
  return isExternalType(name) ? [callee] : UNKNOWN;
}

/** Methods of collections and optional values of any library that give what is inside. */
const GIVES_ELEMENT =
  /^(?:__a?enter__|get|next|previous|first|last|getFirst|getLast|removeFirst|removeLast|pollFirst|pollLast|peek|peekFirst|peekLast|poll|pop|take|element|orElse|orElseGet|orElseThrow|getOrDefault|getOrElse|computeIfAbsent|elementAt|join|min|max|find|findLast|shift|at)$/;
/** … and those that give a collection or optional value of the same. */
const GIVES_ALIKE =
  /^(?:iterator|listIterator|stream|parallelStream|filter|slice|sort|reverse|concat|sorted|distinct|limit|skip|values|subList|findFirst|findAny|reversed|toList|asList|keySet)$/;

/** Types of functions whose first parameter is what they are applied to. */
const COMPONENTS = /(?:^|\.)(?:FC|VFC|FunctionComponent|ComponentType)$/;

/** Calling a type gives something of that type; what calling a function of a library gives, nobody here knows. */
function isExternalType(name: string): boolean {
  const last = name.slice(name.lastIndexOf('.') + 1);
  return /^\p{Lu}/u.test(last) || BUILTIN_TYPES.has(last);
}

const BUILTIN_TYPES = new Set(
  'str int float bool bytes bytearray list dict set frozenset tuple object range enumerate zip map filter sorted reversed open'.split(
    ' ',
  ),
);
