import type { Knex } from 'knex'

/** One unchanging view of the log and its sums. Inside a transaction: that one. */
export const inSnapshot = <Result>(db: Knex, work: (trx: Knex) => Promise<Result>): Promise<Result> =>
  db.isTransaction === true
    ? work(db)
    : db.transaction((trx) => work(trx), { readOnly: true, isolationLevel: 'repeatable read' })
