import { createHash, type Hash } from 'node:crypto'
import type { Findings } from './audit-report.ts'
import type { AuditSource } from './audit-source.ts'
import { entryKinds, requestKinds } from './operations.ts'

/** Rows per round trip. Checking this few does not delay a request for long. */
const CHUNK = 2_000
const BOUND = 8_000_000_000_000_000

/** One entry as read for the audit. Amounts are bounded below 2^53, so a number holds them exactly. */
export type EntryTuple = readonly [
  id: number,
  userId: number,
  walletKind: number,
  wseq: number,
  kind: number,
  ref: string,
  delta: number,
  balanceAfter: number,
  tokenId: number | null,
  channelId: number | null,
  actorId: number | null,
  atMs: number,
  isLogged: number,
  note: string | null,
]

export interface WalletTally {
  readonly userId: number
  readonly walletKind: number
  balance: number
  /** Charges minus refunds. */
  used: number
  /** Charges alone. */
  charged: number
  wseq: number
  /** True if an entry may take the wallet below zero: an overrun, a late charge, an administrator's booking or a reversed payment. */
  isExplained: boolean
}

/** Sums over the entries read so far. */
export interface Tally {
  readonly wallets: Map<string, WalletTally>
  readonly tokens: Map<number, number>
  readonly channels: Map<number, number>
  readonly byKind: Map<number, bigint>
  readonly redemptions: Map<number, { sum: bigint; count: number }>
  readonly transfers: Map<string, number>
  /** Amounts booked for orders, by kind of booking. */
  readonly orders: OrderTally
  /** Refunds of failed tasks, by request. */
  readonly taskRefunds: Map<string, Paid>
  /** Refs of logged recoveries. A late charge of the same request shares the log row. */
  readonly recovered: Set<string>
  /** Requests that should have a log row. */
  loggedCharges: number
  entries: number
}

/** Sums by the ref of the entries, and by user, written `ref user`. */
export interface OrderTally {
  readonly topups: Map<string, Paid>
  readonly rebates: Map<string, Paid>
  readonly reversals: Map<string, Paid>
}

export interface Paid {
  readonly userId: number
  readonly sum: bigint
  readonly count: number
}

export const walletKey = (userId: number, walletKind: number): string => `${userId}:${walletKind}`

/** Charges and their refunds, which `used` counts. */
const usedKinds: ReadonlySet<number> = new Set(requestKinds)
const chargeKinds: ReadonlySet<number> = new Set([entryKinds.usage, entryKinds.recovered, entryKinds.late])
const explainingKinds: ReadonlySet<number> = new Set([entryKinds.late, entryKinds.admin, entryKinds.reversal])

/** One entry as a JSON array. On PostgreSQL, concatenating text takes half the time of json_build_array. */
const lines: Readonly<Record<AuditSource['engine'], string>> = {
  sqlite: `json_array(id, user_id, wallet_kind, wseq, kind, ref, delta, balance_after, token_id, channel_id, actor_id,
    at_ms, is_logged, note)`,
  postgres: `'[' || id || ',' || user_id || ',' || wallet_kind || ',' || wseq || ',' || kind || ','
    || CAST(to_json(ref) AS TEXT) || ',' || delta || ',' || balance_after || ','
    || coalesce(CAST(token_id AS TEXT), 'null') || ',' || coalesce(CAST(channel_id AS TEXT), 'null') || ','
    || coalesce(CAST(actor_id AS TEXT), 'null') || ',' || at_ms || ',' || is_logged || ','
    || coalesce(CAST(to_json(note) AS TEXT), 'null') || ']'`,
}

/**
 * Reads entries by id and yields each chunk with its exact text. Within a wallet, ids and sequence numbers ascend together,
 * because both are assigned under the wallet's lock.
 */
export async function* readEntries(
  source: AuditSource,
  after: number,
  upTo: number,
): AsyncGenerator<{ text: string; rows: readonly EntryTuple[] }> {
  for (let last = after; last < upTo; ) {
    const [row] = await source.all(
      `SELECT CAST(string_agg(line, ',' ORDER BY id) AS TEXT) AS text, max(id) AS last FROM (
         SELECT id, ${lines[source.engine]} AS line
         FROM entries WHERE id > ? AND id <= ? ORDER BY id LIMIT ${CHUNK}) AS chunk`,
      [last, upTo],
    )
    if (typeof row?.text !== 'string') return
    yield { text: row.text, rows: JSON.parse(`[${row.text}]`) }
    last = Number(row.last)
  }
}

/** Returns the last entry that the latest checkpoint up to this entry covers; 0 = there is no such checkpoint. */
export async function lastCheckpoint(source: AuditSource, upTo: number): Promise<number> {
  const [row] = await source.all('SELECT max(entry_id) AS last FROM ledger_checkpoints WHERE entry_id <= ?', [
    upTo,
  ])
  return Number(row?.last ?? 0)
}

/**
 * Reads all entries after `since`, which is 0 or the end of a checkpoint. Checks the chain, gaps, bounds and checkpoints, and
 * adds up the rest.
 */
export async function tallyEntries(source: AuditSource, since: number, findings: Findings): Promise<Tally> {
  const tally: Tally = {
    wallets: new Map(),
    tokens: new Map(),
    channels: new Map(),
    byKind: new Map(),
    redemptions: new Map(),
    transfers: new Map(),
    orders: { topups: new Map(), rebates: new Map(), reversals: new Map() },
    taskRefunds: new Map(),
    recovered: new Set(),
    loggedCharges: 0,
    entries: 0,
  }
  const checkpoints = await source.all(
    'SELECT entry_id, sums_sha256, total FROM ledger_checkpoints WHERE entry_id >= ? ORDER BY entry_id',
    [since],
  )
  const start = checkpoints.find(({ entry_id }) => Number(entry_id) === since)
  if (since !== 0 && start === undefined) throw new Error(`there is no checkpoint at entry ${since}`)
  let seed = String(start?.sums_sha256 ?? '')
  let total = BigInt(String(start?.total ?? '0'))
  let position = since
  for (const { entry_id, sums_sha256, total: expected } of checkpoints) {
    const id = Number(entry_id)
    if (id === since) continue
    const hash = seededHash(seed)
    for await (const { text, rows } of readEntries(source, position, id)) {
      hash.update(text).update(',')
      for (const row of rows) {
        total += BigInt(row[6])
        judgeEntry(row, tally, since, findings)
      }
    }
    const digest = hash.digest('hex')
    findings.checked('I17', 1)
    if (digest !== sums_sha256 || String(total) !== expected)
      findings.violated('I17', {
        user: null,
        wallet: null,
        seq: null,
        row: `ledger_checkpoints ${id}`,
        expected: `${sums_sha256} total ${expected}`,
        found: `${digest} total ${total}`,
      })
    // Later sections continue from the recorded hash, so that one change is reported only once.
    seed = String(sums_sha256)
    total = BigInt(String(expected))
    position = id
  }
  for await (const { rows } of readEntries(source, position, Number.MAX_SAFE_INTEGER))
    for (const row of rows) judgeEntry(row, tally, since, findings)
  findings.checked('I17', 0)
  for (const id of ['I2', 'I3', 'I14'] as const) findings.checked(id, tally.entries)
  return tally
}

/** Starts the hash over the entries since the previous checkpoint, seeded with the hash of that checkpoint. */
export const seededHash = (seed: string): Hash => createHash('sha256').update(seed)

function judgeEntry(row: EntryTuple, tally: Tally, since: number, findings: Findings): void {
  const [
    id,
    userId,
    walletKind,
    wseq,
    kind,
    ref,
    delta,
    balanceAfter,
    tokenId,
    channelId,
    ,
    ,
    isLogged,
    note,
  ] = row
  const where = { user: userId, wallet: walletKind, seq: wseq, row: `entries ${id}` }
  tally.entries += 1
  if (!isBounded(delta) || delta === 0 || !isBounded(balanceAfter)) {
    findings.violated('I14', { ...where, expected: `within ±${BOUND}`, found: `${delta}, ${balanceAfter}` })
    return
  }
  const key = walletKey(userId, walletKind)
  let wallet = tally.wallets.get(key)
  if (wallet === undefined) {
    // In a part of the ledger, each wallet is checked from its first entry in that part.
    const isPart = since !== 0
    wallet = {
      userId,
      walletKind,
      balance: isPart ? balanceAfter - delta : 0,
      used: 0,
      charged: 0,
      wseq: isPart ? wseq - 1 : 0,
      isExplained: false,
    }
    tally.wallets.set(key, wallet)
  }
  if (wseq !== wallet.wseq + 1)
    findings.violated('I3', { ...where, expected: `sequence ${wallet.wseq + 1}`, found: `sequence ${wseq}` })
  if (wallet.balance + delta !== balanceAfter)
    findings.violated('I2', {
      ...where,
      expected: String(wallet.balance + delta),
      found: String(balanceAfter),
    })
  wallet.wseq = wseq
  // Add up the deltas instead of trusting `balance_after`, so that a wrong `balance_after` is reported only once, by I2.
  wallet.balance += delta
  tally.byKind.set(kind, (tally.byKind.get(kind) ?? 0n) + BigInt(delta))
  if (explainingKinds.has(kind) || note?.split(' ').includes('overrun') === true) wallet.isExplained = true
  if (usedKinds.has(kind)) {
    wallet.used -= delta
    if (chargeKinds.has(kind)) {
      wallet.charged -= delta
      if (isLogged === 1 && !tally.recovered.has(ref)) tally.loggedCharges += 1
      if (isLogged === 1 && kind === entryKinds.recovered) tally.recovered.add(ref)
    }
    if (tokenId !== null) tally.tokens.set(tokenId, (tally.tokens.get(tokenId) ?? 0) - delta)
    if (channelId !== null) tally.channels.set(channelId, (tally.channels.get(channelId) ?? 0) - delta)
  }
  judgeOccasion(row, where, tally, findings)
}

function judgeOccasion(
  [, , , , kind, ref, delta, , , , , , , note]: EntryTuple,
  where: { user: number; wallet: number; seq: number; row: string },
  tally: Tally,
  findings: Findings,
): void {
  if (kind === entryKinds.redeem) {
    const [, code, user] = /^redemption:(\d+)(?::(\d+))?$/.exec(ref) ?? []
    if (code === undefined || (user !== undefined && Number(user) !== where.user)) {
      findings.violated('I10', { ...where, expected: 'redemption:<code>[:<own user>]', found: ref })
      return
    }
    const paid = tally.redemptions.get(Number(code)) ?? { sum: 0n, count: 0 }
    tally.redemptions.set(Number(code), { sum: paid.sum + BigInt(delta), count: paid.count + 1 })
  }
  if (kind === entryKinds.topup) addPaid(tally.orders.topups, ref, where.user, delta)
  if (kind === entryKinds.rebate) addPaid(tally.orders.rebates, ref, where.user, delta)
  if (kind === entryKinds.reversal)
    addPaid(tally.orders.reversals, `${orderOfReversal(ref)} ${where.user}`, where.user, delta)
  if (kind === entryKinds.taskRefund && note === 'task') addPaid(tally.taskRefunds, ref, where.user, delta)
  if (kind === entryKinds.transfer) tally.transfers.set(ref, (tally.transfers.get(ref) ?? 0) + delta)
}

/** Returns the order of a reversal. `tradeNo:2` is the second reversal of an order. */
const orderOfReversal = (ref: string): string => ref.replace(/:[1-9]\d*$/, '')

function addPaid(sums: Map<string, Paid>, name: string, userId: number, delta: number): void {
  const known = sums.get(name) ?? { userId, sum: 0n, count: 0 }
  sums.set(name, {
    // If entries name different users, use 0, which is the id of no user.
    userId: known.userId === userId ? userId : 0,
    sum: known.sum + BigInt(delta),
    count: known.count + 1,
  })
}

const isBounded = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Math.abs(value as number) <= BOUND
