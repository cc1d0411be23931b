/** Reads the package manifests of a directory, as data. The first manifest of a kind counts. */
import { cargoManifest, composerManifest, npmManifest, pythonManifest } from './json-and-toml.ts';
import {
  goManifest,
  mavenManifest,
  mixManifest,
  requirementsManifest,
  rubyManifest,
  setupPyManifest,
} from './line-based.ts';
import type { Manifest } from './manifest.ts';

export type { Manifest, ManifestKind } from './manifest.ts';

type Reader = (text: string) => Manifest | undefined | Promise<Manifest | undefined>;

/** In order of preference within a kind. */
const READERS: readonly (readonly [RegExp, Reader])[] = [
  [/^package\.json$/, npmManifest],
  [/^pyproject\.toml$/, pythonManifest],
  [/^setup\.py$/, setupPyManifest],
  [/^requirements\.txt$/, requirementsManifest],
  [/^Cargo\.toml$/, cargoManifest],
  [/^go\.mod$/, goManifest],
  [/^pom\.xml$/, mavenManifest],
  [/\.gemspec$/, rubyManifest],
  [/^Gemfile$/, rubyManifest],
  [/^composer\.json$/, composerManifest],
  [/^mix\.exs$/, mixManifest],
];

export function isManifest(name: string): boolean {
  return READERS.some(([form]) => form.test(name));
}

export async function readManifests(
  names: readonly string[],
  textOf: (name: string) => Promise<string | undefined>,
): Promise<Manifest[]> {
  const found: Manifest[] = [];
  for (const [form, read] of READERS)
    for (const name of names.filter((each) => form.test(each))) {
      const text = await textOf(name);
      const manifest = text === undefined ? undefined : await read(text);
      if (manifest !== undefined) add(found, manifest);
    }
  return found;
}

/** A second manifest of the same kind only fills in what the first left out. */
function add(found: Manifest[], manifest: Manifest): void {
  const first = found.find(({ kind }) => kind === manifest.kind);
  if (first === undefined) {
    found.push(manifest);
    return;
  }
  first.name ??= manifest.name;
  first.description ??= manifest.description;
  if (first.dependencies.length === 0) first.dependencies = manifest.dependencies;
  if (first.devDependencies.length === 0) first.devDependencies = manifest.devDependencies;
  if (first.runtimes.length === 0) first.runtimes = manifest.runtimes;
}
