/** Where ripgrep is, and how it is called so that nothing in the repository has a say in it. */

import { findProgram } from '../processes/index.ts';
import { ALLOWED_NAME, DENIED_NAMES, DENIED_PLACES, NOISE_DIRECTORIES } from '../sandbox/index.ts';
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
  /** The ignore files above the place where the search starts, up to the top of the repository, have a say. */
  ignoreFilesAbove: boolean;
  /** The search starts below the root, and of those above it only the ignore file of the root has a say. */
  rootIgnoreFile: boolean;
  /** Undefined: larger files are closed by name, so that ripgrep need not look at the size of each. */
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
    // A file that is named is judged as one that was met on the way: by all of its bytes.
    '--no-mmap',
    `--regex-size-limit=${REGEX_BYTES}`,
    `--dfa-size-limit=${REGEX_BYTES}`,
    query.caseSensitive ? '--case-sensitive' : '--ignore-case',
    ...(query.fixedStrings === true ? ['--fixed-strings'] : []),
    ...scope.names.map((name) => `--type-add=wanted:${name}`),
    ...(scope.names.length === 0 ? [] : ['--type=wanted']),
    // The pattern may begin with a dash, so it never stands where an option could.
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

/** ripgrep takes white space off the end of a glob, unless it stands in brackets. */
const LAST_BLANK = /[\s\u0085]$/;

function escaped(path: string): string {
  return path.replace(/[*?[\]{}!\\]/g, '\\$&').replace(LAST_BLANK, '[$&]');
}
