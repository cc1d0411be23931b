/** A command that is one tool call: turns words into arguments, and the value into lines. */
import type { ToolValues } from '../../app/index.ts';
import { AppError } from '../../core/errors.ts';
import type { Outcome } from '../../core/tool.ts';
import { type Command, type CommandContext, type CommandInput, EXIT } from './command.ts';
import { inCommands, namedAsCommand } from './command-of-tool.ts';
import { wrongArgument } from './option-problems.ts';
import type { Printer } from './print.ts';

interface ToolCommand<Name extends keyof ToolValues> extends Omit<Command, 'run'> {
  tool: Name;
  /** Waits for a complete index first: a command has no second chance to answer better. */
  searches?: boolean;
  /** Undefined values are left out of the call. */
  args(input: CommandInput): Record<string, unknown>;
  /** If so, the command ends with 1, as for an error. */
  isEmpty?(value: ToolValues[Name]): boolean;
  show(
    value: ToolValues[Name],
    print: Printer,
    input: CommandInput,
    context: CommandContext,
  ): void | Promise<void>;
}

export function toolCommand<const Name extends keyof ToolValues>({
  tool,
  args,
  show,
  searches,
  isEmpty,
  ...command
}: ToolCommand<Name>): Command {
  return {
    ...command,
    async run(input, context) {
      const { print, json, signal } = context;
      const app = await context.app();
      const known = app.tools.find(({ name }) => name === tool);
      const wrong = known && wrongArgument(command, known, input, args);
      if (wrong) throw wrong;
      if (searches === true)
        await app.prepare(signal, (done, total) => print.progress(`Indexing ${done} of ${total} files`));
      const outcome = await callTool(context, tool, args(input));
      if (json) print.json(outcome.body);
      if (outcome.isError) {
        if (!json) printError(outcome.error, print);
        // The mistake is in what was typed.
        return outcome.error.kind === 'invalid' ? EXIT.usage : (command.exit?.error ?? EXIT.failed);
      }
      if (!json) {
        await show(outcome.value, print, input, context);
        for (const warning of warningsOf(outcome.value)) print.note(print.paint.warn(inCommands(warning)));
      }
      return isEmpty?.(outcome.value) === true ? EXIT.failed : EXIT.ok;
    },
  };
}

export async function callTool<const Name extends keyof ToolValues>(
  context: CommandContext,
  tool: Name,
  args: Record<string, unknown>,
): Promise<Outcome<ToolValues[Name]>> {
  const app = await context.app();
  const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
  const outcome = await app.call(tool, given, {
    requestId: 'cli',
    signal: context.signal,
    named: namedAsCommand,
    commandLine: true,
    progress: (done, total, message) =>
      context.print.progress(total ? `${message} ${Math.floor((done / total) * 100)}%` : message),
  });
  if (!outcome)
    throw new AppError('not_found', 'unknown_tool', `The tool ${tool} is not in the chosen toolsets.`, {
      hint: 'Add its toolset to --toolsets or PILOTBOOK_TOOLSETS, or leave them unset.',
    });
  // The person who interrupted the call knows why it failed.
  if (outcome.isError) context.signal.throwIfAborted();
  return outcome;
}

export function printError({ message, hint }: AppError, print: Printer): void {
  print.note([print.paint.bad(inCommands(message)), ...(hint ? [hint] : [])].join('\n'));
}

function warningsOf(value: unknown): readonly string[] {
  return typeof value === 'object' && value !== null && 'warnings' in value && Array.isArray(value.warnings)
    ? value.warnings
    : [];
}

/** The number in a flag; the tool's schema checks it. */
export function numberOption(value: string | boolean | undefined): number | undefined {
  return typeof value === 'string' && value !== '' ? Number(value) : undefined;
}

/** The words of a flag that takes several: `a, b,c`. */
export function listOption(value: string | boolean | undefined): string[] | undefined {
  if (typeof value !== 'string') return undefined;
  return value
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}
