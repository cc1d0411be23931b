/**
 * One answer to a question, within a number of characters: the best places with their code, the symbols around them, and what is
 * written about them. Every sentence in it is of a file, an entry or a session; lines of code are as they are in the file now.
 */
import { type KnowledgeAt, withStates } from '../../../core/knowledge-note.ts';
import type { AnswerForm } from '../../../core/tool.ts';
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
  /** Only text says whether what is written holds. */
  form: AnswerForm;
}

export interface AskAnswer extends Asked {
  warnings: readonly string[];
}

/** At most this part of the answer is what is written, as long as there is code to show. */
const FOR_WRITTEN = 0.25;
/** For the lines that name callers and what is used, and as much for notes on what is shown. */
const FOR_NOTES = 0.08;
/** For the last line, which says what was left out. */
const LAST_LINE = 100;

export async function ask(
  { passages, knowledgeAt, noteStates }: Pick<RecallDeps, 'passages' | 'knowledgeAt' | 'noteStates'>,
  { query, code, characters, form }: Question,
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
  const stated: KnowledgeAt =
    form === 'json'
      ? knowledgeAt
      : async (places) => await withStates(await knowledgeAt(places, signal), noteStates, signal);
  const most = Math.floor(left * FOR_NOTES);
  const notes = notesThatFit([
    { notes: await governingNotes(first.files, stated, signal), characters: most },
    { notes: await aroundPassages(first.shown, session), characters: most },
  ]);
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
  return [...new Set(files.map(({ path }) => path))].flatMap((path) => {
    const own = known.flatMap((each, at) => (places[at]?.path === path ? each : []));
    const once = own.filter(({ id }, at) => own.findIndex((other) => other.id === id) === at);
    return once.map((note) => ({ path, knowledge: [note] }));
  });
}

/** Of each list, in this order, as many as fit. */
function notesThatFit(lists: readonly { notes: readonly NoteOn[]; characters: number }[]): {
  of: ReadonlyMap<string, Omit<NoteOn, 'path'>>;
  size: number;
} {
  const of = new Map<string, Omit<NoteOn, 'path'>>();
  let size = 0;
  for (const { notes, characters } of lists) {
    const fitting = notesWithin(notes, characters);
    size += fitting.size;
    for (const { path, knowledge = [], around = [] } of fitting.notes) {
      const known = of.get(path) ?? {};
      of.set(path, {
        ...(knowledge.length + (known.knowledge?.length ?? 0) === 0
          ? {}
          : { knowledge: [...(known.knowledge ?? []), ...knowledge] }),
        around: [...(known.around ?? []), ...around],
      });
    }
  }
  return { of, size };
}

function notesWithin(
  notes: readonly NoteOn[],
  characters: number,
): { notes: readonly NoteOn[]; size: number } {
  const fitting: NoteOn[] = [];
  let size = 0;
  for (const note of notes) {
    const more = sizeOf(notesText(note));
    if (more === 0 || size + more > characters) continue;
    size += more;
    fitting.push(note);
  }
  return { notes: fitting, size };
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
