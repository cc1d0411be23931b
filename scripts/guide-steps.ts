/**
 * docs/guide.md as commands with their outputs. A block marked `console` holds them: `$ ` begins a command, `(exit N)`
 * ends an output that did not end with 0, and a line `…` stands for any lines that were cut.
 */
export interface Step {
  command: string;
  output: readonly string[];
  status: number;
}

const BLOCK = /```console\n([\s\S]*?)```/g;
const CUT = '…';

export function stepsOf(guide: string): Step[] {
  return [...guide.matchAll(BLOCK)].flatMap(([, body = '']) =>
    body
      .split(/^\$ /m)
      .slice(1)
      .map((text) => {
        const [command = '', ...rest] = text.trimEnd().split('\n');
        const [, status] = /^\(exit (\d+)\)$/.exec(rest.at(-1) ?? '') ?? [];
        return {
          command,
          output: status === undefined ? rest : rest.slice(0, -1),
          status: Number(status ?? 0),
        };
      }),
  );
}

/** The guide with the outputs that were seen; what was cut by hand stays cut if the rest of it is still true. */
export function withOutputs(guide: string, seen: readonly Step[]): string {
  const left = [...seen];
  const old = stepsOf(guide);
  return guide.replace(BLOCK, (_, body: string) => {
    const shown = stepsOf(`\`\`\`console\n${body}\`\`\``).map((step) => {
      const now = left.shift() ?? step;
      const kept = old.find((each) => each.command === step.command)?.output.includes(CUT);
      const output = kept && agrees(step.output, now.output) ? step.output : now.output;
      return [`$ ${step.command}`, ...output, ...(now.status === 0 ? [] : [`(exit ${now.status})`])].join(
        '\n',
      );
    });
    return `\`\`\`console\n${shown.join('\n')}\n\`\`\``;
  });
}

/** Whether two outputs say the same, apart from times, ids, versions and sizes. */
export function agrees(expected: readonly string[], actual: readonly string[]): boolean {
  const [first, ...rest] = expected;
  if (first === undefined) return actual.length === 0;
  if (first === CUT) return actual.some((_, at) => agrees(rest, actual.slice(at))) || agrees(rest, []);
  return actual[0] !== undefined && masked(first) === masked(actual[0]) && agrees(rest, actual.slice(1));
}

/** Of the table of `stats`, only names, calls and errors are the same twice. */
const STATS_ROW = /^([a-z_.]+ \d+ \d+) [\dN ]+$/;

function masked(line: string): string {
  return line
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/\b[0-9a-f]{7,40}\b/g, 'HASH')
    .replace(IDS, 'ID')
    .replace(/\d+(\.\d+)+/g, 'N')
    .replace(/\d+ (ms|tokens)\b/g, 'N $1')
    .replace(/ +/g, ' ')
    .replace(STATS_ROW, '$1')
    .trimEnd();
}

const IDS = /\b(?:bd_[0-9a-f]{16}|pk_[a-z2-7]{8})\b/g;

/** Ids that an output shows, in order. */
export function idsIn(output: readonly string[]): string[] {
  return [...new Set(output.join('\n').match(IDS) ?? [])];
}
