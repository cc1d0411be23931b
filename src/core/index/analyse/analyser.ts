/** One text in, columns of numbers out: chunks, the terms of each with their counts, names declared, words of the path. */
import { type Chunk, chunksOf, type Declaration, lineTable, scanDeclarations } from '../../text/index.ts';
import type { AnalysedChunks, AnalysedFile, Analyser, SpellingListener } from '../contract.ts';
import { citedEntries } from './cited-entries.ts';
import { Dictionary } from './dictionary.ts';
import { fileFlags } from './file-kind.ts';
import { GrowingNumbers } from './growing.ts';
import { pathTerms } from './path-terms.ts';
import { TermCounter } from './term-counter.ts';

const TYPE_KINDS = new Set(['class', 'interface', 'type', 'enum', 'module']);
const LONGEST_LENGTH = 0xffff;
const FIRST_ROOM = 1 << 14;

export function createAnalyser(listener?: SpellingListener): Analyser {
  return new FileAnalyser(listener);
}

class FileAnalyser implements Analyser {
  readonly #dictionary = new Dictionary();
  readonly #counter: TermCounter;
  readonly #terms = new GrowingNumbers(FIRST_ROOM);
  readonly #payloads = new GrowingNumbers(FIRST_ROOM);

  constructor(listener?: SpellingListener) {
    this.#counter = new TermCounter(this.#dictionary, listener);
  }

  get termCount(): number {
    return this.#dictionary.termCount;
  }

  termsFrom(from: number): string[] {
    return this.#dictionary.termsFrom(from);
  }

  analyse(path: string, text: string): AnalysedFile {
    const lines = lineTable(text);
    const declarations = scanDeclarations(path, text, lines);
    const chunks = chunksOf(lines, declarations);
    const words = pathTerms(path);
    return {
      path,
      lineCount: lines.count,
      flags: fileFlags(path, text),
      chunks: this.#chunkColumns(text, chunks, declarations),
      pathTerms: Uint32Array.from(words.keys(), (word) => this.#dictionary.idOf(word)),
      pathPayloads: Uint16Array.from(words.values()),
      declarations: {
        names: declarations.map((it) => it.name),
        kinds: declarations.map((it) => it.kind),
        lines: column(declarations, (it) => it.line),
      },
      citations: citedEntries(path, text),
    };
  }

  #chunkColumns(
    text: string,
    chunks: readonly Chunk[],
    declarations: readonly Declaration[],
  ): AnalysedChunks {
    const lengths = new Uint16Array(chunks.length);
    const termEnds = new Uint32Array(chunks.length);
    this.#terms.clear();
    this.#payloads.clear();
    let next = 0;
    for (const [index, chunk] of chunks.entries()) {
      const length = this.#counter.countText(text, chunk.startOffset, chunk.endOffset);
      for (; next < declarations.length; next++) {
        const declaration = declarations[next];
        if (declaration === undefined || declaration.line > chunk.endLine) break;
        const { name, kind } = declaration;
        this.#counter.countName(name, kind !== 'heading', TYPE_KINDS.has(kind));
      }
      this.#counter.flush(this.#terms, this.#payloads);
      lengths[index] = Math.min(length, LONGEST_LENGTH);
      termEnds[index] = this.#terms.length;
    }
    return {
      count: chunks.length,
      startLines: column(chunks, (it) => it.startLine),
      endLines: column(chunks, (it) => it.endLine),
      startOffsets: column(chunks, (it) => it.startOffset),
      endOffsets: column(chunks, (it) => it.endOffset),
      lengths,
      termEnds,
      terms: this.#terms.toUint32(),
      payloads: this.#payloads.toUint16(),
    };
  }
}

function column<T>(items: readonly T[], numberOf: (item: T) => number): Uint32Array {
  const values = new Uint32Array(items.length);
  for (const [index, item] of items.entries()) values[index] = numberOf(item);
  return values;
}
