/** A command that is one tool call: turns words into arguments, and the value into lines. */
import type { CallMeta, ToolValues } from '../../app/index.ts';
import { type AnswerText, isExcerpt, plainPiece } from '../../core/answer.ts';
import { AppError } from '../../core/errors.ts';
import type { AnswerForm, Outcome } from '../../core/tool.ts';
import { type Command, type CommandContext, type CommandInput, type CommandOption, EXIT } from './command.ts';
import { namedAsCommand } from './command-of-tool.ts';
import { indexing, prepared, progressLine } from './indexing.ts';
import { optionFor, wrongArgument } from './option-problems.ts';
import { printAnswer } from './print.ts';

interface ToolCommand<Name extends keyof ToolValues> extends Omit<Command, 'run'> {
  tool: Name;
  /** Waits for a complete index first: a command has no second chance to answer better. */
  searches?: boolean;
  /** Undefined values are left out of the call. */
  args(input: CommandInput): Record<string, unknown>;
  /** If so, the command ends with 1, as for an error. */
  isEmpty?(value: ToolValues[Name]): boolean;
  /** The answer as a person asked for it; all of it if absent. */
  only?(text: AnswerText, input: CommandInput, context: CommandContext): AnswerText | Promise<AnswerText>;
}

export function toolCommand<const Name extends keyof ToolValues>({
  tool,
  args,
  searches,
  isEmpty,
  only = same,
  ...command
}: ToolCommand<Name>): Command {
  return {
    ...command,
    async run(input, context) {
      const { print, json } = context;
      const app = await context.app();
      const known = app.tools.find(({ name }) => name === tool);
      const wrong = known && wrongArgument(command, known, input, args);
      if (wrong) throw wrong;
      if (searches === true) await prepared(app, context);
      const call = () =>
        callTool(context, tool, args(input), json ? 'json' : 'text', (name) =>
          optionFor(name, command, args),
        );
      const outcome = known?.takesItsTime === true ? await indexing(context, call) : await call();
      if (outcome.parts !== undefined) printAnswer(await only(outcome.parts, input, context), print);
      else if (json) print.json(outcome.body);
      if (outcome.isError) {
        // The mistake is in what was typed.
        return outcome.error.kind === 'invalid' ? EXIT.usage : (command.exit?.error ?? EXIT.failed);
      }
      return isEmpty?.(outcome.value) === true ? EXIT.failed : EXIT.ok;
    },
  };
}

/** For commands whose list may be cut. */
export const CURSOR: CommandOption = {
  type: 'string',
  placeholder: 'CURSOR',
  doc: 'Go on where an answer that was cut ended; its last line has the cursor.',
};

/** For a text that goes into a file. */
export function withoutRoles(text: AnswerText): AnswerText {
  return text.map((part) => (isExcerpt(part) ? part : { ...part, pieces: part.pieces.map(plainPiece) }));
}

function same(text: AnswerText): AnswerText {
  return text;
}

/** For commands with `--places`. */
export function placesOnly(text: AnswerText, { options }: CommandInput): AnswerText {
  return options.places === true ? text.filter((part) => !isExcerpt(part)) : text;
}

export async function callTool<const Name extends keyof ToolValues>(
  context: CommandContext,
  tool: Name,
  args: Record<string, unknown>,
  form: AnswerForm = 'json',
  argument?: CallMeta['argument'],
): Promise<Outcome<ToolValues[Name]>> {
  const app = await context.app();
  const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
  const outcome = await app.call(tool, given, {
    requestId: 'cli',
    signal: context.signal,
    named: namedAsCommand,
    commandLine: true,
    form,
    ...(argument === undefined ? {} : { argument }),
    progress: (done, total, message) => context.print.progress(progressLine(done, total, message)),
  });
  if (!outcome)
    throw new AppError('not_found', 'unknown_tool', `The tool ${tool} is not in the chosen toolsets.`, {
      hint: 'Add its toolset to --toolsets or PILOTBOOK_TOOLSETS, or leave them unset.',
    });
  // The person who interrupted the call knows why it failed.
  if (outcome.isError) context.signal.throwIfAborted();
  return outcome;
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
