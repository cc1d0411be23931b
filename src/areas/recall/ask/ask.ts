/**
 * One answer to a question, within a number of characters: the best places with their code, the symbols around them, and what is
 * written about them. Every sentence in it is of a file, an entry or a session; lines of code are as they are in the file now.
 */
import type { RecallDeps } from '../recall-deps.ts';
import { aroundPassages } from './around.ts';
import {
  type Asked,
  type FileBlock,
  fileBlockText,
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
const FOR_AROUND = 0.06;
/** For the last line, which says what was left out. */
const LAST_LINE = 100;
/** A line of code with its number, for a guess at how many lines there is room for. */
const USUAL_LINE = 44;

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
    return { files: [], written, leftOut: ranked.length - written.length, warnings: [] };
  const session = await passages.ask(signal);
  const found = await passages.find(
    { prompt: query, includeTests: true, room: Math.ceil(left / USUAL_LINE), fileGlob: code.fileGlob },
    session,
    signal,
  );
  const { files, shown, leftOut } = fitPassages(found.passages, Math.floor(left * (1 - FOR_AROUND)));
  let spare = left - files.reduce((sum, each) => sum + sizeOf(fileBlockText(each)), 0);
  /** Adds to a block what fits into the characters that are left. */
  const grown = (block: FileBlock, more: FileBlock): FileBlock => {
    const cost = sizeOf(fileBlockText(more)) - sizeOf(fileBlockText(block));
    if (cost > spare) return block;
    spare -= cost;
    return more;
  };
  const places = files.flatMap(({ path, excerpts }) =>
    excerpts.map(({ startLine, content }) => ({
      path,
      startLine,
      endLine: startLine + content.split('\n').length - 1,
    })),
  );
  const known = await knowledgeAt(places, signal);
  const notes = files.map(({ path }) => {
    const own = known.flatMap((each, at) => (places[at]?.path === path ? each : []));
    return own.filter(({ id }, at) => own.findIndex((other) => other.id === id) === at);
  });
  let blocks: FileBlock[] = files.map((block, at) => {
    const [knowledge = []] = [notes[at]];
    return knowledge.length === 0 ? block : grown(block, { ...block, knowledge });
  });
  for (const { passage, around } of await aroundPassages(shown, session))
    for (const each of around)
      blocks = blocks.map((block) =>
        block.path === passage.file.path
          ? grown(block, { ...block, around: [...(block.around ?? []), each] })
          : block,
      );
  return {
    files: blocks,
    written,
    leftOut: leftOut + ranked.length - written.length,
    warnings: found.warnings,
  };
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
