/** C, C++ and Objective-C: beside the file first, then any path that ends so, the nearest one. */
import { directoryOf, within } from './file-view.ts';
import type { Resolver } from './resolver.ts';
import { filesEndingWith, nearestTo } from './suffix.ts';

export const resolveCFamily: Resolver = async ({ from, reference, view }) => {
  const angled = reference.specifier.startsWith('<');
  const specifier = reference.specifier.replace(/^[<"]|[>"]$/g, '');
  const beside = within(directoryOf(from), specifier);
  if (!angled && beside !== undefined && view.has(beside)) return [beside];
  // `<string.h>` is the system's, even if the repository has a string.h somewhere but in an include directory.
  const suffix =
    angled && !specifier.includes('/') ? `include/${specifier}` : specifier.replace(/^(\.{1,2}\/)+/, '');
  const found = nearestTo(from, filesEndingWith(view, suffix));
  return found === undefined ? [] : [found];
};
