/** The answers of contexts as text. */
import {
  type AnswerText,
  bad,
  bold,
  dim,
  good,
  indented,
  type Line,
  line,
  type Piece,
  pageNote,
  place,
  type TextView,
  warn,
  written,
} from '../../core/answer.ts';
import type { ValueOf } from '../../core/tool.ts';
import type { checkFreshnessTool, listContextsTool, queryContextTool } from './tools.ts';

function listText(value: ValueOf<ReturnType<typeof listContextsTool>>, view: TextView): AnswerText {
  const { entries, tracked, total_directories, skipped_directories, matching, next_cursor } = value;
  const { status } = view.input;
  const total = matching ?? (status === undefined ? total_directories : entries.length);
  const what = status === undefined ? 'directories' : `${status} directories`;
  return [
    ...entries.map(({ scope, state, summary }) =>
      line(stateText(state), ' ', place(scope), ...(summary === undefined ? [] : [dim(`  ${summary}`)])),
    ),
    line(
      `${tracked} of ${total_directories} directories have notes; ${skipped_directories} are too small to need any`,
    ),
    ...pageNote({ shown: entries.length, total, next: next_cursor }, what, view),
  ];
}

function stateText(state: string): Piece {
  const shown = state.padEnd(7);
  if (state === 'fresh') return good(shown);
  return state === 'stale' ? warn(shown) : dim(shown);
}

function freshnessText(value: ValueOf<ReturnType<typeof checkFreshnessTool>>): AnswerText {
  const { scope, state, last_updated, claims = [] } = value;
  return [
    line(stateText(state), ' ', place(scope), dim(`  last updated ${last_updated}`)),
    ...claims.map(({ claim, state: now, reason, place: where }) =>
      line('  ', bad(now), ` ${claim} (`, ...written(where), `): ${reason}`),
    ),
  ];
}

function queryText({ scope, context }: ValueOf<ReturnType<typeof queryContextTool>>): AnswerText {
  return [
    line(place(scope)),
    ...Object.entries(context).flatMap(([field, value]) =>
      typeof value === 'object' ? listed(field, value) : [line(bold(field), `: ${String(value).trimEnd()}`)],
    ),
  ];
}

function listed(field: string, value: object | null): Line[] {
  const items = Array.isArray(value) ? value.map(itemText) : Object.entries(value ?? {}).map(pairText);
  return [line(bold(field)), ...items.flatMap(indented)];
}

function pairText([key, value]: [string, unknown]): string {
  return `${key}: ${Array.isArray(value) ? value.join(', ') : String(value)}`;
}

/** `name: purpose`, whatever the keys are called. */
function itemText(item: unknown): string {
  if (typeof item !== 'object' || item === null) return String(item);
  return Object.values(item)
    .map((value) => (Array.isArray(value) ? `[${value.join(', ')}]` : String(value)))
    .join(': ');
}

export const contextsTexts = {
  list_contexts: listText,
  check_freshness: freshnessText,
  query_context: queryText,
};
