/**
 * Source files by the paths that imports write: with other endings or none, and by `paths` and `baseUrl` of tsconfig.json or
 * jsconfig.json, which are read as data and never run.
 */

import { parseJsonc, recordOf, stringsOf } from '../text/index.ts';
import { directoryOf, type FileView, inDirectory, upwards, within } from './file-view.ts';

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
/** The endings of the sources that an ending is compiled from. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.d.ts', '.jsx'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts', '.d.mts'],
  '.cjs': ['.cts', '.d.cts'],
};
/** Directories that hold what was compiled from `src`. */
const BUILT = /^(dist|build|lib|out|esm|cjs)(\/(esm|cjs|types|node|browser))?\//;

/** The file of a path that has no ending, or the ending it gets by compilation. */
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

/** A target in a package's manifest: the file itself, or the source that it is built from. */
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

interface Aliases {
  /** Undefined: a bare name is a package. */
  baseUrl: string | undefined;
  paths: readonly { pattern: string; targets: readonly string[] }[];
  /** The directory that targets are relative to. */
  pathsFrom: string;
}

/** Longer chains of `extends` are a mistake or an attack. */
const DEEPEST_CHAIN = 8;
const NAMES = ['tsconfig.json', 'jsconfig.json'];

/** By the nearest configuration above the file. */
export async function resolveAlias(
  view: FileView,
  from: string,
  specifier: string,
): Promise<string | undefined> {
  for (const directory of upwards(directoryOf(from))) {
    const config = NAMES.map((name) => inDirectory(directory, name)).find((path) => view.has(path));
    if (config === undefined) continue;
    for (const aliases of await view.remember(`tsconfig ${config}`, () => governing(view, config))) {
      const found = byPaths(view, aliases, specifier) ?? byBaseUrl(view, aliases, specifier);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  return undefined;
}

/** The configuration and those it refers to: with several projects the aliases are in one of these. */
async function governing(view: FileView, config: string): Promise<Aliases[]> {
  const own = await read(view, config, DEEPEST_CHAIN);
  const { references } = recordOf(await parseJsonc((await view.text(config)) ?? ''));
  const referred = (Array.isArray(references) ? references : [])
    .flatMap((reference) => stringsOf(recordOf(reference).path))
    .map((path) => configAt(view, directoryOf(config), path))
    .filter((path) => path !== undefined);
  return [own, ...(await Promise.all(referred.map((path) => read(view, path, DEEPEST_CHAIN))))];
}

async function read(view: FileView, config: string, depth: number): Promise<Aliases> {
  const directory = directoryOf(config);
  const parsed = recordOf(await parseJsonc((await view.text(config)) ?? ''));
  const options = recordOf(parsed.compilerOptions);
  let inherited: Aliases = { baseUrl: undefined, paths: [], pathsFrom: directory };
  for (const base of depth > 0 ? stringsOf(parsed.extends) : []) {
    const path = configAt(view, directory, base);
    if (path === undefined) continue;
    const above = await read(view, path, depth - 1);
    inherited = { ...above, baseUrl: above.baseUrl ?? inherited.baseUrl };
  }
  const baseUrl =
    typeof options.baseUrl === 'string' ? within(directory, options.baseUrl) : inherited.baseUrl;
  if (options.paths === undefined) return { ...inherited, baseUrl };
  const paths = Object.entries(recordOf(options.paths)).map(([pattern, targets]) => ({
    pattern,
    targets: stringsOf(targets),
  }));
  return { baseUrl, paths, pathsFrom: baseUrl ?? directory };
}

function configAt(view: FileView, directory: string, reference: string): string | undefined {
  if (!reference.startsWith('.')) return undefined;
  const path = within(directory, reference);
  if (path === undefined) return undefined;
  return [path, `${path}.json`, inDirectory(path, 'tsconfig.json')].find((each) => view.has(each));
}

/** The pattern with the longest text before its star wins, as in the compiler. */
function byPaths(view: FileView, { paths, pathsFrom }: Aliases, specifier: string): string | undefined {
  const matching = paths
    .map(({ pattern, targets }) => ({ targets, ...matchStar(pattern, specifier) }))
    .filter(({ middle }) => middle !== undefined)
    .sort((a, b) => b.before - a.before);
  for (const { targets, middle } of matching)
    for (const target of targets) {
      const path = within(
        pathsFrom,
        target.replace('*', () => middle ?? ''),
      );
      const found = path === undefined ? undefined : probe(view, path);
      if (found !== undefined) return found;
    }
  return undefined;
}

export function matchStar(pattern: string, text: string): { before: number; middle: string | undefined } {
  const star = pattern.indexOf('*');
  if (star === -1) return { before: pattern.length, middle: pattern === text ? '' : undefined };
  const [head, tail] = [pattern.slice(0, star), pattern.slice(star + 1)];
  const fits = text.length >= head.length + tail.length && text.startsWith(head) && text.endsWith(tail);
  return { before: star, middle: fits ? text.slice(star, text.length - tail.length) : undefined };
}

function byBaseUrl(view: FileView, { baseUrl }: Aliases, specifier: string): string | undefined {
  return baseUrl === undefined ? undefined : probe(view, inDirectory(baseUrl, specifier));
}
