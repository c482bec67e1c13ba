/** The parts of knex's own SQLite dialect that ours extends; knex ships no types for them. */
declare module 'knex/lib/dialects/sqlite3/index.js' {
  import type { Knex } from 'knex'

  class Client_SQLite3 extends Knex.Client {
    processResponse(statement: object, runner: unknown): unknown
  }
  export = Client_SQLite3
}

declare module 'knex/lib/dialects/sqlite3/execution/sqlite-transaction.js' {
  class Transaction_Sqlite {
    constructor(client: unknown, ...rest: unknown[])
    readonly readOnly: boolean | undefined
    query(connection: unknown, sql: string, status?: number, value?: unknown): Promise<unknown>
    begin(connection: unknown): Promise<unknown>
  }
  export = Transaction_Sqlite
}

declare module 'knex/lib/dialects/sqlite3/query/sqlite-querycompiler.js' {
  interface Compiled {
    readonly sql: string
    readonly returning?: unknown
  }

  class QueryCompiler_SQLite3 {
    constructor(client: unknown, builder: unknown, bindings: unknown)
    /** The parts of the statement that occur only once, as collected by the builder. */
    readonly single: {
      readonly insert?: unknown
      readonly onConflict?: unknown
      readonly ignore?: unknown
      readonly merge?: { readonly updates: unknown }
      readonly returning?: unknown
    }
    readonly tableName: string
    readonly builder: unknown
    readonly bindingsHolder: unknown
    readonly formatter: { columnize(columns: readonly string[]): string }
    readonly client: {
      parameterize(row: readonly unknown[], missing: unknown, builder: unknown, bindings: unknown): string
    }
    with(): string
    where(): string | undefined
    insert(): unknown
    del(): unknown
    _prepInsert(rows: unknown): { readonly columns: readonly string[]; readonly values: readonly unknown[][] }
    _ignore(columns: unknown): string
    _merge(updates: unknown, columns: unknown, rows: unknown): string
    _returning(columns: unknown): string
  }
  export = QueryCompiler_SQLite3
}
