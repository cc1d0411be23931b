/**
 * How much text a pattern stands for at most, once its counted repetitions are written out. ripgrep's own limits are on
 * memory; `((a{30}){30}){30}` keeps within them and takes half a minute on a megabyte.
 */

/** `.{0,2000}` is as far as anybody looks ahead in a line. */
export const MOST_REPEATED = 2000;

const COUNT = /\{\s*(\d*)\s*(?:,\s*(\d*)\s*)?\}/y;
const GROUP_HEAD = /\((?:\?(?:P?<[^>]*>|[a-zA-Z-]*:))?/y;
const ESCAPE = /\\(?:[pPxuU]\{[^}]*\}|[\s\S])/y;

/** A number of characters, classes and the like; never less than ripgrep makes of it. */
export function expandedLength(pattern: string): number {
  const outer: number[] = [];
  /** Of the group that is open, and of the last item in it. */
  let [total, last] = [0, 0];
  const add = (weight: number) => {
    total += weight;
    last = weight;
  };
  for (let at = 0; at < pattern.length; ) {
    const sign = pattern.charAt(at);
    const counted = sign === '{' ? match(COUNT, pattern, at) : undefined;
    if (counted !== undefined) {
      const times = Math.max(1, Number(counted[1]), Number(counted[2] ?? 0));
      total += last * (times - 1);
      last *= times;
      at += counted[0].length;
    } else if (sign === '(') {
      outer.push(total);
      [total, last] = [0, 0];
      at += match(GROUP_HEAD, pattern, at)?.[0].length ?? 1;
    } else if (sign === ')') {
      const inner = total;
      total = outer.pop() ?? 0;
      add(inner);
      at++;
    } else if (sign === '[') {
      add(1);
      at = endOfClass(pattern, at);
    } else if ('*+?|'.includes(sign)) at++;
    else {
      add(1);
      at += match(ESCAPE, pattern, at)?.[0].length ?? 1;
    }
  }
  return outer.reduce((sum, each) => sum + each, total);
}

/** A class may hold classes. */
function endOfClass(pattern: string, start: number): number {
  let depth = 0;
  for (let at = start; at < pattern.length; at++) {
    const sign = pattern.charAt(at);
    if (sign === '\\') at++;
    else if (sign === '[') depth++;
    // A bracket in the first place is a character.
    else if (sign === ']' && !/\[\^?$/.test(pattern.slice(Math.max(start, at - 2), at)) && --depth === 0)
      return at + 1;
  }
  return pattern.length;
}

function match(expression: RegExp, text: string, at: number): RegExpExecArray | undefined {
  expression.lastIndex = at;
  return expression.exec(text) ?? undefined;
}
