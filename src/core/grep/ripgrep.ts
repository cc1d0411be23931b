/** Where ripgrep is, and its command line: no file of the repository can change how it runs. */

import { findProgram } from '../processes/index.ts';
import {
  ALLOWED_NAME,
  DENIED_NAMES,
  DENIED_PLACES,
  expandBraces,
  NOISE_DIRECTORIES,
} from '../sandbox/index.ts';
import { IS_WINDOWS } from '../system.ts';
import { type GrepQuery, SPARE_PLACES } from './query.ts';

/** The binary that was installed with us, else one on the search path. */
export async function findRipgrep(root: string, searchPath: string | undefined): Promise<string | undefined> {
  try {
    // The module throws on import where no binary for this platform was installed.
    const { rgPath } = await import('@vscode/ripgrep');
    return rgPath;
  } catch {
    return findProgram('rg', root, searchPath);
  }
}

export interface RipgrepScope {
  /** Only files with a name like one of these; empty: all. */
  names: readonly string[];
  /** Paths that stay closed beside the deny list. */
  closed: readonly string[];
  /** Globs in our dialect. */
  exclude: readonly string[];
  /** No repository says what is noise. */
  hasNoise: boolean;
  /** False: the repository of the root is not to be trusted, and what it excludes does not count. */
  excludeFile: boolean;
  /** The ignore files above the place where the search starts, up to the top of the repository, apply. */
  ignoreFilesAbove: boolean;
  /** The search starts below the root, and of the ignore files above it only that of the root applies. */
  rootIgnoreFile: boolean;
  /** Undefined: larger files are closed by name, so that ripgrep need not stat each. */
  maxFileBytes: number | undefined;
}

/** All places, the first places of each file, or how many there are in each file, with and without statistics. */
export type RipgrepMode = 'places' | 'first-places' | 'counts' | 'bare-counts';

/** As events.ts reads it. */
const PLACES = [
  '--heading',
  '--with-filename',
  '--null',
  '--line-number',
  '--column',
  '--stats',
  '--color=never',
];

const COUNTS = ['--count', '--null', '--color=never', '--with-filename'];

const MODES: Record<RipgrepMode, (wanted: number) => readonly string[]> = {
  places: () => PLACES,
  'first-places': (wanted) => [...PLACES, `--max-count=${wanted}`],
  counts: () => [...COUNTS, '--stats'],
  'bare-counts': () => COUNTS,
};

/** A tenth, and a hundredth, of what ripgrep allows by itself; no pattern that a person writes comes near it. */
const REGEX_BYTES = 10 * 1024 * 1024;

/** `paths` begin with `./`, so that none can look like an option. */
export function ripgrepArguments(
  mode: RipgrepMode,
  query: GrepQuery,
  scope: RipgrepScope,
  paths: readonly string[],
): string[] {
  return [
    ...MODES[mode](query.limit + SPARE_PLACES),
    ...scopeArguments(scope),
    ...(scope.maxFileBytes === undefined ? [] : [`--max-filesize=${scope.maxFileBytes}`]),
    // A file that is named is tested for binary content as one that was found: by all of its bytes.
    '--no-mmap',
    `--regex-size-limit=${REGEX_BYTES}`,
    `--dfa-size-limit=${REGEX_BYTES}`,
    query.caseSensitive ? '--case-sensitive' : '--ignore-case',
    ...(query.fixedStrings === true ? ['--fixed-strings'] : []),
    ...scope.names.map((name) => `--type-add=wanted:${name}`),
    ...(scope.names.length === 0 ? [] : ['--type=wanted']),
    // The pattern may begin with a dash, so it is never in the place of an option.
    '-e',
    query.pattern,
    '--',
    ...paths,
  ];
}

/** The names of all files that a search goes through, whatever their size. */
export function listingArguments(scope: RipgrepScope): string[] {
  return ['--files', '--null', ...scopeArguments(scope), '--', './'];
}

function scopeArguments(scope: RipgrepScope): string[] {
  return [
    '--no-config',
    '--no-messages',
    '--hidden',
    '--no-follow',
    // On Windows it would print backslashes.
    '--path-separator=/',
    // Only the ignore files that git knows.
    '--no-ignore-dot',
    '--no-ignore-global',
    ...(scope.excludeFile ? [] : ['--no-ignore-exclude']),
    ...(scope.ignoreFilesAbove ? [] : ['--no-ignore-parent']),
    ...(scope.rootIgnoreFile ? ['--ignore-file=.gitignore'] : []),
    ...DENY_GLOBS,
    ...scope.closed.map((path) => `--glob=!/${escaped(path)}`),
    ...scope.exclude.filter((glob) => SHARED_DIALECT.test(glob)).map((glob) => `--glob=!${anchored(glob)}`),
    // In a repository, ignore files end where it begins; ripgrep sees that only if it may look for one.
    ...(scope.hasNoise ? ['--no-require-git', ...NOISE_GLOBS] : []),
  ];
}

/** What ripgrep reads as we do; the others are applied to what it finds. */
const SHARED_DIALECT = /^[\w.@+*?/-]+$/;

/** A slash inside ties our globs to the root; `**` at the front unties them. */
function anchored(glob: string): string {
  const plain = glob.replace(/^(?:\.\/)+/, '');
  return plain.includes('/') && !plain.startsWith('**/') && !plain.startsWith('/') ? `/${plain}` : plain;
}

const NOISE_GLOBS = [...NOISE_DIRECTORIES].map((name) => `--glob=!${name}/`);

const DENY_GLOBS = [
  ...DENIED_NAMES.flatMap(withoutAllowedName),
  // A glob with a slash counts from the top, unless it says otherwise.
  ...DENIED_PLACES.map((place) => `**/${place}`),
].map((glob) => `--iglob=!${glob}`);

/**
 * A glob that takes all the names of another but one has to be spelled out letter by letter: a glob that lets a name
 * in again would make ripgrep search only what such globs let in.
 */
function withoutAllowedName(name: string): string[] {
  const head = name.slice(0, -1);
  if (!name.endsWith('*') || !ALLOWED_NAME.startsWith(head)) return [name];
  const globs = [`${ALLOWED_NAME}?*`];
  for (let at = head.length; at < ALLOWED_NAME.length; at++) {
    const before = ALLOWED_NAME.slice(0, at);
    globs.push(before, `${before}[!${ALLOWED_NAME.charAt(at)}]*`);
  }
  return globs;
}

/** ripgrep takes white space off the end of a glob, unless it is in brackets. */
const LAST_BLANK = /[\s\u0085]$/;

function escaped(path: string): string {
  return path.replace(/[*?[\]{}!\\]/g, '\\$&').replace(LAST_BLANK, '[$&]');
}

/**
 * Of names in one call. POSIX systems take 128 KB of arguments and environment at the least (Linux takes 2 MB where the stack
 * is as large as usual), Windows 32 KB; the rest is for the options.
 */
const MOST_BYTES = (IS_WINDOWS ? 16 : 96) * 1024;
/** A name ends in a NUL, and its address counts. */
const BYTES_BESIDE_NAME = 9;

/** Names that go on one command line together. */
export function batches(names: readonly string[], mostBytes: number = MOST_BYTES): string[][] {
  const found: string[][] = [];
  let batch: string[] = [];
  let bytes = 0;
  for (const name of names) {
    const more = Buffer.byteLength(name) + BYTES_BESIDE_NAME;
    if (batch.length === 0 || bytes + more > mostBytes) {
      batch = [];
      found.push(batch);
      bytes = 0;
    }
    batch.push(name);
    bytes += more;
  }
  return found;
}

export interface Narrowing {
  /** Relative to the root; `` is the root. */
  directory: string;
  /** Empty: any name. */
  names: string[];
}

const WILD = /[*?[\]{}]/;
/** Names whose meaning is the same for ripgrep and for us. The colon would end the definition of a type. */
const PLAIN_NAME = /^[^[\]{}:!\\]+$/;
const ANY_NAME = /^\*+$/;

/**
 * What of a file glob ripgrep can be told, so that it need not read the rest: a directory to start in and patterns of names. Only a first
 * filter: its globs are not ours, and would lift ignore rules.
 */
export function narrow(glob: string | undefined): Narrowing {
  if (glob === undefined) return { directory: '', names: [] };
  const globs = expandBraces(glob.replaceAll('\\', '/')).map((one) =>
    one.split('/').filter((segment) => segment !== '' && segment !== '.'),
  );
  const wholeFolder = glob.endsWith('/');
  const names = globs.map((segments) => segments.at(-1) ?? '');
  const sieved = !wholeFolder && names.every((name) => PLAIN_NAME.test(name) && !ANY_NAME.test(name));
  const heads = globs.map((segments) => literalHead(wholeFolder ? [...segments, '*'] : segments));
  return { directory: sharedHead(heads), names: sieved ? names : [] };
}

function sharedHead(heads: readonly string[][]): string {
  const [first = [], ...others] = heads;
  const differs = first.findIndex((segment, at) => others.some((other) => other[at] !== segment));
  return (differs === -1 ? first : first.slice(0, differs)).join('/');
}

/** The directories before the first wildcard. */
function literalHead(segments: readonly string[]): string[] {
  const wild = segments.findIndex((segment) => WILD.test(segment));
  return segments.slice(0, wild === -1 ? segments.length - 1 : Math.min(wild, segments.length - 1));
}
