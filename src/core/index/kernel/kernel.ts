/**
 * The inner loops of indexing, compiled: words, counts, vectors and postings of texts. It numbers terms as they come and never
 * forgets one; numbers of one kernel mean nothing to another. A kernel that failed cannot be used again.
 */
import type { ModelTables } from '../../embed/index.ts';
import { type LineTable, runs } from '../../text/index.ts';
import { nameTerm, termsOfRun, wholeOf } from '../analyse/terms.ts';
import type { TermBlocks } from '../segment/term-table.ts';
import { identifierUnits, letters } from './characters.ts';
import { asKernelError, type KernelExports, type KernelHost, startKernel } from './module.ts';

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
  termEnds: Uint32Array;
  terms: Uint32Array;
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
  /** Postings before the text that was added last. */
  #lastStart = 0;

  /** `secret`: what the files cannot know. It changes no result. */
  constructor(model: ModelTables | undefined, secret = 0) {
    const host: KernelHost = {
      splitForeign: (at, length) => this.#splitForeign(at, length),
      nameForeign: (at, length) => {
        const name = nameTerm(wholeOf(this.#spelling(at, length)));
        return this.#exports.numberOfTerm(this.#writeTerm(name));
      },
    };
    this.#exports = guarded(() => startKernel(host));
    this.#exports.setSecret(secret);
    this.#bytes(this.#exports.identifierUnitsAt(), identifierUnits().length).set(identifierUnits());
    new Uint16Array(this.#exports.memory.buffer, this.#exports.lettersAt(), letters().length).set(letters());
    if (model !== undefined) guarded(() => this.#takeModel(model));
  }

  get termCount(): number {
    return this.#exports.termCount();
  }

  /** By number. */
  terms(): string[] {
    const count = this.termCount;
    const starts = this.#numbers(this.#exports.termStartsAt(), count + 1);
    const bytes = Buffer.from(this.#exports.memory.buffer, this.#exports.termBytesAt(), starts[count]);
    const terms: string[] = [];
    for (let term = 0; term < count; term++)
      terms.push(bytes.toString('utf8', starts[term], starts[term + 1]));
    return terms;
  }

  /** Forgets postings and vectors; the numbers of terms stay. */
  start(): void {
    this.#exports.start();
  }

  /** The name counts for the vectors of the chunks to come. */
  takeFileName(name: string): void {
    guarded(() => {
      this.#writeText(name);
      this.#exports.takeFileName(name.length);
    });
  }

  /** Takes a text to be analysed, and returns its lines, valid until the next call. */
  take(text: string): LineTable {
    return guarded(() => {
      this.#writeText(text);
      const count = this.#exports.takeLines(text.length);
      const { buffer } = this.#exports.memory;
      return {
        count,
        starts: this.#numbers(this.#exports.lineStartsAt(), count + 1),
        indents: this.#bytes(this.#exports.lineIndentsAt(), count),
        firsts: new Uint16Array(buffer, this.#exports.lineFirstsAt(), count),
      };
    });
  }

  /** Adds the postings and vectors of each chunk of the text, and gives the lengths of the chunks in words. */
  add(chunks: readonly Borders[], names: readonly DeclaredName[]): Uint16Array {
    return guarded(() => this.#add(chunks, names));
  }

  #add(chunks: readonly Borders[], names: readonly DeclaredName[]): Uint16Array {
    const exports = this.#exports;
    this.#writeNames(names);
    const borders = this.#numbers(exports.chunkRoom(chunks.length), 2 * chunks.length);
    let at = 0;
    for (const { startOffset, endOffset } of chunks) {
      borders[at++] = startOffset;
      borders[at++] = endOffset;
    }
    this.#lastStart = exports.postingCount();
    exports.analyse(chunks.length, names.length);
    return new Uint16Array(this.#numbers(exports.lengthsAt(), chunks.length));
  }

  /** Of the text that was added last, which has so many chunks. */
  lastTerms(chunks: number): CountedTerms {
    const exports = this.#exports;
    const from = this.#lastStart;
    const count = exports.postingCount();
    const payloads = new Uint16Array(exports.memory.buffer, exports.payloadColumnAt(), count);
    return {
      termEnds: this.#numbers(exports.termEndsAt(), chunks).map((end) => end - from),
      terms: this.#numbers(exports.termColumnAt(), count).slice(from),
      payloads: payloads.slice(from),
    };
  }

  /** The vectors of the chunks since the start, one behind the other. */
  vectors(): Int8Array<ArrayBuffer> {
    return new Int8Array(this.#copy(this.#exports.vectorsAt(), this.#exports.vectorBytes()).buffer);
  }

  /** Payloads by term of a document's path. Documents ascend. */
  addPathTerms(document: number, terms: ReadonlyMap<string, number>): void {
    guarded(() => {
      // One write for all: a call for each term costs more than its work.
      const text = [...terms.keys()].join('\n');
      const at = this.#exports.textRoom(2 * text.length);
      const bytes = Buffer.from(this.#exports.memory.buffer, at, 4 * text.length).write(text, 'utf8');
      const payloads = this.#numbers(this.#exports.pathPayloadRoom(terms.size), terms.size);
      let i = 0;
      for (const payload of terms.values()) payloads[i++] = payload;
      this.#exports.addPathTerms(bytes, terms.size, document);
    });
  }

  /** The postings of the chunks since the start, by term. */
  invert(): TermBlocks {
    guarded(() => this.#exports.invert());
    return this.#blocks();
  }

  /** The postings of the paths since the start, by term. To be called last: it forgets all postings. */
  invertPaths(): TermBlocks {
    guarded(() => this.#exports.invertPaths());
    return this.#blocks();
  }

  #blocks(): TermBlocks {
    const exports = this.#exports;
    return {
      directory: this.#copy(exports.directoryAt(), exports.directoryBytes()),
      blocks: {
        bytes: this.#copy(exports.blocksAt(), exports.blockBytes()),
        ends: this.#numbers(exports.blockEndsAt(), exports.blockCount()).slice(),
      },
    };
  }

  #writeText(text: string): void {
    const at = this.#exports.textRoom(text.length);
    Buffer.from(this.#exports.memory.buffer, at, 2 * text.length).write(text, 'utf16le');
  }

  #writeNames(names: readonly DeclaredName[]): void {
    const text = names.map(({ name }) => name).join('');
    const fieldsAt = this.#exports.nameRoom(names.length);
    const textAt = this.#exports.nameTextRoom(text.length);
    Buffer.from(this.#exports.memory.buffer, textAt, 2 * text.length).write(text, 'utf16le');
    const fields = this.#numbers(fieldsAt, names.length * NAME_FIELDS);
    let at = 0;
    let field = 0;
    for (const { name, chunk, exact, isType } of names) {
      fields[field++] = chunk;
      fields[field++] = at;
      at += name.length;
      fields[field++] = at;
      fields[field++] = (exact ? EXACT : 0) | (isType ? TYPE : 0);
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
    const { tokens, starts, slots, prefixes, longest } = vocabulary;
    let words = this.#exports.takeVocabulary(
      tokens.length,
      starts.length,
      slots.length,
      prefixes.length,
      longest,
    );
    for (const part of [slots, starts, prefixes, tokens]) {
      this.#bytes(words, part.byteLength).set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
      words += part.byteLength;
    }
    const at = this.#exports.takeModel(rows, dims, weightUnit);
    const { buffer } = this.#exports.memory;
    new Float64Array(buffer, at, factors.length).set(factors);
    new Float32Array(buffer, at + factors.byteLength, rows).set(scales);
    new Int8Array(buffer, at + factors.byteLength + scales.byteLength, rows * dims).set(vectors);
  }

  // New views each time: when the memory grows, the old ones are empty.

  #numbers(at: number, length: number): Uint32Array<ArrayBuffer> {
    return new Uint32Array(this.#exports.memory.buffer, at, length);
  }

  #bytes(at: number, length: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#exports.memory.buffer, at, length);
  }

  /** In a buffer of its own, so that it can be moved to another thread. */
  #copy(at: number, length: number): Uint8Array<ArrayBuffer> {
    return this.#bytes(at, length).slice();
  }
}

function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw asKernelError(thrown);
  }
}
