/** A package manifest as data, whatever its format. */
export interface Manifest {
  /** `npm`, `python`, `cargo`, `go`, `maven`, `ruby`, `composer`, `mix`. */
  kind: ManifestKind;
  name: string | undefined;
  description: string | undefined;
  /** Names of packages that the program needs to run. */
  dependencies: string[];
  /** Names of packages that only building or testing needs. */
  devDependencies: string[];
  /** Command lines by name. */
  scripts: { name: string; command: string }[];
  /** `Node.js >=20`. */
  runtimes: string[];
  packageManager: string | undefined;
}

export type ManifestKind = 'npm' | 'python' | 'cargo' | 'go' | 'maven' | 'ruby' | 'composer' | 'mix';

export function emptyManifest(kind: ManifestKind): Manifest {
  return {
    kind,
    name: undefined,
    description: undefined,
    dependencies: [],
    devDependencies: [],
    scripts: [],
    runtimes: [],
    packageManager: undefined,
  };
}

/** Manifests are untrusted: a value of the wrong form counts as absent. */
export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

export function asTexts(value: unknown): string[] {
  return Array.isArray(value) ? value.flatMap((each) => asText(each) ?? []) : [];
}

export function recordAt(value: unknown, ...keys: readonly string[]): Record<string, unknown> {
  return keys.reduce((at, key) => asRecord(at[key]), asRecord(value));
}
