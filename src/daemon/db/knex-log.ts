import type { Knex } from 'knex'
import type { Logger } from 'pino'

/**
 * Logs knex's messages as one line each, at a level that calls for no action: anything important also reaches the
 * caller as an error, and knex's advice ("migrate:unlock", "are you missing a .transacting call") is not for operators.
 */
export function createKnexLog(log: Pick<Logger, 'debug'> | undefined): Knex.Logger {
  const note = (message: unknown) => {
    const [firstLine] = String(message).split('\n', 1)
    log?.debug({ source: 'knex' }, firstLine)
  }
  return { warn: note, error: note, debug: note, deprecate: note }
}
