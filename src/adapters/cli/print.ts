/**
 * The only writer to the terminal. It escapes control characters in whatever a command prints, so that text from a
 * repository or an argument cannot control the terminal; only the colours of `paint` get through.
 */
import colors from 'picocolors';
import { type AnswerText, excerptLines, isExcerpt, joined, type Piece } from '../../core/answer.ts';
import { escapeControlsInJson, showControls } from '../../core/text/index.ts';

export interface Printer {
  line(text?: string): void;
  json(value: unknown): void;
  /** A remark to the person, on stderr; stdout is for the answer. */
  note(text: string): void;
  /** One line on stderr that overwrites itself; nothing if stderr is not a terminal. */
  progress(text: string): void;
  /** A path of the repository, relative to where the command was called. */
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
  /** Replaces the escape character in our colours until they are written; it is random, so no text can contain it. */
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

/** An answer with colours and with paths relative to where the command was called. */
export function printAnswer(parts: AnswerText, print: Printer): void {
  const { paint, here } = print;
  const painted = (piece: Piece): string => {
    if (typeof piece === 'string') return piece;
    return 'path' in piece ? paint.path(here(piece.path) + piece.after) : paint[piece.role](piece.text);
  };
  for (const part of parts) {
    if (isExcerpt(part)) for (const each of excerptLines(part)) print.line(each);
    else if (part.aside) print.note(joined(part.pieces.map(painted)));
    else print.line(joined(part.pieces.map(painted)));
  }
}

/** People call an entry a note. */
const KINDS: Readonly<Record<string, string>> = { entry: 'note' };

interface Note {
  kind: string;
  id: string;
  title: string;
}

/** The notes about a place, below the place: number and title. */
export function printKnowledge(notes: readonly Note[] | undefined, print: Printer): void {
  for (const { kind, id, title } of notes ?? [])
    print.line(`  ${print.paint.warn(KINDS[kind] ?? kind)} ${id}  ${title}`);
}
