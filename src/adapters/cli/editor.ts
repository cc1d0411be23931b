/** Texts from the person's editor, the only program that the command line starts. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, win32 } from 'node:path';
import { AppError } from '../../core/errors.ts';
import type { CommandContext } from './command.ts';

/** `editor` may have arguments (`code --wait`); it is not run by a shell. */
export function editText(
  editor: string | undefined,
  initial: string,
  host: Pick<EditorHost, 'platform' | 'env'>,
): string {
  const folder = mkdtempSync(join(tmpdir(), 'pilotbook-'));
  const file = join(folder, 'entry.md');
  try {
    const command = editorCommand(editor ?? '', file, { ...host, isFile });
    if (command === undefined)
      throw new AppError('invalid', 'no_editor', 'No text was given.', {
        hint: 'Give it as an argument or on stdin, or set EDITOR.',
      });
    writeFileSync(file, initial);
    const { status, error } = spawnSync(command.program, command.args, {
      stdio: 'inherit',
      windowsVerbatimArguments: command.verbatim,
    });
    if (error !== undefined || status !== 0)
      throw new AppError(
        'io',
        'editor_failed',
        `The editor ${command.name} ended with an error; nothing was saved.`,
        {
          cause: error,
        },
      );
    return readFileSync(file, 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** A longer text: the words given, or the person's editor at a terminal, or stdin. */
export async function textFrom(words: string | undefined, context: CommandContext): Promise<string> {
  if (words !== undefined) return words;
  return context.interactive ? editText(context.editor, '', context.home) : await context.readStdin();
}

interface EditorHost {
  platform: string;
  env: Readonly<Record<string, string | undefined>>;
  isFile(path: string): boolean;
}

interface EditorCommand {
  /** As the person wrote it. */
  name: string;
  program: string;
  args: readonly string[];
  /** The arguments are quoted already, as `cmd.exe` reads them. */
  verbatim: boolean;
}

/** The program and arguments to start for `editor`; undefined if it names none. */
export function editorCommand(editor: string, file: string, host: EditorHost): EditorCommand | undefined {
  const whole = editor.trim();
  // It may be a path with blanks and without quotes.
  const [name, ...options] = host.isFile(whole) ? [whole] : wordsOf(whole, host.platform);
  if (name === undefined || name === '') return undefined;
  const args = [...options, file];
  const program = host.platform === 'win32' ? foundOnWindows(name, host) : name;
  if (!/\.(cmd|bat)$/i.test(program)) return { name, program, args, verbatim: false };
  return {
    name,
    program: host.env.ComSpec ?? 'cmd.exe',
    args: ['/d', '/s', '/c', `"${[program, ...args].map(cmdWord).join(' ')}"`],
    verbatim: true,
  };
}

/** Splits at blanks outside of quotes. On Windows single quotes are part of file names, not quotes. */
function wordsOf(text: string, platform: string): string[] {
  const quotes = platform === 'win32' ? '"' : `"'`;
  const words: string[] = [];
  let word: string | undefined;
  let open = '';
  for (const character of text) {
    if (open === '' ? quotes.includes(character) : character === open) {
      open = open === '' ? character : '';
      word ??= '';
    } else if (open === '' && /\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + character;
  }
  return word === undefined ? words : [...words, word];
}

/**
 * By its name Windows finds only programs, not command files such as `code.cmd`. So this looks in the order of PATH and
 * PATHEXT, as Windows does, but never in the working directory: its files belong to the repository.
 */
function foundOnWindows(name: string, { env, isFile }: EditorHost): string {
  const endings = (env.PATHEXT ?? '.COM;.EXE;.BAT;.CMD').split(';').filter(Boolean);
  const candidates = endings.some((ending) => name.toLowerCase().endsWith(ending.toLowerCase()))
    ? [name]
    : endings.map((ending) => name + ending.toLowerCase());
  const folders = /[\\/:]/.test(name)
    ? ['']
    : (env.PATH ?? env.Path ?? '').split(';').map((folder) => folder.replaceAll('"', ''));
  for (const folder of folders)
    for (const candidate of candidates) {
      const path = folder === '' ? candidate : win32.join(folder, candidate);
      if (win32.isAbsolute(path) && isFile(path)) return path;
    }
  return name;
}

/**
 * `cmd.exe` reads the line twice: first as it is, where a caret escapes the next character, then as the arguments of
 * the command file, where quotes escape. No word contains a quote.
 */
function cmdWord(word: string): string {
  return `"${word.replace(/\\+$/, '$&$&')}"`.replace(/[()\][%!^"`<>&|;, *?]/g, '^$&');
}
