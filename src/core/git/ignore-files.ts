/** Ignore files as git reads them: the rules of one file, and which files apply in a directory. */
import { join, relative, sep } from 'node:path';
import { compilePath, lastSegment, type PathTest, parseSegments } from '../sandbox/index.ts';
import { FOLDS_CASE } from '../system.ts';
import { type Repository, readSmallFile } from './repository.ts';

interface IgnoreRule {
  negated: boolean;
  directoriesOnly: boolean;
  /** `path` is relative to the directory of the ignore file. */
  matches(path: string): boolean;
}

/** The rules of one directory; those of the directories above are in `outer` and are asked later. */
export interface IgnoreScope {
  /** The directory of the file, relative to the top of the repository: `` or `a/b/`. */
  base: string;
  rules: readonly IgnoreRule[];
  outer: IgnoreScope | undefined;
}

// git takes core.ignoreCase from what it found when the repository was made; these are the usual answers.

export function parseIgnoreRules(text: string, foldCase: boolean = FOLDS_CASE): IgnoreRule[] {
  const rules: IgnoreRule[] = [];
  for (const line of text.split('\n')) {
    const rule = parseRule(line.endsWith('\r') ? line.slice(0, -1) : line, foldCase);
    if (rule !== undefined) rules.push(rule);
  }
  return rules;
}

/** `path` is relative to the top of the repository. No directory above it may be ignored: that is never taken back. */
export function isIgnored(scope: IgnoreScope | undefined, path: string, isDirectory: boolean): boolean {
  for (let at = scope; at !== undefined; at = at.outer) {
    const below = path.slice(at.base.length);
    for (let last = at.rules.length - 1; last >= 0; last--) {
      const rule = at.rules[last];
      if (rule === undefined || (rule.directoriesOnly && !isDirectory)) continue;
      if (rule.matches(below)) return !rule.negated;
    }
  }
  return false;
}

function parseRule(line: string, foldCase: boolean): IgnoreRule | undefined {
  if (line.startsWith('#')) return undefined;
  let pattern = withoutTrailingSpaces(line);
  const negated = pattern.startsWith('!');
  if (negated) pattern = pattern.slice(1);
  const directoriesOnly = pattern.endsWith('/');
  if (directoriesOnly) pattern = pattern.slice(0, -1);
  const anywhere = !pattern.includes('/');
  if (pattern.startsWith('/')) pattern = pattern.slice(1);
  if (pattern === '') return undefined;
  if (foldCase) pattern = pattern.toLowerCase();
  const plain = anywhere ? nameTest(pattern) : pathTest(pattern);
  if (plain === undefined) return undefined;
  const matches = foldCase ? (path: string) => plain(path.toLowerCase()) : plain;
  return { negated, directoriesOnly, matches };
}

function nameTest(pattern: string): PathTest | undefined {
  const segment = parseSegments(pattern)?.[0];
  return segment && ((path) => segment.matches(lastSegment(path)));
}

/** git compares what is before the first wildcard by itself, so `a**` + `/b` is `a` and then `**` + `/b`. */
function pathTest(pattern: string): PathTest | undefined {
  const wild = pattern.search(/[*?[\\]/);
  if (wild === -1) return (path) => path === pattern;
  const head = pattern.slice(0, wild);
  const segments = parseSegments(pattern.slice(wild));
  const rest = segments && compilePath(segments);
  return rest && ((path) => path.startsWith(head) && rest(path.slice(head.length)));
}

/** A space behind a backslash stays. */
function withoutTrailingSpaces(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === ' ') end--;
  let backslashes = 0;
  while (end - backslashes > 0 && line[end - 1 - backslashes] === '\\') backslashes++;
  return backslashes % 2 === 1 && end < line.length ? line.slice(0, end + 1) : line.slice(0, end);
}

export interface ScopesAbove {
  /** The directory, relative to the top: `` or `a/b/`. */
  base: string;
  scope: IgnoreScope | undefined;
  /** One of them excludes the directory, or one on the way to it. */
  ignored: boolean;
}

/** Without a repository the ignore files from `top` down still count. */
export function scopesAbove(top: string, repository: Repository | undefined, directory: string): ScopesAbove {
  let scope = repository && excludeScope(repository);
  let base = '';
  let ignored = false;
  for (const name of relative(top, directory).split(sep)) {
    if (name === '') continue;
    scope = ownScope(join(top, base), base, scope);
    ignored ||= isIgnored(scope, base + name, true);
    base += `${name}/`;
  }
  return { base, scope, ignored };
}

export function excludeScope(repository: Repository): IgnoreScope | undefined {
  return scopeOf(join(repository.commonDir, 'info', 'exclude'), '', undefined);
}

/** The rules of the directory at `place`, in front of the outer ones. */
export function ownScope(
  place: string,
  base: string,
  outer: IgnoreScope | undefined,
): IgnoreScope | undefined {
  return scopeOf(join(place, '.gitignore'), base, outer);
}

function scopeOf(file: string, base: string, outer: IgnoreScope | undefined): IgnoreScope | undefined {
  const text = readSmallFile(file);
  const rules = text === undefined ? [] : parseIgnoreRules(text);
  return rules.length === 0 ? outer : { base, rules, outer };
}
