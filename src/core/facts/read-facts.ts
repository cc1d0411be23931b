/** Facts of a text, by the rules of its language, which are loaded at the first use. */
import { adapterName, flatTree } from '../languages/index.ts';
import { type FactRules, FactsBuilder } from './builder.ts';
import type { FileFacts } from './facts.ts';

const RULES: Readonly<Record<string, () => Promise<{ rules: FactRules }>>> = {
  bash: () => import('./languages/bash.ts'),
  c: () => import('./languages/c-family/rules.ts'),
  cpp: () => import('./languages/c-family/rules.ts'),
  csharp: () => import('./languages/csharp/rules.ts'),
  elixir: () => import('./languages/elixir.ts'),
  go: () => import('./languages/go/rules.ts'),
  java: () => import('./languages/java/rules.ts'),
  javascript: () => import('./languages/ecmascript/rules.ts'),
  kotlin: () => import('./languages/kotlin.ts'),
  lua: () => import('./languages/lua.ts'),
  php: () => import('./languages/php/rules.ts'),
  python: () => import('./languages/python/rules.ts'),
  ruby: () => import('./languages/ruby.ts'),
  rust: () => import('./languages/rust/rules.ts'),
  scala: () => import('./languages/scala.ts'),
  swift: () => import('./languages/swift.ts'),
  typescript: () => import('./languages/ecmascript/rules.ts'),
  zig: () => import('./languages/zig.ts'),
};

/** Undefined for a language without rules. Throws Unparsed for a text that has no tree within the limits. */
export async function readFacts(path: string, text: string): Promise<FileFacts | undefined> {
  const language = adapterName(path);
  const load = language === undefined ? undefined : RULES[language];
  if (language === undefined || load === undefined) return undefined;
  const [{ rules }, tree] = await Promise.all([load(), flatTree(path, text)]);
  return tree === undefined ? undefined : new FactsBuilder(tree, rules).build(language);
}

/** True if names of files of this name can be told apart. */
export function hasFacts(path: string): boolean {
  return Object.hasOwn(RULES, adapterName(path) ?? '');
}
