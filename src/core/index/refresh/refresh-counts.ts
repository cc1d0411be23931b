import type { Collection } from '../collection/collection.ts';
import type { MadeSegment } from '../threads/segment-maker.ts';
import type { RefreshPlan } from './plan.ts';

/** How many files a refresh added, updated and removed, corrected by what was found when they were read. */
export class RefreshCounts {
  readonly #known: Set<string>;
  #added: number;
  #updated: number;
  #removed: number;

  constructor({ toIndex, removed }: RefreshPlan, collection: Collection) {
    const known = toIndex.filter(({ path }) => collection.place(path) !== undefined);
    this.#known = new Set(known.map(({ path }) => path));
    this.#added = toIndex.length - known.length;
    this.#updated = known.length;
    this.#removed = removed.length;
  }

  take({ touched, gone, unreadable }: MadeSegment): void {
    this.#updated -= touched.length;
    for (const path of unreadable) {
      if (this.#known.has(path)) this.#updated--;
      else this.#added--;
    }
    for (const path of gone) {
      if (this.#known.has(path)) {
        this.#updated--;
        this.#removed++;
      } else this.#added--;
    }
  }

  summary(): { added: number; updated: number; removed: number } {
    return { added: this.#added, updated: this.#updated, removed: this.#removed };
  }
}
