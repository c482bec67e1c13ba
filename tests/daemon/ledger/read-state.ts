import type { State } from './model.ts'
import type { LedgerStore } from './stores.ts'

const money = (cell: unknown): bigint => BigInt(cell as number)

/** Reads the store's rows in the model's shape. */
export async function readState(store: LedgerStore): Promise<State> {
  const wallets = await store.all('SELECT * FROM wallets WHERE kind = 1')
  const budgets = await store.all('SELECT * FROM token_budgets')
  const holds = await store.all('SELECT * FROM holds')
  const entries = await store.all('SELECT * FROM entries')
  const logs = await store.all('SELECT * FROM usage_logs')
  const stats = await store.all('SELECT * FROM hourly_stats')
  const channels = await store.all('SELECT * FROM channel_counters')
  const keys = await store.all('SELECT * FROM idempotency_keys')
  return {
    wallets: wallets.map((w) => [
      w.user_id,
      money(w.balance),
      money(w.held),
      money(w.used),
      w.requests,
      w.last_wseq,
    ]),
    budgets: budgets.map((b) => [b.token_id, money(b.remain), money(b.held), money(b.used)]),
    holds: holds.map((h) => [h.id, h.user_id, h.token_id, money(h.amount), money(h.accrued)]),
    entries: entries.map((e) => [e.user_id, e.wseq, e.kind, money(e.delta), money(e.balance_after)]),
    logs: logs.map((l) => [l.request_id, l.type, l.user_id, money(l.quota), l.at_ms, l.model]),
    stats: stats.map((s) => [`${s.user_id} ${s.model} ${s.hour_time}`, s.requests, money(s.quota), s.tokens]),
    channels: channels.map((c) => [c.channel_id, money(c.used)]),
    keys: keys.map((k) => [`${k.scope} ${k.owner_id} ${k.key}`, k.request_id, k.state]),
  }
}

/** Sorts rows, which have no inherent order. */
export const sorted = (state: State): Record<string, readonly string[]> =>
  Object.fromEntries(
    Object.entries(state).map(([table, rows]) => [
      table,
      rows
        .map((row: unknown) =>
          JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? `${value}n` : value)),
        )
        .sort(),
    ]),
  )
