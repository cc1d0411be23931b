/** Packages of others that a file imports, by the names the manifests above it declare. */
import { builtinModules } from 'node:module';
import type { ImportReference } from '../../../core/languages/index.ts';
import type { Manifest, ManifestKind } from './manifests/index.ts';
import { PYTHON_STANDARD_LIBRARY } from './python-standard-library.ts';

type Finder = (reference: ImportReference, declared: ReadonlySet<string>) => string | undefined;

const NODE_MODULES = new Set(builtinModules);

/** Without a declared package, an alias such as `@/x` cannot be told from a name; then the name is believed. */
const npm: Finder = ({ specifier }, declared) => {
  if (/^(?:[./#~]|@\/|\w+:)/.test(specifier)) return undefined;
  const [first = '', second = ''] = specifier.split('/');
  const name = first.startsWith('@') ? `${first}/${second}` : first;
  if (NODE_MODULES.has(name)) return undefined;
  return declared.size === 0 || declared.has(name) ? name : undefined;
};

const python: Finder = ({ specifier }, declared) => {
  if (specifier.startsWith('.')) return undefined;
  const [root = ''] = specifier.split('.');
  if (root === '' || PYTHON_STANDARD_LIBRARY.has(root)) return undefined;
  for (const name of declared) if (folded(name) === folded(root)) return name;
  return root;
};

/** The longest declared module that the path begins with; else as much of it as names a repository. */
const go: Finder = ({ specifier }, declared) => {
  const [host = '', ...rest] = specifier.split('/');
  if (!host.includes('.')) return undefined;
  let longest: string | undefined;
  for (const name of declared)
    if ((specifier === name || specifier.startsWith(`${name}/`)) && name.length > (longest?.length ?? 0))
      longest = name;
  return longest ?? [host, ...rest.slice(0, 2)].join('/');
};

const cargo: Finder = ({ specifier }, declared) => {
  const [crate = ''] = specifier.split('::');
  for (const name of declared) if (folded(name) === folded(crate)) return name;
  return undefined;
};

const maven: Finder = ({ specifier }, declared) => {
  for (const name of declared) {
    const [group = ''] = name.split(':');
    if (specifier.startsWith(`${group}.`)) return name;
  }
  return undefined;
};

const ruby: Finder = ({ specifier }, declared) => {
  const root = specifier.split('/')[0] ?? '';
  return declared.has(specifier) ? specifier : declared.has(root) ? root : undefined;
};

const FINDERS: Readonly<Record<string, readonly [ManifestKind, Finder]>> = {
  typescript: ['npm', npm],
  tsx: ['npm', npm],
  javascript: ['npm', npm],
  jsx: ['npm', npm],
  vue: ['npm', npm],
  svelte: ['npm', npm],
  python: ['python', python],
  go: ['go', go],
  rust: ['cargo', cargo],
  java: ['maven', maven],
  kotlin: ['maven', maven],
  scala: ['maven', maven],
  ruby: ['ruby', ruby],
};

export type ExternalFinder = (language: string, reference: ImportReference) => string | undefined;

/** `above` are the manifests of the directory and of those above it, nearest first. */
export function externalFinder(above: readonly Manifest[]): ExternalFinder {
  const known = new Map<ManifestKind, { declared: Set<string>; own: Set<string> }>();
  const namesOf = (kind: ManifestKind) => {
    const before = known.get(kind);
    if (before !== undefined) return before;
    const manifests = above.filter((manifest) => manifest.kind === kind);
    const names = {
      declared: new Set(manifests.flatMap((each) => [...each.dependencies, ...each.devDependencies])),
      own: new Set(manifests.flatMap(({ name }) => name ?? [])),
    };
    known.set(kind, names);
    return names;
  };
  return (language, reference) => {
    const [kind, find] = FINDERS[language] ?? [];
    if (kind === undefined || find === undefined) return undefined;
    const { declared, own } = namesOf(kind);
    const found = find(reference, declared);
    return found !== undefined && own.has(found) ? undefined : found;
  };
}

/** `scikit-learn` and `scikit_learn` are one. */
function folded(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '_');
}
