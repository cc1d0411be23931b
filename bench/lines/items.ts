/** Which lines of which files an answer shows, and how many of its characters each excerpt takes. */
import { isRecord } from '../../src/core/text/index.ts';

export type Form = 'json' | 'text';

export interface Item {
  path: string;
  start: number;
  end: number;
  chars: number;
}

export function itemsOf(answer: string, form: Form): Item[] {
  return form === 'json' ? inJson(JSON.parse(answer)) : inText(answer);
}

/** Excerpts are strings beside a path and the number of their first line. */
function inJson(value: unknown): Item[] {
  if (Array.isArray(value)) return value.flatMap(inJson);
  if (!isRecord(value)) return [];
  const { path, excerpt, snippet, content } = value;
  const text = [excerpt, snippet, content].find((each) => typeof each === 'string');
  const start = [value.snippet_start_line, value.start_line, value.startLine].find(
    (each) => typeof each === 'number',
  );
  if (typeof path === 'string' && typeof text === 'string' && start !== undefined)
    return [
      { path, start, end: start + text.split('\n').length - 1, chars: JSON.stringify(text).length - 2 },
    ];
  return Object.values(value).flatMap(inJson);
}

const HEAD = /^(\S.*?):\d+(?:-\d+)?(?: {2}|$| of )/;
const CODE = /^ *(\d+): /;
/** A file that is named with its best declaration: it is shown, but none of its lines. */
const NAMED = /^also (\S.*?):(\d+)(?: {2}|$)/;

/** A head at the margin, then numbered lines; lines that follow each other are one item, which takes its head with it. */
function inText(answer: string): Item[] {
  const items: Item[] = [];
  let path: string | undefined;
  let head = 0;
  let last: Item | undefined;
  for (const line of answer.split('\n')) {
    const size = line.length + 1;
    const number = Number(CODE.exec(line)?.[1] ?? Number.NaN);
    if (path !== undefined && number > 0 && !/^\S/.test(line)) {
      if (last !== undefined && last.end + 1 === number) {
        last.end = number;
        last.chars += size;
      } else {
        last = { path, start: number, end: number, chars: size + head };
        head = 0;
        items.push(last);
      }
      continue;
    }
    const [, named, at] = NAMED.exec(line) ?? [];
    if (named !== undefined) {
      items.push({ path: named, start: Number(at), end: Number(at) - 1, chars: size });
      path = undefined;
      continue;
    }
    const found = HEAD.exec(line)?.[1];
    if (found !== undefined) {
      path = found;
      head = size;
      last = undefined;
    }
  }
  return items;
}
