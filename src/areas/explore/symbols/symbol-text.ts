/** Symbols and their mentions as text. */
import {
  type AnswerText,
  aside,
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
import type { referencesTool } from '../tools/references.ts';
import type { symbolTool } from '../tools/symbol.ts';
import type { CalleeFields } from './answer-symbol.ts';
import type { ReferenceFields, SymbolFields } from './symbol-view.ts';

type Symbols = ValueOf<ReturnType<typeof symbolTool>>;
type References = ValueOf<ReturnType<typeof referencesTool>>;

const NUMBERED = /^ *(\d+): (.*)$/s;

/** Text with numbered lines: excerpts, and what stands between them. */
export function numberedParts(path: string, text: string): (Line | Excerpt)[] {
  const parts: (Line | Excerpt)[] = [];
  let code: string[] = [];
  for (const each of text.split('\n')) {
    const [, number, rest = ''] = NUMBERED.exec(each) ?? [];
    if (number === undefined) {
      code = [];
      if (each !== '') parts.push(line(`    ${each.trim()}`));
      continue;
    }
    if (code.length === 0) parts.push({ path, startLine: Number(number), code });
    code.push(rest);
  }
  return parts;
}

export function symbolText({ matches }: Symbols): AnswerText {
  return matches.flatMap((match) => [
    symbolHead(match),
    ...governing(match.knowledge),
    ...(match.body === undefined ? [line(`  ${match.signature}`)] : numberedParts(match.path, match.body)),
    ...list('bases', match.bases?.map(written)),
    ...list('subclasses', match.subclasses?.map(written)),
    ...list('callees', match.callees?.map(calleePieces)),
    ...list('callers', match.callers?.map(referencePieces)),
    ...list('usages', match.usages?.map(referencePieces)),
    ...list('tests', match.tests?.map(referencePieces)),
  ]);
}

function symbolHead({ path, start_line, end_line, qualified_name, kind }: SymbolFields): Line {
  return head(place(path, start_line, end_line), qualified_name, ` (${kind})`);
}

function list(name: string, rows: readonly Piece[][] | undefined): Line[] {
  if (rows === undefined) return [];
  return [
    line(`${name}:${rows.length === 0 ? ' none' : ''}`),
    ...rows.map((pieces) => line('  ', ...pieces)),
  ];
}

function calleePieces({ name, line: number, count, declared, external }: CalleeFields): Piece[] {
  const where = declared ?? (external === true ? 'outside of the repository' : 'not known where');
  return [`${number}  ${name}: `, ...written(where), count > 1 ? ` (${count} calls)` : ''];
}

function referencePieces({ path, line: number, enclosing, text, class: kind }: ReferenceFields): Piece[] {
  const doubt = kind === 'certain' || kind === 'definition' ? [] : [dim(`  (${kind})`)];
  return [place(path, number), `  ${enclosing === null ? '' : `${enclosing}: `}${text}`, ...doubt];
}

export function referencesText(value: References, view: TextView): AnswerText {
  const { symbol, references, counts } = value;
  const { total, ...classes } = counts;
  const parts = Object.entries(classes).flatMap(([kind, count]) => (count === 0 ? [] : [`${count} ${kind}`]));
  const isTree = view.input.depth !== 1;
  const listed = isTree ? `${references.length} callers;` : `${references.length} listed of`;
  return [
    symbolHead(symbol),
    ...references.map((reference) => {
      const { depth = 1, cycle = false, repeated = false } = reference;
      const leaf = cycle ? '  (a circle: see above)' : repeated ? '  (its callers: see above)' : '';
      return line('  '.repeat(depth), ...referencePieces(reference), dim(leaf));
    }),
    aside(dim(`${listed} ${total} mentions: ${parts.join(', ')}${moreText(value, view)}.`)),
  ];
}

function moreText(value: References, { argument }: TextView): string {
  if (!('next_cursor' in value) || value.next_cursor === undefined) return '';
  const cursor = argument('cursor');
  const next = cursor === undefined ? '' : `, or continue with ${cursor} ${value.next_cursor}`;
  return `; raise ${argument('limit')} to see more${next}`;
}
