/**
 * C and C++: a text with one branch of each `#if` that the grammar cannot read. It reads those around whole statements and
 * declarations; one in the middle of an expression, or around half of a block, makes it lose the rest of the file. Nothing moves.
 */

interface Group {
  /** Where it begins, with the `#`. */
  at: number;
  /** Of the code before it. */
  depth: number;
  last: string;
  branches: Branch[];
  /** One of its branches is there in any case. */
  isElse: boolean;
}

interface Branch {
  /** Where its code begins. */
  from: number;
  end: number;
  directive: string;
  depth: number;
  first?: string;
  last: string;
  /** Ranges to blank inside of it. */
  blanks: [from: number, to: number][];
}

/** What may stand before a statement or a declaration; `#` is a directive. */
const BOUNDARY = new Set(['', ';', '{', '}', ':', '#']);
/** Defined by nearly every compiler that this code is for; other names are taken for undefined, unless the text defines them. */
const DEFINED = /^(?:__GNUC__|__clang__|__linux__|__unix__|__STDC__|__STDC_VERSION__)$/;

/** Deeper ones are no code that people wrote. */
const MOST_NESTED = 100;

const TOKEN =
  /\/\*[\s\S]*?(?:\*\/|(?![\s\S]))|\/\/(?:\\\r?\n|.)*|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?|(?<=^[ \t]*)#(?:\\\r?\n|\/\*[\s\S]*?(?:\*\/|(?![\s\S]))|[^\n])*|[()[\]{}]|\w+|[^\s\w]/gm;

const COMMENT = /\/\*[\s\S]*?(?:\*\/|$)|\/\/.*/g;

/** The same text if no conditional has to be decided. */
export function withoutHalves(text: string): string {
  const defined = new Set<string>();
  const comments: [from: number, to: number][] = [];
  const open: Group[] = [];
  const all: Branch['blanks'] = [];
  let depth = 0;
  let last = '';
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const [first] = token;
    if (first === '/' && (token[1] === '*' || token[1] === '/')) comments.push([index, index + token.length]);
    else if (first === '#' && token.length > 1) {
      for (const { 0: note, index: at } of token.matchAll(COMMENT))
        comments.push([index + at, index + at + note.length]);
      const directive = token.slice(1).trim();
      const name = /^define\s+(\w+)/.exec(directive)?.[1];
      if (name !== undefined) defined.add(name);
      const group = open.at(-1);
      const from = index + token.length;
      const branch: Branch = { from, end: 0, directive, depth: 0, last: '', blanks: [] };
      if (/^if/.test(directive)) {
        if (open.length > MOST_NESTED) return text;
        open.push({ at: index, depth, last, branches: [branch], isElse: false });
        last = '#';
      } else if (group !== undefined && /^(?:el|endif)/.test(directive)) {
        Object.assign(group.branches.at(-1) as Branch, { end: index, depth, last });
        group.isElse ||= /^else/.test(directive);
        [depth, last] = [group.depth, '#'];
        if (!/^endif/.test(directive)) group.branches.push(branch);
        else {
          open.pop();
          const { blanks, kept } = decided(group, from, defined);
          if (kept !== undefined) [depth, last] = [kept.depth, kept.last === '#' ? group.last : kept.last];
          (open.at(-1)?.branches.at(-1)?.blanks ?? all).push(...blanks);
        }
      } else last = '#';
    } else {
      if (/[([{]/.test(token)) depth++;
      else if (/[)\]}]/.test(token)) depth--;
      const branch = open.at(-1)?.branches.at(-1);
      if (branch !== undefined) branch.first ??= token;
      last = token;
    }
  }
  return blanked(text, all, comments);
}

/** What of a group is blanked, and the branch that stays if it is one of them; nothing is decided about a whole group. */
function decided(
  { at, depth, last, branches, isElse }: Group,
  end: number,
  defined: ReadonlySet<string>,
): { blanks: Branch['blanks']; kept?: Pick<Branch, 'depth' | 'last'> } {
  const isWhole =
    BOUNDARY.has(last) &&
    branches.every(
      (branch) => branch.depth === depth && branch.first !== 'else' && BOUNDARY.has(branch.last),
    );
  if (isWhole) return { blanks: branches.flatMap(({ blanks }) => blanks) };
  const kept = branches[chosen(branches, isElse, depth, defined)];
  if (kept === undefined) return { blanks: [[at, end]], kept: { depth, last: '#' } };
  return { blanks: [[at, kept.from], ...kept.blanks, [kept.end, end]], kept };
}

function chosen(
  branches: readonly Branch[],
  isElse: boolean,
  depth: number,
  defined: ReadonlySet<string>,
): number {
  const { directive = '' } = branches[0] ?? {};
  const name = /^if(?:def\s+|\s+defined\s*\(?\s*)(\w+)/.exec(directive)?.[1];
  const isOff =
    /^if\s+0\b/.test(directive) || (name !== undefined && !defined.has(name) && !DEFINED.test(name));
  if (isElse) return isOff ? branches.length - 1 : 0;
  // What is not closed is not there as a rule: `extern "C" {` for C++ alone.
  return branches[0]?.depth === depth ? 0 : -1;
}

/** Comments stay: they are found as such in any branch. */
function blanked(text: string, ranges: Branch['blanks'], comments: readonly [number, number][]): string {
  let result = '';
  let from = 0;
  let comment = 0;
  const blank = (start: number, end: number) => text.slice(start, end).replace(/[^\r\n]/g, ' ');
  for (const [start, end] of ranges) {
    result += text.slice(from, start);
    from = start;
    while ((comments[comment]?.[1] ?? end) <= start) comment++;
    for (; (comments[comment]?.[0] ?? end) < end; comment++) {
      const [opening, closing] = comments[comment] as [number, number];
      result += blank(from, opening) + text.slice(opening, closing);
      from = closing;
    }
    result += blank(from, end);
    from = end;
  }
  return result + text.slice(from);
}
