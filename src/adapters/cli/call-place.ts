/** Where a command was called, seen from the root: how paths are typed and shown there. */
import { isAbsolute, posix, relative, sep } from 'node:path';
import type { Printer } from './print.ts';

export interface CallPlace {
  /** From there to the root, e.g. `../..`; empty at the root. */
  up: string;
  /** The directory of the root, also from outside of it; empty at the root. */
  root: string;
  /** A path of the repository, as it is named from there. */
  shown(path: string): string;
  /** A path that was typed there, as the repository names it. */
  path(typed: string): string;
  /** A glob that was typed there; one without a slash matches names anywhere. */
  glob(typed: string): string;
}

/** What kind of name a word or an option takes; texts stay as they are. */
export type Names = 'path' | 'glob' | 'paths';

const AT_ROOT: Omit<CallPlace, 'root'> = { up: '', shown: same, path: same, glob: same };

/** Called from outside of the root, paths are those of the root. */
export function callPlace(root: string, cwd: string): CallPlace {
  const below = relative(root, cwd).split(sep).join('/');
  if (below === '' || below === '..' || below.startsWith('../') || isAbsolute(below))
    return { ...AT_ROOT, root: relative(cwd, root) };
  return {
    up: posix.relative(`/${below}`, '/'),
    root: relative(cwd, root),
    shown: (path) => posix.relative(`/${below}`, `/${path}`) || '.',
    path: (typed) => (typed === '' || isAbsolute(typed) ? typed : posix.join(below, slashed(typed))),
    glob: (typed) => globFrom(below.split('/'), slashed(typed)),
  };
}

/** Sentences and documents name paths from the root, whoever reads them; below it that has to be said. */
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

/** A brace cannot be quoted in a glob; any one character stands for it. */
function literally(name: string): string {
  return name.replace(/[*?[]/g, '[$&]').replaceAll('{', '?');
}
