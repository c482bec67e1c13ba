import type { Knex } from 'knex'
import type { Data } from '../../http/contract.ts'
import { type Paging, toPage } from '../../http/paging.ts'
import { type EntryKind, entryKinds, requestKinds } from '../../ledger/operations.ts'
import { type EntriesOf, type Entry, readBalanceParts, readEntryPage } from '../../ledger/read-entries.ts'
import { toExactQuota, toQuota } from '../../money/amount.ts'

type EntryAnswer = Data<'listOwnEntries'>['items'][number]

/** Maps stored kinds to their names in the contract. */
const kindNames: Readonly<Record<EntryKind, EntryAnswer['kind']>> = {
  [entryKinds.usage]: 'usage',
  [entryKinds.recovered]: 'recovered',
  [entryKinds.late]: 'late',
  [entryKinds.redeem]: 'redeem',
  [entryKinds.topup]: 'topup',
  [entryKinds.admin]: 'admin',
  [entryKinds.checkin]: 'checkin',
  [entryKinds.signup]: 'signup',
  [entryKinds.inviter]: 'inviter',
  [entryKinds.invitee]: 'invitee',
  [entryKinds.rebate]: 'rebate',
  [entryKinds.transfer]: 'transfer',
  [entryKinds.taskRefund]: 'task_refund',
  [entryKinds.reversal]: 'reversal',
  [entryKinds.opening]: 'opening',
}

/** Kinds whose ref is a request ID. */
const ofRequests: ReadonlySet<EntryKind> = new Set(requestKinds)

/** Kinds whose ref begins with an order number. */
const ofOrders: ReadonlySet<EntryKind> = new Set([entryKinds.topup, entryKinds.reversal])

/** Reads the entries and the balance that account owners may see. */
export const entriesService = (knex: Knex, userId: number) => ({
  async list(of: EntriesOf, paging: Paging): Promise<Data<'listOwnEntries'>> {
    const { entries, total } = await readEntryPage(knex, userId, of, paging)
    const calls = await readCalls(
      knex,
      userId,
      entries.filter(({ kind }) => ofRequests.has(kind)).map(({ ref }) => ref),
    )
    return toPage(
      entries.map((entry) => toAnswer(entry, calls)),
      total,
      paging,
    )
  },

  async balance(): Promise<Data<'getOwnBalance'>> {
    const { balance, held, entries, parts } = await readBalanceParts(knex, userId)
    return {
      ...pair('quota', balance - held),
      ...pair('held_quota', held),
      ...pair('balance', balance),
      entries,
      parts: parts.map(({ kind, entries: count, sum }) => ({
        kind: kindNames[kind],
        entries: count,
        ...pair('amount', sum),
      })),
    }
  },
})

/** Model and token of each call, which only the log knows, until its rows are deleted. */
type Calls = ReadonlyMap<string, { readonly model: string; readonly token: string }>

async function readCalls(knex: Knex, userId: number, requestIds: readonly string[]): Promise<Calls> {
  if (requestIds.length === 0) return new Map()
  const rows: { request_id: string; model: string; token_name: string }[] = await knex('usage_logs')
    .whereIn('request_id', [...requestIds])
    .where({ type: 2, user_id: userId })
    .select('request_id', 'model', 'token_name')
  return new Map(rows.map((row) => [row.request_id, { model: row.model, token: row.token_name }]))
}

function toAnswer(entry: Entry, calls: Calls): EntryAnswer {
  const isCall = ofRequests.has(entry.kind)
  const call = calls.get(entry.ref)
  return {
    seq: entry.seq,
    created_at: Math.floor(entry.atMs / 1000),
    kind: kindNames[entry.kind],
    ...pair('amount', entry.delta),
    ...pair('balance', entry.balanceAfter),
    request_id: isCall ? entry.ref : '',
    redemption_id: entry.kind === entryKinds.redeem ? redemptionOf(entry.ref) : 0,
    trade_no: ofOrders.has(entry.kind) ? orderOf(entry.ref) : '',
    model_name: call?.model ?? '',
    token_name: call?.token ?? '',
    is_logged: entry.isLogged,
    note: entry.note,
  }
}

/** The ref is `redemption:3`, or `redemption:3:7` for a gift that user 7 redeemed. */
const redemptionOf = (ref: string): number => Number(/^redemption:(\d+)/.exec(ref)?.[1] ?? 0)

/** The ref of the first reversal of an order is `<trade_no>:1`. */
const orderOf = (ref: string): string => ref.split(':')[0] ?? ''

function pair<Name extends string>(name: Name, value: bigint) {
  return { [name]: toQuota(value), [`${name}_exact`]: toExactQuota(value) } as Record<Name, number> &
    Record<`${Name}_exact`, string>
}
