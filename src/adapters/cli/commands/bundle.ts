/** `pilotbook bundle`: excerpts for a task, and whether they are still as they were. */
import { type App, candidateLine } from '../../../app/index.ts';
import { type AnswerText, isExcerpt, line, place } from '../../../core/answer.ts';
import { type Command, EXIT } from '../command.ts';
import type { Printer } from '../print.ts';
import { numberOption, toolCommand } from '../tool-command.ts';

export const bundleCommand = toolCommand({
  name: 'bundle',
  summary: 'Collect the excerpts that matter for a task, with the reason for each.',
  about: [
    'The same repository state, prompt and version give the same bundle. The last one is kept in last_bundle.md in the',
    'data directory; `pilotbook bundle verify` shows what changed since it was made.',
  ].join('\n'),
  positionals: [{ name: 'prompt', doc: 'the task, in your words', required: true, rest: true }],
  options: {
    files: {
      type: 'string',
      placeholder: 'N',
      doc: 'Maximum number of files (12 if no limit is given, else default 8).',
    },
    lines: { type: 'string', placeholder: 'N', doc: 'Maximum number of lines in total (default 400).' },
    tokens: {
      type: 'string',
      placeholder: 'N',
      doc: 'Maximum number of tokens in total (3600 if no limit is given).',
    },
    'no-tests': { type: 'boolean', doc: 'Exclude tests.' },
    audit: { type: 'boolean', doc: 'With --json, also every candidate and why it was dropped.' },
    places: { type: 'boolean', doc: 'Show only paths and line numbers; --json has the reasons.' },
  },
  examples: [
    'pilotbook bundle "how is a path checked before a file is read?"',
    'pilotbook bundle "add a language" --files 5 --lines 200',
  ],
  tool: 'repo.build_context_bundle',
  searches: true,
  args: ({ words, options }) => {
    const budget = {
      max_files: numberOption(options.files),
      max_total_lines: numberOption(options.lines),
      max_tokens: numberOption(options.tokens),
    };
    return {
      prompt: words.prompt,
      budget: withoutAbsent(budget),
      include_tests: options['no-tests'] === true ? false : undefined,
      include_audit: options.audit,
    };
  },
  only: (text, { options }) => (options.places === true ? text.flatMap(placeOnly) : text),
});

/** A line for each excerpt; the heads above them are of whole files. */
function placeOnly(part: AnswerText[number]): AnswerText {
  if (isExcerpt(part)) return [line(place(part.path, part.startLine, part.startLine + part.code.length - 1))];
  const [first] = part.pieces;
  return typeof first === 'object' && 'path' in first ? [] : [part];
}

export const bundleShowCommand: Command = {
  name: 'bundle show',
  summary: 'Show a bundle again, as it was made.',
  about:
    'The excerpts are those of the time it was made; `pilotbook bundle verify` says which of them changed.',
  positionals: [{ name: 'bundle', doc: 'its id, or a bundle file', required: true, rest: false }],
  options: {
    audit: { type: 'boolean', doc: 'Every candidate instead, with the reason why it was kept or dropped.' },
  },
  examples: [
    'pilotbook bundle show bd_0123456789abcdef',
    'pilotbook bundle show bd_0123456789abcdef --audit',
  ],
  async run({ words, options }, { app, json, print }) {
    const bundle = await (await app()).keptBundle(words.bundle ?? '');
    if (json) print.json(bundle);
    else if (options.audit === true) for (const each of bundle.considered) print.line(candidateLine(each));
    else for (const each of bundle.selections) showSelection(each, print);
    return EXIT.ok;
  },
};

type KeptSelection = Awaited<ReturnType<App['keptBundle']>>['selections'][number];

function showSelection(
  { path, startLine, endLine, rationale, excerpt }: KeptSelection,
  print: Printer,
): void {
  print.line(print.paint.path(`${print.here(path)}:${startLine}-${endLine}`));
  print.line(print.paint.dim(`  ${rationale}`));
  for (const [at, line] of excerpt.split('\n').entries()) print.line(`  ${startLine + at}: ${line}`);
  print.line();
}

export const bundleVerifyCommand: Command = {
  name: 'bundle verify',
  summary: 'Show what changed since a bundle was made.',
  about: 'Exits with 1 if an excerpt moved or changed.',
  positionals: [{ name: 'bundle', doc: 'its id, or a bundle file', required: true, rest: false }],
  options: {},
  examples: [
    'pilotbook bundle verify bd_0123456789abcdef',
    'pilotbook bundle verify .repo_mcp/last_bundle.json',
  ],
  async run({ words }, context) {
    const verified = await (await context.app()).verifyBundle(words.bundle ?? '');
    if (context.json) context.print.json(verified);
    else for (const each of verified) showVerified(each, context.print);
    return verified.every(({ state }) => state === 'fresh') ? EXIT.ok : EXIT.failed;
  },
};

interface Verified {
  path: string;
  startLine: number;
  endLine: number;
  state: string;
  now: { startLine: number; endLine: number } | undefined;
  reason: string;
}

function showVerified({ path, startLine, endLine, state, now, reason }: Verified, print: Printer): void {
  const paint = state === 'fresh' ? print.paint.good : state === 'moved' ? print.paint.warn : print.paint.bad;
  const where = now && state !== 'fresh' ? ` now ${now.startLine}-${now.endLine}` : '';
  print.line(
    `${paint(state.padEnd(9))} ${print.here(path)}:${startLine}-${endLine}${where}  ${print.paint.dim(reason)}`,
  );
}

function withoutAbsent(values: Record<string, number | undefined>): Record<string, number> | undefined {
  const given = Object.entries(values).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value] as const],
  );
  return given.length > 0 ? Object.fromEntries(given) : undefined;
}
