/** `repo_mcp.toml` at the root. It comes with the repository, so it is read as untrusted data. */
import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../core/errors.ts';
import { nearest, parseToml } from '../core/text/index.ts';
import { OPTIONS } from './options.ts';

const NAME = 'repo_mcp.toml';
/** Far above any real configuration. */
const MAX_BYTES = 64 * 1024;
/** Keys with which a file might try to relax the deny list. */
const RELAXING_KEYS = new Set(['allow', 'allowlist', 'denylist_override', 'relax']);

export interface RepoConfig {
  values: ReadonlyMap<string, unknown>;
  warnings: string[];
}

export async function readRepoConfig(root: string): Promise<RepoConfig> {
  const source = await readSmallFile(join(root, NAME));
  if (source === undefined) return { values: new Map(), warnings: [] };
  const toml = await parseToml(source);
  if (!toml.ok) throw new AppError('invalid', 'config_invalid', `${NAME} is ${toml.problem}.`);
  return flatten(toml.value);
}

function flatten(tables: Record<string, unknown>): RepoConfig {
  const known = new Set(
    Object.values(OPTIONS).flatMap((option) => ('file' in option && option.file ? [option.file] : [])),
  );
  const values = new Map<string, unknown>();
  const warnings: string[] = [];
  for (const [table, content] of Object.entries(tables)) {
    const rows =
      typeof content === 'object' && content !== null && !Array.isArray(content)
        ? Object.entries(content)
        : [];
    if (rows.length === 0) warnings.push(`${NAME}: "${table}" is not a table Pilotbook knows.`);
    for (const [key, value] of rows) {
      const name = `${table}.${key}`;
      if (table === 'security' && RELAXING_KEYS.has(key))
        throw new AppError(
          'invalid',
          'config_invalid',
          `${name} in ${NAME}: the deny list can be extended, never relaxed. Use security.deny.`,
        );
      if (known.has(name)) values.set(name, value);
      else {
        const near = nearestKey(table, key, [...known]);
        const meant = near === undefined ? '.' : `; did you mean "${near}"?`;
        warnings.push(`${NAME}: "${name}" is not a key Pilotbook knows${meant}`);
      }
    }
  }
  return { values, warnings };
}

/** Finds the known key if either the table or the key is misspelt, not both. */
function nearestKey(table: string, key: string, known: readonly string[]): string | undefined {
  const split = known.map((name) => name.split('.', 2) as [string, string]);
  const inTable = split.filter(([each]) => each === table).map(([, each]) => each);
  if (inTable.length === 0) {
    const meant = nearest(table, [...new Set(split.map(([each]) => each))]);
    return known.find((name) => name === `${meant}.${key}`);
  }
  const near = nearest(key, inTable);
  return near === undefined ? undefined : `${table}.${near}`;
}

/** Regular files only, not through a link: the name could point at a device or out of the repository. */
async function readSmallFile(path: string): Promise<string | undefined> {
  let file: Awaited<ReturnType<typeof open>>;
  let named: Awaited<ReturnType<typeof lstat>>;
  try {
    // Checked first, since Windows has no flag against following links.
    named = await lstat(path);
    if (named.isSymbolicLink()) throw new Error('a link');
    file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT' || codeOf(cause) === 'ENOTDIR') return undefined;
    throw new AppError(
      'invalid',
      'config_invalid',
      `${NAME} cannot be read: it must be a plain, readable file.`,
      { cause },
    );
  }
  try {
    const facts = await file.stat();
    if (!facts.isFile() || facts.ino !== named.ino)
      throw new AppError('invalid', 'config_invalid', `${NAME} must be a plain file.`);
    if (facts.size > MAX_BYTES)
      throw new AppError('invalid', 'config_invalid', `${NAME} is larger than ${MAX_BYTES / 1024} KiB.`);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

function codeOf(thrown: unknown): unknown {
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : undefined;
}
