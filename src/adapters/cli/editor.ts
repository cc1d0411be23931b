/** A text from the person's own editor. The one place where the CLI starts a program, and it is theirs. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../core/errors.ts';

/** `editor` may carry arguments (`code --wait`); no shell reads it. */
export function editText(editor: string | undefined, initial: string): string {
  const [program, ...args] = (editor ?? '').split(' ').filter((word) => word !== '');
  if (program === undefined)
    throw new AppError('invalid', 'no_editor', 'There is no text.', {
      hint: 'Give it as an argument or on stdin, or set EDITOR.',
    });
  const folder = mkdtempSync(join(tmpdir(), 'pilotbook-'));
  const file = join(folder, 'entry.md');
  try {
    writeFileSync(file, initial);
    const { status, error } = spawnSync(program, [...args, file], { stdio: 'inherit' });
    if (error !== undefined || status !== 0)
      throw new AppError('io', 'editor_failed', `The editor ${program} did not end well; nothing was kept.`, {
        cause: error,
      });
    return readFileSync(file, 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
