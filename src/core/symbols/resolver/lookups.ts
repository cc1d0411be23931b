/** What the parts of the resolver ask of each other: each kind of name may lead to any other, in another file too. */
import type { FactImport, FileFacts } from '../../facts/index.ts';
import type { DeclarationRef, Meaning } from '../meaning.ts';

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

export interface Lookups extends ResolverDeps {
  /** What an expression of a file is. */
  meaning(path: string, expression: number, depth?: number): Promise<readonly Meaning[]>;
  /** Variables replaced by what they hold, getters by what they give. */
  values(meanings: readonly Meaning[], depth?: number): Promise<readonly Meaning[]>;
  /** The declarations of a type's members with this name: its own, or else those of its bases. */
  members(type: DeclarationRef, name: string): Promise<readonly Meaning[]>;
  /** What a name after a dot means: of a module, a type, an instance or something of a library. */
  member(
    owners: readonly Meaning[],
    name: string,
    depth: number,
    language?: string,
  ): Promise<readonly Meaning[]>;
  /** The types that a type extends, implements or embeds, directly. */
  bases(type: DeclarationRef): Promise<readonly Meaning[]>;
  /** What a file offers to others under a name. */
  exported(path: string, name: string, depth?: number): Promise<readonly Meaning[]>;
  /** Remembers an answer by its key. A question that is asked while it is being answered is unknown, so a circle ends. */
  once(
    about: 'expression' | 'export' | 'member',
    key: string,
    find: () => Promise<readonly Meaning[]>,
  ): Promise<readonly Meaning[]>;
  /** By file: the files that it includes, at any distance. */
  readonly included: Map<string, Set<string>>;
}

/** Deeper than any chain that people write; what needs more is unknown. */
export const MOST_DEPTH = 24;
/** More types around one type than people write; a circle of bases ends here. */
export const MOST_BASES = 60;
/** A name that may be more things than this tells a reader nothing. */
export const MOST_MEANINGS = 6;

/** One after the other: an answer must not depend on which file was read first. */
export async function inOrder<T>(
  list: readonly T[],
  each: (item: T) => Promise<readonly Meaning[]>,
): Promise<readonly Meaning[]> {
  const found: Meaning[] = [];
  for (const item of list) found.push(...(await each(item)));
  return found.slice(0, MOST_MEANINGS);
}
