import { setTimeout as pause } from 'node:timers/promises'
import { CliError } from '../cli-error.ts'
import type { Api } from './api.ts'

/** How often, and how long, the books are asked for a call that has just ended. */
const tries = 20
const pauseMs = 100
/** Rows of the token's log to look among: other calls may have come after. */
const rowsMax = 50

/**
 * What a call of a token has cost, in quota units as exact decimal text. The token's own log says it, so that whoever
 * has nothing but a key learns it, too.
 * @returns undefined when the books do not say it soon
 */
export async function priceOfCall(api: Api, key: string, requestId: string): Promise<string | undefined> {
  const asToken = api.as({ kind: 'token', token: key })
  for (let attempt = 0; attempt < tries && requestId !== ''; attempt += 1) {
    try {
      const rows = await asToken.list('/api/log/token', {}, { limit: rowsMax, isLookup: true })
      const row = rows.find((each) => each.request_id === requestId && each.type === 2)
      if (row !== undefined) return row.quota_exact
    } catch (error) {
      // The answer is there and paid for; that its price cannot be read must not take it away.
      if (error instanceof CliError) return undefined
      throw error
    }
    await pause(pauseMs)
  }
  return undefined
}
