/** Modules of Elixir: full names, the aliases that shorten them, and the functions seen through them. */
import type { FactsBuilder } from '../../builder.ts';
import { methodName } from '../../facts.ts';

/** What the language itself puts before every name of a module. */
export const ROOT = 'Elixir.';

/** What the modules of a text are called. */
interface Modules {
  /** The full name that a short one stands for; undefined for one that stands for several. */
  aliases: Map<string, string | undefined>;
  /** Declarations of this text by full name. */
  declared: Map<string, number>;
  /** Full names by declaration. */
  names: Map<number, string>;
  /** Some module here says `use`, which may bring any name. */
  isOpen: boolean;
}

const MODULES_OF = new WeakMap<FactsBuilder, Modules>();

export function modulesOf(facts: FactsBuilder): Modules {
  let found = MODULES_OF.get(facts);
  if (found === undefined) {
    found = { aliases: new Map(), declared: new Map(), names: new Map(), isOpen: false };
    MODULES_OF.set(facts, found);
  }
  return found;
}

export const firstOf = (name: string) => name.slice(0, Math.max(0, `${name}.`.indexOf('.')));

export const lastOf = (name: string) => name.slice(name.lastIndexOf('.') + 1);

export function addAlias({ aliases }: Modules, short: string, full: string): void {
  aliases.set(short, aliases.has(short) && aliases.get(short) !== full ? undefined : full);
}

export function fullName({ aliases }: Modules, written: string): string | undefined {
  const first = firstOf(written);
  if (written.startsWith(ROOT)) return written.slice(ROOT.length);
  if (!aliases.has(first)) return written;
  const full = aliases.get(first);
  return full === undefined ? undefined : `${full}${written.slice(first.length)}`;
}

export function moduleNamed(facts: FactsBuilder, written: string): number {
  const full = fullName(modulesOf(facts), written);
  return full === undefined ? -1 : moduleInFull(facts, full);
}

export function moduleInFull(facts: FactsBuilder, full: string): number {
  const own = modulesOf(facts).declared.get(full);
  if (own !== undefined) return facts.expression('declaration', own);
  const index = facts.importOnce({ specifier: `${ROOT}${full}`, imported: lastOf(full), kind: 'use' });
  return facts.expression('import', index);
}

export function moduleAround(facts: FactsBuilder, node: number): number {
  const around = facts.classAround(node);
  return around < 0 ? -1 : facts.expression('declaration', around);
}

/** A function of this module or of one that it imports; unknown where `use` may have brought it. */
export function functionNamed(facts: FactsBuilder, node: number): number {
  const name = facts.tree.of(node);
  const found = facts.lookup(methodName(name), node);
  return facts.isFree(found) && modulesOf(facts).isOpen && !LANGUAGE.test(name) ? -1 : found;
}

/** What every module has from the language. */
const LANGUAGE =
  /^(?:def\w*|alias|import|require|use|if|unless|case|cond|for|with|try|fn|quote|unquote|raise|receive|super)$/;
