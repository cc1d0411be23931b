/** One text in, columns of numbers out: chunks, the terms of each with their counts, names declared, words of the path. */

import type { StaticModel } from '../../embed/index.ts';
import { type Chunk, chunksOf, type Declaration, lineTable, scanDeclarations } from '../../text/index.ts';
import type { AnalysedFile } from '../contract.ts';
import { type DeclaredName, Kernel, type PostingColumns } from '../kernel/kernel.ts';
import type { SegmentVectors } from '../segment/parts.ts';
import type { TermBlocks } from '../segment/term-blocks.ts';
import { citedEntries } from './cited-entries.ts';
import { embeddingText } from './embedding-text.ts';
import { fileFlags } from './file-kind.ts';
import { pathTerms } from './path-terms.ts';

const NO_ROWS = new Uint32Array();
const TYPE_KINDS = new Set(['class', 'interface', 'type', 'enum', 'module']);

/** Makes AnalysedFiles. Holds a dictionary that grows; one per worker. */
export interface Analyser {
  analyse(path: string, text: string): AnalysedFile;
  /** Ids from 0 up to this have been given out. */
  readonly termCount: number;
  /** The terms with the ids `from`, `from + 1`, … up to termCount. */
  termsFrom(from: number): string[];
  /** Postings by term, in code-unit order of the terms. */
  invert(columns: PostingColumns): TermBlocks;
  /** Of the chunks analysed since the last call; undefined without a model. */
  takeVectors(): SegmentVectors | undefined;
}

/** `model`: makes a vector of each chunk in the same pass. */
export function createAnalyser(model?: StaticModel): Analyser {
  return new FileAnalyser(model);
}

class FileAnalyser implements Analyser {
  readonly #model: StaticModel | undefined;
  readonly #kernel: Kernel;

  constructor(model: StaticModel | undefined) {
    this.#model = model;
    this.#kernel = new Kernel(model?.tables);
  }

  get termCount(): number {
    return this.#kernel.termCount;
  }

  termsFrom(from: number): string[] {
    return this.#kernel.termsFrom(from);
  }

  invert(columns: PostingColumns): TermBlocks {
    return this.#kernel.invert(columns);
  }

  takeVectors(): SegmentVectors | undefined {
    if (this.#model === undefined) return undefined;
    const { id, dims } = this.#model;
    return { model: id, dims, matrix: this.#kernel.takeVectors() };
  }

  analyse(path: string, text: string): AnalysedFile {
    const lines = lineTable(text);
    const declarations = scanDeclarations(path, text, lines);
    const chunks = chunksOf(lines, declarations);
    const words = pathTerms(path);
    const nameRows = this.#model?.rowsOf(embeddingText(path, '')) ?? NO_ROWS;
    return {
      path,
      lineCount: lines.count,
      flags: fileFlags(path, text),
      chunks: {
        count: chunks.length,
        startLines: column(chunks, (it) => it.startLine),
        endLines: column(chunks, (it) => it.endLine),
        startOffsets: column(chunks, (it) => it.startOffset),
        endOffsets: column(chunks, (it) => it.endOffset),
        ...this.#kernel.count(text, chunks, namesOf(declarations, chunks), nameRows),
      },
      pathTerms: Uint32Array.from(words.keys(), (word) => this.#kernel.idOf(word)),
      pathPayloads: Uint16Array.from(words.values()),
      declarations: {
        names: declarations.map((it) => it.name),
        kinds: declarations.map((it) => it.kind),
        lines: column(declarations, (it) => it.line),
      },
      citations: citedEntries(path, text),
    };
  }
}

function namesOf(declarations: readonly Declaration[], chunks: readonly Chunk[]): DeclaredName[] {
  let chunk = 0;
  return declarations.map(({ name, kind, line }) => {
    while (line > (chunks[chunk]?.endLine ?? line)) chunk++;
    return { name, chunk, exact: kind !== 'heading', isType: TYPE_KINDS.has(kind) };
  });
}

function column<T>(items: readonly T[], numberOf: (item: T) => number): Uint32Array {
  const values = new Uint32Array(items.length);
  for (const [index, item] of items.entries()) values[index] = numberOf(item);
  return values;
}
