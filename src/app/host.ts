/** What an app gets from the process that runs it. */
import type { Clock } from '../core/clock.ts';
import type { IndexPlace } from '../core/index/index.ts';
import type { Logger } from '../core/logger.ts';
import type { WatchSystem } from '../core/workspace/index.ts';

/** Everything that could make two runs differ. */
export interface Host {
  clock: Clock;
  log: Logger;
  /** A word no other process ever makes. */
  token: () => string;
  /** The version of Node. */
  node: string;
  /** From 0 up to 1; only for spreading retries. */
  random: () => number;
  /** True for a server: more calls will come, so work ahead of them pays. */
  staysOpen?: boolean;
  /** How changes of files are reported; by default as this system does. */
  watchSystem?: WatchSystem;
  /** Where the index is stored; by default in the data directory. */
  indexPlace?: IndexPlace;
  /** The files of the root are written once and never changed. */
  frozen?: boolean;
  /** How many threads may index; by default as many as this machine is good for. */
  indexThreads?: number;
}
