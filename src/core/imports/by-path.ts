/**
 * Languages in which an import is a path or the end of one. It names a file in Zig, the shell, the C family and Ruby, and, with
 * dots for slashes, in Lua, Haskell and Elixir. It names a directory, by custom, in C# and Swift.
 */

import {
  directoryOf,
  endsWithPath,
  type FileView,
  filesEndingWith,
  nearestTo,
  type Resolver,
  within,
} from './file-view.ts';

/** Zig's @import and the shell's source. */
export const resolveByPath: Resolver = async ({ from, reference, view }) => {
  const candidates = [within(directoryOf(from), reference.specifier), within('', reference.specifier)];
  const found = candidates.find((path) => path !== undefined && view.has(path));
  return found === undefined ? [] : [found];
};

/** First the directory of the file, then the nearest path that ends like this. */
export const resolveCFamily: Resolver = async ({ from, reference, view }) => {
  const angled = reference.specifier.startsWith('<');
  const specifier = reference.specifier.replace(/^[<"]|[>"]$/g, '');
  const beside = within(directoryOf(from), specifier);
  if (!angled && beside !== undefined && view.has(beside)) return [beside];
  // `<string.h>` is the system's, unless the repository has a string.h in an include directory.
  const suffix =
    angled && !specifier.includes('/') ? `include/${specifier}` : specifier.replace(/^(\.{1,2}\/)+/, '');
  const found = nearestTo(from, filesEndingWith(view, suffix));
  return found === undefined ? [] : [found];
};

const LOAD_PATHS = ['lib', 'app', 'test', 'spec'];

/** `require_relative`, and `require` of a file below a `lib` or `app` directory. */
export const resolveRuby: Resolver = async ({ from, reference, view }) => {
  const file = reference.specifier.endsWith('.rb') ? reference.specifier : `${reference.specifier}.rb`;
  const beside = within(directoryOf(from), file);
  if (beside !== undefined && view.has(beside) && (file.startsWith('.') || reference.kind === 'include'))
    return [beside];
  const loadable = LOAD_PATHS.flatMap((root) => filesEndingWith(view, `${root}/${file}`));
  const found = nearestTo(from, loadable) ?? (beside !== undefined && view.has(beside) ? beside : undefined);
  return found === undefined ? [] : [found];
};

export const resolveLua: Resolver = async ({ from, reference, view }) => {
  const path = reference.specifier.replace(/^\.\//, '').replaceAll('.', '/');
  const beside = within(directoryOf(from), `${path}.lua`);
  if (beside !== undefined && view.has(beside)) return [beside];
  return bySuffix(view, from, [`${path}.lua`, `${path}/init.lua`]);
};

export const resolveHaskell: Resolver = async ({ from, reference, view }) =>
  bySuffix(view, from, [`${reference.specifier.replaceAll('.', '/')}.hs`]);

/** `MyApp.UserStore` is lib/my_app/user_store.ex or is declared in lib/my_app.ex; `MyApp.{A, B}` names two modules. */
export const resolveElixir: Resolver = async ({ from, reference, view }) => {
  const modules = reference.names?.map((name) => `${reference.specifier}.${name}`) ?? [reference.specifier];
  const found = modules.flatMap((module) => {
    const segments = module.split('.').map(underscored);
    const itself = elixirFile(view, from, segments);
    return itself.length > 0 || segments.length === 1
      ? itself
      : elixirFile(view, from, segments.slice(0, -1));
  });
  return [...new Set(found)];
};

function elixirFile(view: FileView, from: string, segments: readonly string[]): string[] {
  const path = segments.join('/');
  return bySuffix(view, from, [`lib/${path}.ex`, `${path}.ex`, `${path}.exs`]);
}

function underscored(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])|([A-Z]+)(?=[A-Z][a-z])/g, (_, low, high, run) =>
      run === undefined ? `${low}_${high}` : `${run}_`,
    )
    .toLowerCase();
}

function bySuffix(view: FileView, from: string, suffixes: readonly string[]): string[] {
  for (const suffix of suffixes) {
    const found = nearestTo(from, filesEndingWith(view, suffix));
    if (found !== undefined) return [found];
  }
  return [];
}

/** `Shop.Orders.Pricing` is in …/Orders/Pricing of the project Shop; accepted only if there is one such directory. */
export const resolveCSharp: Resolver = async ({ reference, view }) => {
  const segments = reference.specifier.split('.');
  for (let skipped = 0; skipped < Math.min(2, segments.length); skipped++) {
    const suffix = segments.slice(skipped).join('/');
    const found = onlyDirectory(view, suffix, '.cs') ?? onlyDirectory(view, segments.join('.'), '.cs');
    if (found !== undefined) return found;
  }
  return [];
};

export const resolveSwift: Resolver = async ({ reference, view }) =>
  onlyDirectory(view, `Sources/${reference.specifier}`, '.swift') ?? [];

function onlyDirectory(view: FileView, suffix: string, ending: string): string[] | undefined {
  const name = suffix.slice(suffix.lastIndexOf('/') + 1);
  const sources = view
    .directoriesNamed(name)
    .filter((path) => endsWithPath(path, suffix))
    .map((directory) => view.filesIn(directory).filter((path) => path.endsWith(ending)))
    .filter((files) => files.length > 0);
  return sources.length === 1 ? sources[0] : undefined;
}
