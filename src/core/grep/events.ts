/**
 * ripgrep's report, cut into events as it arrives: for each file its path up to a NUL, its matching lines behind their
 * numbers and columns, and an empty line; at the end the statistics. Its --json would be four times as many bytes.
 */

export interface LineMatch {
  line: number;
  /** The bytes of the line, without its end. */
  bytes: Buffer;
  /** Offset of the first match in it. */
  start: number;
}

export interface GrepEvents {
  /** Returns how many matches of the file are wanted. */
  begin(path: string): number;
  match(match: LineMatch): void;
  /** All matching lines of the file, the unwanted too. */
  end(count: number, binary: boolean): void;
  summary(filesSearched: number): void;
}

const NUL = 0x00;
const NEWLINE = 0x0a;
const ZERO = 0x30;
const NINE = 0x39;
/** The column is missing where nothing but the end of the file matches. */
const NUMBERS = /^(\d+):(?:(\d+):)?/;
const NUMBERS_BYTES = 24;
const SEARCHED = /^(\d+) files searched$/;

export function parseEvents(events: GrepEvents): (chunk: Buffer) => void {
  const report = new Report(events);
  let rest: Buffer[] = [];
  return (chunk) => {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      if (rest.length > 0) {
        report.take(Buffer.concat([...rest, chunk.subarray(from, at)]));
        rest = [];
      } else if (at === from || !report.skips(chunk[from])) report.take(chunk.subarray(from, at));
      from = at + 1;
    }
    if (from < chunk.length) rest.push(chunk.subarray(from));
  };
}

class Report {
  readonly #events: GrepEvents;
  #inFile = false;
  #binary = false;
  #wanted = 0;
  #count = 0;

  constructor(events: GrepEvents) {
    this.#events = events;
  }

  /** Counts a line that nobody wants by its first byte; most lines of a common pattern are such. */
  skips(first: number | undefined): boolean {
    if (!this.#inFile || this.#count < this.#wanted || !isDigit(first)) return false;
    this.#count++;
    return true;
  }

  take(line: Buffer): void {
    if (line.length === 0) this.#endFile();
    else if (this.#inFile) this.#inside(line);
    else if (isDigit(line[0])) {
      const searched = SEARCHED.exec(line.toString('latin1'))?.[1];
      if (searched !== undefined) this.#events.summary(Number(searched));
    } else this.#beginFile(line);
  }

  #beginFile(line: Buffer): void {
    const end = line.indexOf(NUL);
    this.#inFile = true;
    this.#count = 0;
    // Without a NUL it is a sentence about a binary file, or a name with a line break, which cannot be asked for.
    this.#binary = end === -1;
    this.#wanted = this.#events.begin(end === -1 ? '' : line.toString('utf8', 0, end));
    if (end !== -1) this.#inside(line.subarray(end + 1));
  }

  /** Paths begin with `./`, so a line without a number is ripgrep's message that the file is binary after all. */
  #inside(line: Buffer): void {
    if (!isDigit(line[0])) this.#binary = true;
    else if (++this.#count <= this.#wanted) this.#match(line);
  }

  #match(line: Buffer): void {
    const [head = '', number = '', column] = NUMBERS.exec(line.toString('latin1', 0, NUMBERS_BYTES)) ?? [];
    this.#events.match({
      line: Number(number),
      start: column === undefined ? 0 : Number(column) - 1,
      // A copy, so that the rest of what came with it can go.
      bytes: Buffer.from(line.subarray(head.length)),
    });
  }

  #endFile(): void {
    if (this.#inFile) this.#events.end(this.#count, this.#binary);
    this.#inFile = false;
  }
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= NINE;
}
