/** One text in, columns of numbers out: chunks, the terms of each with their counts, names declared, words of the path. */

import type { Chunk, Declaration } from '../../text/index.ts';
import { chunksOf, LONGEST_RUN, lineStartsOf, runs, scanDeclarations } from '../../text/index.ts';
import type { AnalysedChunks, AnalysedFile, Analyser } from '../contract.ts';
import { identifierUnits } from './characters.ts';
import { Dictionary } from './dictionary.ts';
import { fileFlags } from './file-kind.ts';
import { GrowingNumbers } from './growing.ts';
import { pathTerms } from './path-terms.ts';
import { packTerm } from './payload.ts';
import { nameTerm, termsOfRun, wholeOf } from './terms.ts';

const TYPE_KINDS = new Set(['class', 'interface', 'type', 'enum', 'module']);
const LONGEST_LENGTH = 0xffff;
const HASH_SEED = 0x811c9dc5 | 0;
const HASH_FACTOR = 0x01000193;

export function createAnalyser(): Analyser {
  return new FileAnalyser();
}

class FileAnalyser implements Analyser {
  readonly #dictionary = new Dictionary();
  readonly #units = identifierUnits();
  readonly #touched = new GrowingNumbers(1024);
  /** By term id; zero between chunks. */
  #body = new Uint16Array(1 << 16);
  #names = new Uint16Array(1 << 16);
  #types = new Uint8Array(1 << 16);

  get termCount(): number {
    return this.#dictionary.termCount;
  }

  termsFrom(from: number): string[] {
    return this.#dictionary.termsFrom(from);
  }

  analyse(path: string, text: string): AnalysedFile {
    const lineStarts = lineStartsOf(text);
    const declarations = scanDeclarations(path, text, lineStarts);
    const chunks = chunksOf(text, lineStarts, declarations);
    const words = pathTerms(path);
    return {
      path,
      lineCount: lineStarts.length,
      flags: fileFlags(path, text),
      chunks: this.#chunkColumns(text, chunks, declarations),
      pathTerms: Uint32Array.from(words.keys(), (word) => this.#dictionary.idOf(word)),
      pathPayloads: Uint16Array.from(words.values()),
      declarations: {
        names: declarations.map((it) => it.name),
        kinds: declarations.map((it) => it.kind),
        lines: Uint32Array.from(declarations, (it) => it.line),
      },
      citations: [],
    };
  }

  #chunkColumns(
    text: string,
    chunks: readonly Chunk[],
    declarations: readonly Declaration[],
  ): AnalysedChunks {
    const terms = new GrowingNumbers(1024);
    const payloads = new GrowingNumbers(1024);
    const lengths = new Uint16Array(chunks.length);
    const termEnds = new Uint32Array(chunks.length);
    let next = 0;
    for (const [index, chunk] of chunks.entries()) {
      const length = this.#countBody(text, chunk.startOffset, chunk.endOffset);
      for (; next < declarations.length; next++) {
        const declaration = declarations[next];
        if (declaration === undefined || declaration.line > chunk.endLine) break;
        this.#countName(declaration);
      }
      this.#flush(terms, payloads);
      lengths[index] = Math.min(length, LONGEST_LENGTH);
      termEnds[index] = terms.length;
    }
    return {
      count: chunks.length,
      startLines: Uint32Array.from(chunks, (it) => it.startLine),
      endLines: Uint32Array.from(chunks, (it) => it.endLine),
      startOffsets: Uint32Array.from(chunks, (it) => it.startOffset),
      endOffsets: Uint32Array.from(chunks, (it) => it.endOffset),
      lengths,
      termEnds,
      terms: terms.toUint32(),
      payloads: payloads.toUint16(),
    };
  }

  /** The hot loop: every character of every file passes here. */
  #countBody(text: string, start: number, end: number): number {
    const units = this.#units;
    const dictionary = this.#dictionary;
    let length = 0;
    let at = start;
    while (at < end) {
      let unit = text.charCodeAt(at);
      if (units[unit] === 0) {
        at++;
        continue;
      }
      const from = at;
      let hash = HASH_SEED;
      do {
        hash = Math.imul(hash ^ unit, HASH_FACTOR);
        at++;
        if (at >= end) break;
        unit = text.charCodeAt(at);
      } while (units[unit] === 1);
      if (at - from > LONGEST_RUN) continue;
      const entry = dictionary.entryOf(text, from, at, hash ^ (hash >>> 15));
      const first = dictionary.termStarts[entry] ?? 0;
      const last = dictionary.termStarts[entry + 1] ?? 0;
      length += last - first;
      for (let i = first; i < last; i++) this.#touch(dictionary.entryTerms[i] ?? 0);
    }
    return length;
  }

  #touch(term: number): void {
    if (term >= this.#body.length) this.#makeRoom(term);
    const count = this.#body[term] ?? 0;
    if (count === 0 && this.#names[term] === 0) this.#touched.push(term);
    this.#body[term] = count + 1;
  }

  #countName(declaration: Declaration): void {
    const isType = TYPE_KINDS.has(declaration.kind);
    for (const run of runs(declaration.name)) {
      const terms = termsOfRun(run);
      for (const term of terms) this.#touchName(term, false);
      if (declaration.kind !== 'heading') this.#touchName(nameTerm(wholeOf(run)), isType);
    }
  }

  #touchName(word: string, isType: boolean): void {
    const term = this.#dictionary.idOf(word);
    if (term >= this.#body.length) this.#makeRoom(term);
    if (this.#body[term] === 0 && this.#names[term] === 0) this.#touched.push(term);
    this.#names[term] = (this.#names[term] ?? 0) + 1;
    if (isType) this.#types[term] = 1;
  }

  #flush(terms: GrowingNumbers, payloads: GrowingNumbers): void {
    for (let i = 0; i < this.#touched.length; i++) {
      const term = this.#touched.at(i);
      terms.push(term);
      payloads.push(packTerm(this.#body[term] ?? 0, this.#names[term] ?? 0, this.#types[term] === 1));
      this.#body[term] = 0;
      this.#names[term] = 0;
      this.#types[term] = 0;
    }
    this.#touched.clear();
  }

  #makeRoom(term: number): void {
    const size = Math.max(this.#body.length * 2, term + 1);
    const grow = <T extends Uint16Array | Uint8Array>(from: T, to: T): T => {
      to.set(from);
      return to;
    };
    this.#body = grow(this.#body, new Uint16Array(size));
    this.#names = grow(this.#names, new Uint16Array(size));
    this.#types = grow(this.#types, new Uint8Array(size));
  }
}
