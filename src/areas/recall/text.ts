/** The answers of recall as text. */
import {
  type AnswerText,
  aside,
  counted,
  dim,
  type Excerpt,
  excerpt,
  governing,
  head,
  indented,
  type Line,
  line,
  type Piece,
  place,
  type TextView,
  warn,
} from '../../core/answer.ts';
import type { ValueOf } from '../../core/tool.ts';
import type { contextSearchTool } from './tools/context-search.ts';
import type { grepCodebaseTool } from './tools/grep-codebase.ts';
import type { readFileTool } from './tools/read-file.ts';

type Searched = ValueOf<ReturnType<typeof contextSearchTool>>;
type Read = ValueOf<ReturnType<typeof readFileTool>>;
type Grepped = ValueOf<ReturnType<typeof grepCodebaseTool>>;

function searchText({ results }: Searched): AnswerText {
  if (results.length === 0) return [aside('Nothing found.')];
  return results.flatMap(resultText);
}

function resultText(result: Searched['results'][number]): AnswerText {
  const { id, source, type, content, score, date, title, supersededBy } = result;
  // For code, source and type are the same word.
  const kind = [...new Set([source, type])].filter((word) => typeof word === 'string').join(' ');
  const facts = dim(
    [`  ${kind}`, ...(source === 'code' || date === undefined ? [] : [date]), score].join('  '),
  );
  if (result.path !== undefined)
    return [
      line(place(result.path, result.startLine, result.endLine), facts),
      excerpt(result.path, result.startLine, content),
    ];
  return [
    head(id, title, facts),
    ...(supersededBy === undefined ? [] : [line(warn(`  superseded by ${supersededBy}`))]),
    ...indented(content),
  ];
}

function readText({ file, dependencies, knowledge, parseError }: Read): AnswerText {
  const { path, content, lines, language } = file;
  const imported = dependencies.flatMap<Piece>(({ path: each }, at) => [at === 0 ? '' : ', ', place(each)]);
  return [
    ...(lines === 0 ? [line(place(path), '  is empty')] : wholeFile(path, content, language)),
    ...governing(knowledge),
    ...(imported.length === 0 ? [] : [aside('imports ', ...imported)]),
    ...dependencies.flatMap(({ path: each, content: text }) =>
      text === undefined ? [] : wholeFile(each, text, 'imported'),
    ),
    ...(parseError === undefined
      ? []
      : [aside(warn(`Not all imports could be read: ${parseError.details}`))]),
  ];
}

function wholeFile(path: string, content: string, what: string): (Line | Excerpt)[] {
  const code = content.replace(/\r?\n$/, '').split(/\r?\n/);
  return [line(place(path, 1, code.length), `  ${what}`), { path, startLine: 1, code }];
}

function grepText(value: Grepped, view: TextView): AnswerText {
  const { matches, totalMatches, filesSearched } = value;
  if (totalMatches === 0) return [aside(dim(`No match in ${counted(filesSearched, 'file')}.`))];
  const how =
    matches.length < totalMatches
      ? `${matches.length} of ${totalMatches} matches shown; raise ${view.argument('limit')} to see more.`
      : counted(totalMatches, 'match', 'matches');
  return [...groups(matches).flatMap(groupText), aside(dim(how))];
}

type Match = Grepped['matches'][number];

/** Matches that follow each other in one declaration, or in one file outside of any. */
function groups(matches: readonly Match[]): Match[][] {
  const found: Match[][] = [];
  for (const match of matches) {
    const last = found.at(-1)?.[0];
    if (last?.file === match.file && last.enclosing === match.enclosing) found.at(-1)?.push(match);
    else found.push([match]);
  }
  return found;
}

function groupText(group: readonly Match[]): AnswerText {
  const [first, last] = [group[0], group.at(-1)];
  if (first === undefined || last === undefined) return [];
  const notes = group.flatMap(({ knowledge = [] }) => knowledge);
  return [
    head(place(first.file, first.line, last.line), first.enclosing),
    ...governing(notes.filter(({ id }, at) => notes.findIndex((note) => note.id === id) === at)),
    ...group.map(({ file, line: number, text }) => excerpt(file, number, text)),
  ];
}

export const recallTexts = {
  context_search: searchText,
  read_file: readText,
  grep_codebase: grepText,
};
