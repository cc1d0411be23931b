/** Notes against their schema and their directory, with an exit code for CI. */
import { contextFile } from '../../../app/index.ts';
import { type Command, EXIT } from '../command.ts';

export const contextsValidateCommand: Command = {
  name: 'contexts validate',
  summary: 'Find what is wrong in notes: schema, files and interfaces that are gone, cited places.',
  about: 'Exit code 1 if anything is wrong.',
  positionals: [
    { name: 'scope', doc: 'one directory (default: all)', required: false, rest: false, names: 'path' },
  ],
  options: {},
  examples: ['pilotbook contexts validate', 'pilotbook contexts validate src/core --json'],
  async run({ words }, { app, print, json, signal }) {
    const validated = await (await app()).contexts.validate(words.scope, signal);
    const wrong = validated.filter(({ problems }) => problems.length > 0);
    if (json) print.json({ ok: wrong.length === 0, documents: validated });
    else {
      for (const { scope, problems } of wrong)
        for (const { line, message } of problems)
          print.line(`${print.paint.path(`${print.here(contextFile(scope))}:${line}`)}  ${message}`);
      print.line(`${validated.length - wrong.length} of ${validated.length} valid`);
    }
    return wrong.length === 0 ? EXIT.ok : EXIT.failed;
  },
};
