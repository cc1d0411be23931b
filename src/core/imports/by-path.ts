/** Languages that name the file: Zig's @import and the shell's source. */
import { directoryOf, within } from './file-view.ts';
import type { Resolver } from './resolver.ts';

export const resolveByPath: Resolver = async ({ from, reference, view }) => {
  const candidates = [within(directoryOf(from), reference.specifier), within('', reference.specifier)];
  const found = candidates.find((path) => path !== undefined && view.has(path));
  return found === undefined ? [] : [found];
};
