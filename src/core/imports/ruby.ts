/** Ruby: `require_relative`, and `require` of a file below a `lib` or `app` directory. */
import { directoryOf, within } from './file-view.ts';
import type { Resolver } from './resolver.ts';
import { filesEndingWith, nearestTo } from './suffix.ts';

const LOAD_PATHS = ['lib', 'app', 'test', 'spec'];

export const resolveRuby: Resolver = async ({ from, reference, view }) => {
  const file = reference.specifier.endsWith('.rb') ? reference.specifier : `${reference.specifier}.rb`;
  const beside = within(directoryOf(from), file);
  if (beside !== undefined && view.has(beside) && (file.startsWith('.') || reference.kind === 'include'))
    return [beside];
  const loadable = LOAD_PATHS.flatMap((root) => filesEndingWith(view, `${root}/${file}`));
  const found = nearestTo(from, loadable) ?? (beside !== undefined && view.has(beside) ? beside : undefined);
  return found === undefined ? [] : [found];
};
