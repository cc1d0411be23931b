/** Modules of Haskell: what an import brings, under which names, and what the header gives to others. */
import { NONE } from '../../../languages/index.ts';
import type { FactsBuilder } from '../../builder.ts';
import { methodName, plainName } from '../../facts.ts';

interface Modules {
  /** Imports by what is written before the dot: several modules may have one short name. */
  qualifiers: Map<string, number[]>;
  /** Imports of types whose constructors, fields or methods came with them: `Row(..)`. */
  opened: number[];
  /** Modules all of whose names are seen, but those hidden. */
  stars: { module: number; specifier: string; hidden: ReadonlySet<string> }[];
  /** Expressions of imports of types, which are no values of that name. */
  types: Set<number>;
  /** The modules of names that were imported one by one. */
  sources: Map<string, string>;
  /** What the header lists; undefined if it has no list, and so gives everything. */
  listed: { names: Set<string>; whole: Set<string> } | undefined;
}

const MODULES_OF = new WeakMap<FactsBuilder, Modules>();

export function modulesOf(facts: FactsBuilder): Modules {
  let modules = MODULES_OF.get(facts);
  if (modules === undefined) {
    modules = {
      qualifiers: new Map(),
      opened: [],
      stars: [],
      types: new Set(),
      sources: new Map(),
      listed: undefined,
    };
    MODULES_OF.set(facts, modules);
  }
  return modules;
}

/** Values and types have names apart: a value is looked up as methods of other languages are. */
export const valueKey = methodName;

/** The header is read before the imports, which it may pass on, and its names after them. */
export function readModule(node: number, facts: FactsBuilder): void {
  const { tree } = facts;
  const header = tree.childOf(node, 'header');
  facts.space = tree.of(tree.child(header, 'module'));
  const list = tree.child(header, 'exports');
  const passedOn = new Set(
    tree.childrenOf(list, 'module_export').map((each) => tree.of(tree.child(each, 'module'))),
  );
  for (const each of tree.childrenOf(tree.child(node, 'imports'), 'import'))
    readImport(facts, each, passedOn);
  if (list >= 0 && !passedOn.has(facts.space)) readExports(facts, list);
}

function readImport(facts: FactsBuilder, node: number, passedOn: ReadonlySet<string>): void {
  const { tree } = facts;
  const modules = modulesOf(facts);
  const module = tree.child(node, 'module');
  const [specifier, alias] = [tree.of(module), tree.of(tree.child(node, 'alias'))];
  const line = facts.lineOf(tree.start(node));
  const list = tree.child(node, 'names');
  const isHiding = tree.childOf(node, 'hiding') >= 0;
  const isQualified = tree.childOf(node, 'qualified') >= 0;
  const isWhole = list < 0 || isHiding;
  const isPassedOn = passedOn.has(specifier) || passedOn.has(alias);
  const index = facts.import(
    { specifier, line, isStar: isWhole && !isQualified, exportedAs: isPassedOn && isWhole ? '*' : '' },
    { importedNode: tree.childrenOf(module, 'module_id').at(-1) ?? NONE },
  );
  const qualifier = alias === '' ? specifier : alias;
  modules.qualifiers.set(qualifier, [...(modules.qualifiers.get(qualifier) ?? []), index]);
  const names = tree.childrenOf(list, 'import_name').flatMap((each) => namesOf(facts, each));
  if (isWhole && !isQualified)
    modules.stars.push({
      module: index,
      specifier,
      hidden: new Set(isHiding ? names.map(({ key }) => key) : []),
    });
  for (const { node: name, key, isOpened } of names) {
    if (isHiding) {
      facts.mark(name, 'import', () => facts.member(facts.expression('import', index), key));
      continue;
    }
    const imported = facts.import(
      {
        specifier,
        line,
        imported: key,
        local: isQualified ? '' : key,
        exportedAs: isPassedOn ? key : '',
      },
      { nameNode: name },
    );
    facts.mark(name, 'import', facts.expression('import', imported));
    modules.sources.set(key, specifier);
    if (key === tree.of(name)) modules.types.add(facts.expression('import', imported));
    if (isOpened && !isQualified) modules.opened.push(imported);
  }
}

interface ListedName {
  node: number;
  key: string;
  /** With all that belongs to it. */
  isOpened: boolean;
}

/** The names in one entry of a list: `save`, `Row(..)`, `Row(Full, size)`. */
function namesOf({ tree }: FactsBuilder, entry: number): ListedName[] {
  const [type, value] = [tree.child(entry, 'type'), tree.child(entry, 'variable')];
  const children = tree.namedChildren(tree.child(entry, 'children'));
  const isOpened = children.some((each) => tree.type(each) === 'all_names');
  const named = [value, ...children].filter((each) => /^(?:variable|constructor)$/.test(tree.type(each)));
  return [
    ...(tree.type(type) === 'name' ? [{ node: type, key: tree.of(type), isOpened }] : []),
    ...named.map((node) => ({ node, key: valueKey(tree.of(node)), isOpened: false })),
  ];
}

function readExports(facts: FactsBuilder, list: number): void {
  const { tree } = facts;
  const modules = modulesOf(facts);
  modules.listed = { names: new Set(), whole: new Set() };
  for (const entry of tree.childrenOf(list, 'export'))
    for (const { node, key, isOpened } of namesOf(facts, entry)) {
      modules.listed.names.add(key);
      facts.export(key, node);
      if (!isOpened) continue;
      modules.listed.whole.add(key);
      passOnParts(facts, key);
    }
}

/** `Row(..)` of another module gives its constructors on, and this text does not say which they are. */
function passOnParts(facts: FactsBuilder, type: string): void {
  const { sources, stars } = modulesOf(facts);
  const source = sources.get(type);
  for (const specifier of source === undefined ? stars.map((each) => each.specifier) : [source])
    facts.importOnce({ specifier, imported: '*', exportedAs: '*' });
}

/** True if the header gives the value or type to others; `type` is what a constructor, field or method belongs to. */
export function isGiven(facts: FactsBuilder, key: string, type?: string): boolean {
  const { listed } = modulesOf(facts);
  return listed === undefined || listed.names.has(key) || (type !== undefined && listed.whole.has(type));
}

/** What a bare name means: of this text, of a type that was imported with its parts, or of a module that was imported whole. */
export function bareName(facts: FactsBuilder, key: string, node: number): number {
  const { opened, stars, types } = modulesOf(facts);
  const bound = facts.lookup(key, node);
  const isOther = types.has(bound) && plainName(key) !== key;
  if (!isOther && !facts.isFree(bound)) return bound;
  const found = isOther ? facts.expression('free', facts.nameId(key)) : bound;
  const isHidden = stars.some(({ hidden }) => hidden.has(key));
  const sources = isHidden ? stars.filter(({ hidden }) => !hidden.has(key)) : [];
  return [...sources.map(({ module }) => module), ...opened].reduce(
    (other, index) => facts.expression('unless', other, facts.member(facts.expression('import', index), key)),
    isHidden ? facts.builtin(key) : found,
  );
}

/** What a name means outside of all functions. */
export const ofModule = (facts: FactsBuilder, name: number) =>
  bareName(facts, valueKey(facts.tree.of(name)), NONE);

/** What `M.name` means: of each module that is called so. */
export function qualifiedName(facts: FactsBuilder, qualifier: string, key: string): number {
  const members = (modulesOf(facts).qualifiers.get(qualifier) ?? []).map((index) =>
    facts.member(facts.expression('import', index), key),
  );
  const [first, ...others] = members;
  if (first === undefined) return -1;
  return others.reduce((other, each) => facts.expression('unless', other, each), first);
}
