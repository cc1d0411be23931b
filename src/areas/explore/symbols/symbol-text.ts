/** Symbols and their mentions as text. */
import {
  type AnswerText,
  aside,
  counted,
  dim,
  type Excerpt,
  governing,
  head,
  type Line,
  line,
  type Piece,
  place,
  type TextView,
  written,
} from '../../../core/answer.ts';
import type { ValueOf } from '../../../core/tool.ts';
import { declarationRow, lineRange } from '../outline-row.ts';
import type { referencesTool } from '../tools/references.ts';
import type { symbolTool } from '../tools/symbol.ts';
import type { CalleeFields } from './answer-symbol.ts';
import type { ReferenceFields, SymbolFields } from './symbol-view.ts';

type Symbols = ValueOf<ReturnType<typeof symbolTool>>;
type References = ValueOf<ReturnType<typeof referencesTool>>;

/** Between lines that do not follow each other; the numbers say it, too. */
const GAP = '…';
const NUMBERED = /^ *(\d+): (.*)$/s;

/** Text with numbered lines: excerpts, and what stands between them. */
export function numberedParts(path: string, text: string): (Line | Excerpt)[] {
  const parts: (Line | Excerpt)[] = [];
  let code: string[] = [];
  for (const each of text.split('\n')) {
    const [, number, rest = ''] = NUMBERED.exec(each) ?? [];
    if (number === undefined) {
      code = [];
      if (each !== '' && each !== GAP) parts.push(line(`    ${each.trim()}`));
      continue;
    }
    if (code.length === 0) parts.push({ path, startLine: Number(number), code });
    code.push(rest);
  }
  return parts;
}

export function symbolText({ matches }: Symbols, view: TextView): AnswerText {
  return matches.flatMap((match) => [
    ...(match.body === undefined ? [signatureLine(match)] : [symbolHead(match)]),
    ...governing(match.knowledge),
    ...(match.body === undefined ? [] : bodyText(match, match.body, view.input.show === 'outline')),
    ...list('bases', match.bases?.map(written)),
    ...list('subclasses', match.subclasses?.map(written)),
    ...calleesText(match.callees),
    ...mentionList('callers', match.callers),
    // A caller uses it: it is listed once.
    ...mentionList(
      match.callers === undefined ? 'usages' : 'other usages',
      match.usages?.filter((each) => !isListed(each, match.callers)),
    ),
    ...mentionList('tests', match.tests),
  ]);
}

function bodyText({ path, name }: SymbolFields, body: string, isOutline: boolean): (Line | Excerpt)[] {
  return isOutline
    ? body.split('\n').map((row) => line(' ', memberRow(row, name)))
    : numberedParts(path, body);
}

const MEMBER = /^(\d+)-(\d+) (\S+) ([^\s(<:]+)(.*)$/s;

/** `16-18 method Refund.approve(self)` as an outline shows it: `16-18 approve(self)`. */
function memberRow(row: string, owner: string): string {
  const [, first, last, kind = '', name = '', signature = ''] = MEMBER.exec(row) ?? [];
  if (first === undefined || last === undefined) return row;
  const within = name.indexOf(`${owner}.`);
  const shown = within === -1 ? name : name.slice(within + owner.length + 1);
  const declared = declarationRow(kind, shown, signature);
  return `${lineRange(Number(first), Number(last))} ${declared.kind}${declared.name}${declared.signature}`;
}

function symbolHead({ path, start_line, end_line, qualified_name, kind }: SymbolFields): Line {
  return head(place(path, start_line, end_line), qualified_name, ` (${kind})`);
}

/** `path:3-9  Class.method(a, b)` */
function signatureLine(symbol: SymbolFields): Line {
  const { path, start_line, end_line, name, qualified_name, kind, signature } = symbol;
  const where = place(path, start_line, end_line);
  if (!signature.startsWith(name)) return head(where, qualified_name, ` (${kind})  ${signature}`);
  // Some languages align types in columns.
  return head(where, qualified_name, signature.slice(name.length).replace(/ {2,}/g, ' '));
}

function list(name: string, rows: readonly Piece[][] | undefined): Line[] {
  if (rows === undefined) return [];
  if (rows.length === 0) return [line(`${name}: none`)];
  return [line(`${name}:`), ...rows.map((pieces) => line('  ', ...pieces))];
}

/** Those of the repository are a line each; of the others the names are enough. */
function calleesText(callees: readonly CalleeFields[] | undefined): Line[] {
  if (callees === undefined) return [];
  const own = callees.filter(({ declared }) => declared !== undefined);
  const others = callees.filter(({ declared }) => declared === undefined);
  const named = (isExternal: boolean) =>
    others.filter(({ external = false }) => external === isExternal).map(({ name }) => name);
  const rest: [string, string[]][] = [
    ['outside of the repository', named(true)],
    ['not known where', named(false)],
  ];
  return [
    ...list(
      'callees',
      own.map(({ line: number, name, declared = '', count }) => [
        `${number}  ${name}: `,
        ...written(declared),
        count > 1 ? ` (${count} calls)` : '',
      ]),
    ),
    ...rest.flatMap(([where, names]) =>
      names.length === 0 ? [] : [line(dim(`  ${where}: `), [...new Set(names)].join(', '))],
    ),
  ];
}

function isListed(
  { path, line: at, column }: ReferenceFields,
  among: readonly ReferenceFields[] = [],
): boolean {
  return among.some((each) => each.path === path && each.line === at && each.column === column);
}

function mentionList(name: string, mentions: readonly ReferenceFields[] | undefined): Line[] {
  if (mentions === undefined) return [];
  return mentions.length === 0 ? [line(`${name}: none`)] : [line(`${name}:`), ...mentionRows(mentions, '  ')];
}

/** Of a file with several, the path is said once. */
function mentionRows(all: readonly ReferenceFields[], indent: string): Line[] {
  // Two mentions on one line are one line.
  const mentions = all.filter(
    ({ path, line: number, alias }, at) =>
      all[at - 1]?.path !== path || all[at - 1]?.line !== number || all[at - 1]?.alias !== alias,
  );
  return mentions.flatMap((mention, at) => {
    const { path } = mention;
    const isFirst = mentions[at - 1]?.path !== path;
    if (isFirst && mentions[at + 1]?.path !== path) return [line(indent, ...mentionPieces(mention))];
    const row = line(indent, '  ', String(mention.line), ...mentionText(mention));
    return isFirst ? [line(indent, place(path)), row] : [row];
  });
}

function mentionPieces(mention: ReferenceFields): Piece[] {
  return [place(mention.path, mention.line), ...mentionText(mention)];
}

function mentionText({ enclosing, text, class: kind, alias }: ReferenceFields): Piece[] {
  const facts = [
    ...(kind === 'certain' || kind === 'definition' ? [] : [kind]),
    ...(alias === undefined ? [] : [`as ${alias}`]),
  ];
  const doubt = facts.length === 0 ? [] : [dim(`  (${facts.join(', ')})`)];
  return [`  ${enclosing === undefined ? '' : `${enclosing}: `}${text}`, ...doubt];
}

export function referencesText(value: References, view: TextView): AnswerText {
  const { symbol, references, counts } = value;
  const { total, ...classes } = counts;
  const parts = Object.entries(classes).flatMap(([kind, count]) => (count === 0 ? [] : [`${count} ${kind}`]));
  const isTree = view.input.depth !== 1;
  // The head says where it is defined.
  const shown = references.filter((each) => !isHead(each, symbol) || view.input.class === 'definition');
  const own = shown.filter(({ alias }) => alias === undefined).length;
  const listed = isTree ? `${counted(shown.length, 'caller')};` : `${own} shown of`;
  return [
    symbolHead(symbol),
    ...(isTree ? shown.map(treeRow) : mentionRows(shown, '  ')),
    aside(dim(`${listed} ${total} mentions: ${parts.join(', ')}${moreText(value, view)}.`)),
  ];
}

function treeRow(mention: ReferenceFields): Line {
  const { depth = 1, cycle = false, repeated = false } = mention;
  const leaf = cycle ? '  (a circle: see above)' : repeated ? '  (its callers: see above)' : '';
  return line('  '.repeat(depth), ...mentionPieces(mention), dim(leaf));
}

function isHead({ path, line: at, class: kind }: ReferenceFields, symbol: SymbolFields): boolean {
  return kind === 'definition' && path === symbol.path && symbol.start_line <= at && at <= symbol.end_line;
}

function moreText(value: References, { argument }: TextView): string {
  if (!('next_cursor' in value) || value.next_cursor === undefined) return '';
  const cursor = argument('cursor');
  const next = cursor === undefined ? '' : `, or continue with ${cursor} ${value.next_cursor}`;
  return `; raise ${argument('limit')} to see more${next}`;
}
