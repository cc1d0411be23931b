/**
 * The one writer to the terminal: whatever is written, from a repository or an argument, controls nothing there. It
 * is escaped here, so no command has to; only colours set by `paint` get through.
 */
import colors from 'picocolors';
import { escapeControlsInJson, showControls } from '../../core/text/index.ts';

export interface Printer {
  line(text?: string): void;
  json(value: unknown): void;
  /** A remark to the person, on stderr, so that stdout stays the answer. */
  note(text: string): void;
  /** One line on stderr that overwrites itself; nothing when stderr is no terminal. */
  progress(text: string): void;
  /** A path of the repository, as it is named where the command was called. */
  here(path: string): string;
  paint: Paint;
}

export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  path(text: string): string;
  good(text: string): string;
  bad(text: string): string;
  warn(text: string): string;
}

export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** The mark stands for the escape character in our colours until they are written; nobody who wrote a text can know it. */
  colour: { mark: string } | false;
  errIsTerminal: boolean;
}

export function createPrinter(terminal: Terminal): Printer {
  const c = colors.createColors(terminal.colour !== false);
  const mark = terminal.colour === false ? '' : terminal.colour.mark;
  const ownColour = new RegExp(`${mark}(\\[\\d+m)`);
  const shown = (text: string) => {
    if (terminal.colour === false) return showControls(text);
    const parts = text.split(ownColour);
    return parts.map((part, at) => (at % 2 === 1 ? `\u001b${part}` : showControls(part))).join('');
  };
  const painted = (colour: (text: string) => string) => {
    const [open = '', close = ''] = colour('\n').replaceAll('\u001b', mark).split('\n');
    return (text: string) => open + text + close;
  };
  let progressShown = false;
  const clearProgress = () => {
    if (progressShown) terminal.err('\r\u001b[K');
    progressShown = false;
  };
  return {
    line: (text = '') => {
      clearProgress();
      terminal.out(`${shown(text)}\n`);
    },
    json: (value) => {
      clearProgress();
      terminal.out(`${escapeControlsInJson(JSON.stringify(value, null, 2))}\n`);
    },
    note: (text) => {
      clearProgress();
      terminal.err(`${shown(text)}\n`);
    },
    progress: (text) => {
      if (!terminal.errIsTerminal) return;
      clearProgress();
      terminal.err(c.dim(showControls(text)));
      progressShown = true;
    },
    here: (path) => path,
    paint: {
      bold: painted(c.bold),
      dim: painted(c.dim),
      path: painted(c.cyan),
      good: painted(c.green),
      bad: painted(c.red),
      warn: painted(c.yellow),
    },
  };
}

/** People say note to what the tools call an entry. */
const KINDS: Readonly<Record<string, string>> = { entry: 'note' };

interface Note {
  kind: string;
  id: string;
  title: string;
}

/** What was written down about a place, below the place: its number and title; the text is one command away. */
export function printKnowledge(notes: readonly Note[] | undefined, print: Printer): void {
  for (const { kind, id, title } of notes ?? [])
    print.line(`  ${print.paint.warn(KINDS[kind] ?? kind)} ${id}  ${title}`);
}
