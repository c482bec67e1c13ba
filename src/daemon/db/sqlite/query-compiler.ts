import KnexQueryCompiler from 'knex/lib/dialects/sqlite3/query/sqlite-querycompiler.js'

/** knex's SQLite compiler, updated for newer SQLite features. */
export class SqliteQueryCompiler extends KnexQueryCompiler {
  /** Compiles several rows as `VALUES (…), (…)`. knex joins them with `UNION ALL`, which SQLite limits to 500 terms. */
  override insert() {
    const { insert: rows, onConflict, ignore, merge, returning } = this.single
    if (!Array.isArray(rows) || rows.length < 2) return super.insert()
    const { columns, values } = this._prepInsert(rows)
    if (columns.length === 0) return super.insert()
    const tuples = values.map(
      (row) => `(${this.client.parameterize(row, null, this.builder, this.bindingsHolder)})`,
    )
    let sql = `${this.with()}insert into ${this.tableName} (${this.formatter.columnize(columns)}) values ${tuples.join(', ')}`
    if (onConflict && ignore) sql += this._ignore(onConflict)
    else if (onConflict && merge) sql += this._merge(merge.updates, onConflict, rows) + spaced(this.where())
    return { sql: sql + this._returning(returning), returning }
  }

  override del() {
    const { returning } = this.single
    return { sql: `${super.del()}${this._returning(returning)}`, returning }
  }
}

const spaced = (clause: string | undefined): string => (clause ? ` ${clause}` : '')
