/** Runs a limited number of calls at once, the rest in order of arrival, and refuses more than can wait. */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { AppError } from '../../core/errors.ts';

export class CallQueue {
  readonly #atOnce: number;
  readonly #mostWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(atOnce: number, mostWaiting: number) {
    this.#atOnce = atOnce;
    this.#mostWaiting = mostWaiting;
  }

  async run<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#atOnce) await this.#turn();
    else this.#running++;
    try {
      if (signal.aborted) throw new AppError('cancelled', 'cancelled', 'The call was cancelled.');
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }

  /** Resolves when a finished call hands over its place. */
  #turn(): Promise<void> {
    if (this.#waiting.length >= this.#mostWaiting)
      throw new ProtocolError(
        ProtocolErrorCode.InternalError,
        `More than ${this.#mostWaiting} calls are waiting. Wait for answers before sending more.`,
      );
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }
}
