/**
 * Patterns as git writes them, compiled to predicates: segments, and paths of segments. They backtrack to the last star
 * only, so a hostile pattern costs at most pattern × name steps; a regular expression made from it could take for ever.
 */
type SegmentMatcher = (name: string) => boolean;

type Token =
  | { kind: 'char'; char: string }
  | { kind: 'any' }
  | { kind: 'star' }
  | { kind: 'class'; has: CharTest };
type CharTest = (char: string) => boolean;

export interface GlobSegment {
  tokens: Token[];
  matches: SegmentMatcher;
}

/** Two or more stars that fill a segment: any number of segments. */
function isGlobstar(segment: GlobSegment): boolean {
  return segment.tokens.length >= 2 && segment.tokens.every((token) => token.kind === 'star');
}

/** The pattern cut at its slashes; undefined if it can match nothing (open bracket, backslash at the end). */
export function parseSegments(pattern: string): GlobSegment[] | undefined {
  const segments: Token[][] = [[]];
  let at = 0;
  while (at < pattern.length) {
    const tokens = segments.at(-1) ?? [];
    const char = pattern.charAt(at);
    at++;
    if (char === '/') segments.push([]);
    else if (char === '*') tokens.push({ kind: 'star' });
    else if (char === '?') tokens.push({ kind: 'any' });
    else if (char === '[') {
      const parsed = parseClass(pattern, at);
      if (parsed === undefined) return undefined;
      tokens.push({ kind: 'class', has: parsed.has });
      at = parsed.next;
    } else if (char === '\\') {
      if (at === pattern.length) return undefined;
      tokens.push({ kind: 'char', char: pattern.charAt(at) });
      at++;
    } else tokens.push({ kind: 'char', char });
  }
  return segments.map((tokens) => ({ tokens, matches: compile(tokens) }));
}

function compile(tokens: readonly Token[]): SegmentMatcher {
  const literal = literalOf(tokens);
  if (literal !== undefined) return (name) => name === literal;
  const tail = tokens[0]?.kind === 'star' ? literalOf(tokens.slice(1)) : undefined;
  if (tail !== undefined) return (name) => name.endsWith(tail);
  const head = tokens.at(-1)?.kind === 'star' ? literalOf(tokens.slice(0, -1)) : undefined;
  if (head !== undefined) return (name) => name.startsWith(head);
  return (name) => matchTokens(tokens, name);
}

function literalOf(tokens: readonly Token[]): string | undefined {
  let text = '';
  for (const token of tokens) {
    if (token.kind !== 'char') return undefined;
    text += token.char;
  }
  return text;
}

function matchTokens(tokens: readonly Token[], name: string): boolean {
  let token = 0;
  let char = 0;
  let starToken = -1;
  let starChar = 0;
  while (char < name.length) {
    const current = tokens[token];
    if (current?.kind === 'star') {
      starToken = token;
      starChar = char;
      token++;
    } else if (current !== undefined && accepts(current, name.charAt(char))) {
      token++;
      char++;
    } else if (starToken !== -1) {
      starChar++;
      token = starToken + 1;
      char = starChar;
    } else return false;
  }
  while (tokens[token]?.kind === 'star') token++;
  return token === tokens.length;
}

function accepts(token: Token, char: string): boolean {
  if (token.kind === 'char') return token.char === char;
  return token.kind === 'any' || (token.kind === 'class' && token.has(char));
}

const NAMED_CLASSES: Readonly<Record<string, RegExp>> = {
  alnum: /[a-z0-9]/i,
  alpha: /[a-z]/i,
  blank: /[ \t]/,
  digit: /[0-9]/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /\s/,
  upper: /[A-Z]/,
  xdigit: /[0-9a-f]/i,
};

/** `at` is behind the opening bracket. Undefined: the bracket never closes, or names an unknown class. */
function parseClass(pattern: string, start: number): { has: CharTest; next: number } | undefined {
  let at = start;
  const negated = pattern[at] === '!' || pattern[at] === '^';
  if (negated) at++;
  const tests: CharTest[] = [];
  const first = at;
  for (;;) {
    const char = pattern[at];
    if (char === undefined) return undefined;
    if (char === ']' && at > first) break;
    const named = char === '[' && pattern[at + 1] === ':' ? pattern.indexOf(':]', at + 2) : -1;
    if (named !== -1) {
      const known = NAMED_CLASSES[pattern.slice(at + 2, named)];
      if (known === undefined) return undefined;
      tests.push((other) => known.test(other));
      at = named + 2;
      continue;
    }
    const from = member(pattern, at);
    if (from === undefined) return undefined;
    at = from.next;
    const to = pattern[at] === '-' && pattern[at + 1] !== ']' ? member(pattern, at + 1) : undefined;
    if (to === undefined) tests.push((other) => other === from.char);
    else {
      tests.push((other) => other >= from.char && other <= to.char);
      at = to.next;
    }
  }
  const has: CharTest = (char) => tests.some((test) => test(char)) !== negated;
  return { has, next: at + 1 };
}

function member(pattern: string, at: number): { char: string; next: number } | undefined {
  const escaped = pattern[at] === '\\';
  const char = pattern[escaped ? at + 1 : at];
  return char === undefined ? undefined : { char, next: at + (escaped ? 2 : 1) };
}

type Step = SegmentMatcher | 'any-depth';

/**
 * As in git: `**` between slashes matches any number of segments, at the end at least one. It backtracks to the last
 * `**` only, which is enough, as with stars in a name.
 */
export function compilePath(segments: readonly GlobSegment[]): (path: string) => boolean {
  const steps: Step[] = segments.map((segment) => (isGlobstar(segment) ? 'any-depth' : segment.matches));
  if (steps.at(-1) === 'any-depth') steps.push(() => true);
  const [first, second] = steps;
  if (steps.length === 2 && first === 'any-depth' && typeof second === 'function')
    return (path) => second(lastSegment(path));
  return (path) => matchSteps(steps, path.split('/'));
}

export function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function matchSteps(steps: readonly Step[], names: readonly string[]): boolean {
  let step = 0;
  let at = 0;
  let backStep = -1;
  let backAt = 0;
  while (at < names.length) {
    const current = steps[step];
    if (current === 'any-depth') {
      backStep = step;
      backAt = at;
      step++;
    } else if (current?.(names[at] ?? '')) {
      step++;
      at++;
    } else if (backStep !== -1) {
      backAt++;
      step = backStep + 1;
      at = backAt;
    } else return false;
  }
  while (steps[step] === 'any-depth') step++;
  return step === steps.length;
}
