/** The one writer to the terminal: whatever is written, from a repository or an argument, controls nothing there. */
import colors from 'picocolors';
import { escapeControlsInJson, showControls } from '../../core/text/index.ts';

/** Colours as `paint` sets them: bold, dim, five colours, and back. */
const COLOUR = new RegExp(`(${'\u001b'}\\[(?:1|2|22|31|32|33|36|39)m)`);

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
  colour: boolean;
  errIsTerminal: boolean;
}

export function createPrinter(terminal: Terminal): Printer {
  const c = colors.createColors(terminal.colour);
  const shown = (text: string) =>
    text
      .split(COLOUR)
      .map((part, at) => (terminal.colour && at % 2 === 1 ? part : showControls(part)))
      .join('');
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
    paint: { bold: c.bold, dim: c.dim, path: c.cyan, good: c.green, bad: c.red, warn: c.yellow },
  };
}
