/**
 * What the names in one text are, as far as that text alone tells: what is declared, what is imported, and what every name
 * refers to by the rules of its language. Made in a parsing thread, kept by content hash, joined across files by core/symbols.
 * Plain arrays, so that a thread can hand them over and a file can hold them.
 */

/** Kept with stored facts; facts of another version are made anew. */
export const FACTS_VERSION = 5;

/** What a name is used for at its place. */
export const ROLES = [
  'definition',
  'read',
  'call',
  'write',
  'import',
  'type',
  'extends',
  'decorator',
  're-export',
] as const;
export type Role = (typeof ROLES)[number];

/** Of a declaration. */
export const DECLARATION_FLAGS = {
  /** Seen only inside the function or block around it: a parameter, a local variable. */
  local: 1,
  /** A member of the class itself, not of its instances. */
  static: 2,
  /** Exported under its own name, where the language says so. */
  exported: 4,
  /** A declaration without body: a prototype, a signature, an overload. */
  forward: 8,
  /** Cannot be seen outside of its file: `static` in C, a name not exported in ECMAScript. */
  filePrivate: 16,
  /** Reading it calls it: a property, a getter. */
  getter: 32,
  /** A member of the type around it, and of the type that `owner` says: an extension method of C#. */
  extension: 64,
  /** A parameter that takes all further arguments, as a collection. */
  rest: 128,
} as const;

export interface FactDeclaration {
  name: string;
  /** function, method, class, interface, struct, enum, trait, type, variable, constant, field, parameter, module, macro … */
  kind: string;
  /** The declaration around it, or -1. */
  parent: number;
  /** Of the type whose member it is, where that is not `parent`: a Go receiver, a Rust impl, `A::f` in C++. An expression, or -1. */
  owner: number;
  /** Where its name is written. */
  at: number;
  /** The whole declaration with what belongs to it (decorators, attributes), in lines from 1. */
  startLine: number;
  endLine: number;
  /** An expression for its value: the value of a variable, what a call of a function gives. -1: not known. */
  value: number;
  /** What it extends, implements, embeds; expressions. */
  bases: readonly number[];
  flags: number;
  /** Of a parameter: which one it is, from 0. */
  place?: number;
}

export interface FactImport {
  /** The name it has in this file; empty where it brings no single name. */
  local: string;
  /** As `ImportReference`: the resolvers of core/imports take it. */
  specifier: string;
  kind: 'import' | 'require' | 'include' | 'use' | 'mod' | 'export-from' | 'dynamic';
  line: number;
  /** The name it has there; `*` is the module itself, `default` its default. */
  imported: string;
  /** Every name of the module is brought into this file: `from a import *`, `import a.*`. */
  isStar: boolean;
  /** The name under which others can import it from here; `*` for all of it; empty if it is not passed on. */
  exportedAs: string;
}

/**
 * How an expression is made; `a` and `b` are what the comment says. Expressions are shared: an equal one has an equal number.
 */
export const OPS = [
  /** a: a declaration of this file. */
  'declaration',
  /** a: an import of this file. */
  'import',
  /** a: a name (in `names`) that is bound nowhere in this file; b: the innermost class around it, or -1. */
  'free',
  /** a: an expression; b: a name. */
  'member',
  /** a: what is called; b: the number of arguments, or -1. */
  'call',
  /** a: what is called; b: the name of one of its parameters, as in `f(name=1)`. */
  'argument',
  /** a: what is called; b: which of its parameters, from 0. */
  'parameter',
  /** a: the type of which it is an instance. */
  'instance',
  /** a: the declaration of the class of which it is an instance: `self`, `this`. */
  'self',
  /** a: the declaration of the class whose bases it is an instance of. */
  'super',
  /** a: a collection; the value is what iterating over it or indexing it gives. */
  'element',
  /** a: a promise, a future; the value is what waiting for it gives. */
  'awaited',
  /** a: a generic type; b: its last argument. */
  'applied',
  /** a: the first of several values, as a function that returns many gives them; b: a tuple of the others, or -1. */
  'tuple',
  /** a: a tuple; b: which of its values, from 0. */
  'part',
  /** a, b: one of two. */
  'either',
  /** a: what a bare name means, unless there is what b means: a member that a class around inherits. */
  'unless',
  /** a: what a call gives; b: with how many arguments. Of overloads only. */
  'overload',
  /** Something of the language itself: a literal, a built-in type. a: a name. */
  'builtin',
] as const;
export type Op = (typeof OPS)[number];

export interface FileFacts {
  /** Name of the language that read it. */
  language: string;
  /** Package, namespace or module that the text says it belongs to; empty where it says none. */
  space: string;
  /** Every name of the text once. */
  names: readonly string[];
  declarations: readonly FactDeclaration[];
  imports: readonly FactImport[];
  /** Names exported under another one: `export { a as b }`, `module.exports = a`. Exported name to expression. */
  exports: readonly (readonly [exported: string, expression: number])[];
  /** Three numbers an expression: its op, a, b. */
  expressions: Int32Array;
  /** Places of the name tokens, ascending, two with one place where a name is two things at once; offsets in UTF-16 units into the text as it is in the file. */
  tokenStarts: Uint32Array;
  tokenNames: Uint32Array;
  /** Index into ROLES. */
  tokenRoles: Uint8Array;
  /** The innermost declaration around the token that is not local, or -1. */
  tokenEnclosing: Int32Array;
  /** What it refers to: an expression; for a definition, -2 - its declaration; -1 if the text does not tell. */
  tokenRefs: Int32Array;
  /** Pairs of start and end, ascending. */
  comments: Uint32Array;
  strings: Uint32Array;
  /** Pairs of start and end of what the grammar could not read. */
  errors: Uint32Array;
}

/** The name of a call signature, as in `interface Make { (row: Row): Row }`; nothing else is called so. */
export const CALL_SIGNATURE = '(call)';

/**
 * Where methods have names of their own beside those of variables (Java), the name of a method is looked up with this at its
 * end: a field `size` and a method `size()` are two things.
 */
export const METHOD_MARK = '()';
export const methodName = (name: string) => `${name}${METHOD_MARK}`;
export const plainName = (name: string) =>
  name.endsWith(METHOD_MARK) ? name.slice(0, -METHOD_MARK.length) : name;

export const definitionRef = (declaration: number) => -2 - declaration;
/** The declaration whose name this is, or undefined. */
export const definedBy = (ref: number) => (ref <= -2 ? -2 - ref : undefined);

/** The parts of an expression; of one that is not there, a built-in thing without a name. */
export function expressionAt(facts: FileFacts, expression: number): [op: Op, a: number, b: number] {
  const at = expression * 3;
  const { expressions } = facts;
  return [OPS[expressions[at] ?? 0] ?? 'builtin', expressions[at + 1] ?? -1, expressions[at + 2] ?? -1];
}
