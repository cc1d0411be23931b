/** Imports to files, by the ending of the file that imports. Nothing of the repository is run, only read. */
import {
  resolveByPath,
  resolveCFamily,
  resolveElixir,
  resolveHaskell,
  resolveLua,
  resolveRuby,
} from './by-path.ts';
import { resolveEcmascript } from './ecmascript.ts';
import { resolveGo } from './go.ts';
import { resolveJvm } from './jvm.ts';
import { resolveCSharp, resolveSwift } from './namespaced.ts';
import { resolvePhp } from './php.ts';
import { resolvePython } from './python.ts';
import type { Resolver } from './resolver.ts';
import { resolveRust } from './rust.ts';

export { createFileView, type FileView } from './file-view.ts';
export { parseJsonc, recordOf } from './jsonc.ts';

const FAMILIES: readonly (readonly [Resolver, readonly string[]])[] = [
  [resolveEcmascript, ['ts', 'tsx', 'mts', 'cts', 'js', 'jsx', 'mjs', 'cjs', 'vue', 'svelte', 'astro']],
  [resolvePython, ['py', 'pyi']],
  [resolveGo, ['go']],
  [resolveRust, ['rs']],
  [resolveJvm, ['java', 'kt', 'kts', 'scala', 'sc', 'groovy']],
  [resolveCFamily, ['c', 'h', 'cc', 'cpp', 'cxx', 'hh', 'hpp', 'hxx', 'inl', 'm', 'mm', 'cu', 'cuh']],
  [resolveCSharp, ['cs']],
  [resolveRuby, ['rb', 'rake']],
  [resolvePhp, ['php']],
  [resolveSwift, ['swift']],
  [resolveLua, ['lua']],
  [resolveHaskell, ['hs']],
  [resolveElixir, ['ex', 'exs']],
  [resolveByPath, ['zig', 'sh', 'bash', 'zsh']],
];

const BY_ENDING = new Map(
  FAMILIES.flatMap(([resolver, endings]) => endings.map((ending) => [ending, resolver])),
);

/** Undefined for a language whose imports are no files. */
export function resolverFor(path: string): Resolver | undefined {
  return BY_ENDING.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
}
