/** Which ignore files hold in a directory: its own, those above it up to the top of the repository, and info/exclude. */
import { join, relative, sep } from 'node:path';
import { type IgnoreScope, isIgnored, parseIgnoreRules } from './gitignore.ts';
import { type Repository, readSmallFile } from './repository.ts';

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
