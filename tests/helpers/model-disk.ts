/** A disk in memory that finds files by name as one of several systems does; what it opens is the truth in tests. */
import { type PlatformPath, posix, win32 } from 'node:path';
import type { HostNames } from '../../src/core/sandbox/host-names.ts';

export interface System {
  path: PlatformPath;
  /** Case and normal form do not tell names apart. */
  folds: boolean;
  /** The real path has the names as they are on disk. */
  spells: boolean;
  /** `GIT~1`, and names with dots and blanks behind them. */
  shortNames: boolean;
}

export const SYSTEMS = {
  Linux: { path: posix, folds: false, spells: false, shortNames: false },
  'exFAT or /mnt/c on Linux': { path: posix, folds: true, spells: false, shortNames: true },
  macOS: { path: posix, folds: true, spells: true, shortNames: false },
  Windows: { path: win32, folds: true, spells: true, shortNames: true },
} satisfies Record<string, System>;

interface Entry {
  name: string;
  ino: bigint;
  /** Undefined: a file, or a link. */
  entries?: Entry[];
  link?: string;
}

/** What a path leads to, other than to a file of the disk. */
export type Elsewhere = 'device' | 'network' | 'working directory of a drive';

export interface ModelDisk extends HostNames {
  /** The path by the names on disk; undefined: nothing is there. */
  find(place: string): { place: string } | Elsewhere | undefined;
}

const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])$/i;

/** `files` are paths with slashes below the top (`C:\` or `/`); `links` lie in the top and lead to absolute paths. */
export function modelDisk(
  system: System,
  files: readonly string[],
  links: Readonly<Record<string, string>> = {},
): ModelDisk {
  const { path } = system;
  const isWindows = path === win32;
  const top: Entry = { name: isWindows ? 'C:\\' : '/', ino: 1n, entries: [] };
  let numbers = 1n;
  for (const file of files) {
    let at = top;
    const names = file.split('/');
    for (const [depth, name] of names.entries()) {
      let next = at.entries?.find((entry) => entry.name === name);
      if (next === undefined) {
        next = { name, ino: ++numbers, ...(depth < names.length - 1 ? { entries: [] } : {}) };
        at.entries?.push(next);
      }
      at = next;
    }
  }

  for (const [name, link] of Object.entries(links)) top.entries?.push({ name, ino: ++numbers, link });

  const folded = (name: string) => (system.folds ? name.normalize('NFC').toUpperCase().toLowerCase() : name);
  const lookUp = (directory: Entry, asked: string): Entry | undefined => {
    const name = system.shortNames ? asked.replace(/[. ]+$/, '') : asked;
    const exact = directory.entries?.find((entry) => entry.name === name);
    return (
      exact ??
      directory.entries?.find((entry) => folded(entry.name) === folded(name)) ??
      (system.shortNames
        ? directory.entries?.find((entry) => shortName(entry.name) === name.toUpperCase())
        : undefined)
    );
  };
  const names = (place: string): string[] | Elsewhere => {
    if (!isWindows) return place.split('/').filter((name) => name !== '' && name !== '.');
    const slashed = place.replaceAll('/', '\\');
    if (/^\\\\[.?]\\/.test(slashed)) return 'device';
    if (slashed.startsWith('\\\\')) return 'network';
    if (/^[a-z]:(?!\\)/i.test(slashed)) return 'working directory of a drive';
    const all = slashed
      .replace(/^c:/i, '')
      .split('\\')
      .filter((name) => name !== '' && name !== '.');
    if (all.some((name) => DEVICE.test((name.split(/[.:]/)[0] ?? '').trimEnd()))) return 'device';
    return all.map((name) => (name.includes(':') ? name.slice(0, name.indexOf(':')) : name));
  };
  type Found = { entry: Entry; trail: Entry[] };
  const walk = (place: string, followsLast = true): Found | Elsewhere | undefined => {
    const all = names(place);
    if (typeof all === 'string') return all;
    let trail: Entry[] = [];
    for (const [depth, name] of all.entries()) {
      const at = trail.at(-1) ?? top;
      if (name === '..') {
        trail.pop();
        continue;
      }
      const next = lookUp(at, name);
      if (next === undefined) return undefined;
      if (next.link === undefined || (depth === all.length - 1 && !followsLast)) {
        trail.push(next);
        continue;
      }
      const target = walk(next.link);
      if (typeof target !== 'object') return target;
      trail = [...target.trail];
    }
    return { entry: trail.at(-1) ?? top, trail };
  };
  const entryAt = (place: string) => {
    const found = walk(place, false);
    return typeof found === 'object' ? found.entry : undefined;
  };
  const truePlace = (trail: readonly Entry[]) => top.name + trail.map(({ name }) => name).join(path.sep);
  return {
    path,
    find: (place) => {
      const found = walk(place);
      return typeof found === 'object' ? { place: truePlace(found.trail) } : found;
    },
    realPath: (place) => {
      const found = walk(place);
      if (typeof found !== 'object') throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
      const isLink = entryAt(place)?.link !== undefined;
      return system.spells || isLink ? truePlace(found.trail) : path.normalize(place);
    },
    lstat: (place) => {
      const entry = entryAt(place);
      return (
        entry && {
          isDirectory: () => entry.entries !== undefined,
          isSymbolicLink: () => entry.link !== undefined,
        }
      );
    },
    identity: (place) => {
      const entry = entryAt(place);
      return entry && { dev: 1n, ino: entry.ino };
    },
    list: (directory) => entryAt(directory)?.entries?.map(({ name }) => name),
  };
}

/** As Windows makes it for the first file of its kind in a directory; undefined if the name is short enough as it is. */
export function shortName(name: string): string | undefined {
  if (/^[^. ]{1,8}(?:\.[^. ]{1,3})?$/.test(name)) return undefined;
  const [stem = '', end = ''] = [
    name.replace(/^\.+/, '').replace(/\.[^.]*$/, ''),
    /[^.]\.([^.]*)$/.exec(name)?.[1],
  ];
  const short = (text: string, length: number) => text.replace(/[. ]/g, '').slice(0, length).toUpperCase();
  return `${short(stem, 6)}~1${end === '' ? '' : `.${short(end, 3)}`}`;
}
