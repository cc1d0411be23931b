/** A text from the person's own editor. The one place where the CLI starts a program, and it is theirs. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../core/errors.ts';
import type { CommandContext } from './command.ts';
import { type EditorHost, editorCommand } from './editor-command.ts';

/** `editor` may carry arguments (`code --wait`); no shell reads it. */
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

/** A longer text: the words given, else stdin, else the person's editor. */
export async function textFrom(words: string | undefined, context: CommandContext): Promise<string> {
  if (words !== undefined) return words;
  return context.interactive ? editText(context.editor, '', context.home) : await context.readStdin();
}
