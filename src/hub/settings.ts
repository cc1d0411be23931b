/** What a hub is told: hub.toml, the environment and flags. A wrong value stops the start and says what is allowed. */
import { basename, dirname, isAbsolute, resolve } from 'node:path';
import { AppError } from '../core/errors.ts';
import { isBranchName, originAddress } from '../core/git/for-hub.ts';
import { openFolder } from '../core/store/index.ts';
import { nearest, parseToml, recordOf, stringsOf } from '../core/text/index.ts';

export interface RepositorySettings {
  name: string;
  url: string;
  /** Empty: the default branch of the origin. */
  branches: readonly string[];
  /** Names of environment variables. */
  secretEnv: string | undefined;
  webhookEnv: string | undefined;
}

export interface OauthSettings {
  issuer: string;
  audience: string;
  jwksUrl: string | undefined;
  /** The claim that lists what the person may read, as patterns of names. */
  repositoriesClaim: string;
}

export interface HubSettings {
  host: string;
  port: number;
  /** How clients reach it, if that is not `host` and `port`. */
  publicUrl: URL | undefined;
  /** Absolute. */
  dataDir: string;
  databaseUrl: string | undefined;
  fetchEverySeconds: number;
  answers: 'json' | 'text';
  callsPerMinute: number;
  maxBodyBytes: number;
  openRepositories: number;
  memoryBytes: number;
  cacheBytes: number;
  maxFiles: number;
  maxBytes: number;
  oauth: OauthSettings | undefined;
  repositories: readonly RepositorySettings[];
}

const MEGABYTE = 1024 * 1024;
export const DEFAULT_PORT = 7333;

interface NumberRow {
  key: string;
  fallback: number;
  min: number;
  max: number;
}

/** The numbers of hub.toml; docs/team.md says what each is for. */
const NUMBERS = {
  fetchEverySeconds: {
    key: 'fetch_every_seconds',
    fallback: 60,
    min: 1,
    max: 86_400,
  },
  callsPerMinute: {
    key: 'calls_per_minute',
    fallback: 600,
    min: 1,
    max: 1_000_000,
  },
  maxBodyKilobytes: {
    key: 'max_body_kilobytes',
    fallback: 1024,
    min: 16,
    max: 16_384,
  },
  openRepositories: {
    key: 'open_repositories',
    fallback: 64,
    min: 1,
    max: 10_000,
  },
  memoryMegabytes: {
    key: 'memory_megabytes',
    fallback: 2048,
    min: 256,
    max: 1_048_576,
  },
  cacheMegabytes: {
    key: 'cache_megabytes',
    fallback: 1024,
    min: 16,
    max: 1_048_576,
  },
  maxFiles: { key: 'max_files', fallback: 200_000, min: 1, max: 10_000_000 },
  maxMegabytes: {
    key: 'max_megabytes',
    fallback: 4096,
    min: 1,
    max: 1_048_576,
  },
} as const satisfies Record<string, NumberRow>;

const TEXTS = ['listen', 'public_url', 'data_dir', 'database_url_env', 'answers'] as const;

const REPOSITORY_NAME = /^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/;
const ENVIRONMENT_NAME = /^[A-Z_][A-Z0-9_]{0,99}$/;

export function invalid(message: string, hint?: string): AppError {
  return new AppError('invalid', 'hub_config_invalid', message, hint === undefined ? {} : { hint });
}

function checkRepositoryName(name: string): string {
  if (REPOSITORY_NAME.test(name) && !name.includes('..')) return name;
  throw invalid(
    `${JSON.stringify(name.slice(0, 80))} cannot name a repository.`,
    'Use up to 64 lower-case letters, digits, dots, dashes and underscores, with a letter or digit at both ends.',
  );
}

/** hub.toml in the directory, or the file that was named. */
export async function loadSettings(
  sources: Omit<SettingsSources, 'text' | 'directory'> & { file: string | undefined; cwd: string },
): Promise<HubSettings> {
  const { file, cwd, ...rest } = sources;
  const path = resolve(cwd, file ?? SETTINGS_FILE);
  const folder = await openFolder(dirname(path));
  const content = await folder?.read(basename(path), MAX_FILE_BYTES);
  if (content?.found === true)
    return await readSettings({ ...rest, text: content.text, directory: dirname(path) });
  const why = content?.why ?? 'missing';
  if (why !== 'missing' || file !== undefined)
    throw invalid(
      `${basename(path)} cannot be read: it is ${WHY_NOT[why]}.`,
      'Name another file by --config FILE.',
    );
  return await readSettings({ ...rest, text: undefined, directory: cwd });
}

const SETTINGS_FILE = 'hub.toml';
const MAX_FILE_BYTES = 1024 * 1024;
const WHY_NOT = {
  missing: 'not there',
  not_a_file: 'no plain file',
  too_large: 'larger than 1 MiB',
  not_text: 'no text',
};

export interface SettingsSources {
  /** The text of hub.toml; undefined if there is none. */
  text: string | undefined;
  /** The directory that paths in it are relative to. */
  directory: string;
  env: Readonly<Record<string, string | undefined>>;
  listen?: string | undefined;
  dataDir?: string | undefined;
}

export async function readSettings({
  text,
  directory,
  env,
  ...flags
}: SettingsSources): Promise<HubSettings> {
  const file = await tomlOf(text);
  const known = [...TEXTS, ...Object.values(NUMBERS).map(({ key }) => key), 'oauth', 'repository'];
  for (const key of Object.keys(file)) if (!known.includes(key)) throw unknownKey(key, known, 'hub.toml');
  const number = (row: NumberRow): number => {
    const value = file[row.key] ?? row.fallback;
    if (typeof value === 'number' && Number.isInteger(value) && value >= row.min && value <= row.max)
      return value;
    throw invalid(
      `${row.key} in hub.toml is ${JSON.stringify(value)}; allowed: a whole number from ${row.min} to ${row.max}.`,
    );
  };
  const words = (key: (typeof TEXTS)[number]) => textOf(file, key, 'hub.toml');
  const { host, port } = listenPlace(flags.listen ?? words('listen') ?? `127.0.0.1:${DEFAULT_PORT}`);
  const answers = words('answers') ?? 'text';
  if (answers !== 'text' && answers !== 'json')
    throw invalid(`answers in hub.toml is ${JSON.stringify(answers)}; allowed: text, json.`);
  const databaseEnv = words('database_url_env') ?? 'PILOTBOOK_DATABASE_URL';
  const databaseUrl = env[databaseEnv];
  if (words('database_url_env') !== undefined && !databaseUrl)
    throw invalid(`hub.toml names the variable ${databaseEnv} for the database, and it is not set.`);
  return {
    host,
    port,
    publicUrl: urlOf(words('public_url'), 'public_url'),
    dataDir: within(directory, flags.dataDir ?? words('data_dir') ?? 'pilotbook-hub'),
    databaseUrl: databaseUrl || undefined,
    fetchEverySeconds: number(NUMBERS.fetchEverySeconds),
    answers,
    callsPerMinute: number(NUMBERS.callsPerMinute),
    maxBodyBytes: number(NUMBERS.maxBodyKilobytes) * 1024,
    openRepositories: number(NUMBERS.openRepositories),
    memoryBytes: number(NUMBERS.memoryMegabytes) * MEGABYTE,
    cacheBytes: number(NUMBERS.cacheMegabytes) * MEGABYTE,
    maxFiles: number(NUMBERS.maxFiles),
    maxBytes: number(NUMBERS.maxMegabytes) * MEGABYTE,
    oauth: oauthOf(file.oauth),
    repositories: repositoriesOf(file.repository, directory),
  };
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** One repository, from hub.toml or from flags. Paths are relative to the directory. */
export function repositorySettings(
  given: {
    name: string;
    url: string;
    branches: readonly string[];
    secretEnv?: string | undefined;
    webhookEnv?: string | undefined;
  },
  directory: string,
): RepositorySettings {
  const url =
    /^[a-z][a-z0-9+.-]*:/i.test(given.url) && !isAbsolute(given.url)
      ? given.url
      : resolve(directory, given.url);
  originAddress(url);
  for (const branch of given.branches)
    if (!isBranchName(branch))
      throw invalid(`${JSON.stringify(branch.slice(0, 80))} cannot be the name of a branch.`);
  for (const name of [given.secretEnv, given.webhookEnv])
    if (name !== undefined && !ENVIRONMENT_NAME.test(name))
      throw invalid(
        `${JSON.stringify(name.slice(0, 40))} cannot name an environment variable.`,
        'Give the name of the variable, not the secret itself.',
      );
  return {
    name: checkRepositoryName(given.name),
    url,
    branches: given.branches,
    secretEnv: given.secretEnv,
    webhookEnv: given.webhookEnv,
  };
}

async function tomlOf(text: string | undefined): Promise<Record<string, unknown>> {
  if (text === undefined) return {};
  const parsed = await parseToml(text);
  if (parsed.ok) return parsed.value;
  throw invalid(`hub.toml is ${parsed.problem}.`);
}

function unknownKey(key: string, known: readonly string[], where: string): AppError {
  const meant = nearest(key, known);
  return invalid(
    `${where} has ${JSON.stringify(key.slice(0, 60))}, which no hub knows${meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`}.`,
  );
}

function textOf(table: Record<string, unknown>, key: string, where: string): string | undefined {
  const value = table[key];
  if (value === undefined) return undefined;
  if (typeof value === 'string' && value !== '') return value;
  throw invalid(`${key} in ${where} must be a text that is not empty.`);
}

function urlOf(text: string | undefined, key: string): URL | undefined {
  if (text === undefined) return undefined;
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return new URL(text);
  throw invalid(
    `${key} in hub.toml is ${JSON.stringify(text)}; allowed: an address such as https://code.example.`,
  );
}

function listenPlace(text: string): { host: string; port: number } {
  const [, six, four, port] = /^(?:\[([0-9a-f:]+)\]|([^:[\]]+)):(\d{1,5})$/i.exec(text) ?? [];
  const host = six ?? four;
  if (host !== undefined && Number(port) <= 65_535) return { host, port: Number(port) };
  throw invalid(
    `${JSON.stringify(text)} is no place to listen; use HOST:PORT, for example 127.0.0.1:${DEFAULT_PORT}.`,
  );
}

function within(directory: string, path: string): string {
  return isAbsolute(path) ? path : resolve(directory, path);
}

function oauthOf(value: unknown): OauthSettings | undefined {
  if (value === undefined) return undefined;
  const table = recordOf(value);
  const known = ['issuer', 'audience', 'jwks_url', 'repositories_claim'];
  for (const key of Object.keys(table))
    if (!known.includes(key)) throw unknownKey(key, known, '[oauth] of hub.toml');
  const words = (key: string) => textOf(table, key, '[oauth] of hub.toml');
  const [issuer, audience] = [words('issuer'), words('audience')];
  if (issuer === undefined || audience === undefined)
    throw invalid('[oauth] of hub.toml needs issuer and audience.');
  for (const address of [issuer, words('jwks_url')]) urlOf(address, 'an address of [oauth]');
  return {
    issuer,
    audience,
    jwksUrl: words('jwks_url'),
    repositoriesClaim: words('repositories_claim') ?? 'pilotbook_repositories',
  };
}

function repositoriesOf(value: unknown, directory: string): RepositorySettings[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw invalid('Repositories of hub.toml are written as [[repository]] tables.');
  const known = ['name', 'url', 'branches', 'secret_env', 'webhook_secret_env'];
  const found = value.map((each) => {
    const table = recordOf(each);
    for (const key of Object.keys(table))
      if (!known.includes(key)) throw unknownKey(key, known, '[[repository]] of hub.toml');
    const words = (key: string) => textOf(table, key, '[[repository]] of hub.toml');
    const [name, url] = [words('name'), words('url')];
    if (name === undefined || url === undefined)
      throw invalid('Each [[repository]] of hub.toml needs name and url.');
    const branches = table.branches === undefined ? [] : stringsOf(table.branches);
    return repositorySettings(
      { name, url, branches, secretEnv: words('secret_env'), webhookEnv: words('webhook_secret_env') },
      directory,
    );
  });
  const twice = found.find(({ name }, at) => found.findIndex((each) => each.name === name) !== at);
  if (twice !== undefined) throw invalid(`hub.toml has two repositories named ${twice.name}.`);
  return found;
}
