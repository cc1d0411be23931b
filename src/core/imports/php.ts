/** PHP: `use` by the PSR-4 table in composer.json, `require` and `include` by path. */

import { parseJsonc, recordOf, stringsOf } from '../text/index.ts';
import { directoryOf, type FileView, inDirectory, type Resolver, within } from './file-view.ts';

interface Prefix {
  namespace: string;
  directory: string;
}

export const resolvePhp: Resolver = async ({ from, reference, view }) => {
  if (reference.kind === 'use') return byNamespace(view, reference.specifier, reference.names ?? []);
  const path = reference.specifier.replace(/^\//, '');
  const found = [within(directoryOf(from), path), within('', path)].find(
    (candidate) => candidate !== undefined && view.has(candidate),
  );
  return found === undefined ? [] : [found];
};

async function byNamespace(view: FileView, specifier: string, names: readonly string[]): Promise<string[]> {
  const prefixes = await view.remember('psr-4', () => prefixesOf(view));
  const wanted = specifier.replace(/^\\/, '');
  const classes = [wanted, ...names.map((name) => `${wanted}\\${name}`)];
  const found = classes.flatMap((name) => {
    for (const { namespace, directory } of prefixes) {
      if (!name.startsWith(namespace)) continue;
      const path = `${inDirectory(directory, name.slice(namespace.length).replaceAll('\\', '/'))}.php`;
      if (view.has(path)) return [path];
    }
    return [];
  });
  return [...new Set(found)];
}

/** The longest namespace first. */
async function prefixesOf(view: FileView): Promise<Prefix[]> {
  const prefixes: Prefix[] = [];
  for (const path of view.named('composer.json')) {
    const manifest = recordOf(await parseJsonc((await view.text(path)) ?? ''));
    for (const section of [manifest.autoload, manifest['autoload-dev']])
      for (const [namespace, targets] of Object.entries(recordOf(recordOf(section)['psr-4'])))
        for (const target of stringsOf(targets)) {
          const directory = within(directoryOf(path), target);
          if (directory !== undefined) prefixes.push({ namespace, directory });
        }
  }
  return prefixes.sort((a, b) => b.namespace.length - a.namespace.length);
}
