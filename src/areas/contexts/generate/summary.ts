/** One or two sentences about a directory: its own words if it has some, else what can be counted. */
import { baseName } from '../scope.ts';
import type { DirectoryFacts } from './directory.ts';
import type { FileRole } from './file-role.ts';
import { firstSentence, listed, shortened } from './prose.ts';
import type { SourceFile } from './source-file.ts';
import { isTestDirectory } from './test-file.ts';
import { topExports } from './top-exports.ts';

export interface Child {
  /** With a trailing slash. */
  name: string;
  summary: string;
}

const ENTRY =
  /^(?:__init__\.pyi?|index\.[cm]?[jt]sx?|mod\.(?:rs|ts)|lib\.rs|main\.rs|doc\.go|package-info\.java|package\.scala|init\.lua|root\.zig)$/;
const NAMES_SHOWN = 5;
const LONGEST_SUMMARY = 240;
/** A role speaks for a directory if it has this share of the files. */
const MAJORITY = 0.6;

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

export function summaryOf(facts: DirectoryFacts, children: readonly Child[]): string {
  return shortened(ownWords(facts) ?? counted(facts, children), LONGEST_SUMMARY);
}

function ownWords(facts: DirectoryFacts): string | undefined {
  const described = facts.manifests.flatMap(({ description }) => description ?? [])[0];
  const manifest = described === undefined ? undefined : firstSentence(described);
  return facts.scope === '.'
    ? (manifest ?? facts.readme ?? entryDoc(facts))
    : (facts.readme ?? entryDoc(facts) ?? manifest);
}

/** Of the file that stands for the directory, or of the only one there is. */
function entryDoc({ scope, files }: DirectoryFacts): string | undefined {
  const code = files.filter(({ role }) => role === 'code');
  const name = baseName(scope).toLowerCase();
  const entry = code.find((file) => ENTRY.test(file.name) && file.doc !== undefined);
  const namesake = code.find((file) => stemOf(file).toLowerCase() === name && file.doc !== undefined);
  const packageDoc = code.find(({ language, doc }) => language === 'go' && /^Package \w+ /.test(doc ?? ''));
  const only = code.length === 1 ? code[0] : undefined;
  return (packageDoc ?? entry ?? namesake ?? only)?.doc;
}

function counted(facts: DirectoryFacts, children: readonly Child[]): string {
  const { scope, files } = facts;
  const title = titled(baseName(scope));
  const real = files.filter(({ name, size }) => !(/^(?:__init__|mod|index)\./.test(name) && size < 200));
  if (real.length === 0) {
    if (children.length === 0) return `${title}: no source of its own.`;
    return `${title}: ${listed(
      children.map(({ name }) => name),
      NAMES_SHOWN,
    )}.`;
  }
  const role = majority(real);
  if (/^migrations?$/.test(baseName(scope))) return `Database migrations: ${namesOf(real)}.`;
  if (role === 'test' || (isTestDirectory(scope) && role === 'code'))
    return `${testTitle(scope)}: ${namesOf(real)}.`;
  if (role !== undefined && role !== 'code')
    return `${BY_ROLE[role]}${about(scope, role)}: ${namesOf(real)}.`;
  const names = topExports(facts).map(({ name }) => name);
  return `${title}: ${names.length > 0 ? listed(names, NAMES_SHOWN) : namesOf(real)}.`;
}

function majority(files: readonly SourceFile[]): FileRole | undefined {
  const counts = new Map<FileRole, number>();
  for (const { role } of files) counts.set(role, (counts.get(role) ?? 0) + 1);
  for (const [role, count] of counts) if (count >= files.length * MAJORITY) return role;
  return files.some(({ role }) => role === 'code') ? 'code' : undefined;
}

/** Documents are known by their titles, other files by their names. */
function namesOf(files: readonly SourceFile[]): string {
  const names = files.map((file) =>
    file.role === 'document'
      ? shortened(file.doc ?? file.name, 50)
      : file.role === 'code' || file.role === 'test'
        ? stemOf(file)
        : file.name,
  );
  return listed([...new Set(names)], NAMES_SHOWN);
}

function testTitle(scope: string): string {
  const parts = scope.split('/').filter((part) => part !== '.');
  const own = parts.findLast((part) => !isTestDirectory(part));
  const last = parts.at(-1) ?? '';
  return own !== undefined && !/^(?:src|lib|packages?|app)$/.test(own)
    ? `Tests of ${words(own)}`
    : titled(last);
}

/** `Templates of admin`, but not `Templates of templates`. */
function about(scope: string, role: FileRole): string {
  const name = baseName(scope);
  const [title = ''] = BY_ROLE[role === 'code' ? 'data' : role].toLowerCase().split(' ');
  return scope === '.' || title.startsWith(name.toLowerCase().slice(0, 4)) || name.startsWith('.')
    ? ''
    : ` of ${words(name)}`;
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
