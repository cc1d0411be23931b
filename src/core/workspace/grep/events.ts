/** ripgrep's --json output, cut into events as it arrives. Lines nobody wants are counted without being parsed. */

/** ripgrep gives `bytes` (base64) for what is not UTF-8. */
interface Data {
  text?: string;
  bytes?: string;
}

export interface LineMatch {
  line: number;
  /** The bytes of the line, with its end. */
  bytes: Buffer;
  /** Offset of the first match in it. */
  start: number;
}

export interface GrepEvents {
  /** Says how many matches of the file are wanted. */
  begin(path: string): number;
  match(match: LineMatch): void;
  /** All matching lines of the file, the unwanted too. */
  end(count: number, binary: boolean): void;
  summary(filesSearched: number): void;
}

const NEWLINE = 0x0a;
const MATCH = Buffer.from('{"type":"match"');

export function parseEvents(events: GrepEvents): (chunk: Buffer) => void {
  let rest: Buffer[] = [];
  let wanted = 0;
  let count = 0;
  const take = (line: Buffer) => {
    if (line.subarray(0, MATCH.length).equals(MATCH) && ++count > wanted) return;
    // Written by ripgrep, a program of ours; the repository can only fill the strings.
    const { type, data } = JSON.parse(line.toString('utf8')) as { type: string; data: EventData };
    if (type === 'begin') {
      wanted = events.begin(bytesOf(data.path).toString('utf8'));
      count = 0;
    } else if (type === 'match') {
      events.match({
        line: data.line_number ?? 0,
        bytes: bytesOf(data.lines),
        start: data.submatches?.[0]?.start ?? 0,
      });
    } else if (type === 'end') events.end(count, (data.binary_offset ?? null) !== null);
    else if (type === 'summary') events.summary(data.stats?.searches ?? 0);
  };
  return (chunk) => {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      const tail = chunk.subarray(from, at);
      take(rest.length === 0 ? tail : Buffer.concat([...rest, tail]));
      rest = [];
      from = at + 1;
    }
    if (from < chunk.length) rest.push(chunk.subarray(from));
  };
}

interface EventData {
  path?: Data;
  lines?: Data;
  line_number?: number | null;
  binary_offset?: number | null;
  submatches?: { start: number }[];
  stats?: { searches: number };
}

function bytesOf(data: Data | undefined): Buffer {
  return data?.bytes === undefined
    ? Buffer.from(data?.text ?? '', 'utf8')
    : Buffer.from(data.bytes, 'base64');
}
