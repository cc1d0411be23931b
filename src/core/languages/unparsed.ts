/** Why there is no tree of a text: it is too long, no text, or was given up for the time or the memory it took. */
export type Stop = 'size' | 'binary' | 'time' | 'memory';

export class Unparsed extends Error {
  readonly stop: Stop;

  constructor(stop: Stop) {
    super(`not parsed: ${stop}`);
    this.stop = stop;
  }
}
