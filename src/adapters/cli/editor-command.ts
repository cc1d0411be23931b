/** What to start for `EDITOR`, on each system. Nothing is started here. */
import { win32 } from 'node:path';

export interface EditorHost {
  platform: string;
  env: Readonly<Record<string, string | undefined>>;
  isFile(path: string): boolean;
}

export interface EditorCommand {
  /** As the person wrote it. */
  name: string;
  program: string;
  args: readonly string[];
  /** The arguments are quoted already, as `cmd.exe` reads them. */
  verbatim: boolean;
}

/** Undefined: none is named. */
export function editorCommand(editor: string, file: string, host: EditorHost): EditorCommand | undefined {
  const whole = editor.trim();
  // A path with blanks may stand there without quotes.
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

/** Divided at blanks that are not in quotes. Single ones, which names of files may have, are none on Windows. */
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
 * Windows itself finds only programs by their name, no command files such as `code.cmd`. As it does, in the order of
 * PATH and PATHEXT, but never in the directory at hand: that is the repository's.
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
 * `cmd.exe` reads the line twice: as it is, where a caret takes the meaning from the character behind it, and again
 * as the arguments of the command file, where quotes do. No word holds a quote of its own.
 */
function cmdWord(word: string): string {
  return `"${word.replace(/\\+$/, '$&$&')}"`.replace(/[()\][%!^"`<>&|;, *?]/g, '^$&');
}
