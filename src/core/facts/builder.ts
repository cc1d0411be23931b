/** Collects the facts of one text while the rules of its language walk the tree: scopes first, then what each name refers to. */
import { type FlatTree, NONE } from '../languages/index.ts';
import type { Declare, ImportTokens, ScopeKind } from './declare.ts';
import { ExpressionTable } from './expression-table.ts';
import {
  CALL_SIGNATURE,
  DECLARATION_FLAGS,
  definitionRef,
  type FactDeclaration,
  type FactImport,
  type FileFacts,
  methodName,
  type Role,
} from './facts.ts';
import { NameTokens } from './name-tokens.ts';
import { type OpenDeclaration, PendingFacts } from './pending.ts';
import { bindingIn, Scopes } from './scopes.ts';
import { textSpans } from './text-spans.ts';

export type { Declare } from './declare.ts';

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
  /** What stands before a name and is part of its token: `@` in Ruby. The name is found with it and without it. */
  sigil?: RegExp;
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
  /** For a text with errors: the same without what the grammar cannot read, where no character moves. */
  simplified?(text: string): string;
}

export interface Use {
  role: Role;
  /** An expression, or -1. Absent: the name is looked up. */
  ref?: number;
}

const MOST_DEPTH = 40;
export class FactsBuilder extends ExpressionTable {
  readonly tree: FlatTree;
  readonly #rules: FactRules;
  readonly #scopes: Scopes;
  readonly #declarations: OpenDeclaration[] = [];
  readonly #imports: FactImport[] = [];
  readonly #exports: [string, number][] = [];
  readonly #pendingExports: { name: string; node: number }[] = [];
  readonly #pending = new PendingFacts();
  readonly #tokens = new NameTokens();
  readonly #attached = new Map<number, number>();
  readonly #lineStarts: number[];
  #depth = 0;
  space = '';

  constructor(tree: FlatTree, rules: FactRules) {
    super();
    this.tree = tree;
    this.#rules = rules;
    this.#scopes = new Scopes(tree.count);
    this.#lineStarts = lineStarts(tree.text);
  }

  // ---- First pass: scopes and declarations.

  /** The scope that the walk is in. */
  get scope(): number {
    return this.#scopes.current;
  }

  scopeKind(scope = this.scope): ScopeKind {
    return this.#scopes.at(scope).kind;
  }

  /** The innermost scope that is one of these kinds, from the current one outwards. */
  scopeOfKind(...kinds: ScopeKind[]): number {
    return this.#scopes.ofKind(kinds);
  }

  parentScope(scope: number): number {
    return Math.max(0, this.#scopes.at(scope).parent);
  }

  /** The declaration of the innermost class around the current place (or the node), or -1. */
  classAround(node?: number): number {
    return this.#scopes.at(node === undefined ? this.scope : this.#scopes.of(node)).classDeclaration;
  }

  /** The declaration that the current scope belongs to, or -1. */
  get declarationAround(): number {
    return this.#scopes.at(this.scope).declaration;
  }

  declarationAt(index: number): FactDeclaration | undefined {
    return this.#declarations[index];
  }

  /** Opens a scope for what is inside of the node; it closes by itself at the node's end. */
  open(node: number, kind: ScopeKind, declaration = -1): number {
    return this.#scopes.open(kind, declaration, this.tree.nexts[node] as number);
  }

  /** Declares the name of a node. Gives the declaration's index. */
  declare(nameNode: number, what: Declare): number {
    const { tree } = this;
    const name = what.name ?? tree.of(nameNode);
    const scope = what.scope ?? this.scope;
    const key = what.key ?? (what.isMethod === true ? methodName(name) : name);
    const known = what.merge === true ? this.#known(scope, key, what.parent) : undefined;
    if (known !== undefined) {
      this.#declareAgain(known, nameNode, what);
      this.#pending.add(known, what);
      return known;
    }
    const index = this.#declarations.length;
    const owner = this.#scopes.at(scope);
    const node = what.node ?? tree.parent(nameNode);
    const isLocal = owner.kind === 'function' || owner.kind === 'block';
    this.#declarations.push({
      name,
      kind: what.kind,
      parent: what.parent ?? owner.declaration,
      owner: -1,
      at: tree.start(nameNode) + tree.shift + Math.max(0, tree.of(nameNode).lastIndexOf(name)),
      startLine: this.lineOf(tree.start(what.first ?? node)),
      endLine: this.lineOf(Math.max(tree.start(node), tree.end(node) - 1)),
      value: -1,
      bases: [],
      flags: (what.flags ?? 0) | (isLocal && what.parent === undefined ? DECLARATION_FLAGS.local : 0),
      values: 0,
      ...(what.place === undefined ? {} : { place: what.place }),
    });
    this.#tokens.mark(nameNode, 'definition', definitionRef(index));
    if (what.owner === undefined && what.parent === undefined)
      this.#scopes.bind(scope, key, {
        at: what.after === undefined ? tree.start(nameNode) : tree.end(what.after),
        declaration: index,
        isOrdered: what.after !== undefined,
      });
    this.#pending.add(index, what);
    return index;
  }

  /** A further assignment to a variable is a write; a further part of a function or class is a part of its definition. */
  #declareAgain(known: number, nameNode: number, what: Declare): void {
    const declaration = this.#declarations[known];
    if (declaration === undefined || !hasBody(declaration)) {
      this.#tokens.mark(nameNode, 'write', this.expression('declaration', known));
      return;
    }
    this.#tokens.mark(nameNode, 'definition', definitionRef(known));
    const { forward } = DECLARATION_FLAGS;
    if ((declaration.flags & forward) === 0 || ((what.flags ?? 0) & forward) !== 0) return;
    const node = what.node ?? this.tree.parent(nameNode);
    declaration.flags &= ~forward;
    declaration.at = this.tree.start(nameNode) + this.tree.shift;
    declaration.startLine = this.lineOf(this.tree.start(node));
    declaration.endLine = this.lineOf(Math.max(this.tree.start(node), this.tree.end(node) - 1));
  }

  /** The declaration whose name the node is in its definition, or -1. */
  declarationOf(nameNode: number): number {
    const ref = this.#tokens.marked(nameNode)?.ref ?? -1;
    return typeof ref === 'number' && ref <= -2 ? -2 - ref : -1;
  }

  /** A further fact of a declaration made before. */
  describe(declaration: number, what: Omit<Declare, 'kind'>): void {
    this.#pending.add(declaration, what);
  }

  /** A base that no node of a type says. */
  inherit(declaration: number, base: () => number): void {
    this.#pending.inherit(declaration, base);
  }

  /** Adds an import; its name, if it brings one, is bound in the current scope or the one given. */
  import(what: Partial<FactImport> & Pick<FactImport, 'specifier'>, tokens: ImportTokens = {}): number {
    const index = this.#imports.length;
    const { nameNode = NONE, importedNode = NONE, scope = this.scope } = tokens;
    const at = nameNode >= 0 ? nameNode : importedNode;
    this.#imports.push({
      local: '',
      kind: 'import',
      imported: '*',
      isStar: false,
      exportedAs: '',
      line: at < 0 ? 1 : this.lineOf(this.tree.start(at)),
      ...what,
    });
    const ref = this.expression('import', index);
    const role: Role =
      what.exportedAs !== undefined && what.exportedAs !== '' && !what.local ? 're-export' : 'import';
    for (const node of [nameNode, importedNode]) if (node >= 0) this.#tokens.mark(node, role, ref);
    if (what.local !== undefined && what.local !== '')
      this.#scopes.bind(scope, what.local, { at: at < 0 ? 0 : this.tree.start(at), import: index });
    return index;
  }

  /** An import that binds no name, made at the first time that it is asked for. */
  importOnce(what: Partial<FactImport> & Pick<FactImport, 'specifier'>): number {
    const key = `${what.specifier}\n${what.imported}`;
    const index = this.#unbound.get(key) ?? this.import(what);
    this.#unbound.set(key, index);
    return index;
  }

  readonly #unbound = new Map<string, number>();

  get importCount(): number {
    return this.#imports.length;
  }

  /** Says in the first pass what a name token is, where the second pass could not. */
  mark(node: number, role: Role, ref: number | (() => number)): void {
    this.#tokens.mark(node, role, ref);
  }

  /** A second thing that the token is: in `{ a }` a name is read and a member is named. */
  markAlso(node: number, role: Role, ref: () => number): void {
    this.#tokens.markAlso(node, role, ref);
  }

  /** Says whose inside a node is, where the node that declares it comes before: `const f = () => …`. */
  attach(node: number, declaration: number): void {
    if (node >= 0) this.#attached.set(node, declaration);
  }

  /** The declaration whose inside the node is, or -1. */
  attached(node: number): number {
    return this.#attached.get(node) ?? -1;
  }

  /** Binds a further name, or the same one in this scope, to a declaration made before. */
  bindTo(name: string, declaration: number, node: number): void {
    this.#scopes.bind(this.scope, name, { at: this.tree.start(node), declaration });
    if (this.#tokens.marked(node) === undefined)
      this.#tokens.mark(node, 'definition', definitionRef(declaration));
  }

  /** The current scope is the inside of the declaration. */
  attachScope(declaration: number): void {
    this.#scopes.at(this.scope).declaration = declaration;
  }

  /** True for a node whose text is a name. */
  isName(node: number): boolean {
    return node >= 0 && this.#rules.names.includes(this.tree.type(node));
  }

  /** The declaration that a bare name means here, as far as the walk has come; -1 if none is known. */
  bound(name: string): number {
    return this.#scopes.bound(name);
  }

  /** True if the name is bound in the scope given, or in one between it and the current one, as far as the walk has come. */
  isBoundWithin(name: string, outermost: number): boolean {
    return this.#scopes.isBoundWithin(name, outermost);
  }

  /** Exports what a name or an expression node means under a name. */
  export(name: string, node: number): void {
    this.#pendingExports.push({ name, node });
  }

  /** `global x`: the name means that of the other scope from here on. */
  alias(name: string, scope: number): void {
    this.#scopes.alias(name, scope);
  }

  /** True if the name was said to mean that of another scope; which one. */
  aliasOf(name: string, scope: number): number | undefined {
    return this.#scopes.aliasOf(name, scope);
  }

  #known(scope: number, name: string, parent: number | undefined): number | undefined {
    if (parent === undefined) return this.#scopes.own(scope, name);
    const found = this.#declarations.findLastIndex((each) => each.parent === parent && each.name === name);
    return found === -1 ? undefined : found;
  }

  // ---- Second pass: what is meant.

  lineOf(offset: number): number {
    let low = 0;
    let high = this.#lineStarts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#lineStarts[middle] as number) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }

  /** What a bare name means at a node. */
  lookup(name: string, node: number): number {
    return this.#lookup(
      name,
      this.#scopes.of(node),
      node < 0 ? Number.POSITIVE_INFINITY : this.tree.start(node),
    );
  }

  #lookup(name: string, from: number, offset: number): number {
    let isInner = true;
    const heirs: number[] = [];
    for (let at = from; at >= 0; at = this.#scopes.at(at).parent) {
      const scope = this.#scopes.at(at);
      // From inside a method the names of the class are not seen, unless the language says so.
      const isSeen = scope.kind !== 'class' || isInner || this.#rules.hasImplicitThis === true;
      if (scope.kind === 'function') isInner = false;
      if (!isSeen) continue;
      const binding = bindingIn(scope, name, offset);
      if (binding === undefined) {
        if (scope.kind === 'class' && this.#pending.hasBases(scope.declaration))
          heirs.push(scope.declaration);
        continue;
      }
      const found =
        'declaration' in binding
          ? this.expression('declaration', binding.declaration)
          : this.expression('import', binding.import);
      if (this.#rules.hasImplicitThis !== true) return found;
      // What a class in between inherits comes first.
      return heirs.reduceRight(
        (inner, heir) => this.expression('unless', inner, this.member(this.expression('self', heir), name)),
        found,
      );
    }
    const classDeclaration =
      this.#rules.hasImplicitThis === true ? this.#scopes.at(from).classDeclaration : -1;
    return this.expression('free', this.nameId(name), classDeclaration);
  }

  /** The value of an expression node; -1 if it cannot be told. */
  value(node: number): number {
    return this.#read(this.#rules.values, node);
  }

  /** The type that a type node means; -1 if it cannot be told. */
  typeOf(node: number): number {
    return this.#read(this.#rules.types ?? this.#rules.values, node);
  }

  #read(
    readers: Readonly<Record<string, (node: number, facts: FactsBuilder) => number>>,
    node: number,
  ): number {
    if (node < 0 || this.#depth > MOST_DEPTH) return -1;
    const type = this.tree.type(node);
    const reader = readers[type];
    if (reader === undefined)
      return this.#rules.names.includes(type) ? this.lookup(this.tree.of(node), node) : -1;
    this.#depth++;
    try {
      return reader(node, this);
    } finally {
      this.#depth--;
    }
  }

  // ---- The walk.

  build(language: string): FileFacts {
    const { tree } = this;
    for (let node = 0; node < tree.count; node++) {
      this.#scopes.reach(node);
      this.#rules.enter[tree.type(node)]?.(node, this);
    }
    this.#scopes.current = 0;
    this.#pending.settle(this.#declarations, this);
    for (const { name, node } of this.#pendingExports) this.#exports.push([name, this.value(node)]);
    return this.#facts(language);
  }

  #facts(language: string): FileFacts {
    const tokens = this.#tokens.read(this.tree, this.#rules, {
      nameId: (name) => this.nameId(name),
      use: (node) => this.#use(node),
      enclosing: (node, ref) => this.#enclosingOf(node, ref),
    });
    return {
      language,
      space: this.space,
      declarations: this.#declarations.map(({ values: _, ...declaration }) => declaration),
      imports: this.#imports,
      exports: this.#exports,
      ...tokens,
      ...textSpans(this.tree, this.#rules),
      ...this.table(),
    };
  }

  #use(node: number): { role: Role; ref: number } {
    const use = this.#rules.use(node, this);
    const ref = use?.ref ?? this.lookup(this.tree.of(node), node);
    return { role: use?.role ?? 'read', ref };
  }

  /** A name is not inside of what it names. */
  #enclosingOf(node: number, ref: number): number {
    let at = this.#scopes.at(this.#scopes.of(node)).declaration;
    const defined = ref <= -2 ? -2 - ref : -1;
    if (at === defined && at >= 0) at = this.#declarations[at]?.parent ?? -1;
    while (
      at >= 0 &&
      (['', CALL_SIGNATURE].includes(this.#declarations[at]?.name ?? '') ||
        (((this.#declarations[at]?.flags ?? 0) & DECLARATION_FLAGS.local) !== 0 &&
          !hasBody(this.#declarations[at])))
    )
      at = this.#declarations[at]?.parent ?? -1;
    return at;
  }
}

const WITH_BODY = /function|method|class|constructor|getter|setter|interface|struct|trait|enum|module/;

function hasBody(declaration: FactDeclaration | undefined): boolean {
  return declaration !== undefined && WITH_BODY.test(declaration.kind);
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
