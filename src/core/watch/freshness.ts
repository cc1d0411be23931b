/**
 * What changed in a tree since it was listed; search and grep have one each. The watch reports the paths. The tree must be listed again where
 * the watch does not cover all of it, and some time after each listing, because the system may have dropped an event.
 */
import type { Clock } from '../clock.ts';
import type { Watch } from './watch.ts';

export type TreeState =
  /** Changes are not reported, or not all of them: only a listing shows the tree as it is now. */
  | { is: 'unwatched' }
  /** There were more events than the system kept, or the root is another: the next listing begins anew. */
  | { is: 'unsure' }
  /** Something changed at these paths since the last call, and nowhere else as far as the system reports. */
  | { is: 'known'; changed: ReadonlySet<string>; isOld: boolean };

/** Even a watched tree is listed again after this: for events that were dropped, and for writes without an event, such as through a memory map. */
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

  /** The tree is about to be listed: changes from now on are reported, as far as the system watches it. */
  listingBegins(): Watch {
    if (this.#watch?.isLost === true) this.close();
    this.#watch ??= this.#open();
    this.#beganAt = this.#clock.elapsed();
    return this.#watch;
  }

  /** See Watch. */
  follow(directories: Iterable<string>): number {
    return this.#watch?.follow(directories) ?? 0;
  }

  /** The listing is done, and its directories are followed. */
  listed(): void {
    this.#listedAt = this.#beganAt;
  }

  /** To be awaited before `state`, which then has every change from before the call. */
  async settled(): Promise<void> {
    await this.#watch?.settled();
  }

  /** Reports each change once. */
  state(): TreeState {
    const changed = this.#watch?.take();
    if (this.#watch?.isLost === true) return { is: 'unsure' };
    if (this.#watch?.isComplete !== true) return { is: 'unwatched' };
    if (changed === undefined) return { is: 'unsure' };
    return { is: 'known', changed, isOld: this.#clock.elapsed() - this.#listedAt > LIST_AGAIN_MS };
  }

  /** The next listing opens the watch again. */
  close(): void {
    this.#watch?.close();
    this.#watch = undefined;
  }
}
