/** Names of environment variables that a text reads, in any of the languages that have a usual way to. */
const NAME = '([A-Z][A-Z0-9_]{2,63})';
const WAYS: readonly RegExp[] = [
  new RegExp(`\\b(?:process|Bun|import\\.meta)\\.env\\.${NAME}\\b`, 'g'),
  new RegExp(
    `(?:\\bprocess\\.env\\[|\\benviron(?:\\.get\\(|\\.setdefault\\(|\\[|\\.pop\\()|\\bgetenv\\(|\\bGetenv\\(|\\bLookupEnv\\(|\\benv::var(?:_os)?\\(|\\b(?:option_)?env!\\(|\\bENV(?:\\[|\\.fetch\\(|\\.key\\?\\()|\\$_ENV\\[|\\bDeno\\.env\\.get\\(|\\bget_env[!]?\\(|\\bfetch_env!\\(|\\bGetEnvironmentVariable\\(|\\bgetEnvVarOwned\\(\\w+,\\s*)\\s*['"]${NAME}['"]`,
    'g',
  ),
];

export function environmentNames(text: string): string[] {
  const names = new Set<string>();
  for (const way of WAYS) for (const [, name = ''] of text.matchAll(way)) names.add(name);
  return [...names];
}
