/** Types and the types above them: what a type extends, whose member a declaration is, and what satisfies an interface. */
import type { FileFacts } from '../../facts/index.ts';
import { scopeOfLanguage } from '../language-scope.ts';
import { type DeclarationRef, keyOf, type Meaning } from '../meaning.ts';
import { isType } from './declared.ts';
import { inOrder, type Lookups, MOST_BASES } from './lookups.ts';

/** The types that a type extends, implements or embeds, directly. */
export async function basesOf(
  lookups: Lookups,
  { path, index }: DeclarationRef,
): Promise<readonly Meaning[]> {
  const facts = await lookups.facts(path);
  const bases = facts?.declarations[index]?.bases ?? [];
  return await inOrder(bases, (base) => lookups.meaning(path, base, 1));
}

/** The type whose member a declaration is, or undefined. */
export async function ownerOf(
  lookups: Lookups,
  { path, index }: DeclarationRef,
): Promise<DeclarationRef | undefined> {
  const facts = await lookups.facts(path);
  const declaration = facts?.declarations[index];
  if (facts === undefined || declaration === undefined) return undefined;
  if (declaration.owner >= 0) {
    const owner = (await lookups.meaning(path, declaration.owner)).find((each) => each.is === 'declaration');
    // `fun <T> T.save()` extends its own parameter: that is no type with members.
    if (owner === undefined || (owner.path === path && isInside(facts, owner.index, index))) return undefined;
    return { path: owner.path, index: owner.index };
  }
  const parent = facts.declarations[declaration.parent];
  return parent !== undefined && isType(parent) ? { path, index: declaration.parent } : undefined;
}

function isInside(facts: FileFacts, inner: number, outer: number): boolean {
  const seen = new Set<number>();
  for (let at = inner; at >= 0 && !seen.has(at); at = facts.declarations[at]?.parent ?? -1) {
    if (at === outer) return true;
    seen.add(at);
  }
  return false;
}

/** True if the type is, or extends at any distance, the other one. Undefined if bases outside of the repository may decide it. */
export async function isKindOf(
  lookups: Lookups,
  type: DeclarationRef,
  other: DeclarationRef,
): Promise<boolean | undefined> {
  let isOpen = false;
  const seen = new Set<string>();
  const queue = [type];
  for (let at = queue.pop(); at !== undefined && seen.size < MOST_BASES; at = queue.pop()) {
    if (at.path === other.path && at.index === other.index) return true;
    const key = keyOf(at);
    if (seen.has(key)) continue;
    seen.add(key);
    for (const base of await lookups.bases(at)) {
      if (base.is === 'declaration' || base.is === 'instance') queue.push(base);
      else isOpen = true;
    }
  }
  if (await satisfies(lookups, type, other)) return true;
  return isOpen ? undefined : false;
}

/** Where interfaces are satisfied by structure: true if the type has all methods of the interface. */
async function satisfies(lookups: Lookups, type: DeclarationRef, other: DeclarationRef): Promise<boolean> {
  const facts = await lookups.facts(other.path);
  if (facts?.declarations[other.index]?.kind !== 'interface') return false;
  if (!scopeOfLanguage(facts.language).hasStructuralInterfaces) return false;
  const wanted = new Set<string>();
  const seen = new Set<string>();
  const queue = [other];
  for (let at = queue.pop(); at !== undefined && seen.size < MOST_BASES; at = queue.pop()) {
    if (seen.has(keyOf(at))) continue;
    seen.add(keyOf(at));
    for (const each of (await lookups.facts(at.path))?.declarations ?? [])
      if (each.parent === at.index && each.kind === 'method') wanted.add(each.name);
    // What an interface of a library demands, nobody here knows.
    for (const base of await lookups.bases(at))
      if ('path' in base && 'index' in base) queue.push(base);
      else return false;
  }
  for (const name of wanted)
    if (!(await lookups.members(type, name)).some(({ is }) => is === 'declaration')) return false;
  return wanted.size > 0;
}
