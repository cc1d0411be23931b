/** Go: an import names a package, which is a directory: all of its files but the tests. */

import { directoryOf, type FileView, inDirectory, type Resolver, within } from './file-view.ts';

interface GoModule {
  path: string;
  directory: string;
}

export const resolveGo: Resolver = async ({ from, reference, view }) => {
  const { specifier } = reference;
  const directory = /^\.{1,2}(\/|$)/.test(specifier)
    ? within(directoryOf(from), specifier)
    : await packageDirectory(view, specifier);
  if (directory === undefined) return [];
  return view.filesIn(directory).filter((path) => path.endsWith('.go') && !path.endsWith('_test.go'));
};

async function packageDirectory(view: FileView, specifier: string): Promise<string | undefined> {
  const modules = await view.remember('go modules', () => goModules(view));
  for (const { path, directory } of modules) {
    if (specifier !== path && !specifier.startsWith(`${path}/`)) continue;
    const inside = inDirectory(directory, specifier.slice(path.length + 1)).replace(/\/$/, '');
    if (view.hasDirectory(inside)) return inside;
  }
  return undefined;
}

/** The longest path first, because a module may be inside another. */
async function goModules(view: FileView): Promise<GoModule[]> {
  const found: GoModule[] = [];
  for (const manifest of view.named('go.mod')) {
    const text = (await view.text(manifest)) ?? '';
    const directory = directoryOf(manifest);
    const path = /^[ \t]*module[ \t]+"?([^\s"]+)/m.exec(text)?.[1];
    if (path !== undefined) found.push({ path, directory });
    for (const [, old = '', target = ''] of text.matchAll(
      /^[ \t]*(?:replace[ \t]+)?(\S+)(?:[ \t]+v\S+)?[ \t]+=>[ \t]+(\.{1,2}\/\S*)/gm,
    )) {
      const replaced = within(directory, target);
      if (replaced !== undefined) found.push({ path: old, directory: replaced });
    }
  }
  return found.sort((a, b) => b.path.length - a.path.length);
}
