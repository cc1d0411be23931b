/** Facts of a text, by the rules of its language, which are loaded at the first use. */
import { adapterName, flatTree } from '../languages/index.ts';
import { type FactRules, FactsBuilder } from './builder.ts';
import type { FileFacts } from './facts.ts';

const RULES: Readonly<Record<string, () => Promise<{ rules: FactRules }>>> = {
  bash: () => import('./languages/bash.ts'),
  c: () => import('./languages/c-family/rules.ts'),
  cpp: () => import('./languages/c-family/rules.ts'),
  csharp: () => import('./languages/csharp/rules.ts'),
  elixir: () => import('./languages/elixir/rules.ts'),
  go: () => import('./languages/go/rules.ts'),
  haskell: () => import('./languages/haskell/rules.ts'),
  java: () => import('./languages/java/rules.ts'),
  javascript: () => import('./languages/ecmascript/rules.ts'),
  kotlin: () => import('./languages/kotlin.ts'),
  lua: () => import('./languages/lua/rules.ts'),
  php: () => import('./languages/php/rules.ts'),
  python: () => import('./languages/python/rules.ts'),
  ruby: () => import('./languages/ruby.ts'),
  rust: () => import('./languages/rust/rules.ts'),
  scala: () => import('./languages/scala/rules.ts'),
  swift: () => import('./languages/swift/rules.ts'),
  typescript: () => import('./languages/ecmascript/rules.ts'),
  zig: () => import('./languages/zig.ts'),
};

/** Undefined for a language without rules. Throws Unparsed for a text that has no tree within the limits. */
export async function readFacts(path: string, text: string): Promise<FileFacts | undefined> {
  const language = adapterName(path);
  const load = language === undefined ? undefined : RULES[language];
  if (language === undefined || load === undefined) return undefined;
  const [{ rules }, tree] = await Promise.all([load(), flatTree(path, text)]);
  if (tree === undefined) return undefined;
  const facts = new FactsBuilder(tree, rules).build(language);
  const simpler = facts.errors.length === 0 ? text : (rules.simplified?.(text) ?? text);
  if (simpler === text) return facts;
  const again = await flatTree(path, simpler);
  const other = again === undefined ? facts : new FactsBuilder(again, rules).build(language);
  return unread(other) < unread(facts) ? other : facts;
}

/** How many characters the grammar could not read. */
export function unread({ errors }: FileFacts): number {
  let sum = 0;
  let end = 0;
  // Ranges may lie in each other.
  for (let at = 0; at < errors.length; at += 2) {
    const [from, to] = [Math.max(end, errors[at] ?? 0), errors[at + 1] ?? 0];
    if (to <= from) continue;
    sum += to - from;
    end = to;
  }
  return sum;
}

/** True if names of files of this name can be told apart. */
export function hasFacts(path: string): boolean {
  return Object.hasOwn(RULES, adapterName(path) ?? '');
}
