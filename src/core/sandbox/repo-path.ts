/** The lexical half of the sandbox: turns a string from outside into a relative path, without touching the disk. */
import { sep } from 'node:path';
import { IS_WINDOWS } from '../system.ts';
import { foldedName } from './host-names.ts';
import { type Refusal, refuse } from './refusal.ts';

/** Relative to the root, POSIX, no empty, `.` or `..` segment; the root itself is `.`. */
export type RepoPath = string & { readonly __brand: 'RepoPath' };

/** Linux's PATH_MAX; other systems take less and say so themselves. */
const MAX_PATH_CHARS = 4096;

// Control characters break every line-based output, and a lone surrogate would name another file than it shows.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNSAFE = /[\u0000-\u001f\u007f-\u009f]|\p{Surrogate}/u;
const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
const DRIVE = /^[a-z]:/i;
// Never expanded, but it means the home directory.
const HOME = /^~(?:\/|$)/;
// Nearly all names of files match this; a listing asks it for every file.
const PLAIN = /^(?:\w[\w.@+=, -]*\w\/)*\w[\w.@+=, -]*\w$/;
const WINDOWS_UNSAFE = /[<>:"|?*]|[. ]$/;
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(?:\..*)?$/i;

/**
 * `roots` are the forms of the root an absolute path may begin with. What passes here names something below the
 * root as long as no link is on the way; boundary.ts follows those.
 */
export function lexicalPath(
  input: string,
  roots: readonly string[],
  windows: boolean = IS_WINDOWS,
  foldsNames: () => boolean = () => windows,
): RepoPath | Refusal {
  if (input.trim() === '') return refuse('empty');
  if (input.length > MAX_PATH_CHARS) return refuse('too_long');
  if (UNSAFE.test(input)) return refuse('malformed');
  const slashed = input.replaceAll('\\', '/');
  if (SCHEME.test(slashed)) return refuse('malformed');
  let segments = slashed.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.includes('..')) return refuse('traversal');
  if (isAbsolute(slashed)) {
    const below = belowRoot(slashed, segments, roots, windows, foldsNames);
    if (below === undefined) return refuse('absolute');
    segments = below;
  }
  if (windows && segments.some((segment) => WINDOWS_UNSAFE.test(segment) || WINDOWS_DEVICE.test(segment)))
    return refuse('malformed');
  const path = segments.join('/') || '.';
  // `./C:x` and `./~/x` would mean something else the next time they are asked for.
  if (path.trim() === '' || isAbsolute(path)) return refuse('malformed');
  // The brand is given here, in listedPath and in a boundary's admit(); nowhere else.
  return path as RepoPath;
}

/** A name found by listing, if `lexicalPath` would give it back unchanged; others could never be opened again. */
export function listedPath(path: string): RepoPath | undefined {
  if (!IS_WINDOWS && path.length <= MAX_PATH_CHARS && PLAIN.test(path)) return path as RepoPath;
  const unchanged = !path.includes('\\') && lexicalPath(path, []) === path;
  return unchanged ? (path as RepoPath) : undefined;
}

/** What a program printed of a file below the directory it was started in, with slashes, whatever `separator` it uses. */
export function printedName(printed: string, separator: string = sep): string {
  const slashed = separator === '/' ? printed : printed.replaceAll(separator, '/');
  return slashed.startsWith('./') ? slashed.slice(2) : slashed;
}

/** As the system writes it, so that it can be compared with what the system gives back. */
export function nativePath(path: string, separator: string = sep): string {
  return separator === '/' ? path : path.replaceAll('/', separator);
}

function isAbsolute(slashed: string): boolean {
  return slashed.startsWith('/') || DRIVE.test(slashed) || HOME.test(slashed);
}

function belowRoot(
  slashed: string,
  segments: readonly string[],
  roots: readonly string[],
  windows: boolean,
  foldsNames: () => boolean,
): string[] | undefined {
  // Two slashes at the front are a UNC or device path on Windows and never what a path below the root looks like.
  if (slashed.startsWith('//') || HOME.test(slashed)) return undefined;
  if (windows !== DRIVE.test(slashed)) return undefined;
  const same = (a: string | undefined, b: string) =>
    a === b || (a !== undefined && foldedName(a) === foldedName(b) && foldsNames());
  for (const root of roots) {
    const head = root
      .replaceAll(windows ? '\\' : '/', '/')
      .split('/')
      .filter((segment) => segment !== '');
    if (head.every((segment, at) => same(segments[at], segment))) return segments.slice(head.length);
  }
  return undefined;
}
