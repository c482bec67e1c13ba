import type { Texts } from '../errors/reasons.ts'
import { startText } from '../errors/start-texts.ts'

/**
 * Reasons by error code of Node.js (network and files) or PostgreSQL
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
const words: Readonly<Record<string, Texts>> = {
  ECONNREFUSED: startText('nobodyListens'),
  ENOTFOUND: startText('hostUnknown'),
  EAI_AGAIN: startText('hostUnknown'),
  ETIMEDOUT: startText('noAnswer'),
  EHOSTUNREACH: startText('noAnswer'),
  ENETUNREACH: startText('noAnswer'),
  EACCES: startText('noPermission'),
  EPERM: startText('noPermission'),
  EROFS: startText('readOnly'),
  ENOSPC: startText('diskFull'),
  EDQUOT: startText('quotaUsed'),
  '25006': startText('serverReadOnly'),
  '28000': startText('userNotAdmitted'),
  '28P01': startText('passwordWrong'),
  '3D000': startText('databaseMissing'),
  '42501': startText('rightMissing'),
  '53100': startText('diskFull'),
  '53300': startText('connectionsUsed'),
  '57P03': startText('serverStarting'),
}

/** Reasons by SQLite's primary result code: https://sqlite.org/rescode.html */
const wordsOfSqlite: Readonly<Record<number, Texts>> = {
  5: startText('fileLocked'),
  6: startText('fileLocked'),
  8: startText('fileReadOnly'),
  10: startText('diskFails'),
  11: startText('contentDamaged'),
  13: startText('diskFull'),
  14: startText('fileUnopenable'),
  26: startText('noDatabase'),
}

/**
 * Explains to the person who starts the daemon why a store or one of its files cannot be used. The system's own message
 * follows in parentheses, because people search for it. For an unknown error, that message is all there is.
 */
export function storeReason(error: unknown): Texts | string {
  // A host with several addresses fails with one error per address.
  if (error instanceof AggregateError) return storeReason(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  const said = withoutStatement(error.message)
  const known =
    typeof errcode === 'number'
      ? wordsOfSqlite[errcode & 0xff]
      : // pg has no code for a timeout.
        said === 'timeout expired'
        ? words.ETIMEDOUT
        : words[String(code)]
  return known === undefined ? said : { en: `${known.en} (${said})`, zh: `${known.zh}（${said}）` }
}

/** Removes the statement that knex puts in front of the database's own text. */
function withoutStatement(message: string): string {
  const separator = message.lastIndexOf(' - ')
  return (separator < 0 ? message : message.slice(separator + 3)).replace(/[.\s]+$/, '')
}
