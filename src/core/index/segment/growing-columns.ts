/** Term, document and payload of every posting in the order they are found. */
const FIRST_ROOM = 1 << 16;

export class GrowingColumns {
  termIds = new Uint32Array(FIRST_ROOM);
  documents = new Uint32Array(FIRST_ROOM);
  payloads = new Uint16Array(FIRST_ROOM);
  length = 0;

  /** The terms `from` … `to - 1` of a document. */
  add(document: number, terms: Uint32Array, payloads: Uint16Array, from: number, to: number): void {
    const count = to - from;
    this.#reserve(count);
    this.termIds.set(terms.subarray(from, to), this.length);
    this.payloads.set(payloads.subarray(from, to), this.length);
    this.documents.fill(document, this.length, this.length + count);
    this.length += count;
  }

  #reserve(count: number): void {
    const needed = this.length + count;
    if (needed <= this.termIds.length) return;
    const room = Math.max(needed, this.termIds.length * 2);
    this.termIds = copied(this.termIds, new Uint32Array(room));
    this.documents = copied(this.documents, new Uint32Array(room));
    this.payloads = copied(this.payloads, new Uint16Array(room));
  }
}

function copied<T extends Uint32Array | Uint16Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
