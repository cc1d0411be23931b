/** What a compiler says of a repository: sampled symbols with all their places, as the scripts in `oracles/` write them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Place {
  path: string;
  line: number;
  /** From 0, in UTF-16 units. */
  col: number;
}

export interface SampledSymbol {
  name: string;
  kind: string;
  def: Place;
  defs: readonly Place[];
  decls: readonly Place[];
  refs: readonly Place[];
  /** The same name, bound to something else. `related`: another overload, or the constructor. */
  negatives: readonly (Place & { related?: string })[];
}

/** A declaration and the lines it spans. */
export interface Span extends Place {
  name: string;
  startLine: number;
  endLine: number;
}

export interface Truth {
  symbols: readonly SampledSymbol[];
  /** By file; empty where the compiler does not say. */
  spans: ReadonlyMap<string, readonly Span[]>;
}

interface Row extends Place {
  name: string;
  isDef: boolean;
  kind: string;
  enc?: [startLine: number, startCol: number, endLine: number, endCol: number];
}

const WITH_BODY = /^(?:function|method|class)$/;

export function readTruth(folder: string, repository: string): Truth {
  const { symbols } = JSON.parse(
    readFileSync(join(folder, 'samples', `${repository}.json`), 'utf8'),
  ) as Truth;
  const spans = new Map<string, Span[]>();
  for (const line of readFileSync(join(folder, 'truth', `${repository}.jsonl`), 'utf8').split('\n')) {
    if (!line.includes('"enc"')) continue;
    const { path, line: at, col, name, isDef, kind, enc } = JSON.parse(line) as Row;
    if (!isDef || enc === undefined || !WITH_BODY.test(kind)) continue;
    const list = spans.get(path) ?? [];
    list.push({ path, line: at, col, name, startLine: enc[0], endLine: enc[2] });
    spans.set(path, list);
  }
  return { symbols, spans };
}

export const placeKey = ({ path, line, col }: Place) => `${path}:${line}:${col}`;
