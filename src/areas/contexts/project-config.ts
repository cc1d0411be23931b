/** `.context.config.yaml` and `.contextignore` at the root of a project. Repository content: data, never trusted. */
import { z } from 'zod';
import { parseYaml, splitLines } from '../../core/text/index.ts';
import { isRefusal, matchGlob, type Workspace } from '../../core/workspace/index.ts';
import { DEFAULT_MIN_TOKENS, type ScanOptions } from './scan.ts';

const CONFIG_FILE = '.context.config.yaml';
const IGNORE_FILE = '.contextignore';
const DEFAULT_DEPTH = 10;
const DEEPEST = 64;
const LONGEST_PATTERN = 512;

/** Keys that are for generating with a model mean nothing here and are let pass. */
const configSchema = () =>
  z.object({
    min_tokens: z.int().min(0).max(1_000_000_000).optional(),
    max_depth: z.int().min(1).max(DEEPEST).optional(),
    ignore: z.array(z.string().min(1).max(LONGEST_PATTERN)).max(1000).optional(),
    mode: z.enum(['lean', 'full']).optional(),
    tests: z.boolean().optional(),
  });

export interface ProjectConfig extends ScanOptions {
  full: boolean;
  /** Trees of tests get documents too. */
  tests: boolean;
  warnings: string[];
}

export async function readProjectConfig(workspace: Workspace): Promise<ProjectConfig> {
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

/** As in .gitignore, for directories: the last pattern that fits decides, and `!` takes one back. */
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
