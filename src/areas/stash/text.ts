/** The answers of stash as text. */
import {
  type AnswerText,
  aside,
  bad,
  bold,
  dim,
  indented,
  line,
  type Piece,
  pageNote,
  place,
  type TextView,
  warn,
} from '../../core/answer.ts';
import type { ValueOf } from '../../core/tool.ts';
import type { createTool, getTool, listTool, searchTool } from './tools.ts';

type Shown = ValueOf<ReturnType<typeof getTool>>;

function getText({ markdown, ref, anchors = [], cited_from: cited = [], ...entry }: Shown): AnswerText {
  const { file, type, module, supersedes, superseded_by, cited_from_more } = entry;
  const facts = [type, module, `.context/${file}`].filter((fact) => fact !== undefined);
  const more = cited_from_more === undefined ? [] : [` and ${cited_from_more} more`];
  return [
    line(bold(ref), `  ${facts.join(', ')}`),
    ...(superseded_by === undefined ? [] : [line(warn(`superseded by ${superseded_by.join(', ')}`))]),
    ...indented(markdown),
    ...(supersedes === undefined ? [] : [line(`supersedes ${supersedes.join(', ')}`)]),
    ...anchors.map((anchor) => line(dim('anchor:'), ' ', ...placePieces(anchor))),
    ...(cited.length === 0
      ? []
      : [
          line(
            'cited from ',
            ...cited.flatMap(({ path, line: number }, at) => [at === 0 ? '' : ', ', place(path, number)]),
            ...more,
          ),
        ]),
  ];
}

/** Where the lines are now; if they moved or changed, also where they were and why. */
function placePieces(anchor: NonNullable<Shown['anchors']>[number]): Piece[] {
  const { path, start_line, end_line, state, was, reason } = anchor;
  const where = place(path, start_line, end_line);
  if (state === 'fresh') return [where];
  return [where, '  ', start_line === undefined ? bad(state) : warn(state), `, was ${was}: ${reason}`];
}

type List = ValueOf<ReturnType<typeof listTool>>;

function listText({ entries, total = entries.length, next_cursor: next }: List, view: TextView): AnswerText {
  if (entries.length === 0) return [aside('There are no entries.')];
  const rows = entries.map(({ ref, title, type, module, superseded_by }) => {
    const facts = [type, module].filter((fact) => fact !== undefined);
    return line(
      bold(ref),
      `  ${title ?? '(cannot be read as text)'}`,
      ...(facts.length === 0 ? [] : [dim(`  ${facts.join(', ')}`)]),
      ...(superseded_by === undefined ? [] : [warn(`  superseded by ${superseded_by.join(', ')}`)]),
    );
  });
  return [...rows, ...pageNote({ shown: entries.length, total, next }, 'entries', view)];
}

type Found = ValueOf<ReturnType<typeof searchTool>>;

function searchText(
  { results, total = results.length, next_cursor: next }: Found,
  view: TextView,
): AnswerText {
  if (results.length === 0) return [aside('Nothing found.')];
  return [
    ...results.map(({ ref, snippet }) => line(bold(ref), `  ${snippet}`)),
    ...pageNote(
      { shown: results.length, total, next },
      'entries',
      view,
      'use more words of the one you want',
    ),
  ];
}

function createText({ file, comment }: ValueOf<ReturnType<typeof createTool>>): AnswerText {
  return [line(`Recorded .context/${file}. Paste where it applies: `, bold(comment))];
}

export const stashTexts = {
  'context.create': createText,
  'context.get': getText,
  'context.list': listText,
  'context.search': searchText,
};
