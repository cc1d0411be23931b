/** Comment syntax of languages that have no adapter. */
import {
  blockComment,
  C_LIKE,
  type CommentSyntax,
  DOUBLE_SLASH,
  HASH,
  lineComment,
  lineCommentWhere,
  nestedComment,
  quoted,
  quotedOverLines,
  SLASH_STAR,
  verbatim,
} from './comment-syntax.ts';

const SINGLE = quoted("'");
const DOUBLE = quoted('"');
const MARKUP: CommentSyntax = [blockComment('<!--', '-->')];
/** Templates hold markup, styles and scripts; a quote in their text is an apostrophe as often as a string. */
const COMPONENT: CommentSyntax = [
  blockComment('<!--', '-->'),
  SLASH_STAR,
  lineCommentWhere('(?<![:\\w"\'/])//'),
];
/** Where `#` counts only at the start of a word: in URLs and colours it does not. */
const WORD_HASH = lineCommentWhere('(?<![^\\s])#');
const LISP: CommentSyntax = [lineComment(';'), nestedComment('#|', '|#'), quotedOverLines('"')];
const HASH_AND_STRINGS: CommentSyntax = [HASH, DOUBLE, SINGLE];
const SQL: CommentSyntax = [lineComment('--'), SLASH_STAR, verbatim("'", "'"), verbatim('"', '"')];

const ROWS: readonly [CommentSyntax, string][] = [
  [
    C_LIKE,
    'cuda d dart glsl groovy json5 jsonc less objectivec protobuf scss solidity stylus systemverilog thrift verilog',
  ],
  [[SLASH_STAR], 'css'],
  [[DOUBLE_SLASH], 'go-mod'],
  [MARKUP, 'html markdown mdx rst xml'],
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

export const PLAIN_COMMENTS: ReadonlyMap<string, CommentSyntax> = new Map(
  ROWS.flatMap(([syntax, names]) => names.split(' ').map((name) => [name, syntax] as const)),
);
