/** What hubs share: repositories, the commit each branch is searched at, tokens, and the audit log. The same statements on both databases. */
import { INDEX_TABLES } from '../core/index/for-hub.ts';
import type { Migration, SqlDatabase, SqlRow } from '../core/store/for-hub.ts';
import { parseJson, stringsOf } from '../core/text/index.ts';
import type { RepositorySettings } from './settings.ts';

const HUB_TABLES: Migration = {
  name: 'hub',
  statements: [
    'CREATE TABLE hub_fact(name text PRIMARY KEY, value text NOT NULL)',
    'CREATE TABLE repository(name text PRIMARY KEY, url text NOT NULL, branches text NOT NULL, secret_env text, webhook_env text, in_file integer NOT NULL, fetched_at bigint, problem text, problem_since bigint)',
    'CREATE TABLE branch(repository text NOT NULL REFERENCES repository ON DELETE CASCADE, name text NOT NULL, is_default integer NOT NULL, commit_id text NOT NULL, index_name text NOT NULL, files integer NOT NULL, indexed_at bigint NOT NULL, PRIMARY KEY(repository, name))',
    'CREATE TABLE token(id text PRIMARY KEY, name text NOT NULL UNIQUE, hash text NOT NULL, repositories text NOT NULL, writes text NOT NULL, per_minute integer, created_at bigint NOT NULL, expires_at bigint, revoked_at bigint, notes integer NOT NULL DEFAULT 0)',
    'CREATE TABLE audit(id text PRIMARY KEY, at bigint NOT NULL, caller text NOT NULL, repository text NOT NULL, tool text NOT NULL, ok integer NOT NULL, error_code text, duration_ms integer NOT NULL, bytes integer NOT NULL)',
    'CREATE INDEX audit_at ON audit(at)',
  ],
};

/** SQLite has each index in a file of its own. */
export const MIGRATIONS = { sqlite: [HUB_TABLES], postgres: [INDEX_TABLES, HUB_TABLES] } as const;

export interface StoredRepository extends RepositorySettings {
  fetchedAt: number | undefined;
  problem: string | undefined;
  problemSince: number | undefined;
}

export interface StoredBranch {
  repository: string;
  name: string;
  isDefault: boolean;
  commit: string;
  index: string;
  files: number;
  indexedAt: number;
}

export interface StoredToken {
  id: string;
  name: string;
  hash: string;
  repositories: readonly string[];
  writesNotes: boolean;
  perMinute: number | undefined;
  createdAt: number;
  expiresAt: number | undefined;
  revokedAt: number | undefined;
}

export interface AuditRow {
  id: string;
  at: number;
  caller: string;
  repository: string;
  tool: string;
  ok: boolean;
  errorCode: string | undefined;
  durationMs: number;
  bytes: number;
}

export class HubStore {
  readonly #database: SqlDatabase;

  constructor(database: SqlDatabase) {
    this.#database = database;
  }

  async repositories(): Promise<StoredRepository[]> {
    return (await this.#database.query('SELECT * FROM repository ORDER BY name')).map(repositoryOf);
  }

  async putRepository(
    { name, url, branches, secretEnv, webhookEnv }: RepositorySettings,
    inFile: boolean,
  ): Promise<void> {
    await this.#database.query(
      `INSERT INTO repository(name, url, branches, secret_env, webhook_env, in_file) VALUES($1, $2, $3, $4, $5, $6)
       ON CONFLICT(name) DO UPDATE SET url = excluded.url, branches = excluded.branches, secret_env = excluded.secret_env,
         webhook_env = excluded.webhook_env, in_file = excluded.in_file`,
      [name, url, JSON.stringify(branches), secretEnv ?? null, webhookEnv ?? null, inFile ? 1 : 0],
    );
  }

  /** Those that a hub.toml had and has no longer. */
  async removeUnlisted(names: readonly string[]): Promise<void> {
    for (const row of await this.#database.query('SELECT name FROM repository WHERE in_file = 1'))
      if (!names.includes(String(row.name))) await this.removeRepository(String(row.name));
  }

  async removeRepository(name: string): Promise<boolean> {
    await this.#database.query('DELETE FROM branch WHERE repository = $1', [name]);
    return (
      (await this.#database.query('DELETE FROM repository WHERE name = $1 RETURNING name', [name])).length > 0
    );
  }

  async fetched(name: string, at: number): Promise<void> {
    await this.#database.query(
      'UPDATE repository SET fetched_at = $2, problem = NULL, problem_since = NULL WHERE name = $1',
      [name, at],
    );
  }

  async failed(name: string, problem: string, at: number): Promise<void> {
    await this.#database.query(
      'UPDATE repository SET problem = $2, problem_since = coalesce(problem_since, $3) WHERE name = $1',
      [name, problem, at],
    );
  }

  async branches(): Promise<StoredBranch[]> {
    return (await this.#database.query('SELECT * FROM branch ORDER BY repository, name')).map(branchOf);
  }

  async putBranch({
    repository,
    name,
    isDefault,
    commit,
    index,
    files,
    indexedAt,
  }: StoredBranch): Promise<void> {
    await this.#database.query(
      `INSERT INTO branch(repository, name, is_default, commit_id, index_name, files, indexed_at) VALUES($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT(repository, name) DO UPDATE SET is_default = excluded.is_default, commit_id = excluded.commit_id,
         index_name = excluded.index_name, files = excluded.files, indexed_at = excluded.indexed_at`,
      [repository, name, isDefault ? 1 : 0, commit, index, files, indexedAt],
    );
  }

  async removeBranch(repository: string, name: string): Promise<void> {
    await this.#database.query('DELETE FROM branch WHERE repository = $1 AND name = $2', [repository, name]);
  }

  async tokens(): Promise<StoredToken[]> {
    return (await this.#database.query('SELECT * FROM token ORDER BY name')).map(tokenOf);
  }

  async token(id: string): Promise<StoredToken | undefined> {
    return (await this.#database.query('SELECT * FROM token WHERE id = $1', [id])).map(tokenOf)[0];
  }

  /** False: a token has that name. */
  async addToken({
    id,
    name,
    hash,
    repositories,
    writesNotes,
    perMinute,
    createdAt,
    expiresAt,
  }: StoredToken): Promise<boolean> {
    const added = await this.#database.query(
      `INSERT INTO token(id, name, hash, repositories, writes, per_minute, created_at, expires_at) VALUES($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT(name) DO NOTHING RETURNING id`,
      [
        id,
        name,
        hash,
        JSON.stringify(repositories),
        writesNotes ? 'notes' : '',
        perMinute ?? null,
        createdAt,
        expiresAt ?? null,
      ],
    );
    return added.length > 0;
  }

  async revokeToken(name: string, at: number): Promise<boolean> {
    const revoked = await this.#database.query(
      'UPDATE token SET revoked_at = coalesce(revoked_at, $2) WHERE name = $1 RETURNING id',
      [name, at],
    );
    return revoked.length > 0;
  }

  /** The number of the next branch of a caller, from 1; none is given twice. */
  async nextNote(caller: string): Promise<number> {
    const name = `notes of ${caller}`;
    const [row] = await this.#database.query(
      `INSERT INTO hub_fact(name, value) VALUES($1, '1') ON CONFLICT(name) DO UPDATE SET value = CAST(CAST(hub_fact.value AS integer) + 1 AS text) RETURNING value`,
      [name],
    );
    return Number(row?.value);
  }

  /** A word for this database, made with the first question. */
  async identity(token: string): Promise<string> {
    await this.#database.query(
      "INSERT INTO hub_fact(name, value) VALUES('identity', $1) ON CONFLICT(name) DO NOTHING",
      [token],
    );
    const [row] = await this.#database.query("SELECT value FROM hub_fact WHERE name = 'identity'");
    return String(row?.value);
  }

  async audit(rows: readonly AuditRow[]): Promise<void> {
    await this.#database.transaction(async (query) => {
      for (const { id, at, caller, repository, tool, ok, errorCode, durationMs, bytes } of rows)
        await query(
          'INSERT INTO audit(id, at, caller, repository, tool, ok, error_code, duration_ms, bytes) VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9)',
          [id, at, caller, repository, tool, ok ? 1 : 0, errorCode ?? null, durationMs, bytes],
        );
    });
  }

  async audited(limit: number): Promise<AuditRow[]> {
    return (await this.#database.query('SELECT * FROM audit ORDER BY at DESC, id LIMIT $1', [limit])).map(
      auditOf,
    );
  }
}

function repositoryOf(row: SqlRow): StoredRepository {
  return {
    name: String(row.name),
    url: String(row.url),
    branches: listOf(row.branches),
    secretEnv: textOf(row.secret_env),
    webhookEnv: textOf(row.webhook_env),
    fetchedAt: numberOf(row.fetched_at),
    problem: textOf(row.problem),
    problemSince: numberOf(row.problem_since),
  };
}

function branchOf(row: SqlRow): StoredBranch {
  return {
    repository: String(row.repository),
    name: String(row.name),
    isDefault: Number(row.is_default) === 1,
    commit: String(row.commit_id),
    index: String(row.index_name),
    files: Number(row.files),
    indexedAt: Number(row.indexed_at),
  };
}

function tokenOf(row: SqlRow): StoredToken {
  return {
    id: String(row.id),
    name: String(row.name),
    hash: String(row.hash),
    repositories: listOf(row.repositories),
    writesNotes: row.writes === 'notes',
    perMinute: numberOf(row.per_minute),
    createdAt: Number(row.created_at),
    expiresAt: numberOf(row.expires_at),
    revokedAt: numberOf(row.revoked_at),
  };
}

function auditOf(row: SqlRow): AuditRow {
  return {
    id: String(row.id),
    at: Number(row.at),
    caller: String(row.caller),
    repository: String(row.repository),
    tool: String(row.tool),
    ok: Number(row.ok) === 1,
    errorCode: textOf(row.error_code),
    durationMs: Number(row.duration_ms),
    bytes: Number(row.bytes),
  };
}

function listOf(value: unknown): string[] {
  const list = parseJson(String(value));
  return list.ok ? stringsOf(list.value) : [];
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function numberOf(value: unknown): number | undefined {
  return value === null || value === undefined ? undefined : Number(value);
}
