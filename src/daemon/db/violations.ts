import { StorageUnavailableError } from './failure.ts'

/** SQLite: https://sqlite.org/rescode.html, extended codes PRIMARYKEY, UNIQUE and ROWID of SQLITE_CONSTRAINT. */
const sqliteUnique = new Set([1555, 2067, 2579])

/** Primary codes that mean "not now": PERM, BUSY, LOCKED, NOMEM, READONLY, IOERR, FULL, CANTOPEN. */
const sqliteUnavailable = new Set([3, 5, 6, 7, 8, 10, 13, 14])

/**
 * PostgreSQL classes and codes that mean "not now" (https://www.postgresql.org/docs/15/errcodes-appendix.html):
 * connection exception, insufficient resources, operator intervention (shutdown, cancelled by a timeout), system error,
 * read-only server, lock timeout, transaction ended for being idle.
 */
const postgresUnavailable = /^(08...|53...|57...|58...|25006|25P03|55P03)$/

const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** Messages of node-postgres and knex for lost connections, which have no code. */
const lostConnection =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when|Query read timeout|Unable to acquire a connection)|timeout expired|Timeout acquiring a connection/

/** Reports whether a statement failed because a row with the same unique values exists. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode } = codesOf(error)
  return code === '23505' || (errcode !== undefined && sqliteUnique.has(errcode))
}

/**
 * Reports whether the database could not be used: locked, full, read-only, disconnected or too slow. The request itself
 * was valid and may be retried; the API responds with `storage_unavailable`.
 */
export function isStorageUnavailable(error: unknown): boolean {
  if (error instanceof StorageUnavailableError) return true
  const { code, errcode, message } = codesOf(error)
  if (errcode !== undefined) return sqliteUnavailable.has(errcode & 0xff)
  // The ledger's own code, which also survives a thread boundary.
  if (code === 'storage_unavailable') return true
  if (code !== undefined && (postgresUnavailable.test(code) || socketCodes.has(code))) return true
  // knex puts the statement in front: "select 1 - Connection terminated unexpectedly".
  return message.split(' - ').some((part) => lostConnection.test(part))
}

function codesOf(error: unknown): { code: string | undefined; errcode: number | undefined; message: string } {
  if (typeof error !== 'object' || error === null) return { code: undefined, errcode: undefined, message: '' }
  const { code, errcode, message } = error as { code?: unknown; errcode?: unknown; message?: unknown }
  return {
    code: typeof code === 'string' ? code : undefined,
    errcode: typeof errcode === 'number' ? errcode : undefined,
    message: typeof message === 'string' ? message : '',
  }
}
