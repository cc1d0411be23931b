/** What the module of a language in `languages/` exports: how its syntax tree tells declarations, imports and uses. */
import type { FactsBuilder } from './builder.ts';
import type { Role } from './facts.ts';

export type { Role } from './facts.ts';

export type Visit = (node: number, facts: FactsBuilder) => void;
/** Gives the number of an expression, or -1. */
export type Read = (node: number, facts: FactsBuilder) => number;

export interface FactRules {
  /** Types of leaf nodes whose text is a name. */
  names: readonly string[];
  comments: readonly string[];
  /** What is inside is text. Nodes with code inside (interpolation) are cut out by `code`. */
  strings: readonly string[];
  /** Types of nodes inside of strings that are code again. */
  code?: readonly string[];
  /** First pass, outer nodes first: declare, import, open scopes. By node type. */
  enter: Readonly<Record<string, Visit>>;
  /** The value of an expression node. By node type; names are looked up, other types are unknown. */
  values: Readonly<Record<string, Read>>;
  /** The type that a type node means, as the type itself (not an instance of it). By node type, as `values`. */
  types?: Readonly<Record<string, Read>>;
  /** Second pass, for each name that is no definition: what it refers to. Undefined: look it up, as a read. */
  use(node: number, facts: FactsBuilder): Use | undefined;
  /** Members of the class around, inherited ones too, can be named without `this`. */
  hasImplicitThis?: boolean;
}

export interface Use {
  role: Role;
  /** An expression, or -1. Absent: the name is looked up. */
  ref?: number;
}
