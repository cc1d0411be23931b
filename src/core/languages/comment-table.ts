/** The comment syntax of every language, by name; languages with an adapter first. */
import {
  blockComment,
  C_LIKE,
  CHARACTER,
  type CommentSyntax,
  type CommentToken,
  DOUBLE_SLASH,
  delimited,
  endAfter,
  HASH,
  heredoc,
  lineComment,
  lineCommentWhere,
  mirrored,
  nestedComment,
  quoted,
  quotedOverLines,
  SLASH_STAR,
  skipped,
  verbatim,
} from './comment-syntax.ts';

const SINGLE = quoted("'");
const DOUBLE = quoted('"');
const MARKUP: CommentSyntax = [blockComment('<!--', '-->')];
/** Components hold markup, styles and scripts; a quote in them may be an apostrophe, so strings are not skipped. */
const COMPONENT: CommentSyntax = [
  blockComment('<!--', '-->'),
  SLASH_STAR,
  lineCommentWhere('(?<![:\\w"\'/])//'),
];
/** `#` only at the start of a word: not in URLs and colours. */
const WORD_HASH = lineCommentWhere('(?<![^\\s])#');
const LISP: CommentSyntax = [lineComment(';'), nestedComment('#|', '|#'), quotedOverLines('"')];
const HASH_AND_STRINGS: CommentSyntax = [HASH, DOUBLE, SINGLE];
const SQL: CommentSyntax = [lineComment('--'), SLASH_STAR, verbatim("'", "'"), verbatim('"', '"')];

const IN_STRING = /["\\]|\$\(/g;
const IN_COMMAND = /["'\\()]/g;

/** `"…"`, in which `$( … )` may contain further strings. */
const SHELL_STRING: CommentToken = {
  open: '"',
  isComment: false,
  end(text, from) {
    const open: ('string' | 'command')[] = ['string'];
    let at = from;
    while (open.length > 0) {
      const isString = open.at(-1) === 'string';
      const pattern = isString ? IN_STRING : IN_COMMAND;
      pattern.lastIndex = at;
      const mark = pattern.exec(text)?.[0];
      if (mark === undefined) return text.length;
      at = pattern.lastIndex;
      if (mark === '\\') at++;
      else if (mark === '$(' || mark === '(') open.push('command');
      else if (mark === ')') open.pop();
      else if (mark === "'") at = Math.max(at, text.indexOf("'", at) + 1);
      else if (isString) open.pop();
      else open.push('string');
    }
    return at;
  },
};

const CLOSE = /"(?!")|""/g;

/** `@"…"`, in which a quote is written twice and a backslash is no escape. */
const VERBATIM_STRING: CommentToken = {
  open: '(?:@\\$|\\$@|@)"',
  isComment: false,
  end(text, from) {
    CLOSE.lastIndex = from;
    for (let mark = CLOSE.exec(text); mark !== null; mark = CLOSE.exec(text))
      if (mark[0] === '"') return CLOSE.lastIndex;
    return text.length;
  },
};

const INSIDE_TEMPLATE = /[`\\]|\$\{/g;
const INSIDE_BRACES = /[`{}'"]|\/\/|\/\*/g;
const STRING = { "'": /(?:\\.|[^'\\\n])*'?/y, '"': /(?:\\.|[^"\\\n])*"?/y };

/** The index after the template whose backtick is right before `from`. */
function endOfTemplate(text: string, from: number): number {
  // One entry for each open template: how many braces are open in its current `${`; -1 in its text.
  const open = [-1];
  let at = from;
  while (open.length > 0) {
    const inText = open.at(-1) === -1;
    const pattern = inText ? INSIDE_TEMPLATE : INSIDE_BRACES;
    pattern.lastIndex = at;
    const mark = pattern.exec(text);
    if (mark === null) return text.length;
    at = pattern.lastIndex;
    const top = open.length - 1;
    const depth = open[top] ?? 0;
    if (inText) {
      if (mark[0] === '`') open.pop();
      else if (mark[0] === '\\') at++;
      else open[top] = 1;
    } else if (mark[0] === '`') open.push(-1);
    else if (mark[0] === '{') open[top] = depth + 1;
    else if (mark[0] === '}') open[top] = depth === 1 ? -1 : depth - 1;
    else at = endOfInner(text, at, mark[0]);
  }
  return at;
}

function endOfInner(text: string, from: number, mark: string): number {
  if (mark === '//' || mark === '/*') return endAfter(text, from, mark === '//' ? '\n' : '*/');
  const pattern = mark === "'" ? STRING["'"] : STRING['"'];
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}

const TEMPLATE_LITERAL: CommentToken = { open: '`', isComment: false, end: endOfTemplate };

const REGEX_BODY = /(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/y;
/** A slash after one of these begins a regular expression; elsewhere it divides. */
const BEFORE_REGEX =
  /(?:^|[(,=:[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|in|of|delete|void|throw|new|do|else|yield|await))\s*$/;
/** How far back to look for the last token. */
const LOOK_BACK = 40;
/** Without a limit, a long line would be searched to its end from each of its slashes. */
const LONGEST_REGEX = 1000;

const REGULAR_EXPRESSION: CommentToken = {
  open: '/(?![/*])',
  isComment: false,
  end(text, from, _opening, start) {
    if (!BEFORE_REGEX.test(text.slice(Math.max(0, start - LOOK_BACK), start))) return -1;
    const near = text.slice(from, from + LONGEST_REGEX);
    REGEX_BODY.lastIndex = 0;
    return REGEX_BODY.test(near) ? from + REGEX_BODY.lastIndex : -1;
  },
};

const ECMASCRIPT: CommentSyntax = [...C_LIKE, TEMPLATE_LITERAL, REGULAR_EXPRESSION];

/** Characters of operators: `-->` is an operator, not a comment. */
const SIGN = '[!#$%&*+./<=>?@\\\\^|~:-]';

/** Lua's long brackets. */
const closing = (opening: string) => opening.slice(opening.indexOf('[')).replaceAll('[', ']');

/** Text outside of `<?php … ?>` is markup. */
const markup = (open: string): CommentToken => ({
  open,
  isComment: false,
  end: (text, from) => endAfter(text, from, '<?'),
});

const BEGIN_END: CommentToken = {
  open: '^=begin\\b',
  isComment: true,
  end(text, from) {
    const end = text.indexOf('\n=end', from);
    return end === -1 ? text.length : end + '\n=end'.length;
  },
};

const WITH_ADAPTER: Readonly<Record<string, CommentSyntax>> = {
  bash: [
    // `$#` and `${#x}` are not comments.
    lineCommentWhere('(?<![^\\s;&|(`])#'),
    { ...SINGLE, open: "\\$'" },
    verbatim("'", "'"),
    SHELL_STRING,
    heredoc('(?<!<)<<-?\\s*["\'\\\\]?\\w+'),
  ],
  c: C_LIKE,
  cpp: [
    mirrored(
      '\\b(?:u8|u|U|L)?R"[^()\\\\\\s]{0,16}\\(',
      (opening) => `)${opening.slice(opening.indexOf('"') + 1, -1)}"`,
    ),
    // Digit separators: 1'000
    skipped("(?<=[\\da-fA-F])'(?=[\\da-fA-F])"),
    ...C_LIKE,
  ],
  csharp: [mirrored('\\$*"{3,}', (opening) => opening.replaceAll('$', '')), VERBATIM_STRING, ...C_LIKE],
  elixir: [
    skipped('\\?(?:\\\\.|[#"\'])'),
    mirrored('~[a-zA-Z]+(?:"""|\'\'\')', (opening) => opening.slice(-3)),
    delimited('~[a-zA-Z]+[\\[({</|"\']'),
    HASH,
    quotedOverLines('"""'),
    quotedOverLines("'''"),
    quotedOverLines('"'),
    quotedOverLines("'"),
  ],
  go: [DOUBLE_SLASH, SLASH_STAR, DOUBLE, SINGLE, verbatim('`', '`')],
  haskell: [
    nestedComment('{-', '-}'),
    lineCommentWhere(`(?<!${SIGN})--+(?!${SIGN})`),
    quotedOverLines('"'),
    CHARACTER,
  ],
  java: [quotedOverLines('"""'), ...C_LIKE],
  javascript: ECMASCRIPT,
  kotlin: [DOUBLE_SLASH, nestedComment('/*', '*/'), verbatim('"""', '"""'), DOUBLE, SINGLE],
  lua: [
    {
      open: '--\\[=*\\[',
      isComment: true,
      end: (text, from, opening) => endAfter(text, from, closing(opening)),
    },
    lineComment('--'),
    mirrored('\\[=*\\[', closing),
    DOUBLE,
    SINGLE,
  ],
  markdown: MARKUP,
  php: [
    markup('(?<![\\s\\S])(?!<\\?)'),
    markup('\\?>'),
    DOUBLE_SLASH,
    SLASH_STAR,
    lineCommentWhere('#(?!\\[)'),
    heredoc('<<<[ \\t]*["\']?[A-Za-z_]\\w*'),
    quotedOverLines('"'),
    quotedOverLines("'"),
    quotedOverLines('`'),
  ],
  python: [HASH, quotedOverLines('"""'), quotedOverLines("'''"), DOUBLE, SINGLE],
  ruby: [
    BEGIN_END,
    skipped('(?<=\\s)\\?[#"\']'),
    HASH,
    heredoc('<<[~-]?["\'`]?[A-Z_]\\w*'),
    delimited('%[wWiIqQr]?[\\[({<]'),
    quotedOverLines('"'),
    quotedOverLines("'"),
    quotedOverLines('`'),
    { ...REGULAR_EXPRESSION, open: '/' },
  ],
  rust: [
    DOUBLE_SLASH,
    nestedComment('/*', '*/'),
    mirrored('\\b(?:r|br|cr)#*"', (opening) => `"${opening.replace(/[^#]/g, '')}`),
    quotedOverLines('"'),
    CHARACTER,
  ],
  scala: [DOUBLE_SLASH, nestedComment('/*', '*/'), verbatim('"""', '"""'), DOUBLE, CHARACTER],
  swift: [
    DOUBLE_SLASH,
    nestedComment('/*', '*/'),
    mirrored('(?<!#)#+"(?:"")?', (opening) => opening.replace(/^(#+)("+)$/, '$2$1')),
    quotedOverLines('"""'),
    DOUBLE,
  ],
  typescript: ECMASCRIPT,
  // A line of a long string begins with two backslashes.
  zig: [skipped('^[ \\t]*\\\\\\\\.*$'), DOUBLE_SLASH, DOUBLE, SINGLE],
};

/** Several languages share a row. */
const WITHOUT_ADAPTER: readonly [CommentSyntax, string][] = [
  [
    C_LIKE,
    'd dart glsl groovy json5 jsonc less objectivec protobuf scss solidity stylus systemverilog thrift verilog',
  ],
  [[SLASH_STAR], 'css'],
  [[DOUBLE_SLASH], 'go-mod'],
  [MARKUP, 'html rst xml'],
  [COMPONENT, 'astro svelte vue razor handlebars erb haml pug'],
  [[WORD_HASH, DOUBLE, SINGLE], 'yaml fish just'],
  [[WORD_HASH], 'makefile dockerfile ignore'],
  [[HASH, quotedOverLines('"""'), quotedOverLines("'''"), DOUBLE, SINGLE], 'toml starlark gdscript'],
  [HASH_AND_STRINGS, 'awk coffeescript crystal graphql perl r tcl'],
  [[HASH, blockComment('#[', ']#'), DOUBLE], 'nim'],
  [[nestedComment('#=', '=#'), HASH, quotedOverLines('"""'), DOUBLE], 'julia'],
  [[HASH, SLASH_STAR, verbatim("''", "''"), quotedOverLines('"')], 'nix'],
  [[HASH, DOUBLE_SLASH, SLASH_STAR, DOUBLE], 'hcl'],
  [[blockComment('#[[', ']]'), HASH, quotedOverLines('"')], 'cmake'],
  [[blockComment('<#', '#>'), HASH, DOUBLE, verbatim("'", "'")], 'powershell'],
  [[lineCommentWhere('^[ \\t]*[;#]')], 'ini'],
  [SQL, 'sql'],
  [[lineComment('--'), verbatim('"', '"')], 'ada elm vhdl'],
  [LISP, 'lisp clojure scheme racket wasm'],
  [[lineComment(';')], 'asm'],
  [[lineComment('%'), DOUBLE], 'erlang'],
  [[lineCommentWhere('(?<!\\\\)%')], 'latex'],
  [[nestedComment('(*', '*)'), DOUBLE], 'ocaml'],
  [[nestedComment('(*', '*)'), DOUBLE_SLASH, quotedOverLines('"""'), DOUBLE], 'fsharp'],
  [[nestedComment('(*', '*)'), blockComment('{', '}'), DOUBLE_SLASH, verbatim("'", "'")], 'pascal'],
  [[lineCommentWhere('^[ \\t]*"')], 'vim'],
  [[lineCommentWhere("'")], 'vb'],
  [[lineCommentWhere('^[ \\t]*(?:rem\\b|REM\\b|::)')], 'batch'],
  [[lineComment('!'), DOUBLE, SINGLE], 'fortran'],
];

export const COMMENTS: ReadonlyMap<string, CommentSyntax> = new Map([
  ...Object.entries(WITH_ADAPTER),
  ...WITHOUT_ADAPTER.flatMap(([syntax, names]) => names.split(' ').map((name) => [name, syntax] as const)),
]);
