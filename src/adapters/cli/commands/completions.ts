/** `pilotbook completions`: the table of commands as a script for a shell. A new shell is one row in SCRIPTS. */
import { type Command, EXIT } from '../command.ts';
import { bashScript, zshScript } from '../completions/bash.ts';
import { fishScript } from '../completions/fish.ts';
import { powershellScript } from '../completions/powershell.ts';
import { type CompletionTable, completionTable } from '../completions/table.ts';

const SCRIPTS = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
  powershell: powershellScript,
} satisfies Record<string, (table: CompletionTable) => string>;

type Shell = keyof typeof SCRIPTS;
export const SHELLS = Object.keys(SCRIPTS) as readonly Shell[];

export function completions(shell: Shell, commands: readonly Command[]): string {
  return SCRIPTS[shell](completionTable(commands));
}

/** Takes the list of commands as a function, since it is in that list itself. */
export const completionsCommand = (commands: () => readonly Command[]): Command => ({
  name: 'completions',
  summary: 'Print a completion script for your shell.',
  about: 'The first comment of the script is the line to add to your shell’s start-up file.',
  positionals: [{ name: 'shell', doc: SHELLS.join(', '), required: true, rest: false, values: SHELLS }],
  options: {},
  examples: [
    'eval "$(pilotbook completions bash)"',
    'pilotbook completions fish | source',
    'pilotbook completions powershell | Out-String | Invoke-Expression',
  ],
  async run({ words }, { print }) {
    const shell = SHELLS.find((each) => each === words.shell);
    if (shell) print.line(completions(shell, commands()));
    return EXIT.ok;
  },
});
