/** The directory a command was called in: how paths are typed and shown there. */
import { isAbsolute, posix, relative, sep } from 'node:path';
import type { Printer } from './print.ts';

export interface CallPlace {
  /** The way from there to the root, e.g. `../..`; empty at the root and outside of it. */
  up: string;
  /** The same, also from outside of the root. */
  root: string;
  /** A path of the repository, relative to there. */
  shown(path: string): string;
  /** A path typed there, relative to the root. */
  path(typed: string): string;
  /** A glob typed there, relative to the root; one without a slash matches names anywhere. */
  glob(typed: string): string;
  /** A symbol typed there: the path of `path::name` and `path:line` relative to the root. */
  symbol(typed: string): string;
}

/** What an argument or option holds, if it is to be made relative to the root. */
export type Names = 'path' | 'glob' | 'paths' | 'symbol';

/** Before `:line`, or before `::name` if it has an ending or a directory: `std::vector` is no path. */
const PATH_OF_SYMBOL = /^[^:\s]+(?=:\d+(?:[-:]\d+)?$)|^[^:\s]*[./][^:\s]*(?=::)/;

const AT_ROOT: Omit<CallPlace, 'root'> = { up: '', shown: same, path: same, glob: same, symbol: same };

/** For a call from outside of the root, paths stay relative to the root. */
export function callPlace(root: string, cwd: string): CallPlace {
  const below = relative(root, cwd).split(sep).join('/');
  if (below === '' || below === '..' || below.startsWith('../') || isAbsolute(below))
    return { ...AT_ROOT, root: relative(cwd, root) };
  const path = (typed: string) =>
    typed === '' || isAbsolute(typed) ? typed : posix.join(below, slashed(typed));
  return {
    up: posix.relative(`/${below}`, '/'),
    root: relative(cwd, root),
    shown: (path) => posix.relative(`/${below}`, `/${path}`) || '.',
    path,
    glob: (typed) => globFrom(below.split('/'), slashed(typed)),
    symbol: (typed) => typed.replace(PATH_OF_SYMBOL, path),
  };
}

/** Says, below the root, that paths in sentences and documents are still relative to the root. */
export function noteOnPaths({ up }: CallPlace, print: Printer): void {
  if (up !== '') print.note(print.paint.dim(`Paths in the text are relative to ${up}`));
}

function same(path: string): string {
  return path;
}

function slashed(typed: string): string {
  return sep === '/' ? typed : typed.replaceAll(sep, '/');
}

function globFrom(below: readonly string[], typed: string): string {
  if (!typed.includes('/') || typed.startsWith('/')) return typed;
  const base = [...below];
  const segments = typed.split('/');
  for (; segments[0] === '.' || segments[0] === '..'; segments.shift())
    if (segments[0] === '..' && base.pop() === undefined) return typed;
  // Without a directory before it, a name alone would match anywhere.
  return [...(base.length === 0 ? [''] : base.map(literally)), ...segments].join('/');
}

/** A brace cannot be escaped in a glob, so `?` matches it. */
function literally(name: string): string {
  return name.replace(/[*?[]/g, '[$&]').replaceAll('{', '?');
}
