/** A symbol as an answer shows it: what it is, its text, and its mentions with one line each. */
import { readingRank } from '../../../core/file-kind/index.ts';
import type { OutlineSymbol } from '../../../core/languages/index.ts';
import { CLASSES, type MentionClass } from '../../../core/mention-class.ts';
import {
  type DeclarationRef,
  lineAt,
  lineText,
  type Mention,
  type MentionsFound,
  type ReadFile,
  type SymbolMatch,
  type SymbolSession,
  testTitle,
} from '../../../core/symbols/index.ts';
import { byCodeUnit } from '../../../core/text/index.ts';
import type { ExploreDeps } from '../explore-deps.ts';

/** Longer bodies are shown by their beginning and their end. */
const MOST_BODY_LINES = 120;
const LAST_BODY_LINES = 25;
const LONGEST_LINE = 200;
const NUMBER_WIDTH = 4;
/** Of a file that is gone since its symbols were found. */
const NOTHING_READ: ReadFile = { text: '', facts: undefined, unparsed: undefined };

export interface SymbolFields {
  name: string;
  qualified_name: string;
  kind: string;
  path: string;
  start_line: number;
  end_line: number;
  signature: string;
  /** Absent where there is none. */
  doc?: string;
}

export interface ReferenceFields {
  path: string;
  line: number;
  column: number;
  class: MentionClass;
  /** Absent in comments, in strings, and where the text was not parsed. */
  role?: string;
  /** The qualified name of the declaration around it, or the test by its title; absent at the top of a file. */
  enclosing?: string;
  text: string;
  /** The name it is used under, where that is not its own. */
  alias?: string;
  /** With `other`: what the name is bound to instead. */
  bound_to?: string;
  /** In a tree of callers, where each comes before its own callers. */
  depth?: number;
  /** It is among those above that lead here: a circle. */
  cycle?: true;
  /** Its callers are listed where it was first. */
  repeated?: true;
}

export async function symbolFields(
  session: SymbolSession,
  match: SymbolMatch,
  { outline }: Pick<ExploreDeps, 'outline'>,
  signal: AbortSignal,
): Promise<SymbolFields> {
  const read = (await session.file(match.path)) ?? NOTHING_READ;
  const { symbols } = await outline.outline(match.path, read.text, { signal });
  const outlined = outlinedAs(match, symbols);
  return {
    name: match.name,
    qualified_name: match.qualifiedName,
    kind: match.kind,
    path: match.path,
    start_line: match.startLine,
    end_line: match.endLine,
    signature:
      outlined?.signature !== undefined && outlined.signature !== ''
        ? `${match.name}${joined(outlined.signature)}`
        : declarationLine(read, match.line),
    ...(outlined?.doc ? { doc: outlined.doc } : {}),
  };
}

/** `(a, b)` follows the name at once, a type after a blank. */
function joined(signature: string): string {
  return /^[(<]/.test(signature) ? signature : ` ${signature}`;
}

function outlinedAs(match: SymbolMatch, symbols: readonly OutlineSymbol[]): OutlineSymbol | undefined {
  return symbols.find(
    ({ name, startLine, endLine }) =>
      (name === match.name || name.endsWith(`.${match.name}`)) &&
      startLine <= match.line &&
      match.line <= endLine,
  );
}

function declarationLine(read: { text: string }, line: number): string {
  return cut(lineText(read, line).trim());
}

/** The declaration with its decorators and the comment above it, numbered. */
export async function bodyOf(session: SymbolSession, match: SymbolMatch): Promise<string> {
  const read = (await session.file(match.path)) ?? NOTHING_READ;
  const first = commentStart(read, match.startLine);
  const wanted = read.text.split(/\r?\n/).slice(first - 1, match.endLine);
  const number = (line: string, at: number) => `${String(first + at).padStart(NUMBER_WIDTH)}: ${line}`;
  const numbered = wanted.map(number);
  if (numbered.length <= MOST_BODY_LINES) return numbered.join('\n');
  const head = MOST_BODY_LINES - LAST_BODY_LINES;
  const tail = numbered.length - LAST_BODY_LINES;
  const left = `      … ${tail - head} lines left out: ${match.path}:${first + head}-${first + tail - 1}`;
  return [...numbered.slice(0, head), left, ...numbered.slice(tail)].join('\n');
}

/** The line on which the comment above a declaration begins; its own, if there is none. */
export async function firstLineOf(session: SymbolSession, match: SymbolMatch): Promise<number> {
  return commentStart((await session.file(match.path)) ?? NOTHING_READ, match.startLine);
}

/** The first line of the comments that end right above the declaration. */
function commentStart(read: ReadFile, startLine: number): number {
  const comments = read.facts?.comments ?? [];
  const commented = new Set<number>();
  for (let at = 0; at < comments.length; at += 2) {
    const [start, end] = [comments[at] ?? 0, comments[at + 1] ?? 0];
    const first = lineAt(read, start);
    // Comments come in order.
    if (first >= startLine) break;
    // A comment behind code belongs to that code.
    if (lineText(read, first).slice(0, columnAt(read.text, start)).trim() !== '') continue;
    for (let line = first; line <= lineAt(read, Math.max(start, end - 1)); line++) commented.add(line);
  }
  let first = startLine;
  while (commented.has(first - 1)) first--;
  return first;
}

export async function referenceFields(
  session: SymbolSession,
  mention: Mention & { alias?: string },
): Promise<ReferenceFields> {
  const read = (await session.file(mention.path)) ?? NOTHING_READ;
  const line = lineAt(read, mention.offset);
  const enclosing =
    mention.enclosing < 0
      ? undefined
      : await session.describe({ path: mention.path, index: mention.enclosing });
  const around = enclosing?.qualifiedName ?? testTitle(mention.path, read, line);
  const boundTo = mention.other === undefined ? undefined : await nameOf(session, mention.other);
  return {
    path: mention.path,
    line,
    column: columnAt(read.text, mention.offset) + 1,
    class: mention.class,
    ...(mention.role === undefined ? {} : { role: mention.role }),
    ...(around === undefined ? {} : { enclosing: around }),
    text: declarationLine(read, line),
    ...(mention.alias === undefined ? {} : { alias: mention.alias }),
    ...(boundTo === undefined ? {} : { bound_to: boundTo }),
  };
}

async function nameOf(session: SymbolSession, other: NonNullable<Mention['other']>): Promise<string> {
  if ('external' in other) return other.external;
  const match = await session.describe(other);
  return match === undefined ? other.path : `${match.path}::${match.qualifiedName}`;
}

/** Surely or probably the symbol itself. */
export function isMeant({ class: kind }: Mention): boolean {
  return kind === 'certain' || kind === 'likely';
}

/** Source, then tests, then the rest; within that by file, or by caller. */
export function inOrder(mentions: readonly Mention[], group: 'file' | 'caller' = 'file'): Mention[] {
  return [...mentions].sort(
    (a, b) =>
      readingRank(a.path) - readingRank(b.path) ||
      byCodeUnit(a.path, b.path) ||
      (group === 'caller' ? a.enclosing - b.enclosing : 0) ||
      a.offset - b.offset,
  );
}

const REASONS: Readonly<Record<MentionsFound['unparsed'][number]['why'], string>> = {
  minified: 'minified',
  stopped: 'parsing it took too long or too much memory',
  'no time': 'no time',
  'syntax errors': 'syntax errors',
};

/** What is said of files whose mentions are possible because they cannot be parsed; nothing if there are none. */
export function unparsedWarnings(unparsed: MentionsFound['unparsed']): string[] {
  const lasting = unparsed.filter(({ why }) => why !== 'no time');
  const [first] = lasting;
  if (first === undefined) return [];
  const files = lasting.length === 1 ? '1 file was' : `${lasting.length} files were`;
  return [
    `${files} not parsed, so all mentions there are possible: ${first.path} (${REASONS[first.why]})${lasting.length > 1 ? ', …' : ''}.`,
  ];
}

/** What is said of uses that the counts of its own name leave out. */
export function aliasWarnings(aliased: MentionsFound['aliased']): string[] {
  if (aliased.length === 0) return [];
  const names = [...new Set(aliased.map(({ alias }) => alias))].sort(byCodeUnit).join(', ');
  const [uses, them] = aliased.length === 1 ? ['1 use is', 'it'] : [`${aliased.length} uses are`, 'them'];
  return [`${uses} under another name: ${names}. The counts are without ${them}.`];
}

/** More are not named. */
const MOST_RELATIVES = 5;

/**
 * What is said of mentions that are bound to the same member of a class above or below: an attribute that both set through
 * `self` is one to a person.
 */
export async function relativesWarnings(
  session: SymbolSession,
  match: SymbolMatch,
  mentions: readonly Mention[],
): Promise<string[]> {
  const owner = await session.resolver.ownerOf(match);
  if (owner === undefined) return [];
  const counts = new Map<string, { ref: DeclarationRef; count: number }>();
  for (const { other } of mentions) {
    if (other === undefined || 'external' in other) continue;
    const key = `${other.path}\n${other.index}`;
    const known = counts.get(key) ?? { ref: other, count: 0 };
    counts.set(key, { ...known, count: known.count + 1 });
  }
  const named: string[] = [];
  for (const { ref, count } of counts.values()) {
    const otherOwner = await session.resolver.ownerOf(ref);
    if (otherOwner === undefined || !(await areRelated(session, owner, otherOwner))) continue;
    const relative = await session.describe(ref);
    if (relative !== undefined) named.push(`${relative.qualifiedName} (${count})`);
  }
  if (named.length === 0) return [];
  const more = named.length > MOST_RELATIVES ? `, and ${named.length - MOST_RELATIVES} more` : '';
  return [
    `Classes above or below declare it too, and their mentions are other: ${named.slice(0, MOST_RELATIVES).join(', ')}${more}.`,
  ];
}

async function areRelated(session: SymbolSession, a: DeclarationRef, b: DeclarationRef): Promise<boolean> {
  return (await session.resolver.isKindOf(a, b)) === true || (await session.resolver.isKindOf(b, a)) === true;
}

/** What is said at the end of an answer that is without some files, because time was up. */
export function timeWarnings({ filesLeft }: SymbolSession): string[] {
  return filesLeft === 0
    ? []
    : [
        `${filesLeft} ${filesLeft === 1 ? 'file was' : 'files were'} not parsed for lack of time: ask again for more.`,
      ];
}

/** How many mentions each class has; they add up to `total`. */
export function countsOf(mentions: readonly Mention[]): Record<MentionClass | 'total', number> {
  const counts = Object.fromEntries(CLASSES.map((each) => [each, 0])) as Record<MentionClass, number>;
  for (const mention of mentions) counts[mention.class]++;
  return { ...counts, total: mentions.length };
}

function columnAt(text: string, offset: number): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1);
}

function cut(line: string): string {
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE - 1)}…` : line;
}
