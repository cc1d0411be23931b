/** What a tour speaks of: a declaration of the repository it is in, so that every step has something to show. */
import { wordsOfRun } from '../../core/text/index.ts';
import type { CommandContext } from './command.ts';
import { callTool, records, resultOf } from './tool-command.ts';

export interface TourSubject {
  /** A file with declarations; absent if none was found. */
  path: string | undefined;
  /** A name as the code spells it. */
  name: string;
  /** The same name, as a person says it. */
  topic: string;
}

/** Words that the code of most programs has near its middle. */
const COMMON_WORDS = 'main create open run start load parse handle';
/** So many files are looked into; what is not found in them is not worth the wait. */
const MOST_TRIED = 10;
const TEST = /(?:^|[/_.-])(?:tests?|spec|fixtures?|examples?)(?:[/_.-]|$)/i;
const CALLABLE = /function|method|class/;

/** Undefined if the repository has no files. */
export async function tourSubject(context: CommandContext): Promise<TourSubject | undefined> {
  const found = await pathsOf(context, 'repo.search', { query: COMMON_WORDS, top_k: MOST_TRIED }, 'hits');
  const listed = await pathsOf(context, 'repo.list_files', {}, 'files');
  const all = [...new Set([...found, ...listed])];
  // Tests last: they speak of the code, and a tour shows the code.
  const candidates = [...all.filter((path) => !TEST.test(path)), ...all.filter((path) => TEST.test(path))];
  let best: { path: string; declared: Record<string, unknown>[] } | undefined;
  for (const path of candidates.slice(0, MOST_TRIED)) {
    const outline = resultOf((await callTool(context, 'repo.outline', { path })).value);
    const declared = records(outline.symbols).filter(({ kind }) => CALLABLE.test(String(kind)));
    if (declared.length > (best?.declared.length ?? 0)) best = { path, declared };
  }
  if (best) return { path: best.path, ...named(String(longest(best.declared).name)) };
  const [first] = candidates;
  return first === undefined ? undefined : { path: undefined, ...named(baseName(first)) };
}

/** What the file is most about. */
function longest(declared: Record<string, unknown>[]): Record<string, unknown> {
  const length = (one: Record<string, unknown>) => Number(one.end_line) - Number(one.start_line);
  return declared.reduce((most, one) => (length(one) > length(most) ? one : most));
}

async function pathsOf(
  context: CommandContext,
  tool: string,
  args: Record<string, unknown>,
  list: string,
): Promise<string[]> {
  const answer = resultOf((await callTool(context, tool, args)).value);
  return records(answer[list]).map(({ path }) => String(path));
}

/** Without what qualifies it: `main.Recover` is looked for as `Recover`. */
function named(qualified: string): Pick<TourSubject, 'name' | 'topic'> {
  const name = qualified.split(/[.:#]+/).findLast((part) => part !== '') ?? qualified;
  const [whole = name, ...parts] = wordsOfRun(name);
  return { name, topic: parts.length > 0 ? parts.join(' ') : whole };
}

function baseName(path: string): string {
  const file = path.slice(path.lastIndexOf('/') + 1);
  return file.replace(/(?<=.)\.[^.]*$/, '');
}
