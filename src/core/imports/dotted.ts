/** Languages in which a dotted module name is a path: Lua, Haskell, Elixir. */
import { directoryOf, type FileView, within } from './file-view.ts';
import type { Resolver } from './resolver.ts';
import { filesEndingWith, nearestTo } from './suffix.ts';

export const resolveLua: Resolver = async ({ from, reference, view }) => {
  const path = reference.specifier.replace(/^\.\//, '').replaceAll('.', '/');
  const beside = within(directoryOf(from), `${path}.lua`);
  if (beside !== undefined && view.has(beside)) return [beside];
  return bySuffix(view, from, [`${path}.lua`, `${path}/init.lua`]);
};

export const resolveHaskell: Resolver = async ({ from, reference, view }) =>
  bySuffix(view, from, [`${reference.specifier.replaceAll('.', '/')}.hs`]);

/** `MyApp.UserStore` is lib/my_app/user_store.ex, or is declared in lib/my_app.ex; `MyApp.{A, B}` names both. */
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
