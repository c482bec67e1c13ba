import type { Knex } from 'knex'

/** Runs `work` in one unchanging view of the database. Inside a transaction, uses that transaction. */
export const inSnapshot = <Result>(db: Knex, work: (trx: Knex) => Promise<Result>): Promise<Result> =>
  db.isTransaction === true
    ? work(db)
    : db.transaction((trx) => work(trx), { readOnly: true, isolationLevel: 'repeatable read' })
