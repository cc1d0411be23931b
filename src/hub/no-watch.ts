/** The watch on a directory in which nothing ever happens. */
import { EventEmitter } from 'node:events';
import type { WatchSystem } from '../core/workspace/index.ts';

type WatchPlace = NonNullable<WatchSystem['watchPlace']>;

class NoWatcher extends EventEmitter {
  close(): void {
    this.emit('close');
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

export const noWatch: WatchPlace = () => new NoWatcher() as ReturnType<WatchPlace>;
