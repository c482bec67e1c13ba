import type { Texts } from '../errors/reasons.ts'
import { startText } from '../errors/start-texts.ts'

/** By error code of Node.js (network and files) or PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
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

/** By SQLite's primary result code: https://sqlite.org/rescode.html */
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
 * Explains to the person who starts the daemon why it cannot use a store or one of its files. The system's own message follows
 * in parentheses, because people search for it. For an unknown error, that message is all there is.
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
      : // pg has no code for it.
        said === 'timeout expired'
        ? words.ETIMEDOUT
        : words[String(code)]
  return known === undefined ? said : { en: `${known.en} (${said})`, zh: `${known.zh}（${said}）` }
}

/** knex puts the statement before the database's own text. */
function withoutStatement(message: string): string {
  const separator = message.lastIndexOf(' - ')
  return (separator < 0 ? message : message.slice(separator + 3)).replace(/[.\s]+$/, '')
}
