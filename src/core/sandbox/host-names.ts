/**
 * How the system under the root treats names. Some take `SRC/Main.ts`, another normal form of an accent or a short name
 * such as `GIT~1` for a file that is called otherwise; whoever asks by such a name is answered with the file's own.
 */
import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { type PlatformPath, posix, win32 } from 'node:path';
import { IS_WINDOWS } from '../system.ts';
import { foldedName } from './fold-name.ts';
import { lstatOrUndefined } from './lstat.ts';

/** What is asked of the system about names; handed in, so that the ways of other systems can be tried on this one. */
export interface HostNames {
  readonly path: PlatformPath;
  /** With all links followed; throws as the system does. */
  realPath(place: string): string;
  /** Of the place itself, not of what a link there leads to. */
  look(place: string): { isDirectory(): boolean; isSymbolicLink(): boolean } | undefined;
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
  look: lstatOrUndefined,
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
 * Whether names that differ in case or normal form lead to the same file. Nothing is written for it: an entry of the
 * root is asked for in another spelling, or the root itself. Undefined: there is nothing that could tell.
 */
export function foldsNames(names: HostNames, root: string): boolean | undefined {
  const told = foldsEntries(names, root, names.list(root) ?? []);
  if (told !== undefined) return told;
  const parent = names.path.dirname(root);
  // Above a mount the names are another file system's.
  if (parent === root || names.identity(parent)?.dev !== names.identity(root)?.dev) return undefined;
  return foldsEntries(names, parent, [names.path.basename(root)]);
}

function foldsEntries(names: HostNames, directory: string, entries: readonly string[]): boolean | undefined {
  let told: boolean | undefined;
  for (const respelled of [otherCase, otherForm])
    for (const entry of entries) {
      const other = respelled(entry);
      const own = other === entry ? undefined : names.identity(names.path.join(directory, entry));
      if (own === undefined) continue;
      if (!entries.includes(other) && isSame(names.identity(names.path.join(directory, other)), own))
        return true;
      told = false;
      break;
    }
  return told;
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
