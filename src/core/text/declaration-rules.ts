/**
 * How declarations look, by language: a table of patterns that are tried at the first character of a line that is not blank. A
 * pattern never matches beyond the line, and its first group is the name.
 */
export type DeclarationKind =
  | 'function'
  | 'method'
  | 'class'
  | 'interface'
  | 'type'
  | 'enum'
  | 'module'
  | 'constant'
  | 'macro'
  | 'heading';

export interface DeclarationRule {
  kind: DeclarationKind;
  pattern: RegExp;
  /** Only in the first column: indented, it is local to a function. */
  topOnly: boolean;
  nestedOnly: boolean;
  /** Keywords that the pattern would take for a name. */
  not: ReadonlySet<string>;
}

type Where = 'any' | 'top' | 'nested';

/** Keywords that occur where a function name could: before a parenthesis or after a type. */
const CONTROL = new Set(
  'if else for foreach while do switch case return throw new await yield catch try with when sizeof typeof using lock match loop unless until assert delete goto in is not and or function fn func def super this self constructor defined alignof decltype static_assert co_await co_return print echo require include'.split(
    ' ',
  ),
);
CONTROL.delete('constructor');

function rule(kind: DeclarationKind, source: string, where: Where = 'any'): DeclarationRule {
  return {
    kind,
    pattern: new RegExp(source, 'y'),
    topOnly: where === 'top',
    nestedOnly: where === 'nested',
    not: CONTROL,
  };
}

const ID = '[A-Za-z_$][\\w$]*';
const GAP = '[ \\t]+';
const MAYBE = '[ \\t]*';
const words = (list: string): string => `(?:(?:${list.split(' ').join('|')})${GAP})*`;
/** `<T extends Map<K, V>>`, up to two levels. */
const GENERIC = '(?:<(?:[^<>\\n]|<[^<>\\n]*>)*>)';

const JS_MODIFIERS = words(
  'export default declare async abstract public private protected static readonly override get set',
);
const JVM_MODIFIERS = words(
  'public private protected internal static final abstract sealed non-sealed open override virtual async partial readonly unsafe extern native synchronized default strictfp transient volatile inline infix operator tailrec suspend external data inner companion value annotation expect actual lateinit const implicit lazy case transparent new required ref file fileprivate indirect convenience mutating nonmutating class dynamic final weak unowned nonisolated isolated',
);
/** Not a statement that looks like `type name(`. */
const NO_STATEMENT =
  '(?!(?:return|throw|new|else|case|goto|delete|await|yield|assert|using|package|import|do|in|out|when|if|while|for|switch)\\b)';
const TYPED = `${NO_STATEMENT}${JVM_MODIFIERS}(?:${GENERIC}${MAYBE})?[A-Za-z_][\\w.]*${GENERIC}?(?:\\[[\\],]*\\])*[?*&]*${GAP}`;

const PYTHON = [
  rule('function', `(?:async${GAP})?def${GAP}(${ID})`),
  rule('class', `class${GAP}(${ID})`),
  rule('type', `type${GAP}(${ID})${MAYBE}[=\\[]`, 'top'),
  rule('constant', `(${ID})${MAYBE}(?::[^=\\n]+)?=(?!=)`, 'top'),
];
const SCRIPT = [
  rule('function', `${JS_MODIFIERS}function${MAYBE}\\*?${MAYBE}(${ID})`),
  rule('class', `${JS_MODIFIERS}class${GAP}(${ID})`),
  rule('interface', `${JS_MODIFIERS}interface${GAP}(${ID})`),
  rule('type', `${JS_MODIFIERS}type${GAP}(${ID})${MAYBE}[=<]`),
  rule('enum', `${JS_MODIFIERS}(?:const${GAP})?enum${GAP}(${ID})`),
  rule('module', `${JS_MODIFIERS}(?:namespace|module)${GAP}(${ID})${MAYBE}\\{`),
  rule(
    'function',
    `${JS_MODIFIERS}(?:const|let|var)${GAP}(${ID})[^=\\n]*=${MAYBE}(?:async\\b|function\\b|\\(|${ID}${MAYBE}=>)`,
  ),
  rule('constant', `${JS_MODIFIERS}(?:const|let|var)${GAP}(${ID})`, 'top'),
  rule('function', `(?:module\\.)?exports\\.(${ID})${MAYBE}=`, 'top'),
  rule('method', `[\\w$.]+\\.(${ID})${MAYBE}=${MAYBE}(?:async\\b${MAYBE})?function\\b`),
  rule(
    'method',
    `${JS_MODIFIERS}\\*?${MAYBE}#?(${ID})${MAYBE}${GENERIC}?\\([^;\\n]*[{(,]${MAYBE}\\r?$`,
    'nested',
  ),
  rule('method', `["']?(${ID})["']?${MAYBE}:${MAYBE}(?:async\\b${MAYBE})?function\\b`, 'nested'),
].map((it) => ({ ...it, pattern: new RegExp(it.pattern.source, 'ym') }));
const GO = [
  rule('method', `func${GAP}\\([^)\\n]*\\)${MAYBE}(${ID})`, 'top'),
  rule('function', `func${GAP}(${ID})`, 'top'),
  rule('interface', `type${GAP}(${ID})(?:\\[[^\\]\\n]*\\])?${GAP}interface\\b`),
  rule('class', `type${GAP}(${ID})(?:\\[[^\\]\\n]*\\])?${GAP}struct\\b`),
  rule('type', `type${GAP}(${ID})`),
  rule('constant', `(?:var|const)${GAP}(${ID})`, 'top'),
];
const RUST_VIS = `(?:pub(?:\\([^)\\n]*\\))?${GAP})?`;
const RUST = [
  rule(
    'function',
    `${RUST_VIS}(?:(?:default|async|const|unsafe|extern(?:${GAP}"[^"\\n]*")?)${GAP})*fn${GAP}(${ID})`,
  ),
  rule('class', `${RUST_VIS}(?:struct|union)${GAP}(${ID})`),
  rule('enum', `${RUST_VIS}enum${GAP}(${ID})`),
  rule('interface', `${RUST_VIS}(?:unsafe${GAP})?(?:auto${GAP})?trait${GAP}(${ID})`),
  rule('type', `${RUST_VIS}type${GAP}(${ID})`),
  rule('module', `${RUST_VIS}mod${GAP}(${ID})${MAYBE}\\{`),
  rule('constant', `${RUST_VIS}(?:const|static)${GAP}(?:mut${GAP})?(${ID})${MAYBE}:`),
  rule('macro', `macro_rules!${MAYBE}(${ID})`),
];
const C_TYPES = `(?:(?:static|inline|extern|const|unsigned|signed|struct|enum|union|constexpr|virtual|explicit|friend|volatile|register|long|short|typename|__inline|_Noreturn|consteval)${GAP})*`;
const C_FUNCTIONS = [
  rule(
    'method',
    `${NO_STATEMENT}${C_TYPES}[A-Za-z_][\\w:<>,* &]*?[\\s*&]+(?:${ID}(?:<[^<>\\n]*>)?::)+(~?${ID})${MAYBE}\\(`,
  ),
  rule('method', `(?:${ID}(?:<[^<>\\n]*>)?::)+(~?${ID})${MAYBE}\\(`, 'top'),
  rule(
    'function',
    `${NO_STATEMENT}${C_TYPES}[A-Za-z_][\\w:]*(?:<[^;(){}\\n]*>)?(?:${GAP}(?:const|unsigned|long|int|char|short|${ID}))*?[ \\t*&]+(${ID})${MAYBE}\\(`,
  ),
];
const C_RULES = [
  rule('macro', `#[ \\t]*define${GAP}(${ID})`),
  rule(
    'class',
    `(?:typedef${GAP})?(?:class|struct|union)${GAP}(?:[A-Z_0-9]{3,}(?:\\([^)\\n]*\\))?${GAP})*(?:alignas\\([^)\\n]*\\)${GAP})?(${ID})${MAYBE}(?:final${MAYBE})?(?:[{:]|\\r?$)`,
  ),
  rule('enum', `(?:typedef${GAP})?enum${GAP}(?:class${GAP}|struct${GAP})?(${ID})${MAYBE}(?:[{:]|\\r?$)`),
  rule('module', `(?:inline${GAP})?namespace${GAP}(${ID})`),
  rule('type', `using${GAP}(${ID})${MAYBE}=`),
  rule('type', `typedef${GAP}[^;{\\n]*?\\(?\\*?\\b(${ID})\\)?(?:\\([^;\\n]*\\))?${MAYBE};`),
  rule('type', `\\}${MAYBE}(${ID})${MAYBE};`, 'top'),
  ...C_FUNCTIONS,
].map((it) => ({ ...it, pattern: new RegExp(it.pattern.source, 'ym') }));
const JVM_TYPES = [
  rule(
    'class',
    `${JVM_MODIFIERS}(?:class|record|struct|object|actor)${GAP}(?:class${GAP}|struct${GAP})?(${ID})`,
  ),
  rule('interface', `${JVM_MODIFIERS}(?:@?interface|trait|protocol|mixin)${GAP}(${ID})`),
  rule('enum', `${JVM_MODIFIERS}enum${GAP}(?:class${GAP})?(${ID})`),
  rule('class', `extension${GAP}(?:type${GAP})?(${ID})`, 'top'),
  rule('module', `namespace${GAP}([\\w.]+)`),
];
const JAVA = [
  ...JVM_TYPES,
  rule('method', `${TYPED}(${ID})${MAYBE}${GENERIC}?\\(`),
  rule('method', `(?:public|protected|private|internal)${GAP}(${ID})${MAYBE}\\(`),
  rule('constant', `(?:public|protected|private|internal)${GAP}${TYPED}(${ID})${MAYBE}(?:[=;{]|=>|\\r?$)`),
  rule('type', `${JVM_MODIFIERS}delegate${GAP}[\\w<>.,?]+${GAP}(${ID})`),
].map((it) => ({ ...it, pattern: new RegExp(it.pattern.source, 'ym') }));
const KOTLIN = [
  rule('class', `${JVM_MODIFIERS}(?:class|object)${GAP}(${ID})`),
  rule('interface', `${JVM_MODIFIERS}(?:fun${GAP})?interface${GAP}(${ID})`),
  rule('enum', `${JVM_MODIFIERS}enum${GAP}class${GAP}(${ID})`),
  rule('function', `${JVM_MODIFIERS}fun${GAP}(?:${GENERIC}${MAYBE})?(?:[\\w.?]+${GENERIC}?\\??\\.)?(${ID})`),
  rule('type', `${JVM_MODIFIERS}typealias${GAP}(${ID})`),
  rule(
    'constant',
    `${JVM_MODIFIERS}(?:val|var)${GAP}(?:${GENERIC}${MAYBE})?(?:[\\w?]+${GENERIC}?\\.)?(${ID})`,
  ),
];
const SCALA = [
  rule('class', `${JVM_MODIFIERS}(?:case${GAP})?(?:class|object)${GAP}(${ID})`),
  rule('interface', `${JVM_MODIFIERS}trait${GAP}(${ID})`),
  rule('enum', `${JVM_MODIFIERS}enum${GAP}(${ID})`),
  rule('function', `${JVM_MODIFIERS}def${GAP}(${ID})`),
  rule('type', `${JVM_MODIFIERS}type${GAP}(${ID})`),
  rule('constant', `${JVM_MODIFIERS}(?:val|var|given)${GAP}(${ID})`),
].map((it) => ({
  ...it,
  pattern: new RegExp(
    it.pattern.source.replaceAll('private|', 'private(?:\\[\\w+\\])?|protected(?:\\[\\w+\\])?|'),
    'y',
  ),
}));
const SWIFT = [
  ...JVM_TYPES,
  rule('function', `(?:@\\w+(?:\\([^)\\n]*\\))?${GAP})*${JVM_MODIFIERS}func${GAP}(${ID})`),
  rule('method', `(?:@\\w+${GAP})*${JVM_MODIFIERS}(init)\\b`, 'nested'),
  rule('type', `${JVM_MODIFIERS}typealias${GAP}(${ID})`),
  rule(
    'constant',
    `(?:@\\w+${GAP})*(?:public|open|static|private\\(set\\))${GAP}${JVM_MODIFIERS}(?:let|var)${GAP}(${ID})`,
  ),
];
const PHP = [
  rule('function', `${JVM_MODIFIERS}function${GAP}&?(${ID})`),
  rule('class', `${JVM_MODIFIERS}class${GAP}(${ID})`),
  rule('interface', `(?:interface|trait)${GAP}(${ID})`),
  rule('enum', `enum${GAP}(${ID})`),
  rule('constant', `${JVM_MODIFIERS}const${GAP}(?:[a-z]+${GAP})?(${ID})${MAYBE}=`),
];
const RUBY = [
  rule(
    'method',
    `(?:(?:private|protected|public|module_function)${GAP})?def${GAP}(?:self\\.|[A-Z]\\w*\\.)?(\\w+[?!=]?)`,
  ),
  rule('class', `class${GAP}(?:[A-Z]\\w*::)*([A-Z]\\w*)`),
  rule('module', `module${GAP}(?:[A-Z]\\w*::)*([A-Z]\\w*)`),
  rule(
    'method',
    `(?:attr_(?:reader|writer|accessor)|alias_method|define_method|scope|delegate)${MAYBE}\\(?${MAYBE}:(\\w+[?!]?)`,
  ),
  rule('constant', `([A-Z]\\w*)${MAYBE}=(?![=~>])`),
];
const LUA = [
  rule('function', `(?:local${GAP})?function${GAP}(?:[\\w.]*[.:])?(${ID})`),
  rule('function', `(?:local${GAP})?(?:[\\w.]*\\.)?(${ID})${MAYBE}=${MAYBE}function\\b`),
  rule('constant', `(?:local${GAP}|[A-Z]\\w*\\.)(${ID})${MAYBE}=`, 'top'),
  rule('class', `---${MAYBE}@(?:class|alias)${GAP}(?:[\\w.]*\\.)?(${ID})`),
];
const ELIXIR = [
  rule('module', `(?:defmodule|defprotocol|defimpl)${GAP}(?:[A-Z]\\w*\\.)*([A-Z]\\w*)`),
  rule('macro', `defmacrop?${GAP}([a-z_]\\w*[?!]?)`),
  rule('function', `def(?:p|guard|guardp|delegate|callback|n|np)?${GAP}([a-z_]\\w*[?!]?)`),
  rule('type', `@(?:type|typep|opaque|callback|macrocallback)${GAP}([a-z_]\\w*[?!]?)`),
];
const HASKELL = [
  rule(
    'type',
    `(?:data|newtype|type)${GAP}(?:family${GAP}|instance${GAP})?(?:[^=\\n]*=>${MAYBE})?([A-Z][\\w']*)`,
    'top',
  ),
  rule('interface', `class${GAP}(?:[^\\n]*=>${MAYBE})?([A-Z][\\w']*)`, 'top'),
  rule('function', `([a-z_][\\w']*)(?:${MAYBE},${MAYBE}[a-z_][\\w']*)*${MAYBE}::`),
];
const ZIG = [
  rule('function', `(?:pub${GAP})?(?:(?:export|extern|inline|noinline)${GAP})*fn${GAP}(${ID})`),
  rule(
    'class',
    `(?:pub${GAP})?(?:const|var)${GAP}(${ID})[^=\\n]*=${MAYBE}(?:extern${GAP}|packed${GAP})?(?:struct|union|opaque|error)\\b`,
  ),
  rule('enum', `(?:pub${GAP})?const${GAP}(${ID})[^=\\n]*=${MAYBE}enum\\b`),
  rule('constant', `pub${GAP}(?:const|var|threadlocal${GAP}var)${GAP}(${ID})`),
  rule('constant', `(?:const|var)${GAP}(${ID})`, 'top'),
];
const SHELL = [
  rule('function', `function${GAP}([\\w:.@+-]+)`),
  rule('function', `([\\w:.@+-]+)${MAYBE}\\(\\)`),
  rule('constant', `alias${GAP}(?:-g${GAP})?([\\w:.@+-]+)=`),
  rule('constant', `(?:export${GAP}|readonly${GAP}|declare${GAP}-\\w+${GAP})?([A-Za-z_]\\w*)=`, 'top'),
];
const PERL = [rule('function', `sub${GAP}(\\w+)`), rule('module', `package${GAP}(?:\\w+::)*(\\w+)`)];
const R = [rule('function', `([\\w.]+)${MAYBE}(?:<-|=)${MAYBE}function\\b`)];
const JULIA = [
  rule('function', `function${GAP}(?:[\\w.]+\\.)?(\\w+!?)`),
  rule('class', `(?:mutable${GAP})?struct${GAP}(\\w+)`),
  rule('type', `abstract${GAP}type${GAP}(\\w+)`),
  rule('macro', `macro${GAP}(\\w+)`),
  rule('module', `module${GAP}(\\w+)`),
  rule('function', `(\\w+!?)\\([^)\\n]*\\)${MAYBE}=(?!=)`, 'top'),
];
const CLOJURE = [
  rule('function', `\\((?:defn-?|defmethod|defmulti)${GAP}(?:\\^\\S+${GAP})*([\\w*+!?<>=-]+)`),
  rule('macro', `\\(defmacro${GAP}([\\w*+!?<>=-]+)`),
  rule('class', `\\((?:defrecord|deftype|defprotocol|definterface)${GAP}([\\w*+!?<>=-]+)`),
  rule('constant', `\\((?:def|defonce)${GAP}(?:\\^\\S+${GAP})*([\\w*+!?<>=-]+)`),
];
const OCAML = [
  rule('module', `module${GAP}(?:type${GAP}|rec${GAP})?([A-Z]\\w*)`),
  rule('type', `(?:type|and|exception)${GAP}(?:'\\w+${GAP}|\\([^)\\n]*\\)${GAP})?(\\w+)`),
  rule(
    'function',
    `(?:let|val|external|member)${GAP}(?:rec${GAP}|inline${GAP}|mutable${GAP})*([a-z_]\\w*)`,
    'top',
  ),
];
const ERLANG = [
  rule('function', `([a-z]\\w*)\\([^\\n]*->`, 'top'),
  rule('module', `-module\\((\\w+)`),
  rule('type', `-(?:record|type|opaque|callback|define)[ \\t(]+(\\w+)`),
];
const DART = [
  ...JVM_TYPES,
  rule('type', `typedef${GAP}(${ID})`),
  rule('method', `${TYPED}(${ID})${MAYBE}${GENERIC}?\\([^;\\n]*$`),
].map((it) => ({ ...it, pattern: new RegExp(it.pattern.source, 'ym') }));
const SQL = [
  rule(
    'class',
    `(?:create|CREATE)${GAP}(?:(?:or|OR)${GAP}(?:replace|REPLACE)${GAP})?(?:\\w+${GAP})?(?:table|view|TABLE|VIEW)${GAP}(?:(?:if not exists|IF NOT EXISTS)${GAP})?["\`\\w.]*?(\\w+)["\`]?[ \\t(\\n]`,
  ),
  rule(
    'function',
    `(?:create|CREATE)${GAP}(?:(?:or|OR)${GAP}(?:replace|REPLACE)${GAP})?(?:function|procedure|trigger|FUNCTION|PROCEDURE|TRIGGER)${GAP}["\`\\w.]*?(\\w+)["\`]?[ \\t(\\n]`,
  ),
];
const SCHEMAS = [
  rule('class', `(?:message|type|input|service|struct|exception|table|model)${GAP}(${ID})`),
  rule('interface', `(?:interface|union|scalar)${GAP}(${ID})`),
  rule('enum', `enum${GAP}(${ID})`),
  rule('method', `rpc${GAP}(${ID})`),
];
const TERRAFORM = [
  rule('class', `(?:resource|data)${GAP}"[^"\\n]*"${GAP}"([^"\\n]*)"`),
  rule('class', `(?:variable|output|module|provider)${GAP}"([^"\\n]*)"`),
];
const MARKDOWN = [rule('heading', `#{1,6}${GAP}([^\\n]{1,120})`, 'top')];

const TABLE: readonly (readonly [extensions: string, rules: readonly DeclarationRule[]])[] = [
  ['py pyi pyx pxd bzl star', PYTHON],
  ['js jsx mjs cjs ts tsx mts cts vue svelte astro', SCRIPT],
  ['go', GO],
  ['rs', RUST],
  ['c h cc cpp cxx hh hpp hxx inl ipp m mm cu cuh ino', C_RULES],
  ['java cs groovy gradle', JAVA],
  ['kt kts', KOTLIN],
  ['scala sc sbt', SCALA],
  ['swift', SWIFT],
  ['php', PHP],
  ['rb rake gemspec', RUBY],
  ['lua', LUA],
  ['ex exs', ELIXIR],
  ['hs', HASKELL],
  ['zig', ZIG],
  ['sh bash zsh bats', SHELL],
  ['pl pm', PERL],
  ['r R', R],
  ['jl', JULIA],
  ['clj cljs cljc edn', CLOJURE],
  ['ml mli fs fsi fsx', OCAML],
  ['erl hrl', ERLANG],
  ['dart', DART],
  ['sql', SQL],
  ['proto graphql gql thrift prisma', SCHEMAS],
  ['tf', TERRAFORM],
  ['md mdx markdown', MARKDOWN],
];

const BY_EXTENSION = new Map<string, readonly DeclarationRule[]>(
  TABLE.flatMap(([extensions, rules]) =>
    extensions.split(' ').map((extension) => [extension, rules] as const),
  ),
);

export function rulesFor(path: string): readonly DeclarationRule[] | undefined {
  return BY_EXTENSION.get(path.slice(path.lastIndexOf('.') + 1));
}
