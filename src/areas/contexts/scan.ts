/** The directories of a project that are worth a document, and their own files. Pure, from a listing. */
import { languageOf } from '../../core/languages/index.ts';
import { byCodeUnit } from '../../core/text/index.ts';
import type { FileFacts } from '../../core/workspace/index.ts';
import { CONTEXT_FILE } from './document.ts';
import { parentScope } from './scope.ts';

/** A directory with less source than this can be read as it is. */
export const DEFAULT_MIN_TOKENS = 4096;
const BYTES_A_TOKEN = 4;

export interface ScanOptions {
  minTokens: number;
  maxDepth: number;
  ignores(scope: string): boolean;
}

export interface Scan {
  /** In code-unit order of the scope. */
  eligible: readonly ScannedDirectory[];
  /** Directories with source that are too small. */
  skipped: number;
}

export interface ScannedDirectory {
  scope: string;
  /** Its own files, by name, in code-unit order; the document itself is one of them. */
  files: readonly FileFacts[];
}

export function scanDirectories(files: readonly FileFacts[], options: ScanOptions): Scan {
  const own = new Map<string, FileFacts[]>([['.', []]]);
  for (const file of files) {
    const scope = parentScope(file.path) ?? '.';
    if (scope !== '.' && isHidden(scope)) continue;
    const known = own.get(scope);
    if (known) known.push(file);
    else own.set(scope, [file]);
  }
  const candidates = [...own].filter(
    ([scope, each]) =>
      scope === '.' || (depthOf(scope) <= options.maxDepth && !options.ignores(scope) && each.some(isSource)),
  );
  const kept = new Set<string>(['.']);
  for (const [scope, each] of candidates) {
    if (tokensOf(each) < options.minTokens && !each.some(isDocument)) continue;
    for (let up: string | undefined = scope; up !== undefined && !kept.has(up); up = parentScope(up))
      kept.add(up);
  }
  const eligible = [...kept].sort(byCodeUnit).map((scope) => ({
    scope,
    files: (own.get(scope) ?? []).toSorted((a, b) => byCodeUnit(a.path, b.path)),
  }));
  return { eligible, skipped: candidates.filter(([scope]) => !kept.has(scope)).length };
}

function isHidden(scope: string): boolean {
  return scope.split('/').some((part) => part.startsWith('.'));
}

function depthOf(scope: string): number {
  return scope.split('/').length;
}

export function isSource(file: FileFacts): boolean {
  return languageOf(file.path) !== undefined && !isDocument(file);
}

function isDocument(file: FileFacts): boolean {
  return file.path === CONTEXT_FILE || file.path.endsWith(`/${CONTEXT_FILE}`);
}

/** Source bytes over four, rounded up. */
function tokensOf(files: readonly FileFacts[]): number {
  const bytes = files.filter(isSource).reduce((sum, { size }) => sum + size, 0);
  return Math.ceil(bytes / BYTES_A_TOKEN);
}
