import knexFactory, { type Knex } from 'knex'
import KnexSqliteTransaction from 'knex/lib/dialects/sqlite3/execution/sqlite-transaction.js'
import KnexSqliteClient from 'knex/lib/dialects/sqlite3/index.js'
import { beginRead, beginWrite, type SqliteConnection } from './connection.ts'
import { SqliteQueryCompiler } from './query-compiler.ts'
import type { SqliteStore } from './store.ts'

/** A statement as knex passes it to a client, with instructions for processing the result. */
interface CompiledStatement {
  readonly sql: string
  readonly bindings?: readonly unknown[]
  readonly method?: string
  readonly returning?: unknown
  readonly output?: unknown
  response?: unknown
  context?: unknown
}

interface DialectConfig extends Knex.Config {
  readonly store: SqliteStore
}

/**
 * knex on {@link SqliteStore}. `transaction(…)` writes and holds the writer until it ends; `transaction(…, { readOnly:
 * true })` reads one unchanging view of the data without blocking anybody.
 *
 * knex creates the client of a transaction from this prototype without running the constructor, so the class has no
 * state.
 */
class SqliteClient extends KnexSqliteClient {
  _driver(): object {
    return {}
  }

  override transaction(...parameters: unknown[]): Knex.Transaction {
    return new SqliteTransaction(this, ...parameters) as unknown as Knex.Transaction
  }

  override queryCompiler(builder: unknown, bindings?: unknown): SqliteQueryCompiler {
    return new SqliteQueryCompiler(this, builder, bindings)
  }

  override async acquireConnection(): Promise<SqliteConnection> {
    return (this.config as DialectConfig).store.connection()
  }

  override async releaseConnection(connection: SqliteConnection): Promise<void> {
    connection.release()
  }

  override async destroy(): Promise<void> {
    await (this.config as DialectConfig).store.close()
  }

  async _query(connection: SqliteConnection, statement: CompiledStatement): Promise<CompiledStatement> {
    const { rows, changes, lastId } = await connection.execute(statement.sql, statement.bindings ?? [])
    statement.context = { changes, lastID: lastId }
    statement.response = rows ?? { changes, lastInsertRowid: lastId }
    return statement
  }

  /** Handles `DELETE … RETURNING`, which is newer than knex's SQLite dialect. */
  override processResponse(statement: CompiledStatement, runner: unknown): unknown {
    if (statement.method === 'del' && statement.returning && !statement.output) return statement.response
    return super.processResponse(statement, runner)
  }
}

class SqliteTransaction extends KnexSqliteTransaction {
  /**
   * Begins with IMMEDIATE: if a deferred transaction starts to write after another one wrote, it fails with
   * SQLITE_BUSY_SNAPSHOT, and waiting does not help.
   */
  override begin(connection: unknown): Promise<unknown> {
    return this.query(connection, this.readOnly ? beginRead : beginWrite)
  }
}

/** @returns a knex whose `destroy()` closes the store */
export function createSqliteKnex(store: SqliteStore, log: Knex.Logger): Knex {
  const config: DialectConfig = {
    client: SqliteClient,
    store,
    log,
    useNullAsDefault: true,
    // Bindings contain keys and people's messages, which must not appear in error texts.
    compileSqlOnError: false,
  }
  return knexFactory(config)
}
