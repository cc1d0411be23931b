import type { SqliteDatabase, SqliteRow, SqliteStatement } from '../../store/index.ts';

/** Statements by their text, prepared once. */
export class Statements {
  readonly #database: SqliteDatabase;
  readonly #prepared = new Map<string, SqliteStatement>();

  constructor(database: SqliteDatabase) {
    this.#database = database;
  }

  run(sql: string, ...values: Parameters<SqliteStatement['run']>): void {
    this.#statement(sql).run(...values);
  }

  get(sql: string, ...values: Parameters<SqliteStatement['get']>): SqliteRow | undefined {
    return this.#statement(sql).get(...values);
  }

  all(sql: string, ...values: Parameters<SqliteStatement['all']>): SqliteRow[] {
    return this.#statement(sql).all(...values);
  }

  #statement(sql: string): SqliteStatement {
    let statement = this.#prepared.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#prepared.set(sql, statement);
    }
    return statement;
  }
}
