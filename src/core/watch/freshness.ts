/**
 * What became of a tree since it was listed; search and grep have one each. The watch names the places where something happened. Where it
 * cannot speak for all of the tree, or so long after the listing that the system may have dropped an event, the tree is to be listed again.
 */
import type { Clock } from '../clock.ts';
import type { Watch } from './watch.ts';

export type TreeState =
  /** Changes are not told, or not all: only a listing says how the tree is now. */
  | { is: 'unwatched' }
  /** There were more events than the system kept. */
  | { is: 'unsure' }
  /** Something happened at these paths since the last question, and nowhere else as far as the system says. */
  | { is: 'known'; changed: ReadonlySet<string>; isOld: boolean };

/** Even a watched tree is listed again after this: for events that were dropped, and for writes that none tells, such as by a memory map. */
export const LIST_AGAIN_MS = 120_000;

export class Freshness {
  readonly #open: () => Watch;
  readonly #clock: Pick<Clock, 'elapsed'>;
  #watch: Watch | undefined;
  #beganAt = Number.NEGATIVE_INFINITY;
  #listedAt = Number.NEGATIVE_INFINITY;

  constructor(open: () => Watch, clock: Pick<Clock, 'elapsed'>) {
    this.#open = open;
    this.#clock = clock;
  }

  /** The tree is about to be listed: what happens from now on is told, as far as the system watches it. */
  listingBegins(): Watch {
    this.#watch ??= this.#open();
    this.#beganAt = this.#clock.elapsed();
    return this.#watch;
  }

  /** See Watch. */
  follow(directories: Iterable<string>): void {
    this.#watch?.follow(directories);
  }

  /** The listing is done, and its directories are followed. */
  listed(): void {
    this.#listedAt = this.#beganAt;
  }

  /** To be waited for before `state`, so that all that happened before the call is in it. */
  async settled(): Promise<void> {
    await this.#watch?.settled();
  }

  /** What is told here is not told again. */
  state(): TreeState {
    const changed = this.#watch?.take();
    if (this.#watch?.isComplete !== true) return { is: 'unwatched' };
    if (changed === undefined) return { is: 'unsure' };
    return { is: 'known', changed, isOld: this.#clock.elapsed() - this.#listedAt > LIST_AGAIN_MS };
  }

  /** A watch that is given back is opened again by the next listing. */
  close(): void {
    this.#watch?.close();
    this.#watch = undefined;
  }
}
