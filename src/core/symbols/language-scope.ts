/** How far names are seen in each language: what files see of each other without an import. */

export interface LanguageScope {
  /** Languages that see each other's names have the same one. */
  family: string;
  /**
   * Names that a file does not bind: `none` are of the language itself; `package` those of the files in the same directory;
   * `space` those of the same namespace; `all` those of the repository; `perhaps` too, but nobody can tell before it runs.
   */
  sees: 'none' | 'package' | 'space' | 'all' | 'perhaps';
  /** The name of an imported package is the one it gives itself, which its path need not end with. */
  importsSpaces: boolean;
  /** A type that has all methods of an interface implements it, without saying so. */
  hasStructuralInterfaces: boolean;
  /** What a file imports can be imported from it. */
  passesImportsOn: boolean;
  /** A file says which of its names it gives to others; the rest is `filePrivate`. */
  listsExports: boolean;
  /** What is between a namespace and a name in it, where imports name things so; empty where they name files. */
  spaceMark: string;
  /** Methods have names of their own beside those of fields, and are looked up by `methodName`. */
  hasMethodNames: boolean;
  /** Members may be declared outside of the type's body, in the same directory or file. */
  hasOutsideMembers: boolean;
  /** … and in any file. */
  hasFarMembers: boolean;
  /** … and of types of libraries: extension methods. */
  extendsLibraries: boolean;
  /** Outside of types there are only types: anything else there is from a text that could not be read whole. */
  hasOnlyTypesOutside: boolean;
  /** Imports are paths through a tree of modules, which pass on what they use. */
  followsModules: boolean;
  /** Imports give the full name of a module, which is exported under it by whichever file declares it. */
  hasFullNames: boolean;
  endings: readonly string[];
  /** A package can be named without an import, and is not known by its name alone. */
  writesOutPackages: boolean;
  /** Names of the members that make an instance. */
  constructors: readonly string[];
  /** The specifier of what is below a module. */
  join(specifier: string, name: string): string;
}

const dotted = (specifier: string, name: string) =>
  `${specifier}${specifier.endsWith('.') ? '' : '.'}${name}`;
const colons = (specifier: string, name: string) => `${specifier}::${name}`;
const slashed = (specifier: string, name: string) => `${specifier}/${name}`;

const BASE: LanguageScope = {
  writesOutPackages: false,
  family: '',
  sees: 'none',
  importsSpaces: false,
  hasStructuralInterfaces: false,
  passesImportsOn: false,
  listsExports: false,
  spaceMark: '',
  hasMethodNames: false,
  hasOutsideMembers: false,
  hasFarMembers: false,
  extendsLibraries: false,
  hasOnlyTypesOutside: false,
  followsModules: false,
  hasFullNames: false,
  endings: [],
  constructors: ['constructor'],
  join: slashed,
};

const SCOPES: Readonly<Record<string, Partial<LanguageScope>>> = {
  python: {
    passesImportsOn: true,
    constructors: ['__init__', '__new__'],
    endings: ['.py', '.pyi'],
    join: dotted,
  },
  javascript: { family: 'ecmascript' },
  typescript: { family: 'ecmascript' },
  go: {
    sees: 'package',
    importsSpaces: true,
    hasStructuralInterfaces: true,
    hasOutsideMembers: true,
    endings: ['.go'],
  },
  java: { family: 'jvm', sees: 'package', hasMethodNames: true, endings: ['.java', '.kt'], join: dotted },
  kotlin: {
    family: 'jvm',
    sees: 'package',
    endings: ['.java', '.kt'],
    hasOutsideMembers: true,
    hasFarMembers: true,
    extendsLibraries: true,
    join: dotted,
  },
  scala: {
    writesOutPackages: true,
    family: 'jvm',
    sees: 'package',
    endings: ['.java', '.scala'],
    join: dotted,
  },
  csharp: {
    sees: 'all',
    endings: ['.cs'],
    hasOutsideMembers: true,
    hasFarMembers: true,
    extendsLibraries: true,
    hasOnlyTypesOutside: true,
    join: dotted,
  },
  rust: {
    followsModules: true,
    hasOutsideMembers: true,
    hasFarMembers: true,
    endings: ['.rs'],
    join: colons,
  },
  c: { family: 'c', sees: 'all', hasOutsideMembers: true, hasFarMembers: true, endings: ['.c', '.h'] },
  cpp: {
    family: 'c',
    sees: 'all',
    hasOutsideMembers: true,
    hasFarMembers: true,
    endings: ['.cc', '.cpp', '.h', '.hpp'],
    join: colons,
  },
  ruby: { sees: 'all', hasOutsideMembers: true, hasFarMembers: true, endings: ['.rb'], join: colons },
  php: {
    sees: 'space',
    spaceMark: '\\',
    hasMethodNames: true,
    endings: ['.php'],
    constructors: ['__construct()'],
  },
  swift: {
    sees: 'all',
    hasOutsideMembers: true,
    hasFarMembers: true,
    extendsLibraries: true,
    constructors: ['init'],
    endings: ['.swift'],
  },
  lua: { sees: 'all', hasOutsideMembers: true, hasFarMembers: true, endings: ['.lua'] },
  elixir: { hasFullNames: true, endings: ['.ex', '.exs'], join: dotted },
  haskell: { hasMethodNames: true, listsExports: true, endings: ['.hs'], join: dotted },
  zig: { endings: ['.zig'] },
  bash: { sees: 'perhaps', passesImportsOn: true, hasMethodNames: true, endings: ['.sh', '.bash'] },
};

const KNOWN = new Map(
  Object.entries(SCOPES).map(([language, scope]) => [language, { ...BASE, family: language, ...scope }]),
);

export function scopeOfLanguage(language: string): LanguageScope {
  return KNOWN.get(language) ?? BASE;
}
