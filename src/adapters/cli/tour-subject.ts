/** What a tour speaks of: a declaration of the repository it is in. */
import type { CommandContext } from './command.ts';
import { callTool, records, resultOf } from './tool-command.ts';

export interface TourSubject {
  path: string;
  name: string;
  startLine: number;
  endLine: number;
}

/** So many files are looked into; what is not found in them is not worth the wait. */
const MOST_TRIED = 12;
/** Long enough to be known again, short enough to be one thing. */
const LEAST_LINES = 5;
const MOST_LINES = 60;
const CALLABLE = /function|method/;

/** The longest function; undefined if there is none of a fitting length. */
export async function tourSubject(
  context: CommandContext,
  paths: readonly string[],
): Promise<TourSubject | undefined> {
  let best: TourSubject | undefined;
  for (const path of paths.slice(0, MOST_TRIED)) {
    const outline = resultOf((await callTool(context, 'repo.outline', { path })).value);
    for (const { kind, name, start_line, end_line } of records(outline.symbols)) {
      const found = { path, name: String(name), startLine: Number(start_line), endLine: Number(end_line) };
      const lines = linesOf(found);
      if (!CALLABLE.test(String(kind)) || lines < LEAST_LINES || lines > MOST_LINES) continue;
      if (best === undefined || lines > linesOf(best)) best = found;
    }
  }
  return best;
}

function linesOf({ startLine, endLine }: TourSubject): number {
  return endLine - startLine + 1;
}
