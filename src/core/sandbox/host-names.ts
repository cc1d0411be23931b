/**
 * How the file system below the root treats names. Some open a file also by other names: `SRC/Main.ts`, another normal form
 * of an accent, a short name such as `GIT~1`. Answers always use the file's own name.
 */
import { lstatSync, readdirSync, realpathSync, type Stats } from 'node:fs';
import { type PlatformPath, posix, win32 } from 'node:path';
import { IS_WINDOWS } from '../system.ts';

/** lstat as a value: undefined for what is not there or cannot be examined. */
export function lstatOrUndefined(place: string): Stats | undefined {
  try {
    return lstatSync(place, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole ASCII range is meant
const ASCII = /^[\u0000-\u007f]*$/;

/** One form for all spellings that some file system treats as the same. NFKC: to some, `ſ` and `ｅ` are `s` and `e`. */
export function foldedName(name: string): string {
  return (ASCII.test(name) ? name : name.normalize('NFKC')).toLowerCase();
}

/** What we ask the system about names; passed in, so that tests can play other systems. */
export interface HostNames {
  readonly path: PlatformPath;
  /** With all links followed; throws as the system does. */
  realPath(place: string): string;
  /** Of the place itself, not of what a link there leads to. */
  lstat(place: string): { isDirectory(): boolean; isSymbolicLink(): boolean } | undefined;
  identity(place: string): Identity | undefined;
  /** Undefined if it cannot be listed. */
  list(directory: string): string[] | undefined;
}

export interface Identity {
  dev: bigint;
  ino: bigint;
}

export const hostNames: HostNames = {
  path: IS_WINDOWS ? win32 : posix,
  realPath: (place) => realpathSync.native(place),
  lstat: lstatOrUndefined,
  identity: (place) => {
    try {
      return lstatSync(place, { bigint: true, throwIfNoEntry: false });
    } catch {
      return undefined;
    }
  },
  list: (directory) => {
    try {
      return readdirSync(directory);
    } catch {
      return undefined;
    }
  },
};

/**
 * Whether names that differ in case or normal form lead to the same file. Found out without writing: by the name of an
 * entry of the root, or of the root itself, in another spelling. Undefined: no name there can show it.
 */
export function foldsNames(names: HostNames, root: string): boolean | undefined {
  const folds = foldsEntries(names, root, names.list(root) ?? []);
  if (folds !== undefined) return folds;
  const parent = names.path.dirname(root);
  // Above a mount the names are another file system's.
  if (parent === root || names.identity(parent)?.dev !== names.identity(root)?.dev) return undefined;
  return foldsEntries(names, parent, [names.path.basename(root)]);
}

function foldsEntries(names: HostNames, directory: string, entries: readonly string[]): boolean | undefined {
  let folds: boolean | undefined;
  for (const respelled of [otherCase, otherForm])
    for (const entry of entries) {
      const other = respelled(entry);
      const own = other === entry ? undefined : names.identity(names.path.join(directory, entry));
      if (own === undefined) continue;
      if (!entries.includes(other) && isSame(names.identity(names.path.join(directory, other)), own))
        return true;
      folds = false;
      break;
    }
  return folds;
}

function otherCase(name: string): string {
  return name.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

function otherForm(name: string): string {
  const composed = name.normalize('NFC');
  return composed === name ? name.normalize('NFD') : composed;
}

function isSame(one: Identity | undefined, other: Identity): boolean {
  return one !== undefined && one.dev === other.dev && one.ino === other.ino;
}

/** The path as the file system spells it, as far as it exists. Undefined: by names that no directory lists. */
export function spelledPath(names: HostNames, root: string, path: string): string | undefined {
  const segments = path.split('/');
  let directory = root;
  for (const [at, segment] of segments.entries()) {
    const identity = names.identity(names.path.join(directory, segment));
    if (identity === undefined) break;
    const name = entryOf(names, directory, segment, identity);
    if (name === undefined) return undefined;
    segments[at] = name;
    directory = names.path.join(directory, name);
  }
  return segments.join('/');
}

function entryOf(names: HostNames, directory: string, asked: string, identity: Identity): string | undefined {
  const entries = names.list(directory) ?? [];
  if (entries.includes(asked)) return asked;
  const isIt = (name: string) => isSame(names.identity(names.path.join(directory, name)), identity);
  const wanted = foldedName(asked);
  // In order, so that of several hard links the same one is named every time.
  entries.sort();
  return entries.find((name) => foldedName(name) === wanted && isIt(name)) ?? entries.find(isIt);
}
