/** A path without its ending, or with the ending it will have after compilation, to the source file. */
import { type FileView, inDirectory } from './file-view.ts';

const ENDINGS = [
  '.ts',
  '.tsx',
  '.mts',
  '.cts',
  '.d.ts',
  '.js',
  '.jsx',
  '.mjs',
  '.cjs',
  '.json',
  '.vue',
  '.svelte',
  '.astro',
];
/** What a compiled name may have been before. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.d.ts', '.jsx'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts', '.d.mts'],
  '.cjs': ['.cts', '.d.cts'],
};
/** Directories that hold what a compiler made of `src`. */
const BUILT = /^(dist|build|lib|out|esm|cjs)(\/(esm|cjs|types|node|browser))?\//;

export function probe(view: FileView, path: string): string | undefined {
  if (view.has(path)) return path;
  const [, stem = '', ending = ''] = /^(.*?)(\.[mc]?jsx?)?$/.exec(path) ?? [];
  for (const source of SOURCES[ending] ?? []) if (view.has(stem + source)) return stem + source;
  for (const added of ENDINGS) if (view.has(path + added)) return path + added;
  for (const added of ENDINGS) {
    const index = inDirectory(path, `index${added}`);
    if (view.has(index)) return index;
  }
  return undefined;
}

/** For a target in a package's manifest: the file itself, or the source that the built file is made of. */
export function probeTarget(view: FileView, directory: string, target: string): string | undefined {
  const relative = target.replace(/^\.\//, '');
  const direct = probe(view, inDirectory(directory, relative));
  if (direct !== undefined || !BUILT.test(relative)) return direct;
  const source = relative.replace(BUILT, 'src/').replace(/\.d\.([mc]?)ts$/, '.$1js');
  return (
    probe(view, inDirectory(directory, source)) ??
    probe(view, inDirectory(directory, source.replace('src/', '')))
  );
}
