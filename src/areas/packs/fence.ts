/** Code inside Markdown: the language of a fence, and a fence that the code cannot close. */

const EXTENSIONS: Readonly<Record<string, string>> = {
  bash: 'bash sh',
  c: 'c h',
  cpp: 'cc cpp cxx hpp',
  csharp: 'cs',
  css: 'css',
  dart: 'dart',
  elixir: 'ex exs',
  fsharp: 'fs',
  go: 'go',
  graphql: 'graphql',
  groovy: 'gradle groovy',
  haskell: 'hs',
  hcl: 'tf',
  html: 'htm html',
  java: 'java',
  javascript: 'cjs js mjs',
  json: 'json',
  jsx: 'jsx',
  kotlin: 'kt kts',
  lua: 'lua',
  markdown: 'md',
  perl: 'pl',
  php: 'php',
  powershell: 'ps1',
  protobuf: 'proto',
  python: 'py pyi',
  r: 'r',
  ruby: 'rb',
  rust: 'rs',
  scala: 'scala',
  scss: 'scss',
  sql: 'sql',
  svelte: 'svelte',
  swift: 'swift',
  toml: 'toml',
  tsx: 'tsx',
  typescript: 'cts mts ts',
  vue: 'vue',
  xml: 'xml',
  yaml: 'yaml yml',
  zig: 'zig',
};

const LANGUAGES = new Map(
  Object.entries(EXTENSIONS).flatMap(([language, extensions]) =>
    extensions.split(' ').map((extension) => [extension, language] as const),
  ),
);

/** Empty if nobody knows. */
export function languageOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return LANGUAGES.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase()) ?? '';
}

/** Three backticks, or one more than the longest run inside. */
export function fenced(language: string, content: string): string {
  let longest = 2;
  for (const [run] of content.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${content}${content.endsWith('\n') ? '' : '\n'}${fence}`;
}
