/** Where a longer text comes from: the words given, else stdin, else the person's editor. */
import type { CommandContext } from './command.ts';
import { editText } from './editor.ts';

export async function textFrom(words: string | undefined, context: CommandContext): Promise<string> {
  if (words !== undefined) return words;
  return context.interactive ? editText(context.editor, '', context.home) : await context.readStdin();
}
