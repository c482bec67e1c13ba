import type { Client } from 'pg'
import { databaseNowMs } from './instances.ts'
import { integers } from './postgres-reads.ts'
import { type Column, encoded } from './text-arrays.ts'
import type { Changes } from './working-set.ts'

// `kind + 0` keeps the planner from scanning all wallets of kind 1 instead of looking up the few users.
const statements = {
  dropHolds: 'DELETE FROM holds WHERE id = ANY ($1::text[])',
  addHolds: `INSERT INTO holds
      (id, user_id, token_id, amount, accrued, instance_id, created_ms, deadline_ms, snapshot, period_seq, is_allowance,
       seq)
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::bigint[],
      $8::bigint[], $9::text[], $10::bigint[], $11::bigint[], $12::bigint[])`,
  changeHolds: `UPDATE holds SET amount = v.amount, accrued = v.accrued, deadline_ms = v.deadline_ms,
      period_seq = v.period_seq, seq = v.seq
    FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
      AS v (id, amount, accrued, deadline_ms, period_seq, seq)
    WHERE holds.id = v.id`,
  addEntries: `INSERT INTO entries
      (user_id, wallet_kind, wseq, kind, ref, delta, balance_after, token_id, channel_id, at_ms, is_logged, note,
       period_seq)
    SELECT v.user_id, 1, v.wseq, v.kind, v.ref, v.delta, v.balance_after, v.token_id, v.channel_id, v.at_ms,
      v.is_logged, v.note, v.period_seq
    FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[],
      $8::bigint[], $9::bigint[], $10::bigint[], $11::text[], $12::bigint[])
      AS v (user_id, wseq, kind, ref, delta, balance_after, token_id, channel_id, at_ms, is_logged, note, period_seq)`,
  addLogs: `INSERT INTO usage_logs
      (request_id, at_ms, type, user_id, username, token_id, token_name, channel_id, group_name, model, prompt_tokens,
       completion_tokens, quota, is_stream, use_time_ms, ip, usage_source, content, other, explanation, quote_id)
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::bigint[], $7::text[],
      $8::bigint[], $9::text[], $10::text[], $11::bigint[], $12::bigint[], $13::bigint[], $14::bigint[],
      $15::bigint[], $16::text[], $17::text[], $18::text[], $19::text[], $20::text[], $21::bigint[])
    ON CONFLICT (request_id) WHERE type = 2 DO UPDATE SET
      at_ms = greatest(usage_logs.at_ms, excluded.at_ms), channel_id = excluded.channel_id, model = excluded.model,
      prompt_tokens = excluded.prompt_tokens, completion_tokens = excluded.completion_tokens,
      quota = excluded.quota, is_stream = excluded.is_stream, use_time_ms = excluded.use_time_ms,
      usage_source = excluded.usage_source, content = excluded.content, other = excluded.other,
      explanation = excluded.explanation, quote_id = excluded.quote_id`,
  // The database clock protects a quote from the cleanup job while late rows, whose times are long past, refer to it.
  addQuotes: `INSERT INTO quotes AS q (id, price, words, channels, used_ms)
    SELECT v.id, v.price, v.words, v.channels, greatest(v.used_ms, ${databaseNowMs})
    FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bigint[]) AS v (id, price, words, channels, used_ms)
    ON CONFLICT (id) DO UPDATE SET used_ms = greatest(q.used_ms, excluded.used_ms)`,
  addStats: `INSERT INTO hourly_stats AS s (user_id, model, hour_time, requests, quota, tokens)
    SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
    ON CONFLICT (user_id, model, hour_time) DO UPDATE SET
      requests = s.requests + excluded.requests, quota = s.quota + excluded.quota, tokens = s.tokens + excluded.tokens`,
  putKeys: `INSERT INTO idempotency_keys
      (scope, owner_id, key, body_sha256, state, request_id, status, body, created_ms)
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::bigint[],
      $8::text[], $9::bigint[])
    ON CONFLICT (scope, owner_id, key) DO UPDATE SET
      body_sha256 = excluded.body_sha256, state = excluded.state, request_id = excluded.request_id,
      status = excluded.status, body = excluded.body, created_ms = excluded.created_ms`,
  dropKeys: `DELETE FROM idempotency_keys k USING unnest($1::text[], $2::bigint[], $3::text[]) AS v (scope, owner_id, key)
    WHERE k.scope = v.scope AND k.owner_id = v.owner_id AND k.key = v.key`,
  changeBudgets: `UPDATE token_budgets
    SET remain = v.remain, held = v.held, used = v.used, accessed_ms = v.accessed_ms, period_seq = v.period_seq,
      period_end_ms = v.period_end_ms, period_used = v.period_used, period_held = v.period_held
    FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
      $8::bigint[], $9::bigint[])
      AS v (token_id, remain, held, used, accessed_ms, period_seq, period_end_ms, period_used, period_held)
    WHERE token_budgets.token_id = v.token_id`,
  changeWallets: `UPDATE wallets
    SET balance = v.balance, held = v.held, used = v.used, requests = v.requests, last_wseq = v.last_wseq
    FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
      AS v (user_id, balance, held, used, requests, last_wseq)
    WHERE wallets.user_id = v.user_id AND wallets.kind + 0 = 1`,
  // Only these rows are locked here for the first time. They are in ascending order, so two daemons cannot deadlock.
  addChannelUsed: `INSERT INTO channel_counters AS c (channel_id, used)
    SELECT * FROM unnest($1::bigint[], $2::bigint[])
    ON CONFLICT (channel_id) DO UPDATE SET used = c.used + excluded.used`,
} as const

/**
 * Writes the final rows of a batch and commits, in one round trip. Resolves only after the COMMIT was acknowledged.
 *
 * @throws the first statement's error; the transaction is then rolled back or its connection lost
 */
export async function writeChanges(client: Client, changes: Changes): Promise<void> {
  const queries: { readonly name: string; readonly text: string; values: unknown[] }[] = []
  const send = <Row>(
    name: keyof typeof statements,
    rows: readonly Row[],
    columns: (rows: readonly Row[]) => Column[],
  ): void => {
    if (rows.length > 0)
      queries.push({ name: `ledger ${name}`, text: statements[name], values: columns(rows).map(encoded) })
  }
  send('dropHolds', changes.holdDeletes, (ids) => [ids])
  send('addHolds', changes.holdInserts, (rows) => [
    rows.map((row) => row.id),
    integers(rows.map((row) => row.userId)),
    integers(rows.map((row) => row.tokenId)),
    integers(rows.map((row) => row.amount)),
    integers(rows.map((row) => row.accrued)),
    rows.map((row) => row.instanceId),
    integers(rows.map((row) => row.createdMs)),
    integers(rows.map((row) => row.deadlineMs)),
    rows.map((row) => row.snapshot),
    integers(rows.map((row) => row.periodSeq)),
    integers(rows.map((row) => Number(row.isAllowance))),
    integers(rows.map((row) => row.seq)),
  ])
  send('changeHolds', changes.holdUpdates, (rows) => [
    rows.map((row) => row.id),
    integers(rows.map((row) => row.amount)),
    integers(rows.map((row) => row.accrued)),
    integers(rows.map((row) => row.deadlineMs)),
    integers(rows.map((row) => row.periodSeq)),
    integers(rows.map((row) => row.seq)),
  ])
  send('addEntries', changes.entries, (rows) => [
    integers(rows.map((row) => row.userId)),
    integers(rows.map((row) => row.wseq)),
    integers(rows.map((row) => row.kind)),
    rows.map((row) => row.ref),
    integers(rows.map((row) => row.delta)),
    integers(rows.map((row) => row.balanceAfter)),
    integers(rows.map((row) => row.tokenId)),
    integers(rows.map((row) => row.channelId)),
    integers(rows.map((row) => row.atMs)),
    integers(rows.map((row) => Number(row.isLogged))),
    rows.map((row) => row.note),
    integers(rows.map((row) => row.periodSeq)),
  ])
  send('addQuotes', changes.quotes, (rows) => [
    integers(rows.map((row) => row.id)),
    rows.map((row) => row.price),
    rows.map((row) => row.words),
    rows.map((row) => row.channels),
    integers(rows.map((row) => row.usedMs)),
  ])
  send('addLogs', changes.logs, (rows) => [
    rows.map((row) => row.requestId),
    integers(rows.map((row) => row.atMs)),
    integers(rows.map((row) => row.type)),
    integers(rows.map((row) => row.userId)),
    rows.map((row) => row.username),
    integers(rows.map((row) => row.tokenId)),
    rows.map((row) => row.tokenName),
    integers(rows.map((row) => row.channelId)),
    rows.map((row) => row.group),
    rows.map((row) => row.model),
    integers(rows.map((row) => row.promptTokens)),
    integers(rows.map((row) => row.completionTokens)),
    integers(rows.map((row) => row.quota)),
    integers(rows.map((row) => Number(row.isStream))),
    integers(rows.map((row) => row.useTimeMs)),
    rows.map((row) => row.ip),
    rows.map((row) => row.usageSource),
    rows.map((row) => row.content),
    rows.map((row) => row.other),
    rows.map((row) => row.explanation),
    integers(rows.map((row) => row.quote?.id ?? null)),
  ])
  send('addStats', changes.stats, (rows) => [
    integers(rows.map((row) => row.userId)),
    rows.map((row) => row.model),
    integers(rows.map((row) => row.hourTime)),
    integers(rows.map((row) => row.requests)),
    integers(rows.map((row) => row.quota)),
    integers(rows.map((row) => row.tokens)),
  ])
  send('putKeys', changes.idempotencyPuts, (rows) => [
    rows.map((row) => row.scope),
    integers(rows.map((row) => row.ownerId)),
    rows.map((row) => row.key),
    rows.map((row) => row.bodySha256),
    integers(rows.map((row) => row.state)),
    rows.map((row) => row.requestId),
    integers(rows.map((row) => row.status)),
    rows.map((row) => row.body),
    integers(rows.map((row) => row.createdMs)),
  ])
  send('dropKeys', changes.idempotencyDeletes, (rows) => [
    rows.map((row) => row.scope),
    integers(rows.map((row) => row.ownerId)),
    rows.map((row) => row.key),
  ])
  send('changeBudgets', changes.budgets, (rows) => [
    integers(rows.map((row) => row.tokenId)),
    integers(rows.map((row) => row.remain)),
    integers(rows.map((row) => row.held)),
    integers(rows.map((row) => row.used)),
    integers(rows.map((row) => row.accessedMs)),
    integers(rows.map((row) => row.periodSeq)),
    integers(rows.map((row) => row.periodEndMs)),
    integers(rows.map((row) => row.periodUsed)),
    integers(rows.map((row) => row.periodHeld)),
  ])
  send('changeWallets', changes.wallets, (rows) => [
    integers(rows.map((row) => row.userId)),
    integers(rows.map((row) => row.balance)),
    integers(rows.map((row) => row.held)),
    integers(rows.map((row) => row.used)),
    integers(rows.map((row) => row.requests)),
    integers(rows.map((row) => row.lastWseq)),
  ])
  send('addChannelUsed', changes.channelUsed, (rows) => [
    integers(rows.map(([channelId]) => channelId)),
    integers(rows.map(([, used]) => used)),
  ])
  // All values are already encoded, because a statement that could not be sent would be missing from the commit.
  const sent = queries.map((query) => client.query(query))
  const commit = client.query('COMMIT')
  // Wait for all of them, so that nothing of this batch is still in flight when it is retried.
  const failed = (await Promise.allSettled([...sent, commit])).find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
  const { command } = await commit
  // If the server aborted the transaction, COMMIT is answered with ROLLBACK and no error.
  if (command !== 'COMMIT') throw new Error(`the server answered COMMIT with ${command}`)
}
