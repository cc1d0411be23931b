/** Members of types: in the body, in bases, in other parts of the type, and those that are written outside of it. */
import { DECLARATION_FLAGS, type FileFacts, plainName } from '../../facts/index.ts';
import { scopeOfLanguage } from '../language-scope.ts';
import { type DeclarationRef, keyOf, type Meaning, UNKNOWN, unsure } from '../meaning.ts';
import { declared, isMember, isType } from './declared.ts';
import { inOrder, type Lookups, MOST_BASES, MOST_DEPTH } from './lookups.ts';
import { ofModule, packageFiles } from './module-names.ts';

export async function memberOf(
  lookups: Lookups,
  owners: readonly Meaning[],
  name: string,
  depth: number,
  language = '',
): Promise<readonly Meaning[]> {
  return await inOrder(owners, async (owner) => {
    switch (owner.is) {
      case 'module':
        return await ofModule(lookups, owner, name, depth);
      case 'declaration':
        // A member of the class itself is as sure as the class; of a function nobody knows.
        return await ofType(lookups, owner, name, depth);
      case 'instance': {
        const members = await lookups.members(owner, name);
        return owner.sure ? members : unsure(members);
      }
      case 'external':
        return (
          (await extensionOf(lookups, owner.name, name, language)) ?? [
            { ...owner, name: `${owner.name}.${name}` },
          ]
        );
      case 'unknown':
        return UNKNOWN;
    }
  });
}

/** Of another name of a type, the members of that type. */
async function ofType(
  lookups: Lookups,
  type: Extract<Meaning, { is: 'declaration' }>,
  name: string,
  depth: number,
) {
  const found = await lookups.members(type, name);
  if (found.some(({ is }) => is === 'declaration') || depth > MOST_DEPTH) return found;
  const declaration = (await lookups.facts(type.path))?.declarations[type.index];
  if (declaration?.kind !== 'type' || declaration.value < 0) return found;
  return await memberOf(
    lookups,
    await lookups.meaning(type.path, declaration.value, depth + 1),
    name,
    depth + 1,
  );
}

export async function membersOf(
  lookups: Lookups,
  type: DeclarationRef,
  name: string,
  seen: Set<string>,
  depth: number,
): Promise<readonly Meaning[]> {
  const key = keyOf(type);
  if (seen.has(key) || seen.size > MOST_BASES) return [];
  seen.add(key);
  const own = await lookups.once('member', `${key}\n${name}`, () => ownMembers(lookups, type, name));
  if (own.some(({ is }) => is !== 'unknown')) return own;
  let isOpen = false;
  for (const base of await lookups.bases(type)) {
    if (base.is !== 'declaration' && base.is !== 'instance') {
      isOpen = true;
      continue;
    }
    const inherited = await membersOf(lookups, base, name, seen, depth + 1);
    if (inherited.some(({ is }) => is === 'declaration')) return inherited;
    if (inherited.length > 0) isOpen = true;
  }
  return isOpen || depth === 0 ? UNKNOWN : [];
}

async function ownMembers(lookups: Lookups, type: DeclarationRef, name: string): Promise<readonly Meaning[]> {
  const facts = await lookups.facts(type.path);
  if (facts === undefined) return UNKNOWN;
  const own: Meaning[] = [];
  for (const [index, each] of declared(facts, name))
    if (each.parent === type.index && isMember(each))
      own.push({ is: 'declaration', path: type.path, index, sure: true });
  const { forward } = DECLARATION_FLAGS;
  const isAnnounced = own.every(
    (each) => 'index' in each && ((facts.declarations[each.index]?.flags ?? 0) & forward) !== 0,
  );
  if (own.length > 0 && !isAnnounced) return own;
  for (const part of own.length > 0 ? [] : await otherParts(lookups, type, facts)) {
    const others = await lookups.facts(part.path);
    for (const [index, each] of others === undefined ? [] : declared(others, name))
      if (each.parent === part.index && isMember(each))
        return [{ is: 'declaration', path: part.path, index, sure: true }];
  }
  // What the body only announces is written elsewhere.
  const elsewhere = await membersElsewhere(lookups, type, facts, name);
  return own.length > 0 && elsewhere.every(({ is }) => is === 'unknown') ? own : elsewhere;
}

/** The other parts of a class that is declared in several files. */
async function otherParts(
  lookups: Lookups,
  type: DeclarationRef,
  facts: FileFacts,
): Promise<readonly DeclarationRef[]> {
  const own = facts.declarations[type.index];
  const { forward } = DECLARATION_FLAGS;
  if (own === undefined || !isType(own) || (own.flags & forward) === 0) return [];
  const parts: DeclarationRef[] = [];
  for (const path of await lookups.declaring(own.name)) {
    const others = await lookups.facts(path);
    if (path === type.path || others?.language !== facts.language || others.space !== facts.space) continue;
    for (const [index, each] of others.declarations.entries())
      if (each.name === own.name && isType(each) && (each.flags & forward) !== 0) parts.push({ path, index });
  }
  return parts;
}

/** Members declared outside of the type's body: Go methods, Rust impls, extensions, `A::f`. */
async function membersElsewhere(
  lookups: Lookups,
  type: DeclarationRef,
  facts: FileFacts,
  name: string,
): Promise<readonly Meaning[]> {
  const scope = scopeOfLanguage(facts.language);
  if (!scope.hasOutsideMembers) return UNKNOWN;
  const near = await membersIn(lookups, [type.path], type, facts, name);
  if (near.length > 0) return near;
  const candidates = new Set([
    ...packageFiles(lookups, type.path, scope),
    ...(scope.hasFarMembers ? await lookups.declaring(plainName(name)) : []),
  ]);
  const found = await membersIn(lookups, candidates, type, facts, name);
  return found.length > 0 ? found : UNKNOWN;
}

async function membersIn(
  lookups: Lookups,
  paths: Iterable<string>,
  type: DeclarationRef,
  facts: FileFacts,
  name: string,
): Promise<Meaning[]> {
  const { family } = scopeOfLanguage(facts.language);
  const found: Meaning[] = [];
  for (const path of paths) {
    const others = await lookups.facts(path);
    if (others === undefined || scopeOfLanguage(others.language).family !== family) continue;
    for (const [index, each] of declared(others, name)) {
      if (each.owner < 0) continue;
      const owners = await lookups.meaning(path, each.owner);
      if (owners.some((owner) => 'path' in owner && owner.path === type.path && owner.index === type.index))
        found.push({ is: 'declaration', path, index, sure: true });
    }
  }
  return found;
}

/** A member that this repository gives to a type of a library; unknown if it gives one of that name to another such type. */
async function extensionOf(
  lookups: Lookups,
  type: string,
  name: string,
  language: string,
): Promise<readonly Meaning[] | undefined> {
  if (!scopeOfLanguage(language).extendsLibraries) return undefined;
  let isGiven = false;
  for (const path of await lookups.declaring(plainName(name))) {
    const facts = await lookups.facts(path);
    if (facts?.language !== language) continue;
    for (const [index, each] of declared(facts, name)) {
      if (each.owner < 0) continue;
      const owners = await lookups.meaning(path, each.owner);
      if (owners.some((owner) => owner.is === 'external' && owner.name === type))
        return [{ is: 'declaration', path, index, sure: false }];
      isGiven ||= owners.some(({ is }) => is !== 'declaration');
    }
  }
  return isGiven ? UNKNOWN : undefined;
}
