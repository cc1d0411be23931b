/**
 * The one glob dialect of all tools: `*` and `?` stay within a segment, `**` is any number of segments (also none,
 * so that `**` + `/*.ts` finds files at the root), a glob without a slash is matched against the last segment at any depth,
 * `/x` only at the root, `dir/` is everything below dir, `{a,b}` and `[a-z]` as usual; dots are not special, case
 * counts, and a backslash is a slash. A path also matches a glob that spells it out, so that `app/[id]/page.tsx`
 * finds the file of that name.
 */
import { AppError } from '../errors.ts';
import { compilePath, lastSegment, parseSegments } from './glob-pattern.ts';

export type PathTest = (path: string) => boolean;

const MAX_GLOB_CHARS = 1024;
/** The usual way to leave something out, so it is tried on every file of a large tree. */
const FOLDER_ANYWHERE = /^\*\*\/(?!\.\/)([\w.-]+)\/\*\*$/;
/** Nested braces multiply; nobody writes this many by hand. */
const MAX_ALTERNATIVES = 256;

export function matchGlob(glob: string): PathTest {
  if (glob.length > MAX_GLOB_CHARS) throw tooWide('The glob is too long.');
  const slashed = glob.replaceAll('\\', '/');
  const literal = slashed.replace(/^(?:\.\/|\/)+/, '');
  const tests = expandBraces(slashed).map(compileOne);
  const [only] = tests;
  if (tests.length === 1 && only !== undefined) return (path) => path === literal || only(path);
  return (path) => path === literal || tests.some((test) => test(path));
}

/** True for a path that a glob matches, and for all that lies below a directory that it matches. */
export function matchGlobTree(globs: readonly string[]): PathTest {
  if (globs.length === 0) return () => false;
  const folders = globs.flatMap((glob) => FOLDER_ANYWHERE.exec(glob)?.[1] ?? []);
  const tests = globs.filter((glob) => !FOLDER_ANYWHERE.test(glob)).map(matchGlob);
  if (folders.length === 0) return treeTest(tests);
  // All of them at once, and not for each directory on the way: what is below one is below it at any depth.
  const names = folders.map((name) => name.replace(/[.-]/g, '\\$&')).join('|');
  const inFolder = new RegExp(`(?:^|/)(?:${names})/`);
  if (tests.length === 0) return (path) => inFolder.test(path);
  const inOther = treeTest(tests);
  return (path) => inFolder.test(path) || inOther(path);
}

function treeTest(tests: readonly PathTest[]): PathTest {
  return (path) => {
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
      const parent = path.slice(0, end);
      if (tests.some((test) => test(parent))) return true;
    }
    return tests.some((test) => test(path));
  };
}

function compileOne(glob: string): PathTest {
  const below = glob.endsWith('/') ? `${glob}**` : glob;
  const rooted = below.replace(/^(?:\.\/)+/, '');
  const names = rooted.split('/').filter((name) => name !== '' && name !== '.');
  const folder = FOLDER_ANYWHERE.exec(names.join('/'))?.[1];
  if (folder !== undefined) return (path) => path.startsWith(`${folder}/`) || path.includes(`/${folder}/`);
  const segments = parseSegments(names.join('/'));
  if (segments === undefined) return () => false;
  const [first] = segments;
  if (segments.length === 1 && first !== undefined && !rooted.startsWith('/'))
    return (path) => first.matches(lastSegment(path));
  return compilePath(segments);
}

/** The plain globs of a glob with braces. Braces without a comma, or without a closing one, are ordinary characters. */
export function expandBraces(glob: string): string[] {
  const done: string[] = [];
  const open = [{ head: '', rest: glob }];
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    if (done.length + open.length >= MAX_ALTERNATIVES) throw tooWide('The glob expands to too many globs.');
    const group = firstGroup(item.rest);
    if (group === undefined) {
      done.push(item.head + item.rest);
      continue;
    }
    const head = item.head + item.rest.slice(0, group.start);
    const tail = item.rest.slice(group.end);
    for (const choice of group.choices.reverse()) open.push({ head, rest: choice + tail });
  }
  return done;
}

function firstGroup(text: string): { start: number; end: number; choices: string[] } | undefined {
  for (let start = text.indexOf('{'); start !== -1; start = text.indexOf('{', start + 1)) {
    const choices: string[] = [];
    let depth = 0;
    let from = start + 1;
    for (let at = start; at < text.length; at++) {
      const char = text[at];
      if (char === '{') depth++;
      else if (char === ',' && depth === 1) {
        choices.push(text.slice(from, at));
        from = at + 1;
      } else if (char === '}' && --depth === 0) {
        if (choices.length === 0) break;
        return { start, end: at + 1, choices: [...choices, text.slice(from, at)] };
      }
    }
  }
  return undefined;
}

function tooWide(message: string): AppError {
  return new AppError('invalid', 'glob_too_wide', message, {
    hint: 'Give a shorter glob with fewer braces.',
  });
}
