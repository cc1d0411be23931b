import { z } from 'zod';
import { AppError } from '../../../core/errors.ts';
import { linesWithin } from '../../../core/text/index.ts';
import { defineTool, READS } from '../../../core/tool.ts';
import { isRefusal, type RepoPath, refusalError } from '../../../core/workspace/index.ts';
import { withKnowledge } from '../envelope.ts';
import type { Span } from '../excerpt.ts';
import type { ExploreDeps } from '../explore-deps.ts';

/** The rest is for the envelope, the keys and the escapes of JSON. */
const SHARE_FOR_LINES = 0.7;
const NUMBER_WIDTH = 4;
const MOST_RANGES = 50;
/** Stands between lines that do not follow each other. */
const GAP = '…';

export const openFileTool = (deps: ExploreDeps) =>
  defineTool({
    name: 'repo.open_file',
    safeName: 'repo_open_file',
    description:
      'Read lines of a file, numbered, as many as the limit allows; "truncated" says if more were asked for.',
    annotations: READS,
    input: () =>
      z.object({
        path: z.string().min(1).describe('relative to the root, or path::symbol'),
        start_line: z.number().int().min(1).default(1).describe('first line, from 1'),
        end_line: z.number().int().min(1).optional().describe('last line, inclusive'),
        ranges: z
          .array(z.string())
          .min(1)
          .max(MOST_RANGES)
          .optional()
          .describe('instead, e.g. ["3-9","40-52"]'),
      }),
    // Resolved below: what is before the symbol is the path.
    plain: ['path'],
    showsExcerpts: true,
    async handle({ path: written, start_line, end_line, ranges }, { signal }) {
      const { workspace, limits, knowledgeAt } = deps;
      const hasLines = start_line !== 1 || end_line !== undefined;
      const { path, spans: declared } = await placeOf(written, deps, signal);
      if ((declared ?? ranges) !== undefined && (hasLines || (declared && ranges) !== undefined))
        throw invalidRange('Give one of start_line and end_line, ranges, or path::symbol.');
      const asked = declared ?? ranges?.map(spanOf) ?? [{ startLine: start_line, endLine: end_line }];
      const spans = joined(asked.map((span) => limited(span, limits.maxOpenLines)));
      const parts: string[] = [];
      const warnings: string[] = [];
      const places: (Span & { path: string })[] = [];
      let bytes = limits.maxTotalBytesPerResponse * SHARE_FOR_LINES;
      let lines = limits.maxOpenLines;
      let totalLines = 0;
      let truncated = false;
      for (const { startLine, endLine } of spans) {
        if (truncated) break;
        const last = Math.min(endLine, startLine + lines - 1);
        const read = await workspace.readLines(path, startLine, last);
        if (isRefusal(read)) throw refusalError(read);
        totalLines = read.totalLines;
        if (startLine > Math.max(1, totalLines))
          throw invalidRange(`start_line ${startLine} is past the end: ${path} has ${totalLines} lines.`);
        const fitting = linesWithin(read.lines, bytes);
        bytes -= fitting.size;
        lines -= fitting.lines.length;
        const shownTo = startLine + fitting.lines.length - 1;
        const isOpen = declared === undefined && ranges === undefined && end_line === undefined;
        truncated = shownTo < Math.min(isOpen ? Number.POSITIVE_INFINITY : endLine, totalLines);
        if (fitting.isCut) {
          truncated = true;
          warnings.push(`Line ${startLine} is cut: it has ${read.lines[0]?.length} characters.`);
        }
        if (lines <= 0 && spans.at(-1)?.startLine !== startLine) truncated = true;
        parts.push(fitting.lines.map((line, at) => numbered(startLine + at, line)).join('\n'));
        places.push({ path, startLine, endLine: shownTo });
      }
      const known = (await knowledgeAt(places, signal)).flat();
      return {
        path,
        start_line: places[0]?.startLine ?? start_line,
        end_line: places.at(-1)?.endLine ?? start_line,
        total_lines: totalLines,
        numbered_lines: parts.join(`\n${GAP}\n`),
        truncated,
        ...withKnowledge(known.filter(({ id }, at) => known.findIndex((note) => note.id === id) === at)),
        ...(warnings.length === 0 ? {} : { warnings }),
      };
    },
  });

/** The file, and the lines of its symbol if one is named. A file whose own name has `::` in it is opened by that name. */
async function placeOf(
  written: string,
  deps: ExploreDeps,
  signal: AbortSignal,
): Promise<{ path: RepoPath; spans: readonly Span[] | undefined }> {
  const { workspace, symbols } = deps;
  const whole = workspace.resolve(written);
  const colons = written.indexOf('::');
  if (colons < 1 || (!isRefusal(whole) && !isRefusal(await workspace.facts(whole)))) {
    if (isRefusal(whole)) throw refusalError(whole);
    return { path: whole, spans: undefined };
  }
  const path = workspace.resolve(written.slice(0, colons));
  if (isRefusal(path)) throw refusalError(path);
  const file = await workspace.facts(path);
  if (isRefusal(file)) throw refusalError(file);
  const [session, { findSymbol }] = await Promise.all([
    symbols.ask({ signal }),
    import('../symbols/find-symbol.ts'),
  ]);
  const { matches, exact } = await findSymbol(session, written.slice(colons + 2), path, deps);
  if (!exact)
    throw new AppError('not_found', 'symbol_not_found', `Nothing in ${path} has exactly this name.`, {
      hint: `Like it: ${matches
        .slice(0, 3)
        .map(({ qualifiedName }) => qualifiedName)
        .join(', ')}.`,
    });
  return { path, spans: matches };
}

function spanOf(range: string): Span {
  const [, first, last = first] = /^([1-9]\d{0,8})(?:-([1-9]\d{0,8}))?$/.exec(range.trim()) ?? [];
  if (first === undefined)
    throw invalidRange(`ranges: ${JSON.stringify(range.slice(0, 40))} is not first-last.`);
  return { startLine: Number(first), endLine: Number(last) };
}

function limited(span: { startLine: number; endLine: number | undefined }, most: number): Span {
  const { startLine, endLine = startLine + most - 1 } = span;
  if (endLine < startLine) throw invalidRange(`end_line ${endLine} is before start_line ${startLine}.`);
  return { startLine, endLine };
}

/** In order; ranges that overlap or touch are one. */
function joined(spans: readonly Span[]): Span[] {
  const out: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.startLine - b.startLine || a.endLine - b.endLine)) {
    const last = out.at(-1);
    if (last !== undefined && span.startLine <= last.endLine + 1)
      last.endLine = Math.max(last.endLine, span.endLine);
    else out.push({ startLine: span.startLine, endLine: span.endLine });
  }
  return out;
}

function invalidRange(message: string): AppError {
  return new AppError('invalid', 'invalid_range', message);
}

/** `  42: code`: one text with numbers is half the tokens of an array of objects. */
function numbered(number: number, line: string): string {
  return `${String(number).padStart(NUMBER_WIDTH)}: ${line}`;
}
