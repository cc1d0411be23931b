/** Reads one source file: its documentation, exports, imports, data models and environment variables. */
import {
  type ImportReference,
  imports,
  languageOf,
  type OutlineSymbol,
  outline,
  parsedOr,
} from '../../../core/languages/index.ts';
import { splitLines } from '../../../core/text/index.ts';
import { baseName } from '../document/scope.ts';
import { type DataModel, dataModels } from './data-models.ts';
import { type FileRole, roleOf } from './file-role.ts';
import { headDoc, stripMarks } from './head-doc.ts';
import { firstSentence, shortened } from './prose.ts';
import { readmeSentence, titleOf } from './readme.ts';
import {
  isNameless,
  isNamesake,
  isType,
  outerSymbols,
  type PublicSymbol,
  publicSymbols,
} from './visibility.ts';

export interface Exported {
  name: string;
  kind: string;
  /** `(a, b)`; empty where there is none. */
  signature: string;
  doc: string | undefined;
  lines: number;
  /** Names of its public methods. */
  members: string[];
}

export interface SourceFile {
  path: string;
  name: string;
  size: number;
  language: string;
  role: FileRole;
  doc: string | undefined;
  /** The first sentence of a document below its title. */
  lead: string | undefined;
  generated: boolean;
  exported: Exported[];
  /** What it declares, if it exports nothing. */
  internals: string[];
  imports: readonly ImportReference[];
  environment: string[];
  models: DataModel[];
}

export interface SourceFileTask {
  file: SourceFile;
  text: string;
}

/** Most larger files are data or generated. */
export const LARGEST_READ = 512 * 1024;
const LONGEST_SIGNATURE = 90;
const METHODS = new Set(['method', 'async_method', 'function', 'async_function']);
const MOST_MEMBERS = 20;

/** Undefined for a file of no known language. */
export function emptySourceFile(path: string, size: number): SourceFile | undefined {
  const [language, role] = [languageOf(path), roleOf(path)];
  if (language === undefined || role === undefined) return undefined;
  const none = {
    doc: undefined,
    lead: undefined,
    generated: false,
    exported: [],
    internals: [],
    imports: [],
    environment: [],
    models: [],
  };
  return { path, name: baseName(path), size, language, role, ...none };
}

/** Reads only the head of tests: nobody imports from them, and they are half of many projects. */
export async function readSourceFile(file: SourceFile, text: string): Promise<SourceFile> {
  if (file.role === 'document')
    return { ...file, doc: titleOf(text, file.language), lead: readmeSentence(text) };
  const { sentence, generated } = headDoc(file.path, text, file.language);
  const models = generated ? [] : dataModels(file.language, text);
  const head = { ...file, doc: generated ? undefined : sentence, generated, models };
  if (file.role !== 'code' || generated) return head;
  const lines = splitLines(text);
  const symbols = await parsedOr([], outline(file.path, text));
  const exported = publicSymbols(file.language, lines, text, symbols).map((symbol) => ({
    name: symbol.ownName,
    kind: symbol.kind,
    signature: signatureOf(symbol),
    doc: symbolSentence(lines, symbol),
    lines: symbol.endLine - symbol.startLine + 1,
    members: symbols
      .filter(({ parentSymbol, kind }) => parentSymbol === symbol.name && METHODS.has(kind))
      .map(({ name }) => name.slice(name.lastIndexOf('.') + 1))
      .filter((name, at, all) => !/^[_#]|^constructor$|^initialize$/.test(name) && all.indexOf(name) === at)
      .slice(0, MOST_MEMBERS),
  }));
  const internals = exported.length > 0 ? [] : topLevelNames(symbols);
  return {
    ...head,
    doc: docOfFile(file.name, sentence, exported),
    exported,
    internals,
    imports: await parsedOr([], imports(file.path, text)),
    environment: environmentNames(text),
  };
}

/** A comment above the first of several declarations is about that one; the file is about its namesake. */
function docOfFile(
  name: string,
  sentence: string | undefined,
  exported: readonly Exported[],
): string | undefined {
  const owner = sentence === undefined ? undefined : exported.find(({ doc }) => doc === sentence);
  if (owner === undefined || exported.length === 1) return sentence;
  // The other declarations may be parts of the one type.
  if (isType(owner.kind) && exported.filter(({ kind }) => isType(kind)).length === 1) return sentence;
  return exported.find((each) => isNamesake(each.name, name))?.doc;
}

/** The longest first. */
function topLevelNames(symbols: readonly OutlineSymbol[]): string[] {
  const names = outerSymbols(symbols)
    .sort((a, b) => b.endLine - b.startLine - (a.endLine - a.startLine))
    .map(({ name }) => name.slice(name.lastIndexOf('.') + 1))
    .filter((name) => /^[\w$]+$/.test(name) && !isNameless(name));
  return [...new Set(names)].slice(0, MOST_MEMBERS);
}

function signatureOf({ signature }: PublicSymbol): string {
  const flat = signature.replace(/\s+/g, ' ').trim();
  if (flat.length <= LONGEST_SIGNATURE) return flat;
  return `${shortened(flat, LONGEST_SIGNATURE - 1).replace(/…$/, '')}…)`;
}

/** How far documentation may be from its declaration. */
const LINES_ABOVE = 80;
const LINES_BELOW = 40;
/** The most lines of one sentence. */
const MOST_LINES = 6;

/** The whole first sentence of a declaration's documentation; the outline has only its first line. */
function symbolSentence(lines: readonly string[], symbol: OutlineSymbol): string | undefined {
  const { doc } = symbol;
  if (doc === undefined) return undefined;
  if (/[.!?](?:\s|$)/.test(doc)) return firstSentence(doc);
  const at = placeOf(lines, symbol, doc);
  if (at === undefined) return firstSentence(doc);
  const text = [doc];
  for (let line = at + 1; line < at + MOST_LINES; line++) {
    const raw = lines[line] ?? '';
    const [next = ''] = stripMarks(raw);
    if (next === '' || /^(?:[@\\:]\w|\*\/|"""|'''|[-=~]{3,})/.test(next)) break;
    // The comment or string ended on the line before.
    if (/(?:\*\/|"""|''')\s*$/.test(lines[line - 1] ?? '') && line > at + 1) break;
    if (line === at + 1 && /(?:\*\/|("""|''').*\1)\s*$/.test(lines[at] ?? '')) break;
    if (isCommentLine(lines[at] ?? '') && !isCommentLine(raw)) break;
    text.push(next.replace(/\s*(?:"""|''').*$/, ''));
    if (/[.!?](?:\s|$)/.test(next) || /("""|''')\s*$/.test(raw)) break;
  }
  return firstSentence(text.join(' '));
}

function placeOf(lines: readonly string[], { startLine }: OutlineSymbol, doc: string): number | undefined {
  const needle = doc.trim();
  for (let line = startLine; line < startLine + LINES_BELOW; line++)
    if (lines[line]?.includes(needle) === true) return line;
  for (let line = startLine - 1; line >= Math.max(0, startLine - LINES_ABOVE); line--)
    if (lines[line]?.includes(needle) === true) return line;
  return undefined;
}

function isCommentLine(line: string): boolean {
  return /^\s*(?:\/\/|\/\*|\*|#|--|;|%)/.test(line);
}

const VARIABLE = '([A-Z][A-Z0-9_]{2,63})';
/** How programs read environment variables. */
const READS: readonly RegExp[] = [
  new RegExp(`\\b(?:process|Bun|import\\.meta)\\.env\\.${VARIABLE}\\b`, 'g'),
  new RegExp(
    `(?:\\bprocess\\.env\\[|\\benviron(?:\\.get\\(|\\.setdefault\\(|\\[|\\.pop\\()|\\bgetenv\\(|\\bGetenv\\(|\\bLookupEnv\\(|\\benv::var(?:_os)?\\(|\\b(?:option_)?env!\\(|\\bENV(?:\\[|\\.fetch\\(|\\.key\\?\\()|\\$_ENV\\[|\\bDeno\\.env\\.get\\(|\\bget_env[!]?\\(|\\bfetch_env!\\(|\\bGetEnvironmentVariable\\(|\\bgetEnvVarOwned\\(\\w+,\\s*)\\s*['"]${VARIABLE}['"]`,
    'g',
  ),
];

/** Environment variables that a text reads. */
export function environmentNames(text: string): string[] {
  const names = new Set<string>();
  for (const read of READS) for (const [, name = ''] of text.matchAll(read)) names.add(name);
  return [...names];
}
