/**
 * Progress as a client can use it: rising, at most one report in a while, none after the answer. The newest
 * report waits for the next slot. Clients lose reports that arrive together with the answer, so nothing that
 * matters is said here.
 */
const SLOT_MS = 100;

export interface ProgressReport {
  progress: number;
  total?: number;
  message: string;
}

export class ThrottledProgress {
  readonly #send: (report: ProgressReport) => void;
  #last = -Infinity;
  #next: ProgressReport | undefined;
  #slot: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(send: (report: ProgressReport) => void) {
    this.#send = send;
  }

  readonly report = (done: number, total: number | undefined, message: string): void => {
    if (this.#stopped || !(done > this.#last)) return;
    this.#next = { progress: done, ...(total === undefined ? {} : { total }), message };
    if (!this.#slot) this.#flush();
  };

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#slot);
  }

  #flush(): void {
    this.#slot = undefined;
    const report = this.#next;
    if (!report) return;
    this.#next = undefined;
    this.#last = report.progress;
    this.#send(report);
    this.#slot = setTimeout(() => this.#flush(), SLOT_MS).unref();
  }
}
