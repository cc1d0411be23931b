/** What a path says about its file: its role, a well-known purpose, and which files are tests of which. */
import { isTestDirectory, isTestFile } from '../../../core/file-kind/index.ts';
import { languageOf } from '../../../core/languages/index.ts';
import { baseName, inScope, parentScope } from '../document/scope.ts';

export type FileRole =
  | 'code'
  | 'test'
  | 'config'
  | 'document'
  | 'template'
  | 'style'
  | 'script'
  | 'schema'
  | 'data';

/** Programming languages; files of other languages contain text, settings, layout or data. */
const CODE = new Set(
  'ada asm astro awk c clojure cobol coffeescript cpp crystal csharp cuda d dart elixir elm erlang fortran fsharp gdscript glsl go groovy haskell java javascript jsx julia kotlin lisp lua nim objectivec ocaml pascal perl php python r racket razor ruby rust scala scheme solidity svelte swift systemverilog tcl tsx typescript vb verilog vhdl vim vue wasm zig'.split(
    ' ',
  ),
);
const ROLES: Readonly<Record<string, FileRole>> = {
  bash: 'script',
  batch: 'script',
  fish: 'script',
  just: 'script',
  makefile: 'script',
  powershell: 'script',
  cmake: 'config',
  dockerfile: 'config',
  'go-mod': 'config',
  hcl: 'config',
  ini: 'config',
  json: 'config',
  json5: 'config',
  jsonc: 'config',
  nix: 'config',
  starlark: 'config',
  toml: 'config',
  yaml: 'config',
  latex: 'document',
  markdown: 'document',
  mdx: 'document',
  rst: 'document',
  text: 'document',
  graphql: 'schema',
  protobuf: 'schema',
  sql: 'schema',
  thrift: 'schema',
  erb: 'template',
  haml: 'template',
  handlebars: 'template',
  html: 'template',
  pug: 'template',
  css: 'style',
  less: 'style',
  sass: 'style',
  scss: 'style',
  stylus: 'style',
};

export function roleOf(path: string): FileRole | undefined {
  const language = languageOf(path);
  if (language === undefined) return undefined;
  if (CODE.has(language) && isBuildFile(path)) return 'config';
  if (/^(?:requirements|constraints)[\w.-]*\.txt$|^cmakelists\.txt$/i.test(baseName(path))) return 'config';
  if (CODE.has(language)) return isTestFile(path) ? 'test' : 'code';
  return ROLES[language] ?? 'data';
}

/** Programs that only build or configure the project. */
function isBuildFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return /\.(?:gradle|sbt)(?:\.kts)?$/.test(name) || knownPurpose(name) !== undefined;
}

/** Purposes by file name, in lower case. */
const KNOWN: Readonly<Record<string, string>> = {
  '.clang-format': 'Formatting rules of clang-format.',
  '.dockerignore': 'What stays out of Docker images.',
  '.editorconfig': 'Editor settings.',
  '.eslintrc': 'Rules of ESLint.',
  '.gitattributes': 'How git treats paths.',
  '.gitignore': 'What git ignores.',
  '.gitlab-ci.yml': 'Pipeline of GitLab CI.',
  '.golangci.yml': 'Rules of golangci-lint.',
  '.npmignore': 'What stays out of the npm package.',
  '.pre-commit-config.yaml': 'Hooks of pre-commit.',
  '.prettierrc': 'Formatting rules of Prettier.',
  '.rubocop.yml': 'Rules of RuboCop.',
  '.travis.yml': 'Pipeline of Travis CI.',
  'agents.md': 'Instructions for coding agents.',
  authors: 'Who wrote it.',
  'biome.json': 'Formatting and lint rules of Biome.',
  'build.gradle': 'Gradle build.',
  'build.gradle.kts': 'Gradle build.',
  'build.sbt': 'sbt build.',
  'build.zig': 'Zig build.',
  'cargo.toml': 'Cargo manifest.',
  'changelog.md': 'What changed from version to version.',
  'claude.md': 'Instructions for coding agents.',
  'cmakelists.txt': 'CMake build.',
  'code_of_conduct.md': 'How people treat each other here.',
  'codecov.yml': 'Settings of Codecov.',
  'composer.json': 'Composer manifest.',
  'contributing.md': 'How to contribute.',
  'deno.json': 'Settings of Deno.',
  'docker-compose.yml': 'Services for Docker Compose.',
  'compose.yaml': 'Services for Docker Compose.',
  dockerfile: 'Docker image.',
  gemfile: 'Ruby dependencies for Bundler.',
  'go.mod': 'Go module and what it requires.',
  'go.work': 'Go workspace.',
  'gruntfile.js': 'Tasks of Grunt.',
  justfile: 'Recipes of just.',
  'lerna.json': 'Settings of Lerna.',
  makefile: 'Targets of make.',
  'manage.py': 'Command line of the Django project.',
  'manifest.in': 'Files that go into the Python source distribution.',
  'mix.exs': 'Mix project.',
  'mkdocs.yml': 'Settings of MkDocs.',
  'nx.json': 'Settings of Nx.',
  'package.json': 'npm manifest.',
  'package.swift': 'Swift package manifest.',
  'phpunit.xml.dist': 'Settings of PHPUnit.',
  'phpunit.xml': 'Settings of PHPUnit.',
  'pnpm-workspace.yaml': 'Packages of the pnpm workspace.',
  'pom.xml': 'Maven project.',
  'pyproject.toml': 'Python project: build, dependencies, tools.',
  'pytest.ini': 'Settings of pytest.',
  rakefile: 'Tasks of Rake.',
  'requirements.txt': 'Python dependencies for pip.',
  'rust-toolchain.toml': 'Rust toolchain in use.',
  'rustfmt.toml': 'Formatting rules of rustfmt.',
  'security.md': 'How to report a security problem.',
  'settings.gradle': 'Modules of the Gradle build.',
  'settings.gradle.kts': 'Modules of the Gradle build.',
  'setup.cfg': 'Python project: build and tools.',
  'setup.py': 'Python package build.',
  'tox.ini': 'Test environments of tox.',
  'tsconfig.json': 'Settings of the TypeScript compiler.',
  'turbo.json': 'Tasks of Turborepo.',
};
const KNOWN_FORMS: readonly (readonly [RegExp, (match: RegExpExecArray) => string])[] = [
  [/^tsconfig\.(.+)\.json$/, ([, part]) => `Settings of the TypeScript compiler for ${part}.`],
  [
    /^(?:\.)?(eslint|prettier|stylelint)(?:rc)?\.(?:config\.)?[\w.]+$/,
    ([, tool]) => `Settings of ${TOOLS[tool ?? ''] ?? tool}.`,
  ],
  [/^([a-z][\w-]*)\.config\.[cm]?[jt]s$/, ([, tool]) => `Settings of ${TOOLS[tool ?? ''] ?? tool}.`],
  [/^requirements[-_.](\w+)\.txt$/, ([, part]) => `Python dependencies for ${part}.`],
  [/^dockerfile\.(.+)$/, ([, part]) => `Docker image for ${part}.`],
  [/\.(?:cs|fs|vb)proj$/, () => '.NET project.'],
  [/^(?:copying|licen[sc]e|unlicense)(?:[-_][\w-]*)?(?:\.(?:txt|md|markdown|rst))?$/, () => 'The licence.'],
  [/^readme(?:\.\w+)?$/, () => 'What this is and how to begin.'],
  [/^(?:changelog|changes|history|news|releases?)(?:\.\w+)?$/, () => 'What changed from version to version.'],
  [/\.sln$/, () => '.NET solution.'],
  [/\.gemspec$/, () => 'Ruby gem specification.'],
  [/\.cabal$/, () => 'Cabal package.'],
];
const TOOLS: Readonly<Record<string, string>> = {
  babel: 'Babel',
  esbuild: 'esbuild',
  eslint: 'ESLint',
  jest: 'Jest',
  karma: 'Karma',
  next: 'Next.js',
  nuxt: 'Nuxt',
  playwright: 'Playwright',
  postcss: 'PostCSS',
  prettier: 'Prettier',
  rollup: 'Rollup',
  stylelint: 'Stylelint',
  svelte: 'Svelte',
  tailwind: 'Tailwind CSS',
  vite: 'Vite',
  vitest: 'Vitest',
  webpack: 'webpack',
};

export function knownPurpose(name: string): string | undefined {
  const key = name.toLowerCase();
  if (Object.hasOwn(KNOWN, key)) return KNOWN[key];
  for (const [form, purpose] of KNOWN_FORMS) {
    const match = form.exec(key);
    if (match) return purpose(match);
  }
  return undefined;
}

/** In a directory of tests, or named like one. */
export function isTestPath(path: string): boolean {
  return isTestFile(path) || isTestDirectory(parentScope(path) ?? '.');
}

/**
 * Whether a directory is in a tree of tests. A package such as `django/test` only sounds like one: it is inside another package,
 * and none of its files is a test.
 */
export function testTrees(paths: ReadonlySet<string>): (scope: string) => boolean {
  const known = new Map<string, boolean>();
  const isTree = (top: string): boolean => {
    const parent = parentScope(top) ?? '.';
    const mayBeCode = baseName(top) === 'testing' || paths.has(inScope(parent, '__init__.py'));
    return !mayBeCode || [...paths].some((path) => path.startsWith(`${top}/`) && isTestFile(path));
  };
  return (scope) => {
    const parts = scope.split('/');
    const at = parts.findIndex((part) => isTestDirectory(part));
    if (at === -1) return false;
    const top = parts.slice(0, at + 1).join('/');
    const answer = known.get(top) ?? isTree(top);
    known.set(top, answer);
    return answer;
  };
}

/** The test of a file by the naming customs of languages, relative to the file's directory. */
export function testOf(path: string, exists: (path: string) => boolean): string | undefined {
  const scope = parentScope(path) ?? '.';
  const name = baseName(path);
  const dot = name.indexOf('.');
  if (dot <= 0 || isTestFile(path)) return undefined;
  const [stem, ending] = [name.slice(0, dot), name.slice(name.lastIndexOf('.'))];
  const names = [
    `${stem}.test${ending}`,
    `${stem}.spec${ending}`,
    `test_${stem}${ending}`,
    `${stem}_test${ending}`,
    `${stem}_spec${ending}`,
    `${stem}Test${ending}`,
    `${stem}Tests${ending}`,
  ];
  const folders = ['', '__tests__/', 'tests/', 'test/'];
  for (const folder of folders)
    for (const each of names) if (exists(inScope(scope, folder + each))) return folder + each;
  return undefined;
}
