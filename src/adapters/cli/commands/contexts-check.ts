/** Whether notes are still true, with an exit code for CI. */
import { contextFile } from '../../../app/index.ts';
import { showControls } from '../../../core/text/index.ts';
import { type Command, type CommandContext, EXIT } from '../command.ts';
import { inCommands } from '../command-of-tool.ts';
import { isRecord } from '../record.ts';
import { callTool, records, resultOf } from '../tool-command.ts';

export const contextsCheckCommand: Command = {
  name: 'contexts check',
  summary: 'Check whether notes are fresh and their claims still match the code.',
  about:
    'Exit code 1 if notes are stale or not valid, a claim lost its code, or a named directory has no notes. Missing notes elsewhere are not a failure.',
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

type Checked = Record<string, unknown>;

/** One after the other would list the repository for each. */
async function checkAll({ app, signal }: CommandContext): Promise<Checked[]> {
  return (await (await app()).contexts.check(signal)).map((each) => ({ ...each }));
}

/** The tool calls notes missing that cannot be read. */
async function checkOne(context: CommandContext, scope: string): Promise<Checked> {
  const { contexts } = await context.app();
  const [invalid] = await contexts.unreadable(scope, context.signal);
  if (invalid !== undefined) return { ...invalid, state: 'invalid' };
  return resultOf((await callTool(context, 'check_freshness', { scope })).value);
}

function hasFailed({ state, claims }: Checked): boolean {
  return state !== 'fresh' || records(claims).length > 0;
}

function show({ scope, state, error, problem, claims }: Checked, { print }: CommandContext): void {
  const paint = state === 'fresh' ? print.paint.good : print.paint.warn;
  print.line(`${paint(String(state).padEnd(7))} ${showControls(print.here(String(scope)))}`);
  if (typeof error === 'string') print.line(`  ${showControls(inCommands(error))}`);
  if (isRecord(problem))
    print.line(
      `  ${showControls(`${print.here(contextFile(String(scope)))}:${problem.line}  ${problem.message}`)}; pilotbook check says what to do`,
    );
  for (const { claim, state: now, reason, place } of records(claims))
    print.line(
      `  ${print.paint.bad(String(now))} ${showControls(`${claim} (${place === '' ? '' : print.here(String(place))}): ${reason}`)}`,
    );
}
