/** Languages that import a namespace or module, which is by custom a directory: C# and Swift. */
import type { FileView } from './file-view.ts';
import type { Resolver } from './resolver.ts';
import { endsWithPath } from './suffix.ts';

/** `Shop.Orders.Pricing` lies in …/Orders/Pricing of the project Shop; only an unambiguous directory counts. */
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
