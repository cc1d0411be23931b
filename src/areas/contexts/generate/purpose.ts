/** What a file is for, in one sentence. */
import { knownPurpose } from './file-role.ts';
import { counted, listed, shortened } from './prose.ts';
import type { SourceFile } from './source-file.ts';
import { topExports } from './top-exports.ts';

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

export function purposeOf(file: SourceFile): string {
  return shortened(known(file) ?? byContent(file), LONGEST_PURPOSE);
}

function known(file: SourceFile): string | undefined {
  const named = knownPurpose(file.name);
  if (file.role === 'document') return named ?? (file.doc === undefined ? undefined : `“${file.doc}”.`);
  return named ?? file.doc;
}

function byContent(file: SourceFile): string {
  if (file.generated)
    return `Generated ${languageName(file.language)} ${file.role === 'code' ? 'code' : 'file'}.`;
  if (file.role === 'test') return `Tests of ${testedName(file.name)}.`;
  if (file.role !== 'code') return byRole(file);
  const [main, ...more] = topExports({ files: [file] });
  if (main === undefined) return reexports(file) ?? internals(file) ?? `${languageName(file.language)} code.`;
  // `Mapper.Async.cs`: a part of a class whose other parts are elsewhere.
  const behind = file.name.startsWith(main.name) ? file.name.slice(main.name.length) : '';
  const part = /^\.(.+)\.\w+$/.exec(behind)?.[1];
  if (more.length === 0 && part !== undefined) return `The part ${part} of ${main.name}.`;
  if (more.length === 0 && main.doc !== undefined)
    return main.doc.startsWith(main.name) ? main.doc : `${main.name}: ${main.doc}`;
  return `Defines ${listed(
    [main, ...more].map(({ name }) => name),
    NAMES_SHOWN,
  )}.`;
}

function byRole({ role, language }: SourceFile): string {
  const name = languageName(language);
  if (role === 'template') return `${name} template.`;
  if (role === 'style') return `${name} styles.`;
  if (role === 'script') return `${name} script.`;
  if (role === 'schema') return `${name} definitions.`;
  if (role === 'document') return `${name} document.`;
  return `${name} file.`;
}

function internals({ internals: names }: SourceFile): string | undefined {
  return names.length === 0 ? undefined : `Internals: ${listed(names, NAMES_SHOWN)}.`;
}

/** A file that passes on what others define, or one that runs with their help. */
function reexports(whole: SourceFile): string | undefined {
  const { imports, name: file } = whole;
  const sources = imports.filter(({ specifier }) => specifier.startsWith('.'));
  if (sources.length === 0) return undefined;
  const names = [...new Set(sources.map(({ specifier }) => stem(specifier)))].filter((name) => name !== '');
  const passesOn = GATHERS.test(file) || sources.some(({ kind }) => kind === 'export-from');
  if (!passesOn)
    return internals(whole) ?? (names.length === 0 ? undefined : `Uses ${listed(names, NAMES_SHOWN)}.`);
  return names.length === 0
    ? `Brings ${counted(sources.length, 'module')} together.`
    : `Brings ${listed(names, NAMES_SHOWN)} together.`;
}

/** Files that stand for their directory. */
const GATHERS = /^(?:__init__|index|mod|lib|main)\.\w+$/;

function stem(specifier: string): string {
  return specifier.replace(/^[./]+/, '').replace(/\.\w+$/, '');
}

function testedName(name: string): string {
  return name
    .replace(/\.[^.]+$/, '')
    .replace(/^tests?[_.]|[._-](?:tests?|spec|e2e|unittest)$|(?:Tests?|TestCase|Spec|IT)$/g, '')
    .replace(/^$/, name);
}
