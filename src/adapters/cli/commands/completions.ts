import { type Command, EXIT } from '../command.ts';
import { completions, SHELLS } from '../completions/index.ts';

/** It lists the other commands, so it is given them. */
export const completionsCommand = (commands: () => readonly Command[]): Command => ({
  name: 'completions',
  summary: 'Print completions for a shell.',
  about: 'Add the line in the first comment of the script to your shell’s start-up file.',
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
