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
    const added = Array.from(more, (_, i) => known + i);
    added.sort((a, b) => ((terms[a] as string) < (terms[b] as string) ? -1 : 1));
    this.ids = this.#merged(added);
  }

  #merged(added: readonly number[]): Uint32Array<ArrayBuffer> {
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
