/**
 * Part of npm run unused: members of interfaces, object types and classes that no code of the product reads. A value that is
 * assigned to another type is read as that type is; what goes to a library, to JSON or to another thread is read.
 */
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

/** Read by something the checker cannot see: path#Type.member, and why. */
const ALLOWED: Readonly<Record<string, string>> = {
  'src/core/store/sqlite/driver.ts#Constructor.timeout': 'an option of SQLite, which reads it',
  'src/core/store/sqlite/driver.ts#Constructor.allowExtension': 'an option of SQLite, which reads it',
  'src/core/languages/adapter.ts#LineRange.startLine':
    'adapters propose chunks by contract; the index cuts its own',
  'src/core/languages/adapter.ts#LineRange.endLine':
    'adapters propose chunks by contract; the index cuts its own',
  'src/core/index/kernel/module.ts#KernelHost.splitForeign': 'called by the WebAssembly kernel',
  'src/core/index/kernel/module.ts#KernelHost.nameForeign': 'called by the WebAssembly kernel',
  'src/core/index/segment/term-table.ts#TermBlockWriter.add': 'tests write terms as strings',
  'src/core/tool.ts#ShowValue.show': 'gives a function the looser types of a method',
  'src/adapters/mcp/framing.ts#FrameDecoder.heldCapacity': 'lets the tests measure that memory is given back',
};

type Member = ts.Declaration;

/** Of types in types; generic ones would never end. */
const DEEPEST = 8;

/** Of the files below `product`; all others of the program that are no library may read them too. */
export function unusedMembers(program: ts.Program, product: string): string[] {
  const isOwn = (file: string) => !file.includes('/node_modules/');
  const reads = new Reads(program.getTypeChecker(), isOwn);
  const members = new Map<Member, string>();
  for (const file of program.getSourceFiles().filter(({ fileName }) => isOwn(fileName))) {
    if (file.fileName.startsWith(product)) visit(file, (node) => collect(node, members));
    visit(file, (node) => reads.look(node));
  }
  const read = reads.closure();
  return [...members].flatMap(([member, name]) =>
    read.has(member) ? [] : `${member.getSourceFile().fileName}#${name}`,
  );
}

function visit(node: ts.Node, look: (node: ts.Node) => void): void {
  look(node);
  node.forEachChild((child) => visit(child, look));
}

function collect(node: ts.Node, members: Map<Member, string>): void {
  if (!ts.isInterfaceDeclaration(node) && !ts.isTypeLiteralNode(node) && !ts.isClassDeclaration(node)) return;
  const owner = ts.isTypeLiteralNode(node) ? aliasOf(node) : node.name?.text;
  if (owner === undefined) return;
  for (const member of node.members) {
    if (
      member.name === undefined ||
      ts.isPrivateIdentifier(member.name) ||
      ts.isConstructorDeclaration(member)
    )
      continue;
    const name = member.name.getText();
    // A brand is never read; it is there to be missing elsewhere.
    if (name.startsWith('__') || name.startsWith('[')) continue;
    members.set(member, `${owner}.${name}`);
  }
}

function aliasOf(node: ts.Node): string | undefined {
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (ts.isTypeAliasDeclaration(at)) return at.name.text;
    // `Extract<Answer, { state: 'found' }>` asks for a member and has none.
    if (ts.isStatement(at) || ts.isTypeReferenceNode(at)) return undefined;
  }
  return undefined;
}

/** Reads, and flows of values from one type into another: the members of the first are read if those of the second are. */
class Reads {
  readonly #checker: ts.TypeChecker;
  readonly #isOwn: (file: string) => boolean;
  readonly #read = new Set<Member>();
  /** From a member to those that are read when it is. */
  readonly #sources = new Map<Member, Set<Member>>();
  readonly #linked = new Map<ts.Type, Set<ts.Type>>();
  readonly #escaped = new Set<ts.Type>();

  constructor(checker: ts.TypeChecker, isOwn: (file: string) => boolean) {
    this.#checker = checker;
    this.#isOwn = isOwn;
  }

  look(node: ts.Node): void {
    if (ts.isPropertyAccessExpression(node)) {
      if (!isTarget(node)) this.#readSymbol(this.#checker.getSymbolAtLocation(node.name));
    } else if (ts.isElementAccessExpression(node)) this.#readElement(node);
    else if (ts.isObjectBindingPattern(node)) this.#readPattern(node);
    else if (ts.isObjectLiteralExpression(node) && isTarget(node)) this.#readAssigned(node);
    else if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InKeyword)
      this.#readNamed(this.#checker.getTypeAtLocation(node.right), node.left);
    else if (ts.isIndexedAccessTypeNode(node)) this.#readIndexed(node);
    else if (ts.isForInStatement(node)) this.#escape(this.#checker.getTypeAtLocation(node.expression));
    else if (ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node)) this.#inherit(node);
    if (ts.isExpression(node)) this.#flow(node);
    if (ts.isShorthandPropertyAssignment(node)) this.#flowShorthand(node);
    if (ts.isSpreadAssignment(node)) this.#flowSpread(node);
  }

  closure(): ReadonlySet<Member> {
    const open = [...this.#read];
    for (let member = open.pop(); member !== undefined; member = open.pop())
      for (const source of this.#sources.get(member) ?? [])
        if (!this.#read.has(source)) {
          this.#read.add(source);
          open.push(source);
        }
    return this.#read;
  }

  #readSymbol(symbol: ts.Symbol | undefined): void {
    for (const declaration of symbol?.declarations ?? []) this.#read.add(declaration);
  }

  #readElement(node: ts.ElementAccessExpression): void {
    if (isTarget(node)) return;
    this.#readNamed(this.#checker.getTypeAtLocation(node.expression), node.argumentExpression);
  }

  /** By a name that is known, or by one that could be any. */
  #readNamed(type: ts.Type, name: ts.Expression): void {
    const key = this.#checker.getTypeAtLocation(name);
    const keys = (key.isUnion() ? key.types : [key]).filter((each) => each.isStringLiteral());
    if (keys.length > 0) for (const { value } of keys) this.#readSymbol(this.#property(type, value));
    else if ((key.flags & ts.TypeFlags.NumberLike) === 0)
      for (const property of this.#properties(type)) this.#readSymbol(property);
  }

  #readPattern(pattern: ts.ObjectBindingPattern): void {
    const type = this.#checker.getTypeAtLocation(pattern);
    for (const element of pattern.elements) {
      const name = element.propertyName ?? element.name;
      // What a rest pattern gets keeps its own members.
      if (element.dotDotDotToken === undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)))
        this.#readSymbol(this.#property(type, name.text));
    }
  }

  #readAssigned(literal: ts.ObjectLiteralExpression): void {
    const type = this.#checker.getTypeAtLocation(literal);
    for (const { name } of literal.properties)
      if (name !== undefined && ts.isIdentifier(name)) this.#readSymbol(this.#property(type, name.text));
  }

  /** `Type['member']` keeps the member: somebody speaks of it. */
  #readIndexed(node: ts.IndexedAccessTypeNode): void {
    const { indexType } = node;
    if (ts.isLiteralTypeNode(indexType) && ts.isStringLiteral(indexType.literal)) return;
    this.#escape(this.#checker.getTypeAtLocation(node.objectType));
  }

  /** A member that another type promises is read where that one is; one that a library knows is called by it. */
  #inherit(node: ts.ClassDeclaration | ts.InterfaceDeclaration): void {
    const own = this.#checker.getTypeAtLocation(node);
    for (const clause of node.heritageClauses ?? [])
      for (const base of clause.types) this.#link(own, this.#checker.getTypeAtLocation(base));
  }

  #flow(node: ts.Expression): void {
    const target = this.#checker.getContextualType(node);
    if (target === undefined || isOnlyGuarded(this.#checker, node)) return;
    this.#link(this.#checker.getTypeAtLocation(node), target);
  }

  #flowShorthand(node: ts.ShorthandPropertyAssignment): void {
    const symbol = this.#checker.getShorthandAssignmentValueSymbol(node);
    const around = this.#checker.getContextualType(node.parent);
    const property = around && this.#property(around, node.name.text);
    if (symbol === undefined || property === undefined) return;
    this.#link(
      this.#checker.getTypeOfSymbolAtLocation(symbol, node.name),
      this.#checker.getTypeOfSymbolAtLocation(property, node),
    );
  }

  #flowSpread(node: ts.SpreadAssignment): void {
    const target = this.#checker.getContextualType(node.parent);
    if (target !== undefined) this.#link(this.#checker.getTypeAtLocation(node.expression), target);
  }

  #link(source: ts.Type, target: ts.Type, depth = 0): void {
    if (source === target || isPrimitive(source) || depth > DEEPEST) return;
    const seen = this.#linked.get(source) ?? new Set();
    if (seen.has(target)) return;
    this.#linked.set(source, seen.add(target));
    if (target.isUnionOrIntersection()) {
      for (const each of target.types) this.#link(source, each, depth);
      return;
    }
    if (source.isUnionOrIntersection()) {
      for (const each of source.types) this.#link(each, target, depth);
      return;
    }
    if (isAnything(target) || target.getStringIndexType() !== undefined) {
      this.#escape(source);
      return;
    }
    if (isPrimitive(target)) return;
    this.#linkArguments(source, target, depth + 1);
    // Two arrays, promises or maps differ in what they hold, and in nothing else.
    if (isReference(source) && isReference(target) && source.target === target.target) return;
    this.#linkCalls(source, target, depth + 1);
    for (const wanted of this.#properties(target)) {
      const given = this.#property(source, wanted.name);
      if (given !== undefined) this.#linkMembers(given, wanted, depth + 1);
    }
  }

  #linkMembers(given: ts.Symbol, wanted: ts.Symbol, depth: number): void {
    for (const to of wanted.declarations ?? [])
      for (const from of given.declarations ?? []) {
        if (from === to) continue;
        if (!this.#isOwn(to.getSourceFile().fileName)) this.#read.add(from);
        else this.#sources.set(to, (this.#sources.get(to) ?? new Set()).add(from));
      }
    const [from, to] = [given.valueDeclaration, wanted.valueDeclaration];
    if (from !== undefined && to !== undefined && from !== to && this.#isOwn(from.getSourceFile().fileName))
      this.#link(
        this.#checker.getTypeOfSymbolAtLocation(given, from),
        this.#checker.getTypeOfSymbolAtLocation(wanted, to),
        depth,
      );
  }

  /** Arrays, promises, maps: what they hold. */
  #linkArguments(source: ts.Type, target: ts.Type, depth: number): void {
    const [from, to] = [this.#argumentsOf(source), this.#argumentsOf(target)];
    for (const [at, each] of from.entries()) if (to[at] !== undefined) this.#link(each, to[at], depth);
  }

  #argumentsOf(type: ts.Type): readonly ts.Type[] {
    return isReference(type) ? this.#checker.getTypeArguments(type) : (type.aliasTypeArguments ?? []);
  }

  #linkCalls(source: ts.Type, target: ts.Type, depth: number): void {
    for (const wanted of target.getCallSignatures())
      for (const given of source.getCallSignatures()) {
        this.#link(given.getReturnType(), wanted.getReturnType(), depth);
        for (const [at, parameter] of given.getParameters().entries()) {
          const other = wanted.getParameters()[at];
          const [own, from] = [parameter.valueDeclaration, other?.valueDeclaration];
          if (own !== undefined && other !== undefined && from !== undefined)
            this.#link(
              this.#checker.getTypeOfSymbolAtLocation(other, from),
              this.#checker.getTypeOfSymbolAtLocation(parameter, own),
              depth,
            );
        }
      }
  }

  /** All of it may be read, however deep. */
  #escape(type: ts.Type): void {
    if (this.#escaped.has(type) || isPrimitive(type)) return;
    this.#escaped.add(type);
    if (type.isUnionOrIntersection()) {
      for (const each of type.types) this.#escape(each);
      return;
    }
    for (const argument of this.#argumentsOf(type)) this.#escape(argument);
    for (const property of this.#properties(type)) {
      const declaration = property.declarations?.[0];
      if (declaration === undefined || !this.#isOwn(declaration.getSourceFile().fileName)) continue;
      if (ts.isMethodSignature(declaration) || ts.isMethodDeclaration(declaration)) continue;
      this.#readSymbol(property);
      this.#escape(this.#checker.getTypeOfSymbolAtLocation(property, declaration));
    }
  }

  #properties(type: ts.Type): ts.Symbol[] {
    return this.#checker.getPropertiesOfType(this.#checker.getApparentType(type));
  }

  #property(type: ts.Type, name: string): ts.Symbol | undefined {
    return this.#checker.getPropertyOfType(
      this.#checker.getApparentType(this.#checker.getNonNullableType(type)),
      name,
    );
  }
}

/** The left side of an assignment is written, not read. */
function isTarget(node: ts.Node): boolean {
  const { parent } = node;
  return (
    ts.isBinaryExpression(parent) &&
    parent.left === node &&
    parent.operatorToken.kind === ts.SyntaxKind.EqualsToken
  );
}

/** A guard such as `isRefusal(value)` tells what a value is, and reads no member of it for anybody. */
function isOnlyGuarded(checker: ts.TypeChecker, node: ts.Expression): boolean {
  const call = node.parent;
  if (!ts.isCallExpression(call) || call.expression === node) return false;
  const signature = checker.getResolvedSignature(call);
  return signature !== undefined && checker.getTypePredicateOfSignature(signature) !== undefined;
}

const isAnything = ({ flags }: ts.Type) =>
  (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.NonPrimitive)) !== 0;
const isPrimitive = ({ flags }: ts.Type) =>
  (flags &
    (ts.TypeFlags.StringLike |
      ts.TypeFlags.NumberLike |
      ts.TypeFlags.BooleanLike |
      ts.TypeFlags.BigIntLike |
      ts.TypeFlags.Null |
      ts.TypeFlags.Undefined |
      ts.TypeFlags.Void |
      ts.TypeFlags.Never |
      ts.TypeFlags.ESSymbolLike)) !==
  0;
const isReference = (type: ts.Type): type is ts.TypeReference =>
  'objectFlags' in type && ((type.objectFlags as ts.ObjectFlags) & ts.ObjectFlags.Reference) !== 0;

if (process.argv[1] === import.meta.filename) {
  const root = dirname(import.meta.dirname);
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options, fileNames } = ts.parseJsonConfigFileContent(
    { ...config, include: ['src', 'scripts', 'bench'] },
    ts.sys,
    root,
  );
  const program = ts.createProgram(
    fileNames.filter((name) => !name.endsWith('.test.ts')),
    options,
  );
  const found = unusedMembers(program, join(root, 'src/')).map((name) => relative(root, name));
  const unused = found.filter((name) => !(name in ALLOWED));
  const stale = Object.keys(ALLOWED).filter((name) => !found.includes(name));
  for (const name of unused) console.error(`read by nobody: ${name}`);
  for (const name of stale) console.error(`allowed and not needed: ${name}`);
  if (unused.length + stale.length > 0) process.exit(1);
  console.log('every member is read');
}
