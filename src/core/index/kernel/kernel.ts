/**
 * The inner loops of indexing, compiled: words, counts, vectors and postings of texts. It numbers terms as they come and never
 * forgets one; numbers of one kernel mean nothing to another.
 */
import type { ModelTables } from '../../embed/index.ts';
import { runs } from '../../text/index.ts';
import { identifierUnits } from '../analyse/characters.ts';
import { nameTerm, termsOfRun, wholeOf } from '../analyse/terms.ts';
import type { TermBlocks } from '../segment/term-blocks.ts';
import { type KernelExports, startKernel } from './module.ts';

/** Where in the text a piece begins and ends, in UTF-16 units. */
export interface Borders {
  startOffset: number;
  endOffset: number;
}

export interface DeclaredName {
  name: string;
  /** Which chunk declares it. Names come in the order of their chunks. */
  chunk: number;
  /** Kept also as the name itself. */
  exact: boolean;
  isType: boolean;
}

/** Chunk i owns the terms from termEnds[i - 1] (or 0) to termEnds[i]. */
export interface CountedTerms {
  lengths: Uint16Array;
  termEnds: Uint32Array;
  terms: Uint32Array;
  payloads: Uint16Array;
}

/** Entry i of each column belongs to posting i; the documents ascend. */
export interface PostingColumns {
  length: number;
  termIds: Uint32Array;
  documents: Uint32Array;
  payloads: Uint16Array;
}

const TERM_BYTES = 1_024;
const NAME_FIELDS = 4;
const EXACT = 1;
const TYPE = 2;

const PAIR = /[\ud800-\udfff]/;

const encoder = new TextEncoder();

export class Kernel {
  readonly #exports: KernelExports;

  constructor(model: ModelTables | undefined) {
    this.#exports = startKernel({
      splitForeign: (at, length) => this.#splitForeign(at, length),
      nameForeign: (at, length) => this.idOf(nameTerm(wholeOf(this.#spelling(at, length)))),
    });
    this.#bytes(this.#exports.identifierUnitsAt(), identifierUnits().length).set(identifierUnits());
    if (model !== undefined) this.#takeModel(model);
  }

  get termCount(): number {
    return this.#exports.termCount();
  }

  /** The number of a term, a new one if need be. */
  idOf(term: string): number {
    return this.#exports.numberOfTerm(this.#writeTerm(term));
  }

  termsFrom(from: number): string[] {
    const count = this.termCount;
    const starts = this.#numbers(this.#exports.termStartsAt(), count + 1);
    const bytes = Buffer.from(this.#exports.memory.buffer, this.#exports.termBytesAt(), starts[count]);
    const terms: string[] = [];
    for (let term = from; term < count; term++)
      terms.push(bytes.toString('utf8', starts[term], starts[term + 1]));
    return terms;
  }

  /** Counts the terms of each chunk. `nameRows`: of the model, for the name of the file. */
  count(
    text: string,
    chunks: readonly Borders[],
    names: readonly DeclaredName[],
    nameRows: Uint32Array,
  ): CountedTerms {
    const exports = this.#exports;
    this.#writeText(text, names);
    const borders = this.#numbers(exports.chunkRoom(chunks.length), 2 * chunks.length);
    for (const [i, chunk] of chunks.entries()) {
      borders[2 * i] = chunk.startOffset;
      borders[2 * i + 1] = chunk.endOffset;
    }
    this.#numbers(exports.nameRowRoom(nameRows.length), nameRows.length).set(nameRows);
    exports.analyse(chunks.length, names.length);
    const termEnds = this.#numbers(exports.termEndsAt(), chunks.length).slice();
    const count = termEnds.at(-1) ?? 0;
    return {
      termEnds,
      lengths: Uint16Array.from(this.#numbers(exports.lengthsAt(), chunks.length)),
      terms: this.#numbers(exports.termsAt(), count).slice(),
      payloads: Uint16Array.from(this.#numbers(exports.payloadsAt(), count)),
    };
  }

  /** The vectors of the chunks since the last call, one behind the other. */
  takeVectors(): Int8Array<ArrayBuffer> {
    const bytes = this.#copy(this.#exports.vectorsAt(), this.#exports.vectorBytes());
    this.#exports.clearVectors();
    return new Int8Array(bytes.buffer);
  }

  invert({ length, termIds, documents, payloads }: PostingColumns): TermBlocks {
    const exports = this.#exports;
    this.#numbers(exports.termColumnRoom(length), length).set(termIds.subarray(0, length));
    this.#numbers(exports.documentColumnRoom(length), length).set(documents.subarray(0, length));
    const at = exports.payloadColumnRoom(length);
    new Uint16Array(exports.memory.buffer, at, length).set(payloads.subarray(0, length));
    exports.invert(length);
    return {
      directory: this.#copy(exports.directoryAt(), exports.directoryBytes()),
      blocks: {
        bytes: this.#copy(exports.blocksAt(), exports.blockBytes()),
        ends: this.#numbers(exports.blockEndsAt(), exports.blockCount()).slice(),
      },
    };
  }

  /** The names stand behind the text. */
  #writeText(text: string, names: readonly DeclaredName[]): void {
    let units = text.length;
    for (const { name } of names) units += name.length;
    const fieldsAt = this.#exports.nameRoom(names.length);
    const textAt = this.#exports.textRoom(units);
    const fields = this.#numbers(fieldsAt, names.length * NAME_FIELDS);
    const buffer = Buffer.from(this.#exports.memory.buffer, textAt, 2 * units);
    buffer.write(text, 'utf16le');
    let start = text.length;
    for (const [i, { name, chunk, exact, isType }] of names.entries()) {
      buffer.write(name, 2 * start, 'utf16le');
      const end = start + name.length;
      fields.set([chunk, start, end, (exact ? EXACT : 0) | (isType ? TYPE : 0)], NAME_FIELDS * i);
      start = end;
    }
  }

  #splitForeign(at: number, length: number): void {
    const spelling = this.#spelling(at, length);
    // The scan takes every surrogate pair for a letter; most are signs that part two runs.
    const found = PAIR.test(spelling) ? runs(spelling).flatMap(termsOfRun) : termsOfRun(spelling);
    for (const term of found) this.#exports.pushTerm(this.#writeTerm(term));
  }

  #spelling(at: number, length: number): string {
    return Buffer.from(this.#exports.memory.buffer, at, 2 * length).toString('utf16le');
  }

  #writeTerm(term: string): number {
    return encoder.encodeInto(term, this.#bytes(this.#exports.termBufferAt(), TERM_BYTES)).written;
  }

  #takeModel({ vocabulary, rows, dims, scales, vectors, factors, weightUnit }: ModelTables): void {
    const { tokens, starts, slots, longest } = vocabulary;
    const words = this.#exports.takeVocabulary(tokens.length, starts.length, slots.length, longest);
    this.#numbers(words, slots.length).set(slots);
    this.#numbers(words + slots.byteLength, starts.length).set(starts);
    this.#bytes(words + slots.byteLength + starts.byteLength, tokens.length).set(tokens);
    const at = this.#exports.takeModel(rows, dims, weightUnit);
    const { buffer } = this.#exports.memory;
    new Float64Array(buffer, at, factors.length).set(factors);
    new Float32Array(buffer, at + factors.byteLength, rows).set(scales);
    new Int8Array(buffer, at + factors.byteLength + scales.byteLength, rows * dims).set(vectors);
  }

  // Views are made anew each time: memory that grows leaves the old ones empty.

  #numbers(at: number, length: number): Uint32Array<ArrayBuffer> {
    return new Uint32Array(this.#exports.memory.buffer, at, length);
  }

  #bytes(at: number, length: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#exports.memory.buffer, at, length);
  }

  /** In a buffer of its own, to be handed to another thread. */
  #copy(at: number, length: number): Uint8Array<ArrayBuffer> {
    return this.#bytes(at, length).slice();
  }
}
