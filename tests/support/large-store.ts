/** A store with its schema, and a way to run statements on it. */
export interface StoreToFill {
  readonly isPostgres: boolean
  /** Users with this id and above are free. */
  readonly firstUserId: number
  run(sql: string): Promise<unknown>
}

/** The size of a prepared store. */
export interface LargeStore {
  readonly logs: number
  readonly users: number
  readonly tokens: number
  /** Days that the log spans, up to now. */
  readonly days: number
  readonly nowMs: number
}

const MODELS = 60
const CHANNELS = 5000

/** Names of users, tokens and models in a large store. */
export const largeNames = {
  user: (index: number): string => `large${index}`,
  token: (index: number): string => `t${index}`,
  model: (index: number): string => `model-${index}`,
  /** The model of one call in twenty thousand. */
  rareModel: 'model-rare',
} as const

/** Returns SQL for a number that looks random, from 0 below `n`. Both engines compute the same one. */
const any = (n: number, salt: number, of = 'n'): string =>
  `((((${of} * 48271 + ${salt}) % 2147483647) * 16807 % 2147483647 / 7) % ${n})`

/**
 * Returns SQL for a skewed number: a few callers make most calls, as on real sites. Multiplies three random numbers.
 */
const skewed = (n: number, salt: number): string => {
  const thousandth = Math.max(1, Math.floor(n / 1000))
  const place = `(${any(1000, salt)} * ${any(1000, salt + 1)} / 1000 * ${any(1000, salt + 2)} / 1000 * ${n} / 1000)`
  return `(${place} + ${any(thousandth, salt + 3)} * (1000 - ${any(1000, salt)}) / 1000)`
}

/** Returns SQL for a series of numbers as rows `n`, without a table. */
const series = (isPostgres: boolean, from: number, to: number): string =>
  isPostgres
    ? `SELECT n FROM generate_series(${from}::bigint, ${to}::bigint) AS s (n)`
    : `WITH RECURSIVE s (n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM s WHERE n < ${to}) SELECT n FROM s`

/** Rows per statement: a transaction of this many fits into a small machine. */
const SLICE = 500_000

/**
 * Fills a store: accounts, tokens and the usage log with its hourly statistics, without entries in the books and
 * without sums. The user with the most calls is the first.
 */
export async function fillLargeStore(into: StoreToFill, store: LargeStore): Promise<void> {
  const { isPostgres, firstUserId: first } = into
  const rows = (from: number, to: number) => `(${series(isPostgres, from, to)}) AS series`
  await into.run(
    `INSERT INTO users (id, username, display_name, created_time)
     SELECT ${first} + n, 'large' || n, 'Somebody ' || n, 1 FROM ${rows(0, store.users - 1)}`,
  )
  await into.run(
    `INSERT INTO wallets (user_id, kind, balance) SELECT ${first} + n, 1, 0 FROM ${rows(0, store.users - 1)}`,
  )
  const owner = `${first} + n % ${store.users}`
  await into.run(
    `INSERT INTO tokens (id, user_id, name, key_hash, key_ciphertext, created_time)
     SELECT 1000 + n, ${owner}, 't' || n, 'hash' || n, 'sk-***', 1 FROM ${rows(0, store.tokens - 1)}`,
  )
  await into.run(
    `INSERT INTO token_budgets (token_id, user_id, unlimited, granted, remain)
     SELECT 1000 + n, ${owner}, 1, 0, 0 FROM ${rows(0, store.tokens - 1)}`,
  )
  const step = (store.days * 86_400_000) / store.logs
  const beginMs = store.nowMs - store.days * 86_400_000
  const user = skewed(store.users, 11)
  const kind = any(1000, 5)
  // Four of a hundred calls fail, and now and then there is a top-up, a change by an administrator, or an event.
  const type = `CASE WHEN ${kind} < 40 THEN 6 WHEN ${kind} = 40 THEN 1 WHEN ${kind} = 41 THEN 3 WHEN ${kind} = 42 THEN 4 ELSE 2 END`
  const model = `CASE WHEN ${any(20_000, 77)} = 0 THEN '${largeNames.rareModel}' ELSE 'model-' || ${skewed(MODELS, 23)} END`
  for (let from = 1; from <= store.logs; from += SLICE)
    await into.run(
      `INSERT INTO usage_logs (request_id, at_ms, type, user_id, username, token_id, token_name, channel_id, group_name,
         model, prompt_tokens, completion_tokens, quota, is_stream, use_time_ms, usage_source, content, other)
       SELECT 'req_' || (100000000000 + n), CAST(${beginMs} + n * ${step.toFixed(3)} AS BIGINT) - ${any(60_000, 3)}, ${type},
         ${first} + ${user}, 'large' || ${user}, 1000 + ${user}, 't' || ${user}, 1 + ${skewed(CHANNELS, 31)},
         CASE WHEN ${any(10, 41)} = 0 THEN 'vip' ELSE 'default' END, ${model}, ${any(2000, 51)}, ${any(500, 61)},
         ${any(50_000, 71)}, ${any(2, 81)}, ${any(30_000, 91)}, 'upstream', 'model ratio 1.25, completion ratio 4',
         '{"model_ratio":1.25,"completion_ratio":4,"group_ratio":1,"frt":312}'
       FROM ${rows(from, Math.min(store.logs, from + SLICE - 1))}`,
    )
  await into.run(
    `INSERT INTO hourly_stats (user_id, model, hour_time, requests, quota, tokens)
     SELECT user_id, model, at_ms / 3600000 * 3600, count(*), sum(quota), sum(prompt_tokens + completion_tokens)
     FROM usage_logs WHERE type = 2 GROUP BY 1, 2, 3`,
  )
  if (isPostgres) await into.run('ANALYZE')
}
