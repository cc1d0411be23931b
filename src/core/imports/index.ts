/**
 * Imports: which files of the workspace an import names. One resolver for a language or a family, chosen by the ending of the
 * importing file. Owns nothing on disk; files are read through the view that the caller gives, and nothing is run.
 */
import {
  resolveByPath,
  resolveCFamily,
  resolveCSharp,
  resolveElixir,
  resolveHaskell,
  resolveLua,
  resolveRuby,
  resolveSwift,
} from './by-path.ts';
import { resolveEcmascript } from './ecmascript.ts';
import type { Resolver } from './file-view.ts';
import { resolveGo } from './go.ts';
import { resolveJvm } from './jvm.ts';
import { resolvePhp } from './php.ts';
import { resolvePython } from './python.ts';
import { resolveRust } from './rust.ts';

export { createFileView, type FileView } from './file-view.ts';

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

/** Undefined for a language whose imports name no files. */
export function resolverFor(path: string): Resolver | undefined {
  return BY_ENDING.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
}
