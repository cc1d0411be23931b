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
  plainName,
  ROLES,
  type Role,
} from './facts.ts';
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

interface Scope {
  kind: ScopeKind;
  parent: number;
  /** The declaration whose inside it is, or that of the scope around it. */
  declaration: number;
  /** The innermost class around, or -1. */
  classDeclaration: number;
  bindings: Map<string, Binding[]>;
  /** The node after its last one. */
  end: number;
}

/** `isOrdered`: not seen by what comes before it. */
type Binding = { at: number; isOrdered?: boolean } & ({ declaration: number } | { import: number });

interface Pending {
  declaration: number;
  node: number;
  what: 'type' | 'value' | 'element' | 'base' | 'owner' | 'made';
  made?: () => number;
}

const MOST_DEPTH = 40;
/** A variable with more assignments than this has a value that nobody can tell from them. */
const MOST_VALUES = 4;

export class FactsBuilder extends ExpressionTable {
  readonly tree: FlatTree;
  readonly #rules: FactRules;
  readonly #scopes: Scope[] = [];
  readonly #declarations: (FactDeclaration & { bases: number[]; values: number })[] = [];
  readonly #imports: FactImport[] = [];
  readonly #exports: [string, number][] = [];
  readonly #pendingExports: { name: string; node: number }[] = [];
  readonly #pending: Pending[] = [];
  /** By node: the scope it is in. */
  readonly #scopeOf: Int32Array;
  /** By node: what a name token turned out to be in the first pass. */
  readonly #tokens = new Map<number, { role: Role; ref: number | (() => number) }>();
  readonly #also = new Map<number, { role: Role; ref: () => number }>();
  readonly #attached = new Map<number, number>();
  /** Declarations that inherit. */
  readonly #withBases = new Set<number>();
  readonly #lineStarts: number[];
  #scope = 0;
  #depth = 0;
  space = '';

  constructor(tree: FlatTree, rules: FactRules) {
    super();
    this.tree = tree;
    this.#rules = rules;
    this.#scopeOf = new Int32Array(tree.count);
    this.#lineStarts = lineStarts(tree.text);
    this.#scopes.push({
      kind: 'module',
      parent: -1,
      declaration: -1,
      classDeclaration: -1,
      bindings: new Map(),
      end: Number.POSITIVE_INFINITY,
    });
  }

  // ---- First pass: scopes and declarations.

  /** The scope that the walk is in. */
  get scope(): number {
    return this.#scope;
  }

  scopeKind(scope = this.#scope): ScopeKind {
    return this.#scopes[scope]?.kind ?? 'module';
  }

  /** The innermost scope that is one of these kinds, from the current one outwards. */
  scopeOfKind(...kinds: ScopeKind[]): number {
    let scope = this.#scope;
    while (scope > 0 && !kinds.includes(this.scopeKind(scope))) scope = this.#scopes[scope]?.parent ?? 0;
    return scope;
  }

  parentScope(scope: number): number {
    return this.#scopes[scope]?.parent ?? 0;
  }

  /** The declaration of the innermost class around the current place (or the node), or -1. */
  classAround(node?: number): number {
    const scope = node === undefined ? this.#scope : (this.#scopeOf[node] ?? 0);
    return this.#scopes[scope]?.classDeclaration ?? -1;
  }

  /** The declaration that the current scope belongs to, or -1. */
  get declarationAround(): number {
    return this.#scopes[this.#scope]?.declaration ?? -1;
  }

  declarationAt(index: number): FactDeclaration | undefined {
    return this.#declarations[index];
  }

  /** Opens a scope for what is inside of the node; it closes by itself at the node's end. */
  open(node: number, kind: ScopeKind, declaration?: number): number {
    const outer = this.#scopes[this.#scope] as Scope;
    const isNamed = declaration !== undefined && declaration >= 0;
    this.#scopes.push({
      kind,
      parent: this.#scope,
      declaration: isNamed ? declaration : outer.declaration,
      classDeclaration: kind === 'class' ? (isNamed ? declaration : -1) : outer.classDeclaration,
      bindings: new Map(),
      end: this.tree.nexts[node] as number,
    });
    this.#scope = this.#scopes.length - 1;
    return this.#scope;
  }

  /** Declares the name of a node. Gives the declaration's index. */
  declare(nameNode: number, what: Declare): number {
    const { tree } = this;
    const name = what.name ?? tree.of(nameNode);
    const scope = what.scope ?? this.#scope;
    const key = what.key ?? (what.isMethod === true ? methodName(name) : name);
    const known = what.merge === true ? this.#ownBinding(scope, key, what.parent) : undefined;
    if (known !== undefined) {
      this.#declareAgain(known, nameNode, what);
      this.#later(known, what);
      return known;
    }
    const index = this.#declarations.length;
    const owner = this.#scopes[scope] as Scope;
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
    this.#tokens.set(nameNode, { role: 'definition', ref: definitionRef(index) });
    if (what.owner === undefined && what.parent === undefined)
      this.#bind(scope, key, {
        at: what.after === undefined ? tree.start(nameNode) : tree.end(what.after),
        declaration: index,
        isOrdered: what.after !== undefined,
      });
    this.#later(index, what);
    return index;
  }

  /** A further assignment to a variable is a write; a further part of a function or class is a part of its definition. */
  #declareAgain(known: number, nameNode: number, what: Declare): void {
    const declaration = this.#declarations[known];
    if (declaration === undefined || !hasBody(declaration)) {
      this.#tokens.set(nameNode, { role: 'write', ref: this.expression('declaration', known) });
      return;
    }
    this.#tokens.set(nameNode, { role: 'definition', ref: definitionRef(known) });
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
    const ref = this.#tokens.get(nameNode)?.ref ?? -1;
    return typeof ref === 'number' && ref <= -2 ? -2 - ref : -1;
  }

  /** A further fact of a declaration made before. */
  describe(declaration: number, what: Omit<Declare, 'kind'>): void {
    this.#later(declaration, what);
  }

  /** A base that no node of a type says. */
  inherit(declaration: number, base: () => number): void {
    this.#withBases.add(declaration);
    this.#pending.push({ declaration, node: NONE, what: 'base', made: base });
  }

  #later(declaration: number, what: Omit<Declare, 'kind'>): void {
    const add = (node: number | undefined, kind: Pending['what']) => {
      if (node !== undefined && node >= 0) this.#pending.push({ declaration, node, what: kind });
    };
    add(what.type, 'type');
    if (what.type === undefined || what.type < 0) {
      add(what.value, 'value');
      add(what.elementOf, 'element');
    }
    for (const base of what.bases ?? []) add(base, 'base');
    if (what.bases !== undefined && what.bases.length > 0) this.#withBases.add(declaration);
    add(what.owner, 'owner');
    if (what.expression !== undefined)
      this.#pending.push({ declaration, node: NONE, what: 'made', made: what.expression });
  }

  /** Adds an import; its name, if it brings one, is bound in the current scope or the one given. */
  import(what: Partial<FactImport> & Pick<FactImport, 'specifier'>, tokens: ImportTokens = {}): number {
    const index = this.#imports.length;
    const { nameNode = NONE, importedNode = NONE, scope = this.#scope } = tokens;
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
    for (const node of [nameNode, importedNode]) if (node >= 0) this.#tokens.set(node, { role, ref });
    if (what.local !== undefined && what.local !== '')
      this.#bind(scope, what.local, { at: at < 0 ? 0 : this.tree.start(at), import: index });
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
    this.#tokens.set(node, { role, ref });
  }

  /** A second thing that the token is: in `{ a }` a name is read and a member is named. */
  markAlso(node: number, role: Role, ref: () => number): void {
    this.#also.set(node, { role, ref });
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
    this.#bind(this.#scope, name, { at: this.tree.start(node), declaration });
    if (!this.#tokens.has(node))
      this.#tokens.set(node, { role: 'definition', ref: definitionRef(declaration) });
  }

  /** The current scope is the inside of the declaration. */
  attachScope(declaration: number): void {
    const scope = this.#scopes[this.#scope];
    if (scope !== undefined) scope.declaration = declaration;
  }

  /** True for a node whose text is a name. */
  isName(node: number): boolean {
    return node >= 0 && this.#rules.names.includes(this.tree.type(node));
  }

  /** The declaration that a bare name means here, as far as the walk has come; -1 if none is known. */
  bound(name: string): number {
    for (let at = this.#scope; at >= 0; at = this.#scopes[at]?.parent ?? -1) {
      const last = this.#scopes[at]?.bindings.get(name)?.at(-1);
      if (last !== undefined) return 'declaration' in last ? last.declaration : -1;
    }
    return -1;
  }

  /** True if the name is bound in the scope given, or in one between it and the current one, as far as the walk has come. */
  isBoundWithin(name: string, outermost: number): boolean {
    for (let at = this.#scope; at >= 0; at = this.#scopes[at]?.parent ?? -1) {
      if (this.#scopes[at]?.bindings.has(name) === true) return true;
      if (at === outermost) return false;
    }
    return false;
  }

  /** Exports what a name or an expression node means under a name. */
  export(name: string, node: number): void {
    this.#pendingExports.push({ name, node });
  }

  /** `global x`: the name means that of the other scope from here on. */
  alias(name: string, scope: number): void {
    this.#aliases.push({ from: this.#scope, name, scope });
    for (const binding of this.#scopes[scope]?.bindings.get(name) ?? [])
      this.#bind(this.#scope, name, binding);
  }

  readonly #aliases: { from: number; name: string; scope: number }[] = [];

  /** True if the name was said to mean that of another scope; which one. */
  aliasOf(name: string, scope: number): number | undefined {
    return this.#aliases.find((each) => each.from === scope && each.name === name)?.scope;
  }

  #bind(scope: number, name: string, binding: Binding): void {
    const { bindings } = this.#scopes[scope] as Scope;
    const list = bindings.get(name);
    if (list === undefined) bindings.set(name, [binding]);
    else list.push(binding);
  }

  #ownBinding(scope: number, name: string, parent: number | undefined): number | undefined {
    if (parent !== undefined) {
      const found = this.#declarations.findLastIndex((each) => each.parent === parent && each.name === name);
      return found === -1 ? undefined : found;
    }
    const last = this.#scopes[scope]?.bindings.get(name)?.at(-1);
    return last !== undefined && 'declaration' in last ? last.declaration : undefined;
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
      this.#scopeOf[node] ?? 0,
      node < 0 ? Number.POSITIVE_INFINITY : this.tree.start(node),
    );
  }

  #lookup(name: string, from: number, offset: number): number {
    let isInner = true;
    const heirs: number[] = [];
    for (let at = from; at >= 0; at = this.#scopes[at]?.parent ?? -1) {
      const scope = this.#scopes[at] as Scope;
      // From inside a method the names of the class are not seen, unless the language says so.
      const isSeen = scope.kind !== 'class' || isInner || this.#rules.hasImplicitThis === true;
      if (scope.kind === 'function') isInner = false;
      if (!isSeen) continue;
      const binding = bindingIn(scope, name, offset);
      if (binding === undefined) {
        if (scope.kind === 'class' && this.#withBases.has(scope.declaration)) heirs.push(scope.declaration);
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
      this.#rules.hasImplicitThis === true ? (this.#scopes[from]?.classDeclaration ?? -1) : -1;
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
    this.#visitAll();
    this.#settle();
    return this.#facts(language);
  }

  #visitAll(): void {
    const { tree } = this;
    for (let node = 0; node < tree.count; node++) {
      while (node >= (this.#scopes[this.#scope] as Scope).end)
        this.#scope = (this.#scopes[this.#scope] as Scope).parent;
      this.#scopeOf[node] = this.#scope;
      this.#rules.enter[tree.type(node)]?.(node, this);
    }
    this.#scope = 0;
  }

  #settle(): void {
    const typed = new Set<number>();
    for (const { declaration, node, what, made } of this.#pending) {
      const target = this.#declarations[declaration];
      if (target === undefined) continue;
      // A declared type says more than what is assigned later.
      if (what === 'type') typed.add(declaration);
      else if ((what === 'value' || what === 'element') && typed.has(declaration)) continue;
      if (what === 'base') {
        const base = made?.() ?? this.typeOf(node);
        if (base >= 0) target.bases.push(base);
      } else if (what === 'owner') target.owner = this.typeOf(node);
      else if (target.values < MOST_VALUES) {
        const value = this.#valueOf(node, what, made);
        if (value >= 0) {
          target.value = this.either(target.value, value);
          target.values++;
        }
      }
    }
    for (const { name, node } of this.#pendingExports) this.#exports.push([name, this.value(node)]);
  }

  #valueOf(node: number, what: Pending['what'], made: (() => number) | undefined): number {
    if (what === 'made') return made?.() ?? -1;
    if (what === 'type') return this.instance(this.typeOf(node));
    const value = this.value(node);
    if (what === 'value' || value < 0) return value;
    return this.expression('element', value);
  }

  #facts(language: string): FileFacts {
    const { tree } = this;
    const names = new Set(this.#rules.names);
    const starts: number[] = [];
    const nameIds: number[] = [];
    const roles: number[] = [];
    const enclosing: number[] = [];
    const refs: number[] = [];
    for (let node = 0; node < tree.count; node++) {
      const type = tree.type(node);
      if (!names.has(type) || tree.nexts[node] !== node + 1 || tree.end(node) === tree.start(node)) continue;
      const written = tree.of(node);
      const meanings = this.#meaningsOf(node);
      const sigil = this.#rules.sigil?.exec(written)?.[0].length ?? 0;
      for (const skipped of sigil === 0 ? [0] : [0, sigil])
        for (const { role, ref } of meanings) {
          starts.push(tree.start(node) + skipped + tree.shift);
          nameIds.push(this.nameId(written.slice(skipped)));
          roles.push(ROLES.indexOf(role));
          enclosing.push(this.#enclosingOf(node, ref));
          refs.push(ref);
        }
    }
    return {
      language,
      space: this.space,
      declarations: this.#declarations.map(({ values: _, ...declaration }) => declaration),
      imports: this.#imports,
      exports: this.#exports,
      tokenStarts: Uint32Array.from(starts),
      tokenNames: Uint32Array.from(nameIds),
      tokenRoles: Uint8Array.from(roles),
      tokenEnclosing: Int32Array.from(enclosing),
      tokenRefs: Int32Array.from(refs),
      ...textSpans(tree, this.#rules),
      ...this.table(),
    };
  }

  #meaningsOf(node: number): { role: Role; ref: number }[] {
    const first = this.#tokens.get(node) ?? this.#use(node);
    const also = this.#also.get(node);
    return [first, ...(also === undefined ? [] : [also])].map(({ role, ref }) => ({
      role,
      ref: typeof ref === 'number' ? ref : ref(),
    }));
  }

  #use(node: number): { role: Role; ref: number } {
    const use = this.#rules.use(node, this);
    const ref = use?.ref ?? this.lookup(this.tree.of(node), node);
    return { role: use?.role ?? 'read', ref };
  }

  /** A name is not inside of what it names. */
  #enclosingOf(node: number, ref: number): number {
    let at = this.#scopes[this.#scopeOf[node] ?? 0]?.declaration ?? -1;
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

/** What a name means in a scope: the last binding before the place, or else the first one. */
function bindingIn({ bindings }: Scope, name: string, offset: number): Binding | undefined {
  const list = bindings.get(name);
  if (list !== undefined)
    return list.findLast((each) => each.at <= offset) ?? list.find(({ isOrdered }) => isOrdered !== true);
  const plain = plainName(name);
  // A static import may bring a method.
  return plain === name ? undefined : bindings.get(plain)?.findLast((each) => 'import' in each);
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
