/** Databases that several machines share: what only a hub needs, so that a server over stdio never loads it. */
export { openSqlFile, type SqlDatabase, type SqlQuery, type SqlRow } from './sql/database.ts';
export { checkMigrated, type Migration, migrate } from './sql/migrations.ts';
export { openPostgres, type PostgresDatabase, saysAway } from './sql/postgres.ts';
export { copySqlite } from './sqlite/copy.ts';
