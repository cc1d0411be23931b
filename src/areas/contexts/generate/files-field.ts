/** The field `files`: the most important files of a directory, and what each is for in one sentence. */

import { byCodeUnit, folded } from '../../../core/text/index.ts';
import { withoutEnding } from '../document/scope.ts';
import { topExports } from './exports-field.ts';
import { type FileRole, knownPurpose, testOf } from './file-role.ts';
import { listed, shortened } from './prose.ts';
import { type DirectoryFacts, MOST_FILES } from './read-directory.ts';
import { type Exported, LARGEST_READ, type SourceFile } from './source-file.ts';

import { isNamesake, isType } from './visibility.ts';

export interface FileEntry {
  name: string;
  purpose: string;
  test_file?: string;
}

export function filesField(facts: DirectoryFacts, exists: (path: string) => boolean): FileEntry[] {
  return shownFiles(facts).map(({ file, purpose }) => {
    const test = file.role === 'code' ? testOf(file.path, exists) : undefined;
    return { name: file.name, purpose, ...(test === undefined ? {} : { test_file: test }) };
  });
}

/** `40 of 182 files shown`; undefined if all are shown. */
export function filesShown(facts: DirectoryFacts): string | undefined {
  const [shown, all] = [shownFiles(facts).length, facts.files.length];
  return shown === 0 || shown === all ? undefined : `${shown} of ${all} files shown`;
}

/** The most important files whose purpose is known, by name. */
function shownFiles(facts: DirectoryFacts): { file: SourceFile; purpose: string }[] {
  return (
    facts.files
      .flatMap((file) => {
        const purpose = purposeOf(file);
        return purpose === undefined ? [] : [{ file, purpose, weight: importanceOf(file, facts) }];
      })
      .sort((a, b) => b.weight - a.weight || byCodeUnit(a.file.name, b.file.name))
      // A header repeats what its source says.
      .filter(
        ({ file, purpose }, at, all) =>
          all.findIndex(
            (each) => each.purpose === purpose && withoutEnding(each.file.path) === withoutEnding(file.path),
          ) === at,
      )
      .slice(0, MOST_FILES)
      .sort((a, b) => byCodeUnit(a.file.name, b.file.name))
  );
}

/** Counts are weighed by their logarithm: ten times as much matters, one kilobyte more does not. */
const IMPORTERS = 0.75;
const CHANGES = 2;
/** Documentation counts as much as twice the size. */
const DOCUMENTED = 1;
const ROLES: Partial<Record<FileRole, number>> = { code: 12, test: 4, script: 4, schema: 6, document: 2 };

export function importanceOf(file: SourceFile, { importers, changes }: DirectoryFacts): number {
  const magnitude = (count: number) => Math.log2(1 + count);
  return (
    (file.generated ? 0 : (ROLES[file.role] ?? 0)) +
    (file.doc === undefined ? 0 : DOCUMENTED) +
    magnitude(file.size / 1024) +
    IMPORTERS * magnitude(importers.get(withoutEnding(file.path)) ?? 0) +
    CHANGES * magnitude(changes?.get(file.path) ?? 0)
  );
}

const NAMES_SHOWN = 4;
const LONGEST_PURPOSE = 160;
const LANGUAGES: Readonly<Record<string, string>> = {
  bash: 'Shell',
  cpp: 'C++',
  csharp: 'C#',
  css: 'CSS',
  graphql: 'GraphQL',
  html: 'HTML',
  javascript: 'JavaScript',
  json: 'JSON',
  jsx: 'JavaScript',
  objectivec: 'Objective-C',
  php: 'PHP',
  protobuf: 'Protocol Buffers',
  sql: 'SQL',
  toml: 'TOML',
  tsx: 'TypeScript',
  typescript: 'TypeScript',
  xml: 'XML',
  yaml: 'YAML',
};

export function languageName(language: string): string {
  return LANGUAGES[language] ?? language.charAt(0).toUpperCase() + language.slice(1);
}

/** Undefined if nothing is known beyond the name. */
function purposeOf(file: SourceFile): string | undefined {
  const said = knownPurpose(file.name) === undefined ? (documented(file) ?? byContent(file)) : undefined;
  const purpose = said === undefined ? undefined : withoutName(said, file.name);
  return purpose === undefined || restates(purpose, file.name)
    ? undefined
    : shortened(purpose, LONGEST_PURPOSE);
}

function documented({ name, role, doc, lead }: SourceFile): string | undefined {
  if (role !== 'document') return doc;
  if (doc !== undefined && !restates(doc, name)) return `“${doc}”.`;
  return lead !== undefined && /^\p{Lu}/u.test(lead) ? lead : undefined;
}

/** `adlist.c - A doubly linked list` */
function withoutName(text: string, name: string): string {
  const rest = text.startsWith(name) ? text.slice(name.length) : '';
  const said = /^\s*(?:--?|–|—|:)\s*(\S.*)$/s.exec(rest)?.[1];
  return said === undefined ? text : said.charAt(0).toUpperCase() + said.slice(1);
}

/** Whether every word is part of the name or only says what kind of file it is. */
function restates(purpose: string, name: string): boolean {
  const own = folded(name);
  const words = purpose.match(/[\p{L}\p{N}_]+/gu) ?? [];
  return words.every((word) => EMPTY_WORDS.has(word.toLowerCase()) || own.includes(folded(word)));
}

const EMPTY_WORDS = new Set(
  'a an and are defines file files for has in is module of the this tests'.split(' '),
);

function byContent(file: SourceFile): string | undefined {
  if (file.generated)
    return `Generated ${languageName(file.language)} ${file.role === 'code' ? 'code' : 'file'}.`;
  if (file.role !== 'code') return undefined;
  const exported = topExports({ files: [file] });
  const program = exported.find(({ name }) => name === 'main');
  const [main, ...more] = exported.filter((each) => each !== program);
  if (program !== undefined && main === undefined) return program.doc ?? 'A program.';
  const names = exported.filter((each) => each !== program).map(({ name }) => name);
  if (program !== undefined && exported.every(({ doc }) => doc === undefined))
    return `A program with ${listed(names, NAMES_SHOWN)}.`;
  if (main === undefined) return reexports(file) ?? internals(file) ?? size(file);
  // `Mapper.Async.cs`: a part of a class whose other parts are elsewhere.
  const behind = file.name.startsWith(main.name) ? file.name.slice(main.name.length) : '';
  const part = /^\.(.+)\.\w+$/.exec(behind)?.[1];
  if (more.length === 0 && part !== undefined) return `The part ${part} of ${main.name}.`;
  if (more.length === 0 && main.doc !== undefined)
    return main.doc.startsWith(main.name) ? main.doc : `${main.name}: ${main.doc}`;
  const rest = listed(
    more.map(({ name }) => name),
    NAMES_SHOWN,
  );
  // The same sentence as in `interfaces`, if the file is about one type or is named after it.
  if (main.doc !== undefined && (isType(main.kind) || isNamesake(main.name, file.name)))
    return `${main.doc.startsWith(main.name) ? main.doc : `${main.name}: ${main.doc}`} Also ${rest}.`;
  if (more.length === 0)
    return main.members.length === 0 ? `Defines ${main.name}${main.signature}.` : membersOf(main);
  return `Defines ${listed(names, NAMES_SHOWN)}.`;
}

/** For files that are too large to be read. */
function size({ size: bytes, language }: SourceFile): string | undefined {
  return bytes > LARGEST_READ ? `${Math.round(bytes / 1024)} KiB of ${languageName(language)}.` : undefined;
}

function membersOf({ name, members }: Exported): string {
  return `${name} with ${listed(members, NAMES_SHOWN)}.`;
}

function internals({ internals: names }: SourceFile): string | undefined {
  return names.length === 0 ? undefined : `Internals: ${listed(names, NAMES_SHOWN)}.`;
}

/** A file that re-exports what others define, or one that only uses them. */
function reexports(source: SourceFile): string | undefined {
  const { imports, name: file } = source;
  const sources = imports.filter(({ specifier }) => specifier.startsWith('.'));
  if (sources.length === 0) return undefined;
  const names = [...new Set(sources.map(({ specifier }) => stem(specifier)))].filter((name) => name !== '');
  const passesOn = MAIN_FILE.test(file) || sources.some(({ kind }) => kind === 'export-from');
  if (!passesOn)
    return internals(source) ?? (names.length === 0 ? undefined : `Uses ${listed(names, NAMES_SHOWN)}.`);
  return names.length === 0 ? undefined : `Re-exports ${listed(names, NAMES_SHOWN)}.`;
}

/** Files that usually only re-export. */
const MAIN_FILE = /^(?:__init__|mod|lib)\.\w+$/;

function stem(specifier: string): string {
  return specifier.replace(/^[./]+/, '').replace(/\.\w+$/, '');
}
