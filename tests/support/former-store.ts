import type { Knex } from 'knex'
import type { Explained } from '../../src/daemon/call-log/call.ts'
import type { Database } from '../../src/daemon/db/database.ts'
import { listMigrations, type Migration } from '../../src/daemon/db/migrate.ts'
import { NO_USAGE } from '../../src/daemon/protocols/usage.ts'
import { newRequestId } from '../../src/daemon/relay/inbound/request-id.ts'
import { priceOf } from '../daemon/call-log/any-call.ts'
import { createRandom } from '../daemon/ledger/history.ts'
import { type FormerCall, writeFormerly } from './former-log-rows.ts'

/** The newest migration that the version of these stores knew. */
const LAST_CHANGE = '20261122124000_create_notices.js'

/** Returns the schema from when every row of the log repeated its price, for `openDatabase`. */
export const formerMigrations = (): Migration[] => listMigrations().filter(({ name }) => name <= LAST_CHANGE)

export interface FormerStoreOptions {
  readonly rows: number
  /** Unix milliseconds of the first row; one follows every 50 ms. */
  readonly beginMs?: number
  readonly seed?: number
  /** Called after each chunk with the number of rows written so far. */
  readonly onRows?: (written: number) => void
}

const USERS = 40
/**
 * First id of the users, tokens and channels of the rows. A site that is set up on the store later uses none of them.
 */
const FIRST_ID = 1_001
const CHUNK = 1_000
const BALANCE = 4_000_000_000_000
const channels = Array.from({ length: 5 }, (_, at) => ({
  channel_id: FIRST_ID + at,
  channel_name: ['main', 'backup east', '备用渠道', 'cheap', 'last resort'][at] ?? '',
  priority: at === 4 ? -1 : 0,
  weight: at * 5,
}))
const prices = [
  priceOf({ model: 'gpt-4o-mini', modelRatio: '0.075' }),
  priceOf({ model: 'gpt-4o' }),
  priceOf({ model: 'claude-sonnet-4', modelRatio: '1.5', userGroupRatio: '0.9' }),
  priceOf({ model: 'dall-e-3', perCall: '0.04' }),
]

/**
 * Fills an empty store of the older schema with calls as they were logged then: plain ones, streams, retries,
 * Anthropic's protocol, tokens from a cache, logged content, failures, recovered calls. The books add up.
 *
 * @param database opened with {@link formerMigrations}
 */
export async function fillFormerStore(
  { knex, engine }: Pick<Database, 'knex' | 'engine'>,
  { rows, beginMs = 1_790_000_000_000, seed = 1, onRows }: FormerStoreOptions,
): Promise<void> {
  const random = createRandom(seed)
  const insert = inserter(knex, engine)
  const wallets = Array.from({ length: USERS }, (_, at) => ({
    userId: FIRST_ID + at,
    wseq: 1,
    used: 0,
    requests: 0,
  }))
  const usedBy = new Map<number, number>()
  await insert(
    'entries',
    wallets.map(({ userId }) => ({
      ...noEntry,
      user_id: userId,
      wseq: 1,
      kind: 15,
      ref: `opening:${userId}`,
      delta: BALANCE,
      balance_after: BALANCE,
      at_ms: beginMs,
    })),
  )
  for (let written = 0; written < rows; ) {
    const logs: object[] = []
    const entries: object[] = []
    for (; logs.length < CHUNK && written + logs.length < rows; ) {
      const wallet = random.pick(wallets)
      const call = formerCall(random, beginMs + (written + logs.length) * 50)
      const row = {
        ...rowOf(call, random),
        user_id: wallet.userId,
        token_id: wallet.userId,
        username: `user ${wallet.userId}`,
      }
      logs.push(row)
      if (row.type !== 2 || row.quota === 0) continue
      wallet.wseq += 1
      wallet.used += row.quota
      wallet.requests += 1
      usedBy.set(row.channel_id, (usedBy.get(row.channel_id) ?? 0) + row.quota)
      entries.push({
        ...noEntry,
        user_id: wallet.userId,
        wseq: wallet.wseq,
        kind: row.usage_source === 'held' ? 2 : 1,
        ref: row.request_id,
        delta: -row.quota,
        balance_after: BALANCE - wallet.used,
        token_id: wallet.userId,
        channel_id: row.channel_id,
        at_ms: row.at_ms,
        is_logged: 1,
      })
    }
    await insert('usage_logs', logs)
    await insert('entries', entries)
    written += logs.length
    onRows?.(written)
  }
  await insert(
    'wallets',
    wallets.flatMap(({ userId, used, requests, wseq }) => [
      { user_id: userId, kind: 1, balance: BALANCE - used, held: 0, used, requests, last_wseq: wseq },
      { user_id: userId, kind: 2, balance: 0, held: 0, used: 0, requests: 0, last_wseq: 0 },
    ]),
  )
  await insert(
    'token_budgets',
    wallets.map(({ userId, used }) => ({
      token_id: userId,
      user_id: userId,
      unlimited: 1,
      granted: 0,
      remain: -used,
      held: 0,
      used,
      accessed_ms: 0,
    })),
  )
  await insert(
    'channel_counters',
    [...usedBy].map(([channelId, used]) => ({ channel_id: channelId, used })),
  )
}

const noEntry = {
  wallet_kind: 1,
  token_id: null,
  channel_id: null,
  actor_id: null,
  is_logged: 0,
  note: null,
}

type Random = ReturnType<typeof createRandom>

/** Builds a call that ends at this time. */
function formerCall(random: Random, settledMs: number): FormerCall {
  const quote = random.pick(prices)
  const isClaude = quote.pricedModel.startsWith('claude')
  const isStream = random.chance(0.4)
  const useTimeMs = 200 + random.below(9_000)
  const begunMs = settledMs - useTimeMs
  const isRetried = random.chance(0.1)
  const offered = random.chance(0.5) ? channels.slice(0, 1) : shuffled(random)
  const tried = offered.slice(0, isRetried && offered.length > 1 ? 2 : 1)
  const usage = {
    ...NO_USAGE,
    inputTokens: 20 + random.below(4_000),
    outputTokens: 1 + random.below(900),
    ...(random.chance(0.2) ? { cacheReadTokens: 16 } : {}),
    ...(isClaude && random.chance(0.5) ? { cacheWriteTokens: 4 } : {}),
    ...(random.chance(0.1) ? { reasoningTokens: 1 } : {}),
  }
  const isCut = isStream && random.chance(0.05)
  const source = isCut ? 'counted' : 'upstream'
  const heldMs = begunMs + 1
  const explained: Explained = {
    path: isClaude ? '/v1/messages' : '/v1/chat/completions',
    model: quote.pricedModel,
    upstream_model: random.chance(0.1) ? 'mapped-model' : quote.pricedModel,
    group: 'default',
    token: random.pick(['production', '测试']),
    pinned: random.chance(0.01),
    candidates: offered,
    ...(random.chance(0.05) ? { skipped: [{ channel_id: FIRST_ID + 9, reason: 'cooling' }] } : {}),
    attempts: tried.map((each, at) => ({
      ...each,
      status: at < tried.length - 1 ? 429 : 200,
      took_ms: Math.floor(useTimeMs / 2),
      ...(at < tried.length - 1
        ? { error: 'upstream_rate_limited', reason: 'Rate limit reached for “this” model: 请稍后再试' }
        : {}),
    })),
    first_byte_ms: Math.floor(useTimeMs / 2) - (isStream ? 20 : 0),
    usage: {
      ...usage,
      source,
      rule: isCut ? 'P4' : 'P1',
      flags: isCut ? ['usage_estimated', 'interrupted'] : [],
    },
    hold: {
      amount: '1240.725',
      final: isStream && random.chance(0.1) ? '2481.45' : '1240.725',
      prompt_tokens_estimate: usage.inputTokens + random.below(30),
      at_ms: heldMs,
      settled_ms: settledMs,
    },
  }
  return {
    columns: {
      requestId: newRequestId(begunMs),
      tokenName: explained.token,
      group: explained.group,
      model: explained.model,
      promptTokens: usage.inputTokens,
      completionTokens: usage.outputTokens,
      isStream,
      useTimeMs,
      usageSource: source,
    },
    quote,
    explained,
    isStreamAnswer: isStream,
    isClaude,
    isRealtime: false,
    losses: random.chance(0.05) ? ['logprobs'] : [],
    upstreamFormat: random.chance(0.05) ? 'gemini-generate' : undefined,
    reasoningEffort: random.chance(0.05) ? 'high' : undefined,
    contents: random.chance(0.02)
      ? { system_prompt: '', context: '', input_content: 'hello', output_content: '您好' }
      : undefined,
  }
}

const shuffled = (random: Random): (typeof channels)[number][] =>
  channels
    .map((channel) => ({ channel, draw: random.below(1_000) }))
    .sort((left, right) => left.draw - right.draw)
    .map(({ channel }) => channel)

/** Builds the row of a call. One in fifty is a failed attempt, one in two hundred a recovered call. */
function rowOf(call: FormerCall, random: Random) {
  const { columns, explained } = call
  const row = {
    request_id: columns.requestId,
    at_ms: explained.hold.settled_ms,
    type: 2,
    token_name: columns.tokenName,
    channel_id: explained.attempts.at(-1)?.channel_id ?? 0,
    group_name: columns.group,
    model: columns.model,
    prompt_tokens: columns.promptTokens,
    completion_tokens: columns.completionTokens,
    quota: 100 + random.below(9_000),
    is_stream: columns.isStream ? 1 : 0,
    use_time_ms: columns.useTimeMs,
    ip: '',
    usage_source: columns.usageSource,
  }
  if (random.chance(0.02))
    return {
      ...row,
      type: 6,
      quota: 0,
      prompt_tokens: 0,
      completion_tokens: 0,
      usage_source: '',
      content: 'the upstream answered 500',
      other: JSON.stringify({ error_type: 'tollgate_error', error_code: 'upstream_error', status_code: 500 }),
      explanation: '',
    }
  if (random.chance(0.005))
    return {
      ...row,
      prompt_tokens: 0,
      completion_tokens: 0,
      usage_source: 'held',
      content: '',
      other: JSON.stringify({ interrupted: true, recovered: true }),
      explanation: JSON.stringify({ hold: { amount: '1240725', accrued: '100' } }),
    }
  const { content, other, explanation } = writeFormerly(call)
  return { ...row, content, other, explanation }
}

/** Inserts rows as one JSON parameter, which is fast on both engines. */
function inserter(knex: Knex, engine: Database['engine']) {
  return async (table: string, rows: readonly object[]): Promise<void> => {
    const names = Object.keys(rows[0] ?? {})
    if (names.length === 0) return
    const list = names.join(', ')
    const from =
      engine === 'postgres'
        ? `SELECT ${list} FROM json_populate_recordset(NULL::${table}, ?)`
        : `SELECT ${names.map((name) => `json_extract(value, '$.${name}')`).join(', ')} FROM json_each(?)`
    await knex.raw(`INSERT INTO ${table} (${list}) ${from}`, [JSON.stringify(rows)])
  }
}
