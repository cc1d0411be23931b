import type { Analyser } from '../contract.ts';

/**
 * The terms of an analyser in code-unit order. Terms only come to an analyser, never go, so each time only the new
 * ones are sorted and merged into the rest.
 */
export class TermOrder {
  readonly terms: string[] = [];
  /** Ids, by their terms. */
  ids = new Uint32Array();

  update(analyser: Analyser): void {
    const known = this.terms.length;
    const more = analyser.termsFrom(known);
    if (more.length === 0) return;
    for (const term of more) this.terms.push(term);
    const { terms } = this;
    this.ids = this.#merged(sortedIds(terms, known));
  }

  #merged(added: Uint32Array): Uint32Array<ArrayBuffer> {
    const { terms, ids } = this;
    const merged = new Uint32Array(ids.length + added.length);
    let [at, old] = [0, 0];
    for (const id of added) {
      // Both indices stay within their arrays: the first is checked, the second comes from the loop.
      while (old < ids.length && (terms[ids[old] as number] as string) < (terms[id] as string))
        merged[at++] = ids[old++] as number;
      merged[at++] = id;
    }
    merged.set(ids.subarray(old), at);
    return merged;
  }
}

/** So many first characters, seven bits each, and the id behind them fit a number that is exact. */
const HEAD_UNITS = 4;
const UNIT_VALUES = 128;
const ID_VALUES = 2 ** 21;
const LAST_ASCII = 127;

/** The ids from `first` on. Numbers are sorted natively; only terms with the same beginning are compared as text. */
function sortedIds(terms: readonly string[], first: number): Uint32Array {
  const keys = new Float64Array(terms.length - first);
  for (let i = 0; i < keys.length; i++) keys[i] = headOf(terms[first + i] as string) * ID_VALUES + i;
  keys.sort();
  const ids = Uint32Array.from(keys, (key) => first + (key % ID_VALUES));
  for (let from = 0; from < keys.length; ) {
    const head = Math.floor((keys[from] as number) / ID_VALUES);
    let to = from + 1;
    while (to < keys.length && Math.floor((keys[to] as number) / ID_VALUES) === head) to++;
    if (to - from > 1)
      ids.subarray(from, to).sort((a, b) => ((terms[a] as string) < (terms[b] as string) ? -1 : 1));
    from = to;
  }
  return ids;
}

/** Smaller for terms that come first; equal if the beginning does not tell. What follows other than ASCII is left out. */
function headOf(term: string): number {
  let head = 0;
  let plain = true;
  for (let at = 0; at < HEAD_UNITS; at++) {
    const unit = plain && at < term.length ? term.charCodeAt(at) : 0;
    head = head * UNIT_VALUES + Math.min(unit, LAST_ASCII);
    if (unit >= LAST_ASCII) plain = false;
  }
  return head;
}
