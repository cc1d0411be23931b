/**
 * Joins the facts of files: what an expression of one file means, with imports followed, members looked up in their classes
 * and bases, and values taken from declared types, constructors and assignments. Asks for the facts of other files only
 * when an expression leads there. Nothing is inferred beyond what a declaration says, so every step is bounded.
 */
import {
  DECLARATION_FLAGS,
  declarationsBy,
  type FactDeclaration,
  type FactImport,
  type FileFacts,
  methodName,
  OPS,
  plainName,
} from '../facts/index.ts';
import { type LanguageScope, scopeOfLanguage } from './language-scope.ts';
import { type DeclarationRef, keyOf, type Meaning, UNKNOWN, unsure } from './meaning.ts';

export interface ResolverDeps {
  /** Undefined for a file that has none: not code, not readable, not parsed within the limits. */
  facts(path: string): Promise<FileFacts | undefined>;
  /** The files that an import means; empty if they are not of this repository. */
  importedFiles(
    from: string,
    reference: Pick<FactImport, 'specifier' | 'kind' | 'line'> & { names: string[] },
  ): Promise<readonly string[]>;
  /** Files directly in a directory. */
  filesIn(directory: string): readonly string[];
  /** Files that declare the name outside of functions, as far as that can be told quickly. */
  declaring(name: string): Promise<readonly string[]>;
}

/** Deeper than any chain that people write; what needs more is unknown. */
const MOST_DEPTH = 24;
const MOST_BASES = 60;
const MOST_STEPS = 5;
const MOST_INCLUDED = 300;
const MOST_MEANINGS = 6;
/** The name under which `module.exports = …` is exported. */
const WHOLE_MODULE = 'module.exports';
/** The built-in type of functions; applied to what a call of them gives. */
const FUNCTION = 'func';
/** The name of the member that says how an instance itself is called. */
const CALL_SIGNATURE = '()';

export class Resolver {
  readonly #deps: ResolverDeps;
  readonly #meanings = new Map<string, Promise<readonly Meaning[]>>();
  readonly #exports = new Map<string, Promise<readonly Meaning[]>>();
  readonly #members = new Map<string, Promise<readonly Meaning[]>>();
  readonly #includes = new Map<string, Set<string>>();
  /** What is being worked on, so that a circle ends. */
  readonly #open = new Set<string>();

  constructor(deps: ResolverDeps) {
    this.#deps = deps;
  }

  /** What an expression of a file is. */
  async meaning(path: string, expression: number, depth = 0): Promise<readonly Meaning[]> {
    if (expression < 0 || depth > MOST_DEPTH) return UNKNOWN;
    return await this.#once(this.#meanings, `${path}\n${expression}`, async () => {
      const facts = await this.#deps.facts(path);
      return facts === undefined ? UNKNOWN : await this.#evaluate(path, facts, expression, depth + 1);
    });
  }

  /** The declarations of a type's members with this name: its own, or else those of its bases. */
  async members(type: DeclarationRef, name: string): Promise<readonly Meaning[]> {
    return await this.#membersOf(type, name, new Set(), 0);
  }

  /** The types that a type extends, implements or embeds, directly. */
  async bases({ path, index }: DeclarationRef): Promise<readonly Meaning[]> {
    const facts = await this.#deps.facts(path);
    const bases = facts?.declarations[index]?.bases ?? [];
    return await inOrder(bases, (base) => this.meaning(path, base, 1));
  }

  /** The type whose member a declaration is, or undefined. */
  async ownerOf({ path, index }: DeclarationRef): Promise<DeclarationRef | undefined> {
    const facts = await this.#deps.facts(path);
    const declaration = facts?.declarations[index];
    if (facts === undefined || declaration === undefined) return undefined;
    if (declaration.owner >= 0) {
      const owner = (await this.meaning(path, declaration.owner)).find((each) => each.is === 'declaration');
      return owner && { path: owner.path, index: owner.index };
    }
    const parent = facts.declarations[declaration.parent];
    return parent !== undefined && isType(parent) ? { path, index: declaration.parent } : undefined;
  }

  /** True if the type is, or extends at any distance, the other one. Undefined if bases outside of the repository may decide it. */
  async isKindOf(type: DeclarationRef, other: DeclarationRef): Promise<boolean | undefined> {
    let isOpen = false;
    const seen = new Set<string>();
    const queue = [type];
    for (let at = queue.pop(); at !== undefined && seen.size < MOST_BASES; at = queue.pop()) {
      if (at.path === other.path && at.index === other.index) return true;
      const key = `${at.path}\n${at.index}`;
      if (seen.has(key)) continue;
      seen.add(key);
      for (const base of await this.bases(at)) {
        if (base.is === 'declaration' || base.is === 'instance') queue.push(base);
        else isOpen = true;
      }
    }
    if (await this.#satisfies(type, other)) return true;
    return isOpen ? undefined : false;
  }

  /** Where interfaces are satisfied by structure: true if the type has all methods of the interface. */
  async #satisfies(type: DeclarationRef, other: DeclarationRef): Promise<boolean> {
    const facts = await this.#deps.facts(other.path);
    if (facts?.declarations[other.index]?.kind !== 'interface') return false;
    if (!scopeOfLanguage(facts.language).hasStructuralInterfaces) return false;
    const wanted = new Set<string>();
    const seen = new Set<string>();
    const queue = [other];
    for (let at = queue.pop(); at !== undefined && seen.size < MOST_BASES; at = queue.pop()) {
      if (seen.has(keyOf(at))) continue;
      seen.add(keyOf(at));
      for (const each of (await this.#deps.facts(at.path))?.declarations ?? [])
        if (each.parent === at.index && each.kind === 'method') wanted.add(each.name);
      // What an interface of a library demands, nobody here knows.
      for (const base of await this.bases(at))
        if ('path' in base && 'index' in base) queue.push(base);
        else return false;
    }
    for (const name of wanted)
      if (!(await this.members(type, name)).some(({ is }) => is === 'declaration')) return false;
    return wanted.size > 0;
  }

  async #once(
    memory: Map<string, Promise<readonly Meaning[]>>,
    key: string,
    make: () => Promise<readonly Meaning[]>,
  ): Promise<readonly Meaning[]> {
    // A circle: `a = a.next`. The answer does not come from asking again.
    if (this.#open.has(key)) return UNKNOWN;
    let known = memory.get(key);
    if (known === undefined) {
      this.#open.add(key);
      known = make().finally(() => this.#open.delete(key));
      memory.set(key, known);
    }
    return await known;
  }

  async #evaluate(
    path: string,
    facts: FileFacts,
    expression: number,
    depth: number,
  ): Promise<readonly Meaning[]> {
    const [op, a, b] = expressionAt(facts, expression);
    switch (op) {
      case 'declaration':
        return [{ is: 'declaration', path, index: a, sure: true }];
      case 'import':
        return await this.#imported(path, facts.imports[a], depth);
      case 'free':
        return await this.#free(path, facts, facts.names[a] ?? '', b, depth);
      case 'member':
        return await this.#member(
          await this.values(await this.meaning(path, a, depth), depth),
          facts.names[b] ?? '',
          depth,
          facts.language,
        );
      case 'call':
        return await this.#called(await this.meaning(path, a, depth), depth, b);
      case 'argument':
        return await this.#parameter(await this.meaning(path, a, depth), facts.names[b] ?? '', depth);
      case 'parameter':
        return await this.#parameterAt(await this.meaning(path, a, depth), b, depth);
      case 'instance':
        return await this.#instanceOf(await this.meaning(path, a, depth), depth);
      case 'self':
        return [{ is: 'instance', path, index: a, sure: true }];
      case 'super':
        return await this.#instanceOf(await this.bases({ path, index: a }), depth);
      case 'element':
        return await this.#elementOf(await this.meaning(path, a, depth), depth);
      case 'awaited': {
        const of = await this.values(await this.meaning(path, a, depth), depth);
        return await inOrder(of, async (each) => (await this.#applied(each))?.argument ?? [each]);
      }
      case 'tuple': {
        const [first, rest] = [await this.meaning(path, a, depth), await this.meaning(path, b, depth)];
        return [{ is: 'external', name: 'tuple', parts: [first, ...partsOf(rest[0])] }];
      }
      case 'part':
        return await inOrder(await this.values(await this.meaning(path, a, depth), depth), async (each) => {
          const of = await this.#applied(each);
          return unsure(partsOf(of)[b] ?? of?.argument ?? UNKNOWN);
        });
      case 'applied': {
        const argument = await this.meaning(path, b, depth);
        return (await this.meaning(path, a, depth)).map((each) =>
          each.is === 'declaration' || each.is === 'external' ? { ...each, argument } : each,
        );
      }
      case 'either':
        return [...(await this.meaning(path, a, depth)), ...(await this.meaning(path, b, depth))].slice(
          0,
          MOST_MEANINGS,
        );
      case 'unless': {
        const inherited = await this.meaning(path, b, depth);
        return inherited.some(({ is }) => is === 'declaration')
          ? inherited
          : await this.meaning(path, a, depth);
      }
      case 'overload':
        return await this.meaning(path, a, depth);
      case 'builtin':
        return [{ is: 'external', name: facts.names[a] ?? '' }];
    }
  }

  /** Of a generic type, it with its type arguments, or that with which it extends one: `class Rows extends List<Row>`. */
  async #applied(of: Meaning, steps = 0): Promise<Applied | undefined> {
    if (('argument' in of && of.argument) || ('parts' in of && of.parts)) return of;
    if (of.is !== 'instance' || steps > MOST_STEPS) return undefined;
    for (const base of await this.bases(of)) {
      const found = await this.#applied(
        base.is === 'declaration' ? { ...base, is: 'instance' } : base,
        steps + 1,
      );
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Variables replaced by what they hold, getters by what they give. */
  async values(meanings: readonly Meaning[], depth = 0): Promise<readonly Meaning[]> {
    return await inOrder(meanings, (each) => this.#value(each, depth));
  }

  async #value(meaning: Meaning, depth: number): Promise<readonly Meaning[]> {
    if (meaning.is !== 'declaration' || depth > MOST_DEPTH) return [meaning];
    const facts = await this.#deps.facts(meaning.path);
    const declaration = facts?.declarations[meaning.index];
    if (facts === undefined || declaration === undefined) return UNKNOWN;
    if (
      isType(declaration) ||
      (isCallable(declaration) && (declaration.flags & DECLARATION_FLAGS.getter) === 0)
    )
      return [meaning];
    if (declaration.value < 0) return UNKNOWN;
    const value = await this.values(
      await this.meaning(meaning.path, declaration.value, depth + 1),
      depth + 1,
    );
    // The parameter `self` is as sure as the class around it.
    return expressionAt(facts, declaration.value)[0] === 'self' ? value : unsure(value);
  }

  /** What iterating over a collection or indexing it gives; of something generic with its arguments, the thing itself. */
  async #elementOf(collections: readonly Meaning[], depth: number): Promise<readonly Meaning[]> {
    return await inOrder(await this.values(collections, depth), async (each) => {
      const argument = (await this.#applied(each))?.argument;
      if (argument) return unsure(argument);
      return each.is === 'declaration' ? [each] : UNKNOWN;
    });
  }

  async #called(
    callees: readonly Meaning[],
    depth: number,
    argumentCount: number,
  ): Promise<readonly Meaning[]> {
    return await inOrder(await this.values(callees, depth), async (callee) => {
      if (callee.is === 'instance') {
        const of = await this.#applied(callee);
        if (of?.is === 'external' && of.name === FUNCTION) return unsure(of.argument ?? UNKNOWN);
        const signatures = (await this.members(callee, CALL_SIGNATURE)).filter(
          ({ is }) => is === 'declaration',
        );
        return signatures.length > 0 && depth < MOST_DEPTH
          ? await this.#called(signatures, depth + 1, argumentCount)
          : UNKNOWN;
      }
      if (callee.is === 'external') {
        if (callee.name === FUNCTION) return unsure(callee.argument ?? UNKNOWN);
        return givenBy(callee);
      }
      if (callee.is !== 'declaration') return UNKNOWN;
      const facts = await this.#deps.facts(callee.path);
      const declaration = facts?.declarations[callee.index];
      if (facts === undefined || declaration === undefined) return UNKNOWN;
      if (isType(declaration)) return [{ ...callee, is: 'instance' }];
      const value = await inOrder(overloadsOf(facts, declaration.value, argumentCount), (each) =>
        this.meaning(callee.path, each, depth + 1),
      );
      return unsure(await this.values(value, depth + 1));
    });
  }

  /** A parameter of what is called; of a class, that of its constructor, or a field where it has none. */
  async #parameter(callees: readonly Meaning[], name: string, depth: number): Promise<readonly Meaning[]> {
    return await inOrder(await this.values(callees, depth), async (callee) => {
      if (callee.is !== 'declaration') return [callee];
      const facts = await this.#deps.facts(callee.path);
      const declaration = facts?.declarations[callee.index];
      if (facts === undefined || declaration === undefined) return UNKNOWN;
      if (isType(declaration)) {
        const made = await this.#constructors(callee, facts.language);
        return made.length > 0 ? await this.#parameter(made, name, depth) : await this.members(callee, name);
      }
      const index = facts.declarations.findIndex(
        (each) => each.parent === callee.index && each.kind === 'parameter' && each.name === name,
      );
      if (index !== -1) return [{ is: 'declaration', path: callee.path, index, sure: callee.sure }];
      // A parameter of a constructor that is a field at once.
      const isConstructor = declaration.kind === 'constructor' && declaration.parent >= 0;
      return isConstructor
        ? await this.members({ path: callee.path, index: declaration.parent }, name)
        : UNKNOWN;
    });
  }

  /** The parameter at a place; of overloads, that of each. */
  async #parameterAt(callees: readonly Meaning[], place: number, depth: number): Promise<readonly Meaning[]> {
    if (depth > MOST_DEPTH) return UNKNOWN;
    return await inOrder(await this.values(callees, depth), async (callee) => {
      if (callee.is === 'external')
        return place === 0 && COMPONENTS.test(callee.name) ? (callee.argument ?? UNKNOWN) : UNKNOWN;
      if (callee.is !== 'declaration' && callee.is !== 'instance') return UNKNOWN;
      const facts = await this.#deps.facts(callee.path);
      const declaration = facts?.declarations[callee.index];
      if (facts === undefined || declaration === undefined) return UNKNOWN;
      if (isType(declaration)) {
        const made =
          callee.is === 'instance'
            ? await this.members(callee, CALL_SIGNATURE)
            : await this.#constructors(callee, facts.language);
        const known = made.filter(({ is }) => is === 'declaration');
        return known.length > 0 ? await this.#parameterAt(known, place, depth + 1) : UNKNOWN;
      }
      const found: Meaning[] = [];
      for (const [index, each] of facts.declarations.entries())
        if (each.parent === callee.index && each.place === place)
          found.push({ is: 'declaration', path: callee.path, index, sure: false });
      return found.length > 0 ? found : UNKNOWN;
    });
  }

  async #constructors(type: DeclarationRef, language: string): Promise<readonly Meaning[]> {
    for (const name of scopeOfLanguage(language).constructors) {
      const found = (await this.members(type, name)).filter(({ is }) => is === 'declaration');
      if (found.length > 0) return found;
    }
    return [];
  }

  async #instanceOf(types: readonly Meaning[], depth: number): Promise<readonly Meaning[]> {
    return await inOrder(types, async (type) => {
      if (type.is !== 'declaration') return [type];
      const declaration = (await this.#deps.facts(type.path))?.declarations[type.index];
      if (declaration === undefined) return UNKNOWN;
      // Another name of a type: `type A = B`, `A = B`.
      if (
        declaration.value >= 0 &&
        (declaration.kind === 'type' || !(isType(declaration) || isCallable(declaration)))
      ) {
        const value = await this.meaning(type.path, declaration.value, depth + 1);
        return declaration.kind === 'type' ? value : await this.#instanceOf(value, depth + 1);
      }
      // A function type has no instances but functions.
      if (declaration.name === '' && isCallable(declaration)) return [type];
      return [{ ...type, is: 'instance' }];
    });
  }

  async #member(
    owners: readonly Meaning[],
    name: string,
    depth: number,
    language = '',
  ): Promise<readonly Meaning[]> {
    return await inOrder(owners, async (owner) => {
      switch (owner.is) {
        case 'module':
          return await this.#ofModule(owner, name, depth);
        case 'declaration':
          // A member of the class itself is as sure as the class; of a function nobody knows.
          return await this.#ofType(owner, name, depth);
        case 'instance': {
          const members = await this.members(owner, name);
          return owner.sure ? members : unsure(members);
        }
        case 'external':
          return (
            (await this.#extensionOf(owner.name, name, language)) ?? [
              { ...owner, name: `${owner.name}.${name}` },
            ]
          );
        case 'unknown':
          return UNKNOWN;
      }
    });
  }

  /** Of another name of a type, the members of that type. */
  async #ofType(type: Extract<Meaning, { is: 'declaration' }>, name: string, depth: number) {
    const found = await this.members(type, name);
    if (found.some(({ is }) => is === 'declaration') || depth > MOST_DEPTH) return found;
    const declaration = (await this.#deps.facts(type.path))?.declarations[type.index];
    if (declaration?.kind !== 'type' || declaration.value < 0) return found;
    return await this.#member(await this.meaning(type.path, declaration.value, depth + 1), name, depth + 1);
  }

  async #membersOf(
    type: DeclarationRef,
    name: string,
    seen: Set<string>,
    depth: number,
  ): Promise<readonly Meaning[]> {
    const key = `${type.path}\n${type.index}`;
    if (seen.has(key) || seen.size > MOST_BASES) return [];
    seen.add(key);
    const own = await this.#once(this.#members, `${key}\n${name}`, () => this.#ownMembers(type, name));
    if (own.some(({ is }) => is !== 'unknown')) return own;
    let isOpen = false;
    for (const base of await this.bases(type)) {
      if (base.is !== 'declaration' && base.is !== 'instance') {
        isOpen = true;
        continue;
      }
      const inherited = await this.#membersOf(base, name, seen, depth + 1);
      if (inherited.some(({ is }) => is === 'declaration')) return inherited;
      if (inherited.length > 0) isOpen = true;
    }
    return isOpen || depth === 0 ? UNKNOWN : [];
  }

  async #ownMembers(type: DeclarationRef, name: string): Promise<readonly Meaning[]> {
    const facts = await this.#deps.facts(type.path);
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
    for (const part of own.length > 0 ? [] : await this.#otherParts(type, facts)) {
      const others = await this.#deps.facts(part.path);
      for (const [index, each] of others === undefined ? [] : declared(others, name))
        if (each.parent === part.index && isMember(each))
          return [{ is: 'declaration', path: part.path, index, sure: true }];
    }
    // What the body only announces is written elsewhere.
    const elsewhere = await this.#membersElsewhere(type, facts, name);
    return own.length > 0 && elsewhere.every(({ is }) => is === 'unknown') ? own : elsewhere;
  }

  /** The other parts of a class that is declared in several files. */
  async #otherParts(type: DeclarationRef, facts: FileFacts): Promise<readonly DeclarationRef[]> {
    const own = facts.declarations[type.index];
    const { forward } = DECLARATION_FLAGS;
    if (own === undefined || !isType(own) || (own.flags & forward) === 0) return [];
    const parts: DeclarationRef[] = [];
    for (const path of await this.#deps.declaring(own.name)) {
      const others = await this.#deps.facts(path);
      if (path === type.path || others?.language !== facts.language || others.space !== facts.space) continue;
      for (const [index, each] of others.declarations.entries())
        if (each.name === own.name && isType(each) && (each.flags & forward) !== 0)
          parts.push({ path, index });
    }
    return parts;
  }

  /** Members declared outside of the type's body: Go methods, Rust impls, extensions, `A::f`. */
  async #membersElsewhere(type: DeclarationRef, facts: FileFacts, name: string): Promise<readonly Meaning[]> {
    const scope = scopeOfLanguage(facts.language);
    if (!scope.hasOutsideMembers) return UNKNOWN;
    const near = await this.#membersIn([type.path], type, facts, name);
    if (near.length > 0) return near;
    const candidates = new Set([
      ...this.#packageFiles(type.path, scope),
      ...(scope.hasFarMembers ? await this.#deps.declaring(plainName(name)) : []),
    ]);
    const found = await this.#membersIn(candidates, type, facts, name);
    return found.length > 0 ? found : UNKNOWN;
  }

  async #membersIn(
    paths: Iterable<string>,
    type: DeclarationRef,
    facts: FileFacts,
    name: string,
  ): Promise<Meaning[]> {
    const { family } = scopeOfLanguage(facts.language);
    const found: Meaning[] = [];
    for (const path of paths) {
      const others = await this.#deps.facts(path);
      if (others === undefined || scopeOfLanguage(others.language).family !== family) continue;
      for (const [index, each] of declared(others, name)) {
        if (each.owner < 0) continue;
        const owners = await this.meaning(path, each.owner);
        if (owners.some((owner) => 'path' in owner && owner.path === type.path && owner.index === type.index))
          found.push({ is: 'declaration', path, index, sure: true });
      }
    }
    return found;
  }

  /** A member that this repository gives to a type of a library; unknown if it gives one of that name to another such type. */
  async #extensionOf(type: string, name: string, language: string): Promise<readonly Meaning[] | undefined> {
    if (!scopeOfLanguage(language).extendsLibraries) return undefined;
    let isGiven = false;
    for (const path of await this.#deps.declaring(plainName(name))) {
      const facts = await this.#deps.facts(path);
      if (facts?.language !== language) continue;
      for (const [index, each] of declared(facts, name)) {
        if (each.owner < 0) continue;
        const owners = await this.meaning(path, each.owner);
        if (owners.some((owner) => owner.is === 'external' && owner.name === type))
          return [{ is: 'declaration', path, index, sure: false }];
        isGiven ||= owners.some(({ is }) => is !== 'declaration');
      }
    }
    return isGiven ? UNKNOWN : undefined;
  }

  async #imported(path: string, found: FactImport | undefined, depth: number): Promise<readonly Meaning[]> {
    if (found === undefined) return UNKNOWN;
    const { specifier, kind, line, imported } = found;
    const { followsModules } = scopeOfLanguage((await this.#deps.facts(path))?.language ?? '');
    if (followsModules && kind === 'use') return await this.#followed(path, found, depth);
    const files = await this.#deps.importedFiles(path, { specifier, kind, line, names: [] });
    if (kind === 'require' && imported === '*') {
      const whole = await this.#exportedBy(files, WHOLE_MODULE, depth);
      if (whole.length > 0) return whole;
    }
    if (imported === '*') {
      if (files.length > 0) return [{ is: 'module', files, from: path, specifier, sure: true }];
      return [{ is: 'external', name: specifier }];
    }
    let exported = await this.#exportedBy(files, imported, depth);
    if (exported.length === 0 && imported === 'default')
      exported = await this.#exportedBy(files, WHOLE_MODULE, depth);
    if (exported.some(({ is }) => is !== 'unknown')) return exported;
    const inside = await this.#insideOfType(files, specifier, imported);
    if (inside.length > 0) return inside;
    const inSpace = await this.#inSpace(path, specifier, imported);
    if (inSpace.length > 0) return inSpace;
    // A name may be a module of the package.
    const named = await this.#deps.importedFiles(path, { specifier, kind, line, names: [imported] });
    const submodules = named.filter((each) => !files.includes(each));
    const below = scopeOfLanguage((await this.#deps.facts(path))?.language ?? '').join;
    if (submodules.length > 0)
      return [
        { is: 'module', files: submodules, from: path, specifier: below(specifier, imported), sure: true },
      ];
    return files.length === 0 && named.length === 0
      ? [{ is: 'external', name: `${specifier}.${imported}` }]
      : UNKNOWN;
  }

  /** A path through the tree of modules, one name after the other: what a module passes on may be declared anywhere. */
  async #followed(path: string, { specifier, line, imported }: FactImport, depth: number) {
    const names = [...specifier.split('::'), ...(imported === '*' ? [] : [imported])];
    const ups = names.findIndex((name) => name !== 'super');
    const roots = Math.max(1, ups === -1 ? names.length : ups);
    const root = names.slice(0, roots).join('::');
    let at: readonly Meaning[] = UNKNOWN;
    // A module or a name of this file comes before a package of that name.
    if (!/^(?:crate|self|super)\b/.test(root)) at = await this.exported(path, root, depth + 1);
    if (at.every(({ is }) => is === 'unknown')) {
      const files = await this.#deps.importedFiles(path, { specifier: root, kind: 'use', line, names: [] });
      at =
        files.length > 0
          ? [{ is: 'module', files, from: path, specifier: root, sure: true }]
          : [{ is: 'external', name: root }];
    }
    for (const name of names.slice(roots)) at = await this.#member(at, name, depth + 1);
    return at;
  }

  /** What `use a::*`, `from a import *` brings under a name. */
  async #throughStar(path: string, found: FactImport, name: string, depth: number) {
    const { specifier, kind, line } = found;
    const { followsModules } = scopeOfLanguage((await this.#deps.facts(path))?.language ?? '');
    if (followsModules && kind === 'use') {
      const spaces = await this.#followed(path, { ...found, imported: '*' }, depth);
      const inside = await this.#member(
        spaces.filter((each) => 'sure' in each),
        name,
        depth + 1,
      );
      return inside.filter(({ is }) => is !== 'unknown');
    }
    const files = await this.#deps.importedFiles(path, { specifier, kind, line, names: [] });
    return await this.#exportedBy(files, name, depth);
  }

  async #ofModule(
    module: Extract<Meaning, { is: 'module' }>,
    name: string,
    depth: number,
  ): Promise<readonly Meaning[]> {
    const exported = await this.#exportedBy(module.files, name, depth);
    if (exported.some(({ is }) => is !== 'unknown')) return exported;
    const from = await this.#deps.facts(module.from);
    const language = from?.language ?? '';
    // Exported macros are in the root of their package, wherever they are written.
    if (name.endsWith('!') && from !== undefined)
      return await this.#global(module.from, from, name.slice(0, -1), scopeOfLanguage(language), isMacro);
    const specifier = scopeOfLanguage(language).join(module.specifier, name);
    const files = await this.#deps.importedFiles(module.from, {
      specifier,
      kind: 'import',
      line: 1,
      names: [],
    });
    const below = files.filter((each) => !module.files.includes(each));
    return below.length > 0
      ? [{ is: 'module', files: below, from: module.from, specifier, sure: true }]
      : UNKNOWN;
  }

  async #exportedBy(files: readonly string[], name: string, depth: number): Promise<readonly Meaning[]> {
    return await inOrder(files, async (path) =>
      (await this.exported(path, name, depth + 1)).filter(({ is }) => is !== 'unknown'),
    );
  }

  /** A name in a namespace, in whichever file it is declared. */
  async #inSpace(path: string, specifier: string, name: string): Promise<readonly Meaning[]> {
    const { spaceMark, family } = scopeOfLanguage((await this.#deps.facts(path))?.language ?? '');
    if (spaceMark === '') return [];
    const space = specifier.slice(0, Math.max(0, specifier.lastIndexOf(spaceMark)));
    return await inOrder(await this.#deps.declaring(plainName(name)), async (other) => {
      const facts = await this.#deps.facts(other);
      const isThere = facts?.space === space && scopeOfLanguage(facts.language).family === family;
      return isThere ? (await this.exported(other, name)).filter(({ is }) => is !== 'unknown') : [];
    });
  }

  /** `import a.b.Type.Inner`, `import static a.b.Type.method`: the names after that of a type are its members. */
  async #insideOfType(
    files: readonly string[],
    specifier: string,
    name: string,
  ): Promise<readonly Meaning[]> {
    const segments = specifier.replace(/\.[*_]$/, '').split('.');
    if (segments.at(-1) === name) segments.pop();
    for (const path of files) {
      const facts = await this.#deps.facts(path);
      if (facts === undefined) continue;
      for (const [place, segment] of segments.entries()) {
        let at = facts.declarations.findIndex(
          (each) => each.name === segment && isType(each) && isTopLevel(facts, each),
        );
        if (at === -1) continue;
        for (const inner of segments.slice(place + 1))
          at = facts.declarations.findIndex(
            (each) => each.parent === at && each.name === inner && isType(each),
          );
        const found = await this.#anyMember({ path, index: at }, name, facts);
        if (found.length > 0) return found;
      }
    }
    return [];
  }

  /** Members of a type by a name that may be one of a method. */
  async #anyMember(type: DeclarationRef, name: string, facts: FileFacts): Promise<readonly Meaning[]> {
    const plain = plainName(name);
    const names = scopeOfLanguage(facts.language).hasMethodNames ? [plain, methodName(plain)] : [plain];
    const wanted = plain === name ? names : [name];
    const found = await inOrder(wanted, (each) => this.members(type, each));
    return found.filter(({ is }) => is === 'declaration');
  }

  /** What a file offers to others under a name. */
  async exported(path: string, name: string, depth = 0): Promise<readonly Meaning[]> {
    if (depth > MOST_DEPTH) return UNKNOWN;
    return await this.#once(this.#exports, `${path}\n${name}`, async () => {
      const facts = await this.#deps.facts(path);
      if (facts === undefined) return UNKNOWN;
      const renamed = facts.exports.find(([exported]) => exported === name);
      if (renamed !== undefined && renamed[1] >= 0) return await this.meaning(path, renamed[1], depth);
      const own = declared(facts, name).findLast(([, each]) => isTopLevel(facts, each));
      if (own !== undefined) return [{ is: 'declaration', path, index: own[0], sure: true }];
      const { passesImportsOn } = scopeOfLanguage(facts.language);
      const passed = facts.imports.filter(
        (each) => each.exportedAs === name || (passesImportsOn && each.local === name),
      );
      // A module and a function may have one name.
      if (passed.length > 0) return await inOrder(passed, (each) => this.#imported(path, each, depth));
      for (const each of facts.imports) {
        if (each.exportedAs !== '*' && !(passesImportsOn && each.isStar)) continue;
        const found = await this.#throughStar(path, each, name, depth);
        if (found.length > 0) return found;
      }
      return UNKNOWN;
    });
  }

  /** A name that its own file does not bind. */
  async #free(
    path: string,
    facts: FileFacts,
    name: string,
    around: number,
    depth: number,
  ): Promise<readonly Meaning[]> {
    const scope = scopeOfLanguage(facts.language);
    if (scope.family === 'rust' && name.endsWith('!'))
      return await this.#global(path, facts, name.slice(0, -1), scope, isMacro);
    if (name.startsWith('struct ')) return await this.#global(path, facts, name.slice(7), scope, isTag);
    if (around >= 0) {
      const inherited = await this.#inheritedBy(path, facts, around, name);
      if (inherited !== undefined) return inherited;
    }
    if (scope.sees === 'package') {
      const found = await this.#inPackage(path, facts, name, scope, depth);
      if (found.length > 0) return found;
    }
    for (const each of facts.imports) {
      if (!each.isStar) continue;
      if (scope.followsModules) {
        const found = await this.#throughStar(path, each, name, depth);
        if (found.length > 0) return found;
        continue;
      }
      // A package may be in several directories, so the file of the name itself is asked for first.
      const [specifier, isPackage] = [
        each.specifier.replace(/[*_]$/, plainName(name)),
        /\.[*_]$/.test(each.specifier),
      ];
      const reference = { kind: each.kind, line: each.line, names: [] };
      const own = isPackage ? await this.#deps.importedFiles(path, { ...reference, specifier }) : [];
      const files =
        own.length > 0
          ? own
          : await this.#deps.importedFiles(path, { ...reference, specifier: each.specifier });
      const found = await this.#exportedBy(files, name, depth);
      if (found.length > 0) return found;
      const inside = await this.#insideOfType(files, each.specifier, name);
      if (inside.length > 0) return inside;
    }
    if (scope.importsSpaces) {
      const module = await this.#importOfSpace(path, facts, name);
      if (module !== undefined) return [module];
    }
    if (scope.sees === 'all' || scope.sees === 'space') return await this.#global(path, facts, name, scope);
    return [{ is: 'external', name }];
  }

  /** The import of the package that calls itself so, whatever the path to it is. */
  async #importOfSpace(path: string, facts: FileFacts, name: string): Promise<Meaning | undefined> {
    for (const { specifier, kind, line, imported, isStar } of facts.imports) {
      if (imported !== '*' || isStar) continue;
      const files = await this.#deps.importedFiles(path, { specifier, kind, line, names: [] });
      const [first] = files;
      if (first !== undefined && (await this.#deps.facts(first))?.space === name)
        return { is: 'module', files, from: path, specifier, sure: true };
    }
    return undefined;
  }

  /** The other files of the directory that say they are of the same package. */
  async #sameSpace(path: string, { space }: FileFacts, scope: LanguageScope): Promise<readonly string[]> {
    const found: string[] = [];
    for (const each of this.#packageFiles(path, scope))
      if ((await this.#deps.facts(each))?.space === space) found.push(each);
    return found;
  }

  /** What files of the same package offer: of the same directory, or one of the same name below another source directory. */
  async #inPackage(
    path: string,
    facts: FileFacts,
    name: string,
    scope: LanguageScope,
    depth: number,
  ): Promise<readonly Meaning[]> {
    if (facts.space !== '') {
      const reference = { specifier: scope.join(facts.space, plainName(name)), line: 1, names: [] };
      const files = await this.#deps.importedFiles(path, { ...reference, kind: 'import' });
      const found = await this.#exportedBy(
        files.filter((each) => each !== path),
        name,
        depth,
      );
      if (found.length > 0) return found;
    }
    return await this.#exportedBy(await this.#sameSpace(path, facts, scope), name, depth);
  }

  /** Members of the classes around that need no `this`. */
  async #inheritedBy(
    path: string,
    facts: FileFacts,
    around: number,
    name: string,
  ): Promise<readonly Meaning[] | undefined> {
    for (let at = around; at >= 0; at = facts.declarations[at]?.parent ?? -1) {
      const declaration = facts.declarations[at];
      if (declaration === undefined || !isType(declaration)) continue;
      const found = await this.members({ path, index: at }, name);
      if (found.some(({ is }) => is === 'declaration')) return found;
    }
    return undefined;
  }

  /** Names that are seen everywhere: the one declaration there is, or the nearest of several, which is less sure. */
  async #global(
    path: string,
    facts: FileFacts,
    name: string,
    scope: LanguageScope,
    accepts: (declaration: FactDeclaration) => boolean = () => true,
  ): Promise<readonly Meaning[]> {
    const found: (DeclarationRef & { kind: string; space: string; isForward: boolean; isPart: boolean })[] =
      [];
    for (const other of await this.#deps.declaring(plainName(name))) {
      const others = await this.#deps.facts(other);
      if (others === undefined || scopeOfLanguage(others.language).family !== scope.family) continue;
      for (const [index, each] of declared(others, name)) {
        // A class that was opened elsewhere sees what is in it.
        const isInside = scope.family === 'ruby' && isType(each);
        if (!isTopLevel(others, each) && !isInside) continue;
        if (!accepts(each) || (scope.hasOnlyTypesOutside && !isType(each))) continue;
        const isHidden = other !== path && isOfFile(other, each, scope);
        // What a header announces may be written in one file only, which nobody else sees into.
        if (isHidden && accepts !== isTag) continue;
        found.push({
          path: other,
          index,
          kind: each.kind,
          space: others.space,
          isForward: (each.flags & DECLARATION_FLAGS.forward) !== 0,
          isPart: isType(each) && (each.flags & DECLARATION_FLAGS.forward) !== 0,
        });
      }
    }
    if (found.length === 0) return [{ is: 'external', name }];
    const own = found.filter(({ space }) => space === facts.space);
    // What is not in the namespace around is one of no namespace.
    const bare = found.filter(({ space }) => space === '');
    if (scope.sees === 'space' && own.length + bare.length === 0) return [{ is: 'external', name }];
    const imported = new Set(facts.imports.flatMap(({ isStar, specifier }) => (isStar ? [specifier] : [])));
    const seen = found.filter(({ space }) => imported.has(space) || facts.space.startsWith(`${space}.`));
    const far = scope.sees === 'space' ? bare : seen.length > 0 ? seen : found;
    const near = own.length > 0 ? own : far;
    // Parts of one class.
    if (near.length > 1 && near.every((each) => each.isPart && each.space === near[0]?.space))
      return near.map(({ path: at, index }) => ({ is: 'declaration', path: at, index, sure: true }));
    // A type has its name besides that of the struct, and comes before it.
    const isAlias = scope.family === 'c' && near.some(({ kind }) => kind === 'type');
    const named = isAlias ? near.filter(({ kind }) => kind === 'type') : near;
    let real = named.some(({ isForward }) => !isForward)
      ? named.filter(({ isForward }) => !isForward)
      : named;
    if (scope.family === 'c' && !isOneFile(real)) {
      const included = await this.#included(path);
      const reached = real.filter((each) => included.has(each.path));
      if (reached.length > 0) real = reached;
    }
    if (!isOneFile(real)) return UNKNOWN;
    // Types of one name in one file, `Row` and `Row<T>`, are not the same, unless a type can be opened again; functions are overloads.
    const isOne =
      real.length === 1 || !real.every((each) => isType(each)) || /^(?:c|ruby)$/.test(scope.family);
    return (isOne ? real.slice(0, 1) : real).map(({ path: at, index }) => ({
      is: 'declaration',
      path: at,
      index,
      sure: isOne,
    }));
  }

  /** The files that a file includes, at any distance. */
  async #included(path: string): Promise<ReadonlySet<string>> {
    const known = this.#includes.get(path);
    if (known !== undefined) return known;
    const found = new Set([path]);
    this.#includes.set(path, found);
    for (const at of found) {
      if (found.size > MOST_INCLUDED) break;
      for (const each of (await this.#deps.facts(at))?.imports ?? []) {
        const { specifier, line, kind } = each;
        if (kind !== 'include') continue;
        for (const file of await this.#deps.importedFiles(at, { specifier, line, kind, names: [] }))
          found.add(file);
      }
    }
    return found;
  }

  #packageFiles(path: string, { endings }: LanguageScope): readonly string[] {
    const directory = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
    return this.#deps
      .filesIn(directory)
      .filter((each) => each !== path && endings.some((ending) => each.endsWith(ending)));
  }
}

/** One after the other: an answer must not depend on which file was read first. */
async function inOrder<T>(
  list: readonly T[],
  each: (item: T) => Promise<readonly Meaning[]>,
): Promise<readonly Meaning[]> {
  const found: Meaning[] = [];
  for (const item of list) found.push(...(await each(item)));
  return found.slice(0, MOST_MEANINGS);
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
/** What can have type arguments. */
type Applied = Extract<Meaning, { is: 'declaration' | 'instance' | 'external' }>;

const partsOf = (meaning: Meaning | undefined) =>
  (meaning?.is === 'external' ? meaning.parts : undefined) ?? [];

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

export function expressionAt(
  facts: FileFacts,
  expression: number,
): [op: (typeof OPS)[number], a: number, b: number] {
  const at = expression * 3;
  const { expressions } = facts;
  return [OPS[expressions[at] ?? 0] ?? 'builtin', expressions[at + 1] ?? -1, expressions[at + 2] ?? -1];
}

const TYPES = new Set([
  'class',
  'interface',
  'struct',
  'enum',
  'trait',
  'type',
  'object',
  'protocol',
  'record',
  'union',
  'variant',
  'namespace',
  'module',
]);
const CALLABLES = new Set(['function', 'method', 'constructor', 'macro', 'getter', 'setter']);

export const isType = ({ kind }: Pick<FactDeclaration, 'kind'>) => TYPES.has(kind);
export const isCallable = ({ kind }: Pick<FactDeclaration, 'kind'>) => CALLABLES.has(kind);

/** The declarations of a file that a name means, which may be that of a method. */
function declared(facts: FileFacts, name: string): [index: number, declaration: FactDeclaration][] {
  const plain = plainName(name);
  const { hasMethodNames } = scopeOfLanguage(facts.language);
  return declarationsBy(facts, plain).flatMap((index) => {
    const each = facts.declarations[index];
    if (each === undefined) return [];
    // A constructor that has the name of its type is not what the name means.
    if (each.kind === 'constructor' && facts.declarations[each.parent]?.name === plain) return [];
    const isMethod = isCallable(each) || (plain !== name && (each.flags & DECLARATION_FLAGS.getter) !== 0);
    return (plain === name ? !hasMethodNames || !isMethod : isMethod) ? [[index, each]] : [];
  });
}

const isOneFile = (places: readonly DeclarationRef[]) => places.every(({ path }) => path === places[0]?.path);
const isMacro = ({ kind }: FactDeclaration) => kind === 'macro';
const isTag = ({ kind }: FactDeclaration) => /^(?:struct|enum|class)$/.test(kind);

/** Not seen by other files: what is static, and in the C family all of a file that is no header but functions and variables. */
function isOfFile(path: string, { flags, kind }: FactDeclaration, { family }: LanguageScope): boolean {
  if (family !== 'c') return (flags & DECLARATION_FLAGS.filePrivate) !== 0;
  if (/\.(?:h|hh|hpp|hxx|inl|ipp|cuh)$/i.test(path)) return false;
  return (flags & DECLARATION_FLAGS.filePrivate) !== 0 || !/^(?:function|variable|constant)$/.test(kind);
}

export const isLocal = ({ flags }: Pick<FactDeclaration, 'flags'>) => (flags & DECLARATION_FLAGS.local) !== 0;

/** Belongs to what is around it: a field, a method, a variant, not a variable inside. */
function isMember(declaration: FactDeclaration): boolean {
  const { extension } = DECLARATION_FLAGS;
  return !isLocal(declaration) && (declaration.owner < 0 || (declaration.flags & extension) !== 0);
}

/** Seen by whoever imports the file: not inside of a function or a class. */
function isTopLevel(facts: FileFacts, declaration: FactDeclaration): boolean {
  if (isLocal(declaration) || declaration.owner >= 0) return false;
  const parent = facts.declarations[declaration.parent];
  return parent === undefined || parent.kind === 'namespace' || parent.kind === 'module';
}
