/** The audit log of a hub: who called what, written after the answers. While the database is away it waits, up to a limit. */
import type { Logger } from '../core/logger.ts';
import { saysAway } from '../core/store/for-hub.ts';
import type { AuditRow, HubStore } from './hub-store.ts';

const WRITE_EVERY_MS = 500;
const MOST_WAITING = 20_000;
const ROWS_A_WRITE = 500;

export class AuditQueue {
  readonly #store: HubStore;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  #rows: AuditRow[] = [];
  #writing: Promise<void> | undefined;
  /** Calls that were not recorded because too many waited. */
  dropped = 0;

  constructor(store: HubStore, log: Logger) {
    this.#store = store;
    this.#log = log;
    this.#timer = setInterval(() => void this.flush(), WRITE_EVERY_MS).unref();
  }

  record(row: AuditRow): void {
    if (this.#rows.length < MOST_WAITING) this.#rows.push(row);
    else this.dropped++;
  }

  async flush(): Promise<void> {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
    await this.#writing;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
    await this.flush();
  }

  async #write(): Promise<void> {
    while (this.#rows.length > 0) {
      const rows = this.#rows.slice(0, ROWS_A_WRITE);
      try {
        await this.#store.audit(rows);
        this.#rows = this.#rows.slice(rows.length);
      } catch (thrown) {
        if (!saysAway(thrown)) this.#log.error('the audit log cannot be written', { error: thrown });
        return;
      }
    }
  }
}
