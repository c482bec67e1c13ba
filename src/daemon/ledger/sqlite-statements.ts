import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { ChargeRow, LentRow, StoredRows } from './rows.ts'
import type { Changes } from './working-set.ts'

/** A row as an array of bigint, text and null, as `setReadBigInts` and `setReturnArrays` return it. */
type Cells = readonly (bigint | string | null)[]

const big = (cell: bigint | string | null | undefined): bigint => {
  if (typeof cell !== 'bigint') throw new TypeError('expected an integer column')
  return cell
}
const num = (cell: bigint | string | null | undefined): number => Number(big(cell))
const numOrNull = (cell: bigint | string | null | undefined): number | null =>
  cell === null || cell === undefined ? null : num(cell)
const text = (cell: bigint | string | null | undefined): string => {
  if (typeof cell !== 'string') throw new TypeError('expected a text column')
  return cell
}
const textOrNull = (cell: bigint | string | null | undefined): string | null =>
  cell === null || cell === undefined ? null : text(cell)

function prepareRead(db: DatabaseSync, sql: string): StatementSync {
  const statement = db.prepare(sql)
  statement.setReadBigInts(true)
  statement.setReturnArrays(true)
  return statement
}

/** Prepares the look-ups for the rules. Their results are stable inside the batch's transaction, which holds the write lock. */
export function prepareReads(db: DatabaseSync): StoredRows {
  const wallet = prepareRead(
    db,
    'SELECT balance, held, used, requests, last_wseq FROM wallets WHERE user_id = ? AND kind = 1',
  )
  const budget = prepareRead(
    db,
    `SELECT user_id, unlimited, remain, held, used, accessed_ms, period, period_limit, period_seq, period_end_ms,
       period_used, period_held FROM token_budgets WHERE token_id = ?`,
  )
  const hold = prepareRead(
    db,
    `SELECT user_id, token_id, amount, accrued, instance_id, created_ms, deadline_ms, snapshot, period_seq,
       is_allowance, seq FROM holds WHERE id = ?`,
  )
  const lent = prepareRead(db, 'SELECT id, instance_id FROM holds WHERE user_id = ? AND is_allowance = 1')
  const charges = prepareRead(
    db,
    `SELECT kind, user_id, delta, is_logged, period_seq FROM entries
     WHERE ref = ? AND kind IN (1, 2, 3, 13)`,
  )
  // Nearly every request looks once and finds nothing, and checking for one row is cheaper than reading all rows.
  const anyCharge = prepareRead(
    db,
    'SELECT kind FROM entries WHERE ref = ? AND kind IN (1, 2, 3, 13) LIMIT 1',
  )
  const idempotency = prepareRead(
    db,
    `SELECT body_sha256, state, request_id, status, body, created_ms
     FROM idempotency_keys WHERE scope = ? AND owner_id = ? AND key = ?`,
  )
  // node:sqlite types rows as records; with setReturnArrays they are arrays.
  const first = (rows: unknown): Cells | undefined => rows as Cells | undefined
  return {
    wallet(userId) {
      const row = first(wallet.get(userId))
      return (
        row && {
          userId,
          balance: big(row[0]),
          held: big(row[1]),
          used: big(row[2]),
          requests: big(row[3]),
          lastWseq: big(row[4]),
        }
      )
    },
    budget(tokenId) {
      const row = first(budget.get(tokenId))
      return (
        row && {
          tokenId,
          userId: num(row[0]),
          unlimited: row[1] === 1n,
          remain: big(row[2]),
          held: big(row[3]),
          used: big(row[4]),
          accessedMs: num(row[5]),
          period: num(row[6]),
          periodLimit: big(row[7]),
          periodSeq: num(row[8]),
          periodEndMs: num(row[9]),
          periodUsed: big(row[10]),
          periodHeld: big(row[11]),
        }
      )
    },
    hold(id) {
      const row = first(hold.get(id))
      return (
        row && {
          id,
          userId: num(row[0]),
          tokenId: numOrNull(row[1]),
          amount: big(row[2]),
          accrued: big(row[3]),
          instanceId: text(row[4]),
          createdMs: num(row[5]),
          deadlineMs: num(row[6]),
          snapshot: text(row[7]),
          periodSeq: numOrNull(row[8]),
          isAllowance: row[9] === 1n,
          seq: num(row[10]),
        }
      )
    },
    lent(userId) {
      const rows = lent.all(userId) as unknown as readonly Cells[]
      return rows.map((row): LentRow => ({ id: text(row[0]), instanceId: text(row[1]) }))
    },
    charges(requestId) {
      if (anyCharge.get(requestId) === undefined) return []
      const rows = charges.all(requestId) as unknown as readonly Cells[]
      return rows.map(
        (row): ChargeRow => ({
          kind: num(row[0]),
          userId: num(row[1]),
          delta: big(row[2]),
          isLogged: row[3] === 1n,
          periodSeq: numOrNull(row[4]),
        }),
      )
    },
    idempotency(scope, ownerId, key) {
      const row = first(idempotency.get(scope, ownerId, key))
      return (
        row && {
          scope,
          ownerId,
          key,
          bodySha256: text(row[0]),
          state: row[1] === 1n ? 1 : 2,
          requestId: text(row[2]),
          status: numOrNull(row[3]),
          body: textOrNull(row[4]),
          createdMs: num(row[5]),
        }
      )
    },
  }
}

/** Writes the final rows of a batch one by one. With prepared statements this is faster than passing arrays as JSON. */
export function prepareWrites(db: DatabaseSync): (changes: Changes) => void {
  const updateWallet = db.prepare(
    `UPDATE wallets SET balance = ?, held = ?, used = ?, requests = ?, last_wseq = ?
     WHERE user_id = ? AND kind = 1`,
  )
  const updateBudget = db.prepare(
    `UPDATE token_budgets SET remain = ?, held = ?, used = ?, accessed_ms = ?, period_seq = ?, period_end_ms = ?,
       period_used = ?, period_held = ? WHERE token_id = ?`,
  )
  const deleteHold = db.prepare('DELETE FROM holds WHERE id = ?')
  const insertHold = db.prepare(
    `INSERT INTO holds (id, user_id, token_id, amount, accrued, instance_id, created_ms, deadline_ms, snapshot,
       period_seq, is_allowance, seq)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const updateHold = db.prepare(
    'UPDATE holds SET amount = ?, accrued = ?, deadline_ms = ?, period_seq = ?, seq = ? WHERE id = ?',
  )
  // Nearly every batch changes an allowance. When a statement sets an indexed column, SQLite writes a page of the index even if
  // the value stays the same. The deadline of an allowance never changes, so this statement does not set it.
  const updateAllowance = db.prepare('UPDATE holds SET amount = ?, period_seq = ?, seq = ? WHERE id = ?')
  const insertEntry = db.prepare(
    `INSERT INTO entries (user_id, wallet_kind, wseq, kind, ref, delta, balance_after, token_id, channel_id,
       actor_id, at_ms, is_logged, note, period_seq)
     VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?, NULL, ?, ?, ?, ?)`,
  )
  const insertLog = db.prepare(
    `INSERT INTO usage_logs (request_id, at_ms, type, user_id, username, token_id, token_name, channel_id, group_name,
       model, prompt_tokens, completion_tokens, quota, is_stream, use_time_ms, ip, usage_source, content, other,
       explanation, quote_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (request_id) WHERE type = 2 DO UPDATE SET
       at_ms = max(at_ms, excluded.at_ms), channel_id = excluded.channel_id, model = excluded.model,
       prompt_tokens = excluded.prompt_tokens, completion_tokens = excluded.completion_tokens,
       quota = excluded.quota, is_stream = excluded.is_stream, use_time_ms = excluded.use_time_ms,
       usage_source = excluded.usage_source, content = excluded.content, other = excluded.other,
       explanation = excluded.explanation, quote_id = excluded.quote_id`,
  )
  // The database clock protects a quote from the cleanup job while late rows, whose times are long past, refer to it.
  const upsertQuote = db.prepare(
    `INSERT INTO quotes (id, price, words, channels, used_ms)
     VALUES (?, ?, ?, ?, max(?, CAST(unixepoch('subsec') * 1000 AS INTEGER)))
     ON CONFLICT (id) DO UPDATE SET used_ms = max(used_ms, excluded.used_ms)`,
  )
  const upsertStat = db.prepare(
    `INSERT INTO hourly_stats (user_id, model, hour_time, requests, quota, tokens) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (user_id, model, hour_time) DO UPDATE SET
       requests = requests + excluded.requests, quota = quota + excluded.quota, tokens = tokens + excluded.tokens`,
  )
  const upsertChannel = db.prepare(
    `INSERT INTO channel_counters (channel_id, used) VALUES (?, ?)
     ON CONFLICT (channel_id) DO UPDATE SET used = used + excluded.used`,
  )
  const putKey = db.prepare(
    `INSERT INTO idempotency_keys (scope, owner_id, key, body_sha256, state, request_id, status, body, created_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (scope, owner_id, key) DO UPDATE SET
       body_sha256 = excluded.body_sha256, state = excluded.state, request_id = excluded.request_id,
       status = excluded.status, body = excluded.body, created_ms = excluded.created_ms`,
  )
  const deleteKey = db.prepare('DELETE FROM idempotency_keys WHERE scope = ? AND owner_id = ? AND key = ?')

  return (changes) => {
    for (const id of changes.holdDeletes) deleteHold.run(id)
    for (const row of changes.holdInserts)
      insertHold.run(
        row.id,
        row.userId,
        row.tokenId,
        row.amount,
        row.accrued,
        row.instanceId,
        row.createdMs,
        row.deadlineMs,
        row.snapshot,
        row.periodSeq,
        row.isAllowance ? 1 : 0,
        row.seq,
      )
    for (const row of changes.holdUpdates)
      if (row.isAllowance) updateAllowance.run(row.amount, row.periodSeq, row.seq, row.id)
      else updateHold.run(row.amount, row.accrued, row.deadlineMs, row.periodSeq, row.seq, row.id)
    for (const row of changes.entries)
      insertEntry.run(
        row.userId,
        row.wseq,
        row.kind,
        row.ref,
        row.delta,
        row.balanceAfter,
        row.tokenId,
        row.channelId,
        row.atMs,
        row.isLogged ? 1 : 0,
        row.note,
        row.periodSeq,
      )
    for (const row of changes.quotes) upsertQuote.run(row.id, row.price, row.words, row.channels, row.usedMs)
    for (const row of changes.logs)
      insertLog.run(
        row.requestId,
        row.atMs,
        row.type,
        row.userId,
        row.username,
        row.tokenId,
        row.tokenName,
        row.channelId,
        row.group,
        row.model,
        row.promptTokens,
        row.completionTokens,
        row.quota,
        row.isStream ? 1 : 0,
        row.useTimeMs,
        row.ip,
        row.usageSource,
        row.content,
        row.other,
        row.explanation,
        row.quote?.id ?? null,
      )
    for (const row of changes.stats)
      upsertStat.run(row.userId, row.model, row.hourTime, row.requests, row.quota, row.tokens)
    for (const [channelId, used] of changes.channelUsed) upsertChannel.run(channelId, used)
    for (const row of changes.idempotencyPuts)
      putKey.run(
        row.scope,
        row.ownerId,
        row.key,
        row.bodySha256,
        row.state,
        row.requestId,
        row.status,
        row.body,
        row.createdMs,
      )
    for (const row of changes.idempotencyDeletes) deleteKey.run(row.scope, row.ownerId, row.key)
    for (const row of changes.budgets)
      updateBudget.run(
        row.remain,
        row.held,
        row.used,
        row.accessedMs,
        row.periodSeq,
        row.periodEndMs,
        row.periodUsed,
        row.periodHeld,
        row.tokenId,
      )
    for (const row of changes.wallets)
      updateWallet.run(row.balance, row.held, row.used, row.requests, row.lastWseq, row.userId)
  }
}
