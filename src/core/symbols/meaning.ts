/** What an expression of a file turns out to be, once other files are asked. */

/** A declaration of a file: the file's path and the place in its facts. */
export interface DeclarationRef {
  path: string;
  index: number;
}

export type Meaning =
  /** A declared thing itself: a function, a class, a variable. */
  | ({ is: 'declaration'; sure: boolean; argument?: readonly Meaning[] } & DeclarationRef)
  /** Something of the type that is declared there. */
  | ({ is: 'instance'; sure: boolean; argument?: readonly Meaning[] } & DeclarationRef)
  /** A module or package of this repository: the files it is made of. */
  | { is: 'module'; sure: boolean; files: readonly string[]; from: string; specifier: string }
  /** Not of this repository: a library, the language itself. */
  | {
      is: 'external';
      name: string;
      argument?: readonly Meaning[];
      /** Of a tuple: its values, one by one. */
      parts?: readonly (readonly Meaning[])[];
    }
  /** Cannot be told. */
  | { is: 'unknown' };

export const UNKNOWN: readonly Meaning[] = [{ is: 'unknown' }];

export const keyOf = ({ path, index }: DeclarationRef) => `${path}\n${index}`;

export function isSame(a: DeclarationRef, b: DeclarationRef): boolean {
  return a.path === b.path && a.index === b.index;
}

/** The same, reached by a way that may be wrong. */
export function unsure(meanings: readonly Meaning[]): readonly Meaning[] {
  return meanings.map((each) => ('sure' in each && each.sure ? { ...each, sure: false } : each));
}
