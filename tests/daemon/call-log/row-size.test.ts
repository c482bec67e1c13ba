import { describe, expect, it } from 'vitest'
import { storeCall } from '../../../src/daemon/call-log/store-call.ts'
import type { Reserve, Settle } from '../../../src/daemon/ledger/operations.ts'
import { amount } from '../../../src/daemon/money/amount.ts'
import { NO_USAGE } from '../../../src/daemon/protocols/usage.ts'
import { newRequestId } from '../../../src/daemon/relay/inbound/request-id.ts'
import { createPostgresStore, createSqliteStore, type LedgerStore, openAccounts } from '../ledger/stores.ts'
import { priceOf } from './any-call.ts'

const CALLS = 20_000
const price = priceOf({ model: 'gpt-4o-mini', modelRatio: '0.075' })
const channel = { channel_id: 3, channel_name: 'main upstream', priority: 0, weight: 0 }
const beginMs = 1_790_000_000_000

/** Makes a plain chat call as the relay settles it. Longer calls come later than their ids suggest. */
function plainCall(at: number): readonly [Reserve, Settle] {
  const startedMs = beginMs + at * 7
  const id = newRequestId(startedMs)
  const tookMs = 400 + ((at * 37) % 900)
  const userId = 1
  const usage = { ...NO_USAGE, inputTokens: 150 + (at % 500), outputTokens: 80 + (at % 300) }
  const cost = amount(3_000 + ((at * 13) % 9_000))
  const columns = {
    requestId: id,
    tokenName: 'production',
    group: 'default',
    model: 'gpt-4o-mini',
    promptTokens: usage.inputTokens,
    completionTokens: usage.outputTokens,
    isStream: false,
    useTimeMs: tookMs + 3,
    usageSource: 'upstream',
  }
  const explained = {
    path: '/v1/chat/completions',
    model: columns.model,
    upstream_model: columns.model,
    group: columns.group,
    token: columns.tokenName,
    pinned: false,
    candidates: [channel],
    attempts: [{ ...channel, status: 200, took_ms: tookMs }],
    first_byte_ms: tookMs,
    usage: { ...usage, source: 'upstream', rule: 'P1', flags: [] },
    hold: {
      amount: '1240.725',
      final: '1240.725',
      prompt_tokens_estimate: usage.inputTokens + 3,
      at_ms: startedMs + 1,
      settled_ms: startedMs + tookMs + 3,
    },
  }
  const content = 'model ratio 0.075, completion ratio 4, group ratio 1'
  const owner = { userId, tokenId: userId }
  return [
    {
      op: 'reserve',
      id,
      ...owner,
      amount: amount(1_240_725),
      atMs: startedMs,
      deadlineMs: startedMs + 600_000,
      snapshot: '{}',
    },
    {
      op: 'settle',
      id,
      ...owner,
      channelId: channel.channel_id,
      cost,
      atMs: startedMs + tookMs + 3,
      log: {
        ...columns,
        atMs: startedMs + tookMs + 3,
        type: 2,
        ...owner,
        username: `customer-${userId}`,
        channelId: channel.channel_id,
        quota: cost,
        ip: '',
        ...storeCall(columns, { explained, extras: undefined, content }, price),
      },
      stat: { model: columns.model, hourTime: 0, tokens: usage.inputTokens + usage.outputTokens },
      note: null,
    },
  ]
}

const sizes = {
  sqlite: 'SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()',
  postgres: `SELECT sum(pg_total_relation_size(oid)) AS bytes FROM pg_class
    WHERE relname IN ('usage_logs', 'entries', 'quotes', 'hourly_stats')`,
} as const

/** Measured: 349 and 664 bytes; when the calls of twenty users alternate, 361 and 703. */
const bytesMax = { sqlite: 400, postgres: 700 } as const

async function bytesOf(store: LedgerStore): Promise<number> {
  const [row] = await store.all(sizes[store.name])
  return Number(row?.bytes)
}

describe.each(['sqlite', 'postgres'] as const)('the database on %s', (name) => {
  it(`grows by less than ${bytesMax[name]} bytes for each plain call`, async () => {
    const store = name === 'sqlite' ? await createSqliteStore() : await createPostgresStore('row-size')
    await openAccounts(store, [{ userId: 1, balance: 10n ** 12n, tokens: [{ id: 1, limit: null }] }])
    const before = await bytesOf(store)
    const all = Array.from({ length: CALLS }, (_, at) => plainCall(at)).sort(
      ([, left], [, right]) => left.atMs - right.atMs,
    )
    for (let at = 0; at < CALLS; at += 100) {
      const calls = all.slice(at, at + 100)
      const outcomes = await store.engine.apply(calls.flat())
      expect(outcomes.every(({ ok }) => ok)).toBe(true)
    }
    const bytes = ((await bytesOf(store)) - before) / CALLS
    expect(bytes).toBeLessThan(bytesMax[name])
    await store.close()
  })
})
