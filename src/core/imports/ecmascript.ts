/** JavaScript and TypeScript, also in components (Vue, Svelte, Astro): files, aliases, and packages of this workspace. */

import { isRecord, parseJsonc, recordOf, stringsOf } from '../text/index.ts';
import { matchStar, probe, probeTarget, resolveAlias } from './ecmascript-paths.ts';
import { directoryOf, type FileView, inDirectory, type Resolver, upwards, within } from './file-view.ts';

const MANIFEST = 'package.json';
/** Reading more manifests would take too long. */
const MOST_MANIFESTS = 500;
/** The entry of a package whose manifest names none. */
const USUAL_ENTRIES = ['src/index', 'index', 'src/main', 'src/mod'];

interface Package {
  directory: string;
  manifest: Record<string, unknown>;
}

export const resolveEcmascript: Resolver = async ({ from, reference, view }) => {
  // Bundlers allow a query after the name.
  const specifier = reference.specifier.replace(/\?.*$/, '');
  const found = /^\.{0,2}(\/|$)/.test(specifier)
    ? relative(specifier)
    : ((await resolveAlias(view, from, specifier)) ?? (await resolvePackage(view, from, specifier)));
  return found === undefined ? [] : [found];

  function relative(path: string): string | undefined {
    const target = within(path.startsWith('/') ? '' : directoryOf(from), path);
    return target === undefined ? undefined : probe(view, target);
  }
};

/** Packages of this workspace: `#internal` imports, self-references and sibling packages. */
async function resolvePackage(view: FileView, from: string, specifier: string): Promise<string | undefined> {
  if (specifier.startsWith('#')) return resolveInternal(view, from, specifier);
  const [, name, rest] = /^(@[^/]+\/[^/]+|[^/]+)(?:\/(.*))?$/.exec(specifier) ?? [];
  if (name === undefined) return undefined;
  const found = (await view.remember('packages', () => packagesOf(view))).get(name);
  return found === undefined ? undefined : entryOf(view, found, rest);
}

async function packagesOf(view: FileView): Promise<Map<string, Package>> {
  const byName = new Map<string, Package>();
  const paths = view.named(MANIFEST).slice(0, MOST_MANIFESTS);
  const manifests = await Promise.all(paths.map((path) => manifestAt(view, path)));
  for (const [at, path] of paths.entries()) {
    const manifest = manifests[at] ?? {};
    if (typeof manifest.name === 'string' && !byName.has(manifest.name))
      byName.set(manifest.name, { directory: directoryOf(path), manifest });
  }
  return byName;
}

async function manifestAt(view: FileView, path: string): Promise<Record<string, unknown>> {
  return recordOf(await parseJsonc((await view.text(path)) ?? ''));
}

async function resolveInternal(view: FileView, from: string, specifier: string): Promise<string | undefined> {
  for (const directory of upwards(directoryOf(from))) {
    const path = inDirectory(directory, MANIFEST);
    if (!view.has(path)) continue;
    const manifest = await view.remember(path, () => manifestAt(view, path));
    return byTable(view, directory, manifest.imports, specifier);
  }
  return undefined;
}

function entryOf(
  view: FileView,
  { directory, manifest }: Package,
  rest: string | undefined,
): string | undefined {
  const subpath = rest === undefined ? '.' : `./${rest}`;
  const { exports } = manifest;
  if (exports !== undefined) {
    const table =
      isRecord(exports) && Object.keys(exports).some((key) => key.startsWith('.'))
        ? exports
        : { '.': exports };
    const found = byTable(view, directory, table, subpath);
    if (found !== undefined) return found;
  }
  if (rest !== undefined)
    return probe(view, inDirectory(directory, rest)) ?? probe(view, inDirectory(directory, `src/${rest}`));
  const named = [manifest.source, manifest.types, manifest.module, manifest.main].flatMap(stringsOf);
  for (const target of named) {
    const found = probeTarget(view, directory, target);
    if (found !== undefined) return found;
  }
  for (const entry of USUAL_ENTRIES) {
    const found = probe(view, inDirectory(directory, entry));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Conditions are ignored: the first target that is a file of the workspace wins. */
function byTable(view: FileView, directory: string, table: unknown, key: string): string | undefined {
  const matching = Object.entries(recordOf(table))
    .map(([pattern, target]) => ({ target, ...matchStar(pattern, key) }))
    .filter(({ middle }) => middle !== undefined)
    .sort((a, b) => b.before - a.before);
  for (const { target, middle } of matching)
    for (const text of targetsOf(target)) {
      const found = probeTarget(
        view,
        directory,
        text.replaceAll('*', () => middle ?? ''),
      );
      if (found !== undefined) return found;
    }
  return undefined;
}

function targetsOf(target: unknown): string[] {
  if (isRecord(target)) return Object.values(target).flatMap(targetsOf);
  if (Array.isArray(target)) return target.flatMap(targetsOf);
  return typeof target === 'string' && target.startsWith('./') ? [target] : [];
}
