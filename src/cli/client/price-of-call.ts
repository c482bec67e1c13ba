import { setTimeout as pause } from 'node:timers/promises'
import { CliError } from '../cli-error.ts'
import type { Api } from './api.ts'

/** How often to look up the charge of a request that has just ended, and the pause in between. */
const tries = 20
const pauseMs = 100
/** Number of rows of the token's log to search, because other requests may have followed. */
const rowsMax = 50

/**
 * Returns the cost of a request made with an API token, in quota units as exact decimal text. It is read from the
 * token's own log, for which the key is enough.
 * @returns undefined when the charge does not appear soon
 */
export async function priceOfCall(api: Api, key: string, requestId: string): Promise<string | undefined> {
  const asToken = api.as({ kind: 'token', token: key })
  for (let attempt = 0; attempt < tries && requestId !== ''; attempt += 1) {
    try {
      const rows = await asToken.list('/api/log/token', {}, { limit: rowsMax, isLookup: true })
      const row = rows.find((each) => each.request_id === requestId && each.type === 2)
      if (row !== undefined) return row.quota_exact
    } catch (error) {
      // The response has arrived and is paid for; failing to read its price must not discard it.
      if (error instanceof CliError) return undefined
      throw error
    }
    await pause(pauseMs)
  }
  return undefined
}
