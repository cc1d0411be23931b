/**
 * Finds the directories of a project that are worth a document, by its settings `.context.config.yaml` and `.contextignore`.
 * Those are repository content: data, never trusted.
 */
import { z } from 'zod';
import { languageOf } from '../../../core/languages/index.ts';
import { byCodeUnit, parseYaml, splitLines } from '../../../core/text/index.ts';
import { type FileFacts, isRefusal, matchGlob, type Workspace } from '../../../core/workspace/index.ts';
import { CONTEXT_FILE } from '../document/document.ts';
import { baseName, inScope, parentScope, scopeOf } from '../document/scope.ts';

/** A directory with less source needs no document: it can be read directly. */
const DEFAULT_MIN_TOKENS = 4096;
const BYTES_A_TOKEN = 4;

interface ScanOptions {
  minTokens: number;
  maxDepth: number;
  ignores(scope: string): boolean;
}

interface ScannedDirectory {
  scope: string;
  /** Its own files in code-unit order, including the document. */
  files: readonly FileFacts[];
}

interface Scan {
  /** In code-unit order of the scope. */
  eligible: readonly ScannedDirectory[];
  /** Directories with source that are too small. */
  small: readonly ScannedDirectory[];
}

/** Directories of third-party code, if one of these manifests is beside them. */
const OF_OTHERS: readonly (readonly [name: string, manifests: readonly string[]])[] = [
  ['node_modules', ['package.json']],
  ['vendor', ['go.mod', 'go.work', 'composer.json', 'Gemfile', 'Cargo.toml']],
  ['deps', ['mix.exs']],
  ['Pods', ['Podfile']],
];
/** Languages that are data, not source. */
const DATA_LANGUAGES = new Set(['csv', 'diff', 'ignore']);
const PICTURE = '.svg';

export interface ProjectScan extends Scan {
  config: ProjectConfig;
  /** The paths of all files. */
  paths: ReadonlySet<string>;
}

export async function scanProject(workspace: Workspace, signal: AbortSignal): Promise<ProjectScan> {
  const config = await readProjectConfig(workspace);
  const files = await workspace.files({ includeHidden: true, signal });
  return { ...scanDirectories(files, config), config, paths: new Set(files.map(({ path }) => path)) };
}

function scanDirectories(files: readonly FileFacts[], options: ScanOptions): Scan {
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

/** Whether a directory, or one above it, is hidden, ignored, third-party code, or too deep. */
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

const CONFIG_FILE = '.context.config.yaml';
const IGNORE_FILE = '.contextignore';
const DEFAULT_DEPTH = 10;
const DEEPEST = 64;
const LONGEST_PATTERN = 512;

/** Other keys, for generating with a model, are ignored. */
const configSchema = () =>
  z.object({
    min_tokens: z.int().min(0).max(1_000_000_000).optional(),
    max_depth: z.int().min(1).max(DEEPEST).optional(),
    ignore: z.array(z.string().min(1).max(LONGEST_PATTERN)).max(1000).optional(),
    mode: z.enum(['lean', 'full']).optional(),
    tests: z.boolean().optional(),
  });

interface ProjectConfig extends ScanOptions {
  full: boolean;
  /** Trees of tests get documents too. */
  tests: boolean;
  warnings: string[];
}

async function readProjectConfig(workspace: Workspace): Promise<ProjectConfig> {
  const warnings: string[] = [];
  const config = await readConfig(workspace, warnings);
  const patterns = [...(config.ignore ?? []), ...(await readIgnores(workspace))];
  return {
    minTokens: config.min_tokens ?? DEFAULT_MIN_TOKENS,
    maxDepth: config.max_depth ?? DEFAULT_DEPTH,
    ignores: ignoreTest(patterns, warnings),
    full: config.mode === 'full',
    tests: config.tests === true,
    warnings,
  };
}

async function readConfig(
  workspace: Workspace,
  warnings: string[],
): Promise<z.output<ReturnType<typeof configSchema>>> {
  const text = await textOf(workspace, CONFIG_FILE);
  if (text === undefined) return {};
  const parsed = await parseYaml(text);
  const checked = parsed.ok ? configSchema().safeParse(parsed.value ?? {}) : undefined;
  if (checked?.success) return checked.data;
  warnings.push(`${CONFIG_FILE} is not valid and is ignored.`);
  return {};
}

async function readIgnores(workspace: Workspace): Promise<string[]> {
  const lines = splitLines((await textOf(workspace, IGNORE_FILE)) ?? '');
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
}

/** As in .gitignore, for directories: the last matching pattern decides, and `!` includes a directory again. */
function ignoreTest(patterns: readonly string[], warnings: string[]): (scope: string) => boolean {
  const rules: { matches(scope: string): boolean; ignores: boolean }[] = [];
  for (const pattern of patterns) {
    const ignores = !pattern.startsWith('!');
    const glob = pattern.slice(ignores ? 0 : 1).replace(/\/+$/, '');
    try {
      if (glob.length <= LONGEST_PATTERN) rules.push({ matches: matchGlob(glob), ignores });
    } catch {
      warnings.push(`The ignore pattern ${JSON.stringify(pattern.slice(0, 64))} is not valid.`);
    }
  }
  return (scope) => rules.findLast(({ matches }) => matches(scope))?.ignores ?? false;
}

async function textOf(workspace: Workspace, name: string): Promise<string | undefined> {
  const path = workspace.resolve(name);
  const read = isRefusal(path) ? path : await workspace.readText(path);
  return isRefusal(read) ? undefined : read.text;
}

export interface DirectoryNode {
  scope: string;
  files: readonly FileFacts[];
  eligible: boolean;
  /** Scopes, in order. */
  children: readonly string[];
}

/** The scan as a tree: directories that get a document, and small ones that only their parents mention. `skips` excludes others. */
export function directoryTree(
  { eligible, small }: Scan,
  skips: (directory: ScannedDirectory) => boolean,
): ReadonlyMap<string, DirectoryNode> {
  const nodes = new Map<
    string,
    { scope: string; files: readonly FileFacts[]; eligible: boolean; children: string[] }
  >();
  const add = (scope: string, files: readonly FileFacts[], isEligible: boolean) => {
    if (nodes.has(scope)) return;
    nodes.set(scope, { scope, files, eligible: isEligible, children: [] });
  };
  for (const each of eligible) add(each.scope, each.files, !skips(each));
  for (const { scope, files } of small) add(scope, files, false);
  for (const { scope } of small)
    for (let up = parentScope(scope); up !== undefined; up = parentScope(up)) add(up, [], false);
  for (const scope of [...nodes.keys()].sort(byCodeUnit)) {
    const parent = parentScope(scope);
    if (parent !== undefined) nodes.get(parent)?.children.push(scope);
  }
  return nodes;
}
