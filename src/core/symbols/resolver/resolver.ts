/**
 * Joins the facts of files: what an expression of one file means, with imports followed, members looked up in their classes
 * and bases, and values taken from declared types, constructors and assignments. Asks for the facts of other files only
 * when an expression leads there. Nothing is inferred beyond what a declaration says, so every step is bounded.
 */
import { expressionAt, type FileFacts } from '../../facts/index.ts';
import { type DeclarationRef, type Meaning, UNKNOWN, unsure } from '../meaning.ts';
import { called, parameterAt, parameterNamed } from './calls.ts';
import { freeName } from './free-names.ts';
import { appliedOf, elementOf, heldValues, instanceOf, partsOf } from './held-values.ts';
import { inOrder, type Lookups, MOST_DEPTH, MOST_MEANINGS, type ResolverDeps } from './lookups.ts';
import { memberOf, membersOf } from './member-lookup.ts';
import { exportedFrom, importedMeaning } from './module-names.ts';
import { basesOf, isKindOf, ownerOf } from './type-bases.ts';

type Answers = Map<string, Promise<readonly Meaning[]>>;

export class Resolver {
  readonly #lookups: Lookups;
  readonly #answers = {
    expression: new Map() as Answers,
    export: new Map() as Answers,
    member: new Map() as Answers,
  };
  /** What is being worked on, so that a circle ends. */
  readonly #open = new Set<string>();

  constructor(deps: ResolverDeps) {
    const lookups: Lookups = {
      ...deps,
      meaning: (path, expression, depth) => this.meaning(path, expression, depth),
      values: (meanings, depth = 0) => heldValues(lookups, meanings, depth),
      members: (type, name) => membersOf(lookups, type, name, new Set(), 0),
      member: (owners, name, depth, language) => memberOf(lookups, owners, name, depth, language),
      bases: (type) => basesOf(lookups, type),
      exported: (path, name, depth = 0) => exportedFrom(lookups, path, name, depth),
      once: (about, key, find) => this.#once(this.#answers[about], key, find),
      included: new Map(),
    };
    this.#lookups = lookups;
  }

  /** What an expression of a file is. */
  async meaning(path: string, expression: number, depth = 0): Promise<readonly Meaning[]> {
    if (expression < 0 || depth > MOST_DEPTH) return UNKNOWN;
    return await this.#once(this.#answers.expression, `${path}\n${expression}`, async () => {
      const facts = await this.#lookups.facts(path);
      return facts === undefined
        ? UNKNOWN
        : await evaluate(this.#lookups, path, facts, expression, depth + 1);
    });
  }

  /** The types that a type extends, implements or embeds, directly. */
  async bases(type: DeclarationRef): Promise<readonly Meaning[]> {
    return await basesOf(this.#lookups, type);
  }

  /** The declarations of a type's members with this name: its own, or else those of its bases. */
  async members(type: DeclarationRef, name: string): Promise<readonly Meaning[]> {
    return await this.#lookups.members(type, name);
  }

  /** The type whose member a declaration is, or undefined. */
  async ownerOf(declaration: DeclarationRef): Promise<DeclarationRef | undefined> {
    return await ownerOf(this.#lookups, declaration);
  }

  /** True if the type is, or extends at any distance, the other one. Undefined if bases outside of the repository may decide it. */
  async isKindOf(type: DeclarationRef, other: DeclarationRef): Promise<boolean | undefined> {
    return await isKindOf(this.#lookups, type, other);
  }

  async #once(
    answers: Answers,
    key: string,
    find: () => Promise<readonly Meaning[]>,
  ): Promise<readonly Meaning[]> {
    // A circle: `a = a.next`. The answer does not come from asking again.
    if (this.#open.has(key)) return UNKNOWN;
    let known = answers.get(key);
    if (known === undefined) {
      this.#open.add(key);
      known = find().finally(() => this.#open.delete(key));
      answers.set(key, known);
    }
    return await known;
  }
}

async function evaluate(
  lookups: Lookups,
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
      return await importedMeaning(lookups, path, facts.imports[a], depth);
    case 'free':
      return await freeName(lookups, path, facts, facts.names[a] ?? '', b, depth);
    case 'member':
      return await memberOf(
        lookups,
        await lookups.values(await lookups.meaning(path, a, depth), depth),
        facts.names[b] ?? '',
        depth,
        facts.language,
      );
    case 'call':
      return await called(lookups, await lookups.meaning(path, a, depth), depth, b);
    case 'argument':
      return await parameterNamed(
        lookups,
        await lookups.meaning(path, a, depth),
        facts.names[b] ?? '',
        depth,
      );
    case 'parameter':
      return await parameterAt(lookups, await lookups.meaning(path, a, depth), b, depth);
    case 'instance':
      return await instanceOf(lookups, await lookups.meaning(path, a, depth), depth);
    case 'self':
      return [{ is: 'instance', path, index: a, sure: true }];
    case 'super':
      return await instanceOf(lookups, await lookups.bases({ path, index: a }), depth);
    case 'element':
      return await elementOf(lookups, await lookups.meaning(path, a, depth), depth);
    case 'awaited': {
      const of = await lookups.values(await lookups.meaning(path, a, depth), depth);
      return await inOrder(of, async (each) => (await appliedOf(lookups, each))?.argument ?? [each]);
    }
    case 'tuple': {
      const [first, rest] = [await lookups.meaning(path, a, depth), await lookups.meaning(path, b, depth)];
      return [{ is: 'external', name: 'tuple', parts: [first, ...partsOf(rest[0])] }];
    }
    case 'part':
      return await inOrder(
        await lookups.values(await lookups.meaning(path, a, depth), depth),
        async (each) => {
          const of = await appliedOf(lookups, each);
          return unsure(partsOf(of)[b] ?? of?.argument ?? UNKNOWN);
        },
      );
    case 'applied': {
      const argument = await lookups.meaning(path, b, depth);
      return (await lookups.meaning(path, a, depth)).map((each) =>
        each.is === 'declaration' || each.is === 'external' ? { ...each, argument } : each,
      );
    }
    case 'either':
      return [...(await lookups.meaning(path, a, depth)), ...(await lookups.meaning(path, b, depth))].slice(
        0,
        MOST_MEANINGS,
      );
    case 'unless': {
      const inherited = await lookups.meaning(path, b, depth);
      return inherited.some(({ is }) => is === 'declaration')
        ? inherited
        : await lookups.meaning(path, a, depth);
    }
    case 'overload':
      return await lookups.meaning(path, a, depth);
    case 'builtin':
      return [{ is: 'external', name: facts.names[a] ?? '' }];
  }
}
