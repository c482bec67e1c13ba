import type { AddressInfo } from 'node:net'
import { type EventReader, readEvents } from '../../../support/event-reader.ts'
import type { Caller, TestApi } from '../../../support/test-services.ts'

const addressOf = (api: TestApi): string =>
  `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`

/** Connects to the live feed. @param query including its question mark */
export const connect = (
  api: TestApi,
  caller: Caller,
  query = '',
  headers: Readonly<Record<string, string>> = {},
): Promise<EventReader> =>
  readEvents(`${addressOf(api)}/api/event/${query}`, { ...caller.headers, ...headers })

/** Connects to the live feed and waits until new events are delivered. */
export async function follow(
  api: TestApi,
  caller: Caller,
  query = '',
  headers: Readonly<Record<string, string>> = {},
): Promise<EventReader> {
  const reader = await connect(api, caller, query, headers)
  await reader.live()
  return reader
}

/** Writes log rows like those of a call, without making a call. @returns their ids */
export async function writeRows(
  api: TestApi,
  count: number,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<number[]> {
  const row = { type: 2, user_id: 1, username: 'root', at_ms: api.clock.now(), model: 'gpt-4o', ...fields }
  const ids: number[] = []
  for (let left = count; left > 0; left -= 50) {
    const rows = Array.from({ length: Math.min(left, 50) }, () => row)
    const written: { id: number }[] = await api.services.knex('usage_logs').insert(rows).returning('id')
    ids.push(...written.map(({ id }) => Number(id)))
  }
  return ids
}
