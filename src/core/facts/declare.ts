/** What the rules of a language say of a declaration or an import. */

/** `function` holds what is hoisted; names of a `class` are members, seen from inside only where the language says so. */
export type ScopeKind = 'module' | 'class' | 'function' | 'block';

export interface Declare {
  kind: string;
  /** The whole declaration; the name's parent without it. */
  node?: number;
  /** Where it begins, if that is before `node`: an attribute. */
  first?: number;
  /** Seen only by what comes after this node: `let x = x + 1`. */
  after?: number;
  /** Into which scope; the current one without it. */
  scope?: number;
  /** Node of the declared type: the value is an instance of it. */
  type?: number;
  /** Node of an expression whose value it has. */
  value?: number;
  /** Node of a collection whose element it is. */
  elementOf?: number;
  /** Made already: an expression. */
  expression?: () => number;
  bases?: readonly number[];
  /** Node of the type whose member it is, where that is not the declaration around. */
  owner?: number;
  flags?: number;
  /** The name, where it is not the text of the node. */
  name?: string;
  /** A second declaration of the same name in the same scope is the same thing: an assignment, an overload. */
  merge?: boolean;
  /** Members of a class: bound to it, not to a scope. */
  parent?: number;
  /** Of a parameter: which one it is, from 0. */
  place?: number;
  /** Its name is one of a method, where those are apart from the names of variables. */
  isMethod?: boolean;
  /** By what its scope knows it, where that is not its name: `$a` in PHP is no `a`. */
  key?: string;
}

export interface ImportTokens {
  /** The token of the name it has here. */
  nameNode?: number;
  /** The token of the name it has there, if another one. */
  importedNode?: number;
  scope?: number;
}
