/**
 * What of a file glob ripgrep can be told, so that it need not read the rest: a directory to start in and patterns of
 * names. Never more than a first sieve, for its globs are not ours and would lift ignore rules.
 */
import { expandBraces } from '../sandbox/index.ts';

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
