/**
 * One answer to a question, within a number of characters: the best places with their code, the symbols around them, and what is
 * written about them. Every sentence in it is of a file, an entry or a session; lines of code are as they are in the file now.
 */
import type { RecallDeps } from '../recall-deps.ts';
import { aroundPassages } from './around.ts';
import {
  type Asked,
  type FileBlock,
  notesText,
  charactersOf as sizeOf,
  type Written,
  writtenText,
} from './ask-text.ts';
import { fitPassages } from './fit-passages.ts';

export interface Question {
  query: string;
  /** Undefined: code is not asked for. */
  code: { fileGlob: string | undefined } | undefined;
  characters: number;
}

export interface AskAnswer extends Asked {
  warnings: readonly string[];
}

/** At most this part of the answer is what is written, as long as there is code to show. */
const FOR_WRITTEN = 0.25;
/** For the lines that name callers and what is used, and for notes on what is shown. */
const FOR_NOTES = 0.08;
/** For the last line, which says what was left out. */
const LAST_LINE = 100;

export async function ask(
  { passages, knowledgeAt }: Pick<RecallDeps, 'passages' | 'knowledgeAt'>,
  { query, code, characters }: Question,
  ranked: readonly Written[],
  signal: AbortSignal,
): Promise<AskAnswer> {
  const room = characters - LAST_LINE;
  const written = fitWritten(ranked, code === undefined ? room : Math.floor(room * FOR_WRITTEN));
  const left = room - written.reduce((sum, each) => sum + sizeOf(writtenText(each)), 0);
  if (code === undefined)
    return { files: [], further: [], written, leftOut: ranked.length - written.length, warnings: [] };
  const session = await passages.ask(signal);
  const found = await passages.find(
    { prompt: query, includeTests: true, characters: left, fileGlob: code.fileGlob },
    session,
    signal,
  );
  // What is said about the code is looked up for the code that fits beside it; then code takes what is left.
  const first = fitPassages(found.passages, Math.floor(left * (1 - FOR_NOTES)));
  const notes = notesThatFit(
    [
      ...(await governingNotes(first.files, knowledgeAt, signal)),
      ...(await aroundPassages(first.shown, session)),
    ],
    Math.floor(left * FOR_NOTES),
  );
  const fitted = fitPassages(found.passages, left - notes.size);
  return {
    files: fitted.files.map((block, at) => ({
      ...block,
      // A file may be shown twice; it has its notes once.
      ...(fitted.files.findIndex(({ path }) => path === block.path) === at
        ? notes.of.get(block.path)
        : undefined),
    })),
    further: fitted.further,
    written,
    leftOut: fitted.leftOut + ranked.length - written.length,
    warnings: found.warnings,
  };
}

interface NoteOn extends Pick<FileBlock, 'knowledge' | 'around'> {
  path: string;
}

/** What is written about the lines shown, for each file. */
async function governingNotes(
  files: readonly FileBlock[],
  knowledgeAt: RecallDeps['knowledgeAt'],
  signal: AbortSignal,
): Promise<NoteOn[]> {
  const places = files.flatMap(({ path, excerpts }) =>
    excerpts.map(({ startLine, content }) => ({
      path,
      startLine,
      endLine: startLine + content.split('\n').length - 1,
    })),
  );
  const known = await knowledgeAt(places, signal);
  return [...new Set(files.map(({ path }) => path))].map((path) => {
    const own = known.flatMap((each, at) => (places[at]?.path === path ? each : []));
    return { path, knowledge: own.filter(({ id }, at) => own.findIndex((other) => other.id === id) === at) };
  });
}

/** In this order, as many as fit. */
function notesThatFit(
  notes: readonly NoteOn[],
  characters: number,
): { of: ReadonlyMap<string, Omit<NoteOn, 'path'>>; size: number } {
  const of = new Map<string, Omit<NoteOn, 'path'>>();
  let size = 0;
  for (const { path, knowledge = [], around = [] } of notes) {
    const more = sizeOf(notesText({ knowledge, around }));
    if (more === 0 || size + more > characters) continue;
    size += more;
    const known = of.get(path) ?? {};
    of.set(path, {
      ...(knowledge.length + (known.knowledge?.length ?? 0) === 0
        ? {}
        : { knowledge: [...(known.knowledge ?? []), ...knowledge] }),
      around: [...(known.around ?? []), ...around],
    });
  }
  return { of, size };
}

/** Best first, as many as fit. */
function fitWritten(ranked: readonly Written[], characters: number): Written[] {
  const fitted: Written[] = [];
  let spent = 0;
  for (const each of ranked) {
    const size = sizeOf(writtenText(each));
    if (spent + size > characters) continue;
    spent += size;
    fitted.push(each);
  }
  return fitted;
}
