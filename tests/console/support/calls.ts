import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startSimulator } from '../../support/simulator/simulator.ts'
import type { Site } from './site.ts'

/** Calls through the gateway that fill the log, and how to find them. */
export interface MadeCalls {
  readonly token: string
  /** Answered by the second channel, after the first had failed. */
  readonly retried: string
  readonly streamed: string
  readonly failed: string
}

/**
 * Sends an ordinary call, one that is retried, one that is streamed and one that fails. Failures and texts are logged.
 *
 * @param model must have a price, and only the channels created by this function
 */
export async function makeCalls(site: Site, prefix = 'data', model = 'gpt-4o'): Promise<MadeCalls> {
  const upstream = await startSimulator()
  const { admin, url } = site
  const token = `${prefix}-ci`
  for (const [key, value] of [
    ['LogErrorEnabled', 'true'],
    ['LogChatContentEnabled', 'true'],
    ['RetryTimes', '1'],
  ] as const)
    await admin.setOption(key, value)
  const channel = { key: 'sk-upstream', base_url: upstream.url, models: model, auto_ban: 0 }
  await admin.createChannel({ ...channel, name: `${prefix}-first`, priority: 10 })
  await admin.createChannel({ ...channel, name: `${prefix}-second`, priority: 0 })
  const { key } = await admin.createToken({ name: token })
  const call = async (content: string, stream = false): Promise<string> => {
    const answer = await fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, stream, messages: [{ role: 'user', content }] }),
    })
    await answer.text()
    return answer.headers.get('x-request-id') ?? ''
  }
  try {
    await call(`${prefix}-question`)
    upstream.next({ status: 503 }, {})
    const retried = await call(`${prefix}-second question`)
    const streamed = await call(`${prefix}-third question`, true)
    upstream.next({ status: 500 }, { status: 500 })
    const failed = await call(`${prefix}-fourth question`)
    return { token, retried, streamed, failed }
  } finally {
    await upstream.close()
  }
}

/**
 * A row of the log as stored in the database. The defaults are those of an ordinary call of the super administrator.
 */
export type StoredRow = Partial<
  Readonly<
    Record<
      | 'request_id'
      | 'at_ms'
      | 'type'
      | 'model'
      | 'token_name'
      | 'use_time_ms'
      | 'is_stream'
      | 'prompt_tokens'
      | 'completion_tokens'
      | 'quota'
      | 'content'
      | 'ip'
      | 'group_name'
      | 'other',
      string | number | null
    >
  >
>

/** Writes rows directly into the log, such as old ones that no test can wait for. */
export function writeRows(site: Site, rows: readonly StoredRow[]): void {
  const store = new DatabaseSync(join(site.dataDir, 'tollgate.db'), { timeout: 10_000 })
  try {
    for (const row of rows) {
      const full = {
        at_ms: Date.now(),
        type: 2,
        user_id: 1,
        username: 'root',
        token_name: 'written',
        model: 'written-model',
        ...row,
      }
      const names = Object.keys(full)
      store
        .prepare(`INSERT INTO usage_logs (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
        .run(...Object.values(full))
    }
  } finally {
    store.close()
  }
}
