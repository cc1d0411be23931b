/** `pilotbook contexts check` and `validate`: whether notes are up to date and valid, with an exit code for CI. */
import { contextFile } from '../../../app/index.ts';
import { type Command, type CommandContext, EXIT } from '../command.ts';
import { callTool } from '../tool-command.ts';

export const contextsCheckCommand: Command = {
  name: 'contexts check',
  summary: 'Check whether notes are fresh and their claims still match the code.',
  about:
    'Exits with 1 if notes are stale or invalid, if the code that a claim cites changed or is gone, or if the directory you name has no notes. Missing notes elsewhere are not a failure.',
  positionals: [
    { name: 'scope', doc: 'one directory (default: all)', required: false, rest: false, names: 'path' },
  ],
  options: {},
  examples: ['pilotbook contexts check', 'pilotbook contexts check src/core --json'],
  async run({ words }, context) {
    const checked =
      words.scope === undefined ? await checkAll(context) : [await checkOne(context, words.scope)];
    const failed = checked.filter(hasFailed);
    if (context.json) context.print.json({ ok: failed.length === 0, checked });
    else {
      for (const each of failed) show(each, context);
      context.print.line(`${checked.length - failed.length} of ${checked.length} fresh`);
    }
    return failed.length === 0 ? EXIT.ok : EXIT.failed;
  },
};

interface Checked {
  scope: string;
  state: 'fresh' | 'stale' | 'missing' | 'invalid';
  /** Why there is nothing to check. */
  error?: string;
  problem?: { line: number; message: string };
  claims?: readonly { claim: string; state: string; reason: string; place: string }[];
}

/** All at once: one by one would list the repository for each. */
async function checkAll({ app, signal }: CommandContext): Promise<Checked[]> {
  return await (await app()).contexts.check(signal);
}

/** For the tool, notes that cannot be read are missing. */
async function checkOne(context: CommandContext, scope: string): Promise<Checked> {
  const { contexts } = await context.app();
  const [invalid] = await contexts.unreadable(scope, context.signal);
  if (invalid !== undefined) return { ...invalid, state: 'invalid' };
  // Fails with the reason if there are none; the JSON keeps the answer of the tool.
  if (!context.json) await contexts.text(scope);
  const outcome = await callTool(context, 'check_freshness', { scope });
  return outcome.isError ? { scope, state: 'missing', error: outcome.error.message } : outcome.value;
}

function hasFailed({ state, claims = [] }: Checked): boolean {
  return state !== 'fresh' || claims.length > 0;
}

function show({ scope, state, problem, claims = [] }: Checked, { print }: CommandContext): void {
  const paint = state === 'fresh' ? print.paint.good : print.paint.warn;
  print.line(`${paint(state.padEnd(7))} ${print.here(scope)}`);
  if (problem !== undefined)
    print.line(
      `  ${print.here(contextFile(scope))}:${problem.line}  ${problem.message}; pilotbook check says what to do`,
    );
  for (const { claim, state: now, reason, place } of claims)
    print.line(`  ${print.paint.bad(now)} ${claim} (${place === '' ? '' : print.here(place)}): ${reason}`);
}

export const contextsValidateCommand: Command = {
  name: 'contexts validate',
  summary:
    'Find mistakes in directory notes: schema errors, and files, interfaces or cited places that are gone.',
  about: 'Exits with 1 if it finds any.',
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
