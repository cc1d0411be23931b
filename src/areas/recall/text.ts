/** The answers of recall as text. */
import {
  type AnswerText,
  aside,
  bold,
  counted,
  dim,
  excerpt,
  governing,
  head,
  indented,
  type Line,
  line,
  type Piece,
  pageNote,
  place,
  type TextView,
  warn,
} from '../../core/answer.ts';
import type { ValueOf } from '../../core/tool.ts';
import { askText } from './ask/ask-text.ts';
import type { contextSearchTool } from './tools/context-search.ts';
import type { grepCodebaseTool } from './tools/grep-codebase.ts';
import type { readFileTool } from './tools/read-file.ts';

type Searched = ValueOf<ReturnType<typeof contextSearchTool>>;
type Read = ValueOf<ReturnType<typeof readFileTool>>;
type Grepped = ValueOf<ReturnType<typeof grepCodebaseTool>>;

function searchText({ results, answer }: Searched, view: TextView): AnswerText {
  if (answer !== undefined) return askText(answer, view.argument('maxCharacters') ?? 'the size');
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

function readText(value: Read, view: TextView): AnswerText {
  const { file, dependencies, knowledge, lastCommit, parseError } = value;
  const { path, lines, language, startLine = 1, endLine = lines } = file;
  const content = view.input.numbers === true ? file.content.replace(/^\d+: /gm, '') : file.content;
  // A whole file ends with a line end, a part does not.
  const code = content.split(/\r?\n/).slice(0, endLine - startLine + 1);
  const isWhole = startLine === 1 && endLine === lines;
  const next = `continue with ${view.argument('startLine')} ${endLine + 1}`;
  return [
    ...(lines === 0
      ? [line(place(path), '  is empty')]
      : [line(place(path, startLine, endLine), `${isWhole ? '' : ` of ${lines}`}  ${language}`)]),
    ...lastCommitLine(lastCommit, path),
    ...governing(knowledge),
    ...(lines === 0 ? [] : [{ path, startLine, code }]),
    ...(endLine < lines ? [aside(dim(`Lines ${endLine + 1}-${lines} are left out; ${next}.`))] : []),
    // The first page says it for all.
    ...(startLine === 1 ? importsText(dependencies, Number(view.input.maxLines ?? Infinity)) : []),
    ...(parseError === undefined
      ? []
      : [aside(warn(`Not all imports could be read: ${parseError.details}`))]),
  ];
}

function lastCommitLine(commit: Read['lastCommit'], path: string): Line[] {
  if (commit === undefined) return [];
  if (commit === 'late')
    return [aside(dim(`Its last commit was not found in time: git log -1 -- ${path} says it.`))];
  return [line(dim(`  last commit ${commit.id}  ${commit.date}  `), commit.subject)];
}

/** The files it imports by name; then those whose content is there, together at most so many lines. */
function importsText(dependencies: Read['dependencies'], most: number): AnswerText {
  const named = dependencies.flatMap<Piece>(({ path }, at) => [at === 0 ? '' : ', ', place(path)]);
  let room = most;
  const contents = dependencies.flatMap(({ path, content }): AnswerText => {
    if (content === undefined) return [];
    const code = content.replace(/\r?\n$/, '').split(/\r?\n/);
    const shown = code.slice(0, Math.max(0, room));
    room -= code.length;
    if (shown.length === 0) return [aside(dim('left out: '), place(path, 1, code.length))];
    return [
      line(
        place(path, 1, shown.length),
        `${shown.length < code.length ? ` of ${code.length}` : ''}  imported`,
      ),
      { path, startLine: 1, code: shown },
    ];
  });
  return [
    ...(named.length === 0 ? [] : [aside('imports ', ...named)]),
    ...contents,
    ...(room < 0
      ? [
          aside(
            dim(`The imported files have ${most - room} lines, ${most} are shown; read one for the rest.`),
          ),
        ]
      : []),
  ];
}

function grepText(value: Grepped, view: TextView): AnswerText {
  const { matches, files, totalFiles = 0, totalMatches, filesSearched, next_cursor: next } = value;
  // Where the file pattern matches no file, a warning says so.
  if (totalMatches === 0) return [aside(dim(`No match in ${counted(filesSearched, 'file')}.`))];
  const all = counted(totalMatches, 'match', 'matches');
  if (files !== undefined)
    return [
      ...files.map((each) =>
        typeof each === 'string'
          ? line('  ', place(each))
          : line(dim(String(each.matches).padStart(COUNT_WIDTH)), '  ', place(each.file)),
      ),
      ...pageNote({ shown: files.length, total: totalFiles, next }, 'files', view),
      aside(dim(`${all} in ${counted(totalFiles, 'file')}`)),
    ];
  const more = pageNote({ shown: matches.length, total: totalMatches, next }, 'matches', view);
  return [...byFile(matches).flatMap(fileText), ...(more.length === 0 ? [aside(dim(all))] : more)];
}

const COUNT_WIDTH = 5;

type Match = Grepped['matches'][number];

/** They come in order of path. */
function byFile(matches: readonly Match[]): Match[][] {
  const found: Match[][] = [];
  for (const match of matches) {
    if (found.at(-1)?.[0]?.file === match.file) found.at(-1)?.push(match);
    else found.push([match]);
  }
  return found;
}

/** One head for the file. If its matches are in several declarations, a line before each names it. */
function fileText(group: readonly Match[]): AnswerText {
  const [first, last] = [group[0], group.at(-1)];
  if (first === undefined || last === undefined) return [];
  const notes = group.flatMap(({ knowledge = [] }) => knowledge);
  const isOne = group.every(({ enclosing }) => enclosing === first.enclosing);
  let shownTo = 0;
  return [
    head(place(first.file, first.line, last.line), isOne ? first.enclosing : undefined),
    ...governing(notes.filter(({ id }, at) => notes.findIndex((note) => note.id === id) === at)),
    ...group.flatMap((match, at): AnswerText => {
      const { file, line: number, text, enclosing, context } = match;
      const next = group[at + 1]?.line ?? Number.POSITIVE_INFINITY;
      // Lines around two matches are shown once.
      const from = Math.max(shownTo + 1, number - context.before.length);
      const before = context.before.slice(context.before.length - Math.max(0, number - from));
      const after = context.after.slice(0, Math.max(0, next - number - 1));
      shownTo = number + after.length;
      const isNamed = !isOne && enclosing !== undefined && enclosing !== group[at - 1]?.enclosing;
      return [
        ...(isNamed ? [line('  in ', bold(enclosing))] : []),
        { path: file, startLine: number - before.length, code: [...before, text, ...after] },
      ];
    }),
  ];
}

export const recallTexts = {
  context_search: searchText,
  read_file: readText,
  grep_codebase: grepText,
};
