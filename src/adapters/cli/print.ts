/** The one writer to the terminal. Text from the repository goes through `showControls` on its way here. */
import colors from 'picocolors';

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
  let progressShown = false;
  const clearProgress = () => {
    if (progressShown) terminal.err('\r\u001b[K');
    progressShown = false;
  };
  return {
    line: (text = '') => {
      clearProgress();
      terminal.out(`${text}\n`);
    },
    json: (value) => {
      clearProgress();
      terminal.out(`${JSON.stringify(value, null, 2)}\n`);
    },
    note: (text) => {
      clearProgress();
      terminal.err(`${text}\n`);
    },
    progress: (text) => {
      if (!terminal.errIsTerminal) return;
      clearProgress();
      terminal.err(c.dim(text));
      progressShown = true;
    },
    here: (path) => path,
    paint: { bold: c.bold, dim: c.dim, path: c.cyan, good: c.green, bad: c.red, warn: c.yellow },
  };
}
