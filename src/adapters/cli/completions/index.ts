/** Shell completions. Pure: the table of commands in, a script out; a shell is one row here. */
import type { Command } from '../command.ts';
import { bashScript, zshScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { powershellScript } from './powershell.ts';
import { type CompletionTable, completionTable } from './table.ts';

const SCRIPTS = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  powershell: powershellScript,
} satisfies Record<string, (table: CompletionTable) => string>;

export type Shell = keyof typeof SCRIPTS;
export const SHELLS = Object.keys(SCRIPTS) as readonly Shell[];

export function completions(shell: Shell, commands: readonly Command[]): string {
  return SCRIPTS[shell](completionTable(commands));
}
