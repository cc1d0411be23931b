/** One or two sentences about a directory: from its README, docstring or manifest, else a list of what it contains. */
import { isTestDirectory } from '../../../core/file-kind/index.ts';
import { byCodeUnit } from '../../../core/text/index.ts';
import { baseName } from '../document/scope.ts';
import { topExports } from './exports-field.ts';
import { type FileRole, knownPurpose } from './file-role.ts';
import { importanceOf } from './files-field.ts';
import type { ManifestKind } from './manifests/index.ts';
import { firstSentence, listed, shortened } from './prose.ts';
import { type DirectoryFacts, MOST_FILES } from './read-directory.ts';
import { isReadme } from './readme.ts';
import type { SourceFile } from './source-file.ts';

export interface Child {
  /** With a trailing slash. */
  name: string;
  summary: string;
}

const ENTRY =
  /^(?:__init__\.pyi?|index\.[cm]?[jt]sx?|mod\.(?:rs|ts)|lib\.rs|main\.rs|doc\.go|package-info\.java|package\.scala|init\.lua|root\.zig)$/;
/** Names that any directory may have. */
const UNSPECIFIC = /^(?:mod|index|lib|main|__init__)$/;
const NAMES_SHOWN = 5;
const LONGEST_SUMMARY = 240;
/** With this many files or fewer, the only program still says what the directory is for. */
const MOST_BESIDE = 4;
/** From this many documents on, a directory is documentation. */
const LEAST_PAGES = 3;
/** A directory is described by a role if this share of its files has it. */
const MAJORITY = 0.6;

/** Directories that only group others. */
const GROUPING =
  /^(?:src|lib|libs|packages?|apps?|pkg|internal|cmd|main|java|kotlin|scala|groovy|swift|Sources|org|com|crates|modules|\.)$/;

/** Unless they hold code of their own. */
const PLURAL_GROUP = /^(?:libs|packages|apps|crates|modules)$/;

/** Common directory names that say little without the name of the parent. */
const COMMON_NAMES = new Set(
  'actions adapters api backends base checks classes cli commands common components constants controllers core db decorators drivers errors events exceptions fields files filters forms functions handlers helpers hooks impl interfaces jobs management middleware middlewares migrations models operations pages parsers plugins providers reducers resources routes schemas scripts serializers services sources static storage stores styles tasks templates templatetags tools types urls utils validators views widgets'.split(
    ' ',
  ),
);

const BY_ROLE: Readonly<Record<Exclude<FileRole, 'code'>, string>> = {
  test: 'Tests',
  config: 'Settings',
  document: 'Documentation',
  template: 'Templates',
  style: 'Styles',
  script: 'Scripts',
  schema: 'Schemas',
  data: 'Data',
};

/** `kinds` are the manifests of the project's main language, which are preferred. */
export function summaryOf(
  facts: DirectoryFacts,
  children: readonly Child[],
  kinds: readonly ManifestKind[] = [],
): string {
  return shortened(documented(facts, children, kinds) ?? contents(facts, children), LONGEST_SUMMARY);
}

function documented(
  facts: DirectoryFacts,
  children: readonly Child[],
  kinds: readonly ManifestKind[],
): string | undefined {
  const fitting = facts.manifests.filter(({ kind }) => kinds.includes(kind));
  const described = (fitting.length > 0 ? fitting : facts.manifests).flatMap(
    ({ description }) => description ?? [],
  )[0];
  const manifest = described === undefined ? undefined : firstSentence(described);
  if (facts.scope === '.') return manifest ?? facts.readme ?? entryDoc(facts, children);
  // A README in a test directory says how to run the tests, not what they test.
  const readme =
    isTestDirectory(facts.scope) && !/\btests?\b/i.test(facts.readme ?? '') ? undefined : facts.readme;
  return readme ?? entryDoc(facts, children) ?? manifest;
}

/** The documentation of the directory's main file, or of its only one. */
function entryDoc({ scope, files }: DirectoryFacts, children: readonly Child[]): string | undefined {
  const code = files.filter(({ role }) => role === 'code');
  const name = baseName(scope).toLowerCase();
  const entry = code.find((file) => ENTRY.test(file.name) && file.doc !== undefined);
  const namesake = code.find((file) => stemOf(file).toLowerCase() === name && file.doc !== undefined);
  const packageDoc = code.find(({ language, doc }) => language === 'go' && /^Package \w+ /.test(doc ?? ''));
  const only =
    code.length === 1 && files.length <= MOST_BESIDE && children.length === 0 ? code[0] : undefined;
  return (packageDoc ?? entry ?? namesake ?? only)?.doc;
}

function contents(facts: DirectoryFacts, children: readonly Child[]): string {
  const { scope, files } = facts;
  const title = isTestDirectory(scope) ? testTitle(scope) : titleOf(scope, children.length > 0);
  const substantial = files.filter(
    ({ name, size }) => !(/^(?:__init__|mod|index)\./.test(name) && size < 200),
  );
  const real = substantial.length === 0 && children.length === 0 ? files : substantial;
  if (real.length === 0 && children.length === 0) return `${title}: no source of its own.`;
  // A directory that mostly contains other directories is described by them.
  const pages = real.filter(
    ({ role, name }) => role === 'document' && knownPurpose(name) === undefined && !isReadme(name),
  );
  const isDocumentation = pages.length >= LEAST_PAGES && pages.length >= children.length;
  const isHolder =
    scope === '.' || children.length > real.length || !(isDocumentation || real.some(isProgram));
  if (isHolder && children.length > 0) return holding(title, children);
  const role = majority(real);
  if (isMigrations(real)) return `Database migrations: ${namesOf(real)}.`;
  if (role === 'test' || (isTestDirectory(scope) && role === 'code'))
    return withTitle(title, namesOf(real.filter(isProgram)), real.filter(isProgram));
  if (role !== undefined && role !== 'code') {
    const alike = real.filter((file) => file.role === role);
    const specific = alike.filter(({ name }) => knownPurpose(name) === undefined);
    return `${BY_ROLE[role]}${about(scope, role)}: ${namesOf(specific.length > 0 ? specific : alike)}.`;
  }
  const code = real.filter((file) => file.role === 'code');
  if (code.length > 0) return withTitle(title, codeNames(facts, code), code);
  const specific = real.filter(({ name }) => knownPurpose(name) === undefined);
  return withTitle(title, namesOf(specific.length > 0 ? specific : real), real);
}

function codeNames(facts: DirectoryFacts, code: readonly SourceFile[]): string {
  const names = topExports(facts).map(({ name }) => name);
  if (names.length > 0 && facts.files.length > MOST_FILES) {
    // No four of hundreds of declarations are typical, so name the most important files.
    const weights = new Map(code.map((file) => [file, importanceOf(file, facts)]));
    return namesOf(code.toSorted((a, b) => (weights.get(b) ?? 0) - (weights.get(a) ?? 0)));
  }
  if (names.length > 0 && !areAlike(code)) return listed(names, NAMES_SHOWN);
  const isUnspecific = code.every((file) => file.internals.length === 0 && UNSPECIFIC.test(stemOf(file)));
  if (!isUnspecific) return namesOf(code);
  return facts.external.length > 0
    ? `uses ${listed(facts.external.toSorted(byCodeUnit), NAMES_SHOWN)}`
    : listed(
        code.map(({ name }) => name),
        NAMES_SHOWN,
      );
}

/** `Config: config.` says nothing. */
function withTitle(title: string, shown: string, files: readonly SourceFile[]): string {
  const echo = title.toLowerCase().split(' ').at(-1) === shown.toLowerCase();
  return `${title}: ${
    echo
      ? listed(
          files.map(({ name }) => name),
          NAMES_SHOWN,
        )
      : shown
  }.`;
}

function isProgram({ role }: SourceFile): boolean {
  return role === 'code' || role === 'test';
}

/** Shows a chain of directories that each contain only one directory as one path. */
function holding(title: string, children: readonly Child[]): string {
  const [only, ...more] = children;
  if (only === undefined || more.length > 0)
    return `${title}: ${listed(
      children.map(({ name }) => name),
      NAMES_SHOWN,
    )}.`;
  const further = /^Only (\S+\/): (.*)$/s.exec(only.summary);
  return further === null
    ? `Only ${only.name}: ${only.summary}`
    : `Only ${only.name}${further[1]}: ${further[2]}`;
}

/** Whether most files define the same name, such as `Command`; then files are listed by name. */
function areAlike(files: readonly SourceFile[]): boolean {
  const code = files.filter(({ role, exported }) => role === 'code' && exported.length > 0);
  const counts = new Map<string, number>();
  for (const { exported } of code)
    for (const { name } of exported) counts.set(name, (counts.get(name) ?? 0) + 1);
  return code.length > 1 && Math.max(...counts.values()) > code.length / 2;
}

/** `0001_initial.py`, `20240101_add_users.sql` */
function isMigrations(files: readonly SourceFile[]): boolean {
  return files.length > 0 && files.filter(({ name }) => /^[Vv]?\d{3,}/.test(name)).length > files.length / 2;
}

function majority(files: readonly SourceFile[]): FileRole | undefined {
  const counts = new Map<FileRole, number>();
  for (const { role } of files) counts.set(role, (counts.get(role) ?? 0) + 1);
  for (const [role, count] of counts) if (count >= files.length * MAJORITY) return role;
  return files.some(({ role }) => role === 'code') ? 'code' : undefined;
}

/** Titles of documents, names of other files. */
function namesOf(files: readonly SourceFile[]): string {
  const names = files.map((file) =>
    file.role === 'document'
      ? shortened(file.doc ?? file.name, 50)
      : file.role === 'code' || file.role === 'test'
        ? stemOf(file)
        : file.name,
  );
  const specific = names.filter((name) => !UNSPECIFIC.test(name));
  const internals = files.flatMap((file) => file.internals);
  const shown = [specific, internals, names].find((list) => list.length > 0) ?? [];
  return listed([...new Set(shown)], NAMES_SHOWN);
}

function testTitle(scope: string): string {
  const parts = scope.split('/').filter((part) => part !== '.');
  const own = parts.findLast((part) => !isTestDirectory(part));
  const last = parts.at(-1) ?? '';
  if (own !== undefined && !GROUPING.test(own)) return `Tests of ${words(own)}`;
  return /^(?:tests?|specs?|__tests__)$/.test(last) ? 'Tests' : titled(last);
}

/** `Templates of admin`, but not `Templates of templates`. */
function about(scope: string, role: FileRole): string {
  const name = baseName(scope);
  const [title = ''] = BY_ROLE[role === 'code' ? 'data' : role].toLowerCase().split(' ');
  const says = [title.slice(0, 4), ...(role === 'style' ? ['css', 'sass', 'scss', 'less'] : [])];
  return scope === '.' || says.some((word) => name.toLowerCase().startsWith(word.slice(0, 3)))
    ? ''
    : ` of ${words(name)}`;
}

/** `Backends of cache`: a common name says too little alone. */
function titleOf(scope: string, hasChildren: boolean): string {
  const groups = GROUPING.test(baseName(scope)) && (hasChildren || !PLURAL_GROUP.test(baseName(scope)));
  if (groups && scope !== '.') {
    const owner = scope.split('/').findLast((part) => !GROUPING.test(part));
    return owner === undefined ? 'Source' : `Source of ${words(owner)}`;
  }
  const [parent = '', name = ''] = scope.split('/').slice(-2);
  const isCommon =
    COMMON_NAMES.has(name.toLowerCase()) && !GROUPING.test(parent) && !COMMON_NAMES.has(parent.toLowerCase());
  return titled(isCommon ? `${name} of ${words(parent)}` : baseName(scope));
}

function titled(name: string): string {
  const text = name === '.' ? 'Project' : words(name);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function words(name: string): string {
  return name.replace(/[-_]+/g, ' ').trim() || name;
}

function stemOf({ name }: SourceFile): string {
  return name.replace(/\.(?:test|spec|d)?\.?[^.]*$/, '') || name;
}
