/** One text in, its postings and vectors kept, the rest out: chunks, names declared, words of the path. */
import type { StaticModel } from '../../embed/index.ts';
import {
  type Chunk,
  chunksOf,
  type Declaration,
  type LineTable,
  lineTable,
  scanDeclarations,
} from '../../text/index.ts';
import type { AnalysedFile } from '../contract.ts';
import { type CountedTerms, type DeclaredName, Kernel } from '../kernel/kernel.ts';
import type { SegmentVectors } from '../segment/segment.ts';
import type { TermBlocks } from '../segment/term-table.ts';
import { fileFlags } from './file-kind.ts';
import { pathTerms } from './path-terms.ts';

const TYPE_KINDS = new Set(['class', 'interface', 'type', 'enum', 'module']);

/** What became of the texts since `start`: chunks are numbered as they came. */
export interface AnalysedSegment {
  terms: TermBlocks;
  pathTerms: TermBlocks;
  /** Undefined without a model. */
  vectors: SegmentVectors | undefined;
}

/** Holds a dictionary that grows, and the postings of the texts since `start`; one per worker. */
export class Analyser {
  readonly #model: StaticModel | undefined;
  readonly #kernel: Kernel;
  #files = 0;

  /** `model`: makes a vector of each chunk in the same pass. `secret`: see Kernel. */
  constructor(model?: StaticModel, secret?: number) {
    this.#model = model;
    this.#kernel = new Kernel(model?.tables, secret);
  }

  /** Ids from 0 up to this have been given out. */
  get termCount(): number {
    return this.#kernel.termCount;
  }

  /** By id. */
  terms(): string[] {
    return this.#kernel.terms();
  }

  /** Of the chunks of the file that was analysed last. */
  lastTerms(file: AnalysedFile): CountedTerms {
    return this.#kernel.lastTerms(file.chunks.length);
  }

  /** Forgets the postings and vectors so far; the ids of terms stay. */
  start(): void {
    this.#kernel.start();
    this.#files = 0;
  }

  analyse(path: string, text: string, withNames = true): AnalysedFile {
    this.#kernel.takeFileName(embeddingText(path, ''));
    const { lineCount, declarations, chunks } = chunksOfText(path, text, this.#kernel.take(text), withNames);
    const lengths = this.#kernel.add(chunks, namesOf(declarations, chunks));
    this.#kernel.addPathTerms(this.#files++, pathTerms(path));
    return { path, lineCount, flags: fileFlags(path, text), chunks, lengths, declarations };
  }

  /** A file without text, which is known by its path only to the list of files. */
  skip(): void {
    this.#files++;
  }

  finish(): AnalysedSegment {
    const terms = this.#kernel.invert();
    const pathTerms = this.#kernel.invertPaths();
    const vectors = this.#vectors();
    this.start();
    return { terms, pathTerms, vectors };
  }

  #vectors(): SegmentVectors | undefined {
    if (this.#model === undefined) return undefined;
    const { id, dims } = this.#model;
    return { model: id, dims, matrix: this.#kernel.vectors() };
  }
}

function namesOf(declarations: readonly Declaration[], chunks: readonly Chunk[]): DeclaredName[] {
  const names: DeclaredName[] = [];
  let chunk = 0;
  for (const { name, kind, line } of declarations) {
    while (line > (chunks[chunk]?.endLine ?? line)) chunk++;
    names.push({ name, chunk, exact: kind !== 'heading', isType: TYPE_KINDS.has(kind) });
  }
  return names;
}

/** How a text is cut, and the names by which it is. */
export function chunksOfText(
  path: string,
  text: string,
  lines: LineTable = lineTable(text),
  withNames = true,
): { lineCount: number; declarations: Declaration[]; chunks: Chunk[] } {
  const declarations = withNames ? scanDeclarations(path, text, lines) : [];
  return { lineCount: lines.count, declarations, chunks: chunksOf(lines, declarations) };
}

/**
 * What is embedded for a chunk: its text behind the names of its folder and file. They stand twice, because the model
 * weighs a word by the logarithm of its count and a name says more than one mention in the text.
 */
export function embeddingText(path: string, chunk: string): string {
  const file = path.lastIndexOf('/') + 1;
  const folder = file < 2 ? 0 : path.lastIndexOf('/', file - 2) + 1;
  const named = `${path.slice(folder, Math.max(folder, file - 1))} ${path.slice(file)}`.trimStart();
  const name = named.replace(/\.\w+$/, '');
  return `${name}\n${name}\n${chunk}`;
}
