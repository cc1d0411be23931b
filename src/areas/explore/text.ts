/** The answers of explore as text, one function for each tool. */
import {
  type AnswerText,
  aside,
  bad,
  bold,
  counted,
  dim,
  excerpt,
  good,
  governing,
  head,
  type Line,
  line,
  pageNote,
  place,
  type TextView,
} from '../../core/answer.ts';
import { runs, STOP_WORDS } from '../../core/text/index.ts';
import type { ValueOf } from '../../core/tool.ts';
import { declarationRow, lineRange } from './outline-row.ts';
import type { SearchBlock } from './search-blocks.ts';
import { numberedParts, referencesText, symbolText } from './symbols/symbol-text.ts';
import type { buildContextBundleTool } from './tools/build-context-bundle.ts';
import type { openFileTool } from './tools/open-file.ts';
import { depthsOf, type outlineTool } from './tools/outline.ts';
import type { auditLogTool, listFilesTool, refreshIndexTool, searchTool, statusTool } from './tools.ts';

type Status = ValueOf<ReturnType<typeof statusTool>> & Record<string, unknown>;
type Listed = ValueOf<ReturnType<typeof listFilesTool>>;
type Refreshed = ValueOf<ReturnType<typeof refreshIndexTool>>;
type Logged = ValueOf<ReturnType<typeof auditLogTool>>;
type Bundle = ValueOf<ReturnType<typeof buildContextBundleTool>>;
type Opened = ValueOf<ReturnType<typeof openFileTool>>;
type Outlined = ValueOf<ReturnType<typeof outlineTool>>;
type Found = ValueOf<ReturnType<typeof searchTool>>;

function openFileText(value: Opened, view: TextView): AnswerText {
  const { path, start_line, end_line, total_lines, truncated } = value;
  const next = `${view.argument('start_line')} ${end_line + 1}`;
  if (total_lines === 0) return [line(place(path), '  is empty')];
  return [
    head(place(path, start_line, end_line), undefined, ` of ${total_lines}`),
    ...numberedParts(path, value.numbered_lines),
    ...governing(value.knowledge),
    ...(truncated && end_line < total_lines
      ? [aside(dim(`Lines ${end_line + 1}-${total_lines} are left out; continue with ${next}.`))]
      : []),
  ];
}

function outlineText(value: Outlined, view: TextView): AnswerText {
  const { symbols, assignments = [], next_cursor: next, total_symbols = symbols.length } = value;
  const depths = depthsOf(symbols.map(({ name }) => name));
  const rows = [
    ...symbols.map((symbol, at) => symbolRow(symbol, depths[at] ?? 0)),
    ...assignments.map(assignmentRow),
  ].sort((a, b) => a.start_line - b.start_line);
  const count = counted(total_symbols + assignments.length, 'declaration');
  return [
    head(place(value.path), undefined, `  ${value.language}, ${count}`),
    ...rows.map(({ start_line, end_line, kind, name, depth, signature, doc }) =>
      line(
        `${' '.repeat(depth + 1)}`,
        dim(lineRange(start_line, end_line)),
        ` ${kind}`,
        bold(name),
        signature,
        ...(doc ? [dim(`  ${clipped(doc)}`)] : []),
      ),
    ),
    ...governing(value.knowledge),
    ...pageNote({ shown: symbols.length, total: total_symbols, next }, 'declarations', view),
  ];
}

/** Of a documentation, the beginning says what it is about. */
const LONGEST_DOC = 80;

function clipped(text: string): string {
  return text.length > LONGEST_DOC ? `${text.slice(0, LONGEST_DOC - 1).trimEnd()}…` : text;
}

function symbolRow(symbol: Outlined['symbols'][number], depth: number) {
  const { kind, name, start_line, end_line, doc } = symbol;
  const shown = depth === 0 ? name : name.slice(name.lastIndexOf('.') + 1);
  return { start_line, end_line, depth, ...declarationRow(kind, shown, symbol.signature ?? ''), doc };
}

function assignmentRow({ kind, name, start_line, end_line }: NonNullable<Outlined['assignments']>[number]) {
  const words = name.split('.');
  const depth = words.length - 1;
  const shown = declarationRow(kind, words[depth] ?? '', '');
  return { start_line, end_line, depth, ...shown, doc: undefined };
}

function searchText({ hits, blocks = hits.map(blockOf) }: Found, view: TextView): AnswerText {
  if (hits.length === 0) return [aside('Nothing found.')];
  return [...blocks.flatMap((block) => blockText(block, hits)), ...howSure(hits, view.input.query)];
}

/** Of hits of several repositories, which are put together after each was asked. */
function blockOf(hit: Found['hits'][number]): SearchBlock {
  const { path, start_line, end_line, enclosing, snippet, snippet_start_line, further } = hit;
  const parts = [
    { startLine: snippet_start_line, text: snippet },
    ...(further === undefined ? [] : [{ startLine: further.start_line, text: further.snippet }]),
  ];
  return {
    path,
    ...(enclosing === undefined ? {} : { symbol: enclosing }),
    place: { startLine: start_line, endLine: end_line },
    excerpts: parts.sort((a, b) => a.startLine - b.startLine),
  };
}

function blockText({ path, symbol, excerpts }: SearchBlock, hits: Found['hits']): AnswerText {
  const [first, last] = [excerpts[0], excerpts.at(-1)];
  if (first === undefined || last === undefined) return [head(place(path), symbol)];
  const end = last.startLine + last.text.split('\n').length - 1;
  const notes = hits.flatMap((hit) => (hit.path === path ? (hit.knowledge ?? []) : []));
  return [
    head(place(path, first.startLine, end), symbol),
    ...governing(notes.filter(({ id }, at) => notes.findIndex((note) => note.id === id) === at)),
    ...excerpts.map(({ startLine, text }) => excerpt(path, startLine, text)),
  ];
}

/** On questions with a known answer, a first place so far ahead of the second was right in 19 of 20 cases. */
const FAR_AHEAD = 1.5;
/** One so little ahead that holds fewer than half of the words was right in 3 of 10. */
const HARDLY_AHEAD = 1.05;

function howSure([first, second]: Found['hits'], query: unknown): Line[] {
  if (first === undefined || second === undefined || second.path === first.path) return [];
  if (first.score >= FAR_AHEAD * second.score)
    return [aside(dim(`${first.path} is far ahead of the others.`))];
  const asked = tellingWords(String(query));
  if (first.score < HARDLY_AHEAD * second.score && 2 * first.matched_terms.length < asked)
    return [aside(dim('No place stands out: none holds half of the words. Ask with names from the code.'))];
  return [];
}

function tellingWords(query: string): number {
  const words = new Set(runs(query.toLowerCase()));
  return [...words].filter((word) => !STOP_WORDS.has(word)).length;
}

/** Long lists are told in lines of their own. */
const LISTS = new Set(['metrics', 'warnings']);

function statusText(status: Status): AnswerText {
  return [
    ...Object.entries(status).flatMap(([key, value]) =>
      LISTS.has(key) || value === null || value === undefined
        ? []
        : [line(bold(key.replaceAll('_', ' ')), ': ', factText(value))],
    ),
    ...metricsOf(status).map((row) => line('  ', factText(row))),
  ];
}

function metricsOf({ metrics }: Status): readonly unknown[] {
  return Array.isArray(metrics) ? metrics : [];
}

/** An empty list or object among facts; on a line of its own it is said. */
function isNothing(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}

function factText(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(factText).join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .flatMap(([name, each]) => (isNothing(each) ? [] : [`${name.replaceAll('_', ' ')} ${factText(each)}`]))
    .join(', ');
}

function listFilesText({ files, total, next_cursor: next }: Listed, view: TextView): AnswerText {
  const { glob } = view.input;
  if (files.length === 0)
    return [aside(glob === undefined ? 'There are no files.' : 'No file matches the glob.')];
  return [
    ...files.map(({ path, size }) => line('  ', place(path), dim(`  ${size}`))),
    ...pageNote({ shown: files.length, total, next }, 'files', view, 'narrow them by a glob'),
  ];
}

function refreshText({ added, updated, removed, duration_ms }: Refreshed): AnswerText {
  return [line(`${added} added, ${updated} updated, ${removed} removed in ${duration_ms} ms`)];
}

function auditLogText({ entries, next_cursor: next }: Logged, view: TextView): AnswerText {
  if (entries.length === 0) return [aside('No calls are recorded.')];
  const cursor = view.argument('cursor');
  return [
    ...entries.map(({ timestamp, tool, ok, error_code, duration_ms, metadata }) =>
      line(
        `${timestamp}  ${tool}  `,
        ok === true ? good('ok') : bad(String(error_code)),
        `  ${duration_ms} ms  `,
        dim(metadataText(metadata)),
      ),
    ),
    ...(next === undefined || cursor === undefined
      ? []
      : [aside(dim(`There are older calls; continue with ${cursor} ${next}.`))]),
  ];
}

/** `path=src/a.ts, start_line=3` */
function metadataText(metadata: unknown): string {
  if (typeof metadata !== 'object' || metadata === null) return '';
  return Object.entries(metadata)
    .map(([name, value]) => `${name}=${typeof value === 'object' ? factText(value) : value}`)
    .join(', ');
}

/** One head for each file: the numbers of the lines show where something is left out. */
function bundleText(bundle: Bundle, view: TextView): AnswerText {
  const { selected_files: files, selected_lines, selected_tokens, truncated } = bundle.totals;
  const size = `${counted(files, 'file')}, ${counted(selected_lines, 'line')}, about ${selected_tokens} tokens`;
  return [
    ...groupedByPath(bundle.selections).flatMap(fileText),
    line(bold(bundle.bundle_id), `  ${size}`),
    ...(truncated ? [aside(dim(leftOut(bundle.audit.budget_enforcement, view)))] : []),
  ];
}

/** `dropped 12` where only counts are there, else a line each. */
function leftOut(enforcement: readonly string[], view: TextView): string {
  const dropped = enforcement.filter((each) => each.startsWith('dropped'));
  const [, count] = /^dropped (\d+)$/.exec(dropped[0] ?? '') ?? [];
  const places = counted(count === undefined ? dropped.length : Number(count), 'place');
  return `${places} left out to stay within the budget; raise ${view.argument('budget') ?? 'it'} to see more.`;
}

type Selected = Bundle['selections'][number];

/** Those of a file that follow each other. */
function groupedByPath(selections: readonly Selected[]): Selected[][] {
  const groups: Selected[][] = [];
  for (const each of selections) {
    const last = groups.at(-1);
    if (last?.[0]?.path === each.path) last.push(each);
    else groups.push([each]);
  }
  return groups;
}

function fileText(group: readonly Selected[]): AnswerText {
  const best = group.reduce((first, each) => (each.score > first.score ? each : first));
  const notes = group.flatMap(({ knowledge = [] }) => knowledge);
  const [first, last] = [group[0] ?? best, group.at(-1) ?? best];
  return [
    head(place(best.path, first.start_line, last.end_line), best.symbol),
    ...governing(notes.filter(({ id }, at) => notes.findIndex((note) => note.id === id) === at)),
    ...group.map((each) => excerpt(each.path, each.start_line, each.excerpt)),
  ];
}

export const exploreTexts = {
  'repo.status': statusText,
  'repo.list_files': listFilesText,
  'repo.open_file': openFileText,
  'repo.outline': outlineText,
  'repo.symbol': symbolText,
  'repo.references': referencesText,
  'repo.search': searchText,
  'repo.refresh_index': refreshText,
  'repo.build_context_bundle': bundleText,
  'repo.audit_log': auditLogText,
};
