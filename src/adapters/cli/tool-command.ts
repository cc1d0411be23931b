/** A command that is one tool call: words to arguments, answer to lines. */
import { AppError } from '../../core/errors.ts';
import { type Command, type CommandContext, type CommandInput, EXIT } from './command.ts';
import { inCommands, namedAsCommand } from './command-of-tool.ts';
import { wrongArgument } from './option-problems.ts';
import type { Printer } from './print.ts';
import { isRecord } from './record.ts';

interface ToolCommand extends Omit<Command, 'run'> {
  tool: string;
  /** Wait for a complete index first: unlike a server, a command has no later to be better in. */
  searches?: boolean;
  /** Undefined values are left out of the call. */
  args(input: CommandInput): Record<string, unknown>;
  /** Whether the answer ends with 1, as an error would. */
  isEmpty?(answer: Record<string, unknown>): boolean;
  show(
    answer: Record<string, unknown>,
    print: Printer,
    input: CommandInput,
    context: CommandContext,
  ): void | Promise<void>;
}

export function toolCommand({ tool, args, show, searches, isEmpty, ...command }: ToolCommand): Command {
  return {
    ...command,
    async run(input, context) {
      const app = await context.app();
      const known = app.tools.find(({ name }) => name === tool);
      const wrong = known && wrongArgument(command, known, input, args);
      if (wrong) throw wrong;
      if (searches === true)
        await app.prepare(context.signal, (done, total) =>
          context.print.progress(`Indexing ${done} of ${total} files`),
        );
      const answer = await callTool(context, tool, args(input));
      if (context.json) context.print.json(answer.value);
      else if (answer.failed) context.print.note(failureText(answer.value, context.print));
      else await show(resultOf(answer.value), context.print, input, context);
      for (const warning of warningsOf(answer.value))
        if (!context.json) context.print.note(context.print.paint.warn(warning));
      if (answer.misused) return EXIT.usage;
      if (answer.failed) return command.exit?.error ?? EXIT.failed;
      return isEmpty?.(resultOf(answer.value)) === true ? EXIT.failed : EXIT.ok;
    },
  };
}

export interface Answer {
  value: unknown;
  failed: boolean;
  /** The caller is to blame: an argument that no tool can work with. */
  misused: boolean;
}

export async function callTool(
  context: CommandContext,
  tool: string,
  args: Record<string, unknown>,
): Promise<Answer> {
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
    throw new AppError('not_found', 'unknown_tool', `There is no tool ${tool} among the chosen toolsets.`);
  // The person who interrupted knows; an error for the caller of a tool would only be noise.
  if (outcome.isError) context.signal.throwIfAborted();
  return {
    value: parsed(outcome.text),
    failed: outcome.isError,
    misused: outcome.errorKind === 'invalid',
  };
}

/** Most tools answer in JSON; output answers in Markdown. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The result inside the explore envelope; other areas answer with the result itself. */
export function resultOf(value: unknown): Record<string, unknown> {
  if (!isRecord(value)) return { text: value };
  return isRecord(value.result) ? value.result : value;
}

function warningsOf(value: unknown): string[] {
  return isRecord(value) && Array.isArray(value.warnings) ? value.warnings.map(String) : [];
}

/** Whatever the envelope, a person reads one or two lines. */
function failureText(value: unknown, print: Printer): string {
  const error = isRecord(value) ? value.error : undefined;
  const nested = isRecord(error) ? error : isRecord(value) ? value : {};
  const message = nested.message ?? (typeof error === 'string' ? error : 'The call failed.');
  const hint =
    nested.hint ??
    (isRecord(value) && isRecord(value.result) ? value.result.hint : undefined) ??
    (isRecord(nested.details) ? nested.details.hint : nested.details);
  return [
    print.paint.bad(inCommands(String(message))),
    ...(typeof hint === 'string' && hint ? [hint] : []),
  ].join('\n');
}

/** Whole numbers from a flag; the tool's schema judges them. */
export function numberOption(value: string | boolean | undefined): number | undefined {
  return typeof value === 'string' && value !== '' ? Number(value) : undefined;
}

export function records(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
