/** The directories of a project that are worth a document, and their own files. Pure, from a listing. */
import { languageOf } from '../../core/languages/index.ts';
import { byCodeUnit } from '../../core/text/index.ts';
import type { FileFacts } from '../../core/workspace/index.ts';
import { CONTEXT_FILE } from './document.ts';
import { baseName, inScope, parentScope, scopeOf } from './scope.ts';

/** A directory with less source than this can be read as it is. */
export const DEFAULT_MIN_TOKENS = 4096;
const BYTES_A_TOKEN = 4;

export interface ScanOptions {
  minTokens: number;
  maxDepth: number;
  ignores(scope: string): boolean;
}

export interface ScannedDirectory {
  scope: string;
  /** Its own files, by name, in code-unit order; the document itself is one of them. */
  files: readonly FileFacts[];
}

export interface Scan {
  /** In code-unit order of the scope. */
  eligible: readonly ScannedDirectory[];
  /** Directories with source that are too small. */
  small: readonly ScannedDirectory[];
}

/** Names of directories with code of others, and the manifests beside them by which they are known. */
const OF_OTHERS: readonly (readonly [name: string, manifests: readonly string[]])[] = [
  ['node_modules', ['package.json']],
  ['vendor', ['go.mod', 'go.work', 'composer.json', 'Gemfile', 'Cargo.toml']],
  ['deps', ['mix.exs']],
  ['Pods', ['Podfile']],
];
/** Data, not source, though there is a name for its language. */
const DATA_LANGUAGES = new Set(['csv', 'diff', 'ignore']);
const PICTURE = '.svg';

export function scanDirectories(files: readonly FileFacts[], options: ScanOptions): Scan {
  const own = new Map<string, FileFacts[]>([['.', []]]);
  for (const file of files) {
    const scope = scopeOf(file.path);
    const known = own.get(scope);
    if (known) known.push(file);
    else own.set(scope, [file]);
  }
  const paths = new Set<string>(files.map(({ path }) => path));
  const isClosed = closedTest(paths, options);
  const candidates = [...own].filter(([scope, each]) => !isClosed(scope) && each.some(isSource));
  const kept = new Set<string>(['.']);
  for (const [scope, each] of candidates) {
    if (tokensOf(each) < options.minTokens && !each.some(isDocument)) continue;
    for (let up: string | undefined = scope; up !== undefined && !kept.has(up); up = parentScope(up))
      kept.add(up);
  }
  const directory = (scope: string): ScannedDirectory => ({
    scope,
    files: (own.get(scope) ?? []).toSorted((a, b) => byCodeUnit(a.path, b.path)),
  });
  const small = candidates.map(([scope]) => scope).filter((scope) => !kept.has(scope));
  return {
    eligible: [...kept].sort(byCodeUnit).map(directory),
    small: small.sort(byCodeUnit).map(directory),
  };
}

/** Whether a directory, or one above it, is hidden, ignored or code of others; or lies too deep. */
function closedTest(paths: ReadonlySet<string>, options: ScanOptions): (scope: string) => boolean {
  const known = new Map<string, boolean>([['.', false]]);
  return function isClosed(scope: string): boolean {
    const before = known.get(scope);
    if (before !== undefined) return before;
    const parent = parentScope(scope) ?? '.';
    const name = baseName(scope);
    const closed =
      isClosed(parent) ||
      name.startsWith('.') ||
      scope.split('/').length > options.maxDepth ||
      options.ignores(scope) ||
      OF_OTHERS.some(
        ([each, manifests]) =>
          name === each && manifests.some((manifest) => paths.has(inScope(parent, manifest))),
      );
    known.set(scope, closed);
    return closed;
  };
}

export function isSource(file: FileFacts): boolean {
  const language = languageOf(file.path);
  return (
    language !== undefined &&
    !DATA_LANGUAGES.has(language) &&
    !file.path.endsWith(PICTURE) &&
    !isDocument(file)
  );
}

function isDocument(file: FileFacts): boolean {
  return baseName(file.path) === CONTEXT_FILE;
}

/** Source bytes over four, rounded up. */
function tokensOf(files: readonly FileFacts[]): number {
  const bytes = files.filter(isSource).reduce((sum, { size }) => sum + size, 0);
  return Math.ceil(bytes / BYTES_A_TOKEN);
}
