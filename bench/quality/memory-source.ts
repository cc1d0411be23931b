/** An index in memory: the simplest PostingSource, for measuring ranking without storage. */
import type { Analyser } from '../../src/core/index/analyse/analyser.ts';
import { pathTerms } from '../../src/core/index/analyse/path-terms.ts';
import type {
  AnalysedFile,
  ChunkPlace,
  PostingSource,
  Postings,
  VectorSource,
} from '../../src/core/index/contract.ts';

interface Growing {
  ids: number[];
  payloads: number[];
}

export class MemorySource implements PostingSource {
  readonly #analyser: Analyser;
  readonly #paths: string[] = [];
  readonly #places: { file: number; startLine: number; endLine: number; length: number }[] = [];
  readonly #flags: number[] = [];
  readonly #chunkTerms: Growing[] = [];
  readonly #pathTerms = new Map<string, Growing>();
  #terms: Map<string, number> | undefined;
  vectors: VectorSource | undefined;
  totalLength = 0;
  chunkFiles = new Uint32Array();
  chunkLengths = new Uint16Array();
  fileFlags = new Uint16Array();

  constructor(analyser: Analyser) {
    this.#analyser = analyser;
  }

  get chunkLimit(): number {
    return this.#places.length;
  }
  get chunkCount(): number {
    return this.#places.length;
  }
  get fileLimit(): number {
    return this.#paths.length;
  }
  get fileCount(): number {
    return this.#paths.length;
  }

  /** Right after its analysis, while the analyser still knows its terms. */
  add(file: AnalysedFile): void {
    const id = this.#paths.length;
    this.#paths.push(file.path);
    this.#flags.push(file.flags);
    for (const [term, payload] of pathTerms(file.path)) {
      const list = this.#pathTerms.get(term) ?? { ids: [], payloads: [] };
      this.#pathTerms.set(term, list);
      list.ids.push(id);
      list.payloads.push(payload);
    }
    const { termEnds, terms, payloads } = this.#analyser.lastTerms(file);
    let at = 0;
    for (const [index, { startLine, endLine }] of file.chunks.entries()) {
      const chunk = this.#places.length;
      const length = file.lengths[index] ?? 0;
      this.#places.push({ file: id, startLine, endLine, length });
      this.totalLength += length;
      for (const end = termEnds[index] ?? 0; at < end; at++)
        post(this.#chunkTerms, terms[at] ?? 0, chunk, payloads[at] ?? 0);
    }
  }

  /** To be called once after the last file. */
  finish(): void {
    this.chunkFiles = Uint32Array.from(this.#places, (place) => place.file);
    this.chunkLengths = Uint16Array.from(this.#places, (place) => place.length);
    this.fileFlags = Uint16Array.from(this.#flags);
    this.#terms = new Map(this.#analyser.terms().map((term, id) => [term, id]));
  }

  postings(term: string): Postings | undefined {
    const id = this.#terms?.get(term);
    return frozen(id === undefined ? undefined : this.#chunkTerms[id]);
  }

  pathPostings(term: string): Postings | undefined {
    return frozen(this.#pathTerms.get(term));
  }

  filePath(file: number): string {
    return this.#paths[file] ?? '';
  }

  chunkPlace(chunk: number): ChunkPlace {
    const place = this.#places[chunk];
    if (place === undefined) throw new Error(`no chunk ${chunk}`);
    return { path: this.filePath(place.file), startLine: place.startLine, endLine: place.endLine };
  }
}

function post(lists: Growing[], term: number, id: number, payload: number): void {
  let list = lists[term];
  if (list === undefined) {
    list = { ids: [], payloads: [] };
    lists[term] = list;
  }
  list.ids.push(id);
  list.payloads.push(payload);
}

function frozen(list: Growing | undefined): Postings | undefined {
  if (list === undefined) return undefined;
  return { ids: Uint32Array.from(list.ids), payloads: Uint16Array.from(list.payloads) };
}
