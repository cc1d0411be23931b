/** Combines the options of four layers into one frozen value. A wrong value stops start-up and says what is allowed. */
import { realpathSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { AppError, asAppError } from '../core/errors.ts';
import type { Option } from './option-kinds.ts';
import { OPTIONS } from './options.ts';
import { type RepoConfig, readRepoConfig } from './repo-file.ts';

type OptionValues = { [K in keyof typeof OPTIONS]: (typeof OPTIONS)[K]['fallback'] };

export const LOG_LEVEL_NAMES = ['debug', 'info', 'warn', 'error', 'silent'] as const;

export interface Config extends Omit<OptionValues, 'logLevel' | 'allowRoot'> {
  /** Absolute; `none`: not even directories with a .context.yaml of their own. */
  allowRoot: readonly string[] | 'none';
  logLevel: (typeof LOG_LEVEL_NAMES)[number];
  /** The root as the shell names it, if a link is on the way to the working directory. */
  rootInShell: string | undefined;
  /** From the environment only: keys on command lines and in files end up in logs. */
  embeddingsKey: string | undefined;
  /** The person's PATH: where git and ripgrep are looked for. */
  programPath: string | undefined;
  /** Nobody named a data directory: what can be made again from the files is kept with the repository, for all its work trees. */
  sharesDerivedData: boolean;
  /** Somebody set `callTimeoutMs`: then it holds for calls too that by default may take as long as they need. */
  hasOwnTimeout: boolean;
  /** What is odd but not wrong, e.g. an unknown key in repo_mcp.toml. */
  warnings: readonly string[];
  /** Why repo_mcp.toml was ignored; only the doctor goes on without it. */
  fileProblem: string | undefined;
}

export interface ConfigSources {
  /** Flag name without dashes to its value; repeated flags as an array. */
  flags: Readonly<Record<string, string | readonly string[] | undefined>>;
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  /** The root if nobody names one, with warnings about it; absent: the working directory. */
  unasked?: { root: string; warnings: readonly string[] };
}

/** Spellings of the working directory that specs/packs names for CONTEXT_PACK_SOURCE_ROOT. */
const WORKING_DIRECTORY = new Set(['__SESSION_CWD__', 'session_cwd', 'cwd', '.']);

export async function loadConfig(sources: ConfigSources): Promise<Config> {
  return combine(sources, await readRepoConfig(rootOf(sources)));
}

/** For the doctor: ignores a repo_mcp.toml with a mistake, and returns what is wrong with it. */
export async function loadConfigForDoctor(sources: ConfigSources): Promise<Config> {
  try {
    return await loadConfig(sources);
  } catch (thrown) {
    // Throws again if the file was not to blame.
    const config = combine(sources, { values: new Map(), warnings: [] });
    return Object.freeze({ ...config, fileProblem: asAppError(thrown).message });
  }
}

/** The directory that a flag or a variable names; undefined if none does. */
export function askedRoot({ flags, env }: Pick<ConfigSources, 'flags' | 'env'>): string | undefined {
  const asked = flags.root ?? flags['repo-root'] ?? env.CONTEXT_PACK_SOURCE_ROOT ?? env.CLAUDE_PROJECT_DIR;
  return typeof asked === 'string' && asked !== '' ? asked : undefined;
}

function rootOf(sources: ConfigSources): string {
  const { cwd, unasked } = sources;
  const asked = askedRoot(sources);
  if (asked === undefined) return unasked?.root ?? cwd;
  return WORKING_DIRECTORY.has(asked) ? cwd : resolve(cwd, asked);
}

function combine(sources: ConfigSources, repo: RepoConfig): Config {
  const { env, cwd } = sources;
  const root = rootOf(sources);
  const values: Record<string, unknown> = {};
  for (const [key, option] of Object.entries<Option<unknown>>(OPTIONS))
    values[key] = pick(key, option, sources, repo.values);
  // Each value was parsed by its row above, so it has the type of that row.
  const options = values as OptionValues;
  const below = (path: string, standard: string) =>
    path === '' ? join(root, standard) : isAbsolute(path) ? path : resolve(root, path);
  return Object.freeze({
    ...options,
    root,
    rootInShell: rootInShell(root, cwd, env.PWD),
    dataDir: below(options.dataDir, '.repo_mcp'),
    sharesDerivedData: options.dataDir === '',
    packRoot: below(options.packRoot, '.agents/mcp/context_pack'),
    allowRoot: allowedRoots(options.allowRoot, cwd),
    logLevel: logLevelOf(options.logLevel),
    hasOwnTimeout: isSet(OPTIONS.callTimeoutMs, sources),
    fileProblem: undefined,
    programPath: env.PATH,
    embeddingsKey: env.PILOTBOOK_EMBEDDINGS_KEY ?? env.OPENAI_API_KEY,
    warnings: [
      ...(askedRoot(sources) === undefined ? (sources.unasked?.warnings ?? []) : []),
      ...repo.warnings,
    ],
  });
}

function isSet({ env, flags }: Pick<Option<unknown>, 'env' | 'flags'>, sources: ConfigSources): boolean {
  const variable = env === undefined ? undefined : sources.env[env];
  return (variable ?? '') !== '' || flags.some((flag) => sources.flags[flag] !== undefined);
}

function pick(
  key: string,
  option: Option<unknown>,
  sources: ConfigSources,
  file: ReadonlyMap<string, unknown>,
): unknown {
  if (key === 'root') return option.fallback; // decided above, before the file could be found
  let value = option.fallback;
  if (option.file !== undefined && file.has(option.file))
    value = accept(`${option.file} in repo_mcp.toml`, file.get(option.file), option);
  const variable = option.env === undefined ? undefined : sources.env[option.env];
  if (variable !== undefined && variable !== '') value = accept(`${option.env}`, variable, option);
  for (const flag of option.flags) {
    const raw = sources.flags[flag];
    if (raw !== undefined) value = accept(`--${flag}`, raw, option);
  }
  return value;
}

function accept(where: string, raw: unknown, option: Option<unknown>): unknown {
  const parsed = option.parse(raw);
  if (parsed.ok) return parsed.value;
  throw new AppError(
    'invalid',
    'config_invalid',
    `${where} is ${JSON.stringify(raw)}; allowed: ${parsed.allowed}.`,
  );
}

/** The system reports the working directory without links; people type paths as their prompt shows them. */
function rootInShell(root: string, cwd: string, shown: string | undefined): string | undefined {
  if (shown === undefined || shown === cwd || !isAbsolute(shown)) return undefined;
  const steps = relative(root, cwd)
    .split(sep)
    .filter((name) => name !== '');
  const named = resolve(shown, ...steps.map(() => '..'));
  try {
    return realpathSync.native(named) === realpathSync.native(root) ? named : undefined;
  } catch {
    // PWD is left over from another directory.
    return undefined;
  }
}

function allowedRoots(asked: readonly string[], cwd: string): Config['allowRoot'] {
  if (!asked.includes('none')) return asked.map((each) => resolve(cwd, each));
  if (asked.length === 1) return 'none';
  throw new AppError(
    'invalid',
    'config_invalid',
    `--allow-root is ${JSON.stringify(asked.join(','))}; \`none\` cannot be combined. A directory of that name is ./none.`,
  );
}

/** `mcp_context_pack=info` (the form of specs/packs) and plain `info` both mean info. */
function logLevelOf(spec: string): Config['logLevel'] {
  const last = spec.split(',').at(-1) ?? '';
  const word = (last.includes('=') ? last.slice(last.lastIndexOf('=') + 1) : last).trim().toLowerCase();
  const level = LOG_LEVEL_NAMES.find(
    (name) => name === (word === 'trace' ? 'debug' : word === 'off' ? 'silent' : word),
  );
  if (level) return level;
  throw new AppError(
    'invalid',
    'config_invalid',
    `--log-level is ${JSON.stringify(spec)}; allowed: ${LOG_LEVEL_NAMES.join(', ')}.`,
  );
}
