import type { Knex } from 'knex'
import { createFindings, type Violation } from './audit-report.ts'
import { type AuditSource, readSum, sumText, toBigInt, withSnapshot } from './audit-source.ts'

/** The state of a wallet when it was last found correct. */
export interface KnownWallet {
  readonly wseq: number
  readonly balance: bigint
  readonly used: bigint
}

export interface WalletSample {
  /** Wallets that were checked. */
  readonly checked: number
  readonly violations: number
  readonly first: Violation | null
}

/** Entries read per wallet. If there are more, the wallet is checked from the first of these on. */
const TAIL = 2_000

/**
 * Checks the spending wallets of a few users on a snapshot: chain, sum, sequence, holds and, for known wallets, the usage
 * since the previous check. This takes a few look-ups per wallet, however long its history is.
 *
 * @param known the wallets that the previous pass found correct; this pass updates it
 */
export function auditWallets(
  knex: Knex,
  userIds: readonly number[],
  known: Map<number, KnownWallet> = new Map(),
): Promise<WalletSample> {
  return withSnapshot(knex, async (source) => {
    const findings = createFindings()
    let checked = 0
    for (const userId of userIds) {
      const problems = await judge(source, userId, known)
      checked += 1
      for (const violation of problems) findings.violated('I1', violation)
    }
    const check = findings.checks().find(({ id }) => id === 'I1')
    return { checked, violations: check?.violations ?? 0, first: check?.first ?? null }
  })
}

async function judge(
  source: AuditSource,
  userId: number,
  known: Map<number, KnownWallet>,
): Promise<readonly Violation[]> {
  const [wallet] = await source.all(
    'SELECT balance, held, used, last_wseq FROM wallets WHERE user_id = ? AND kind = 1',
    [userId],
  )
  if (wallet === undefined) return []
  const wseq = Number(wallet.last_wseq)
  const before = known.get(userId)
  const isKnown = before !== undefined && wseq - before.wseq <= TAIL
  const from = isKnown ? before.wseq : Math.max(0, wseq - TAIL)
  const entries = await source.all(
    `SELECT id, wseq, kind, delta, balance_after FROM entries
     WHERE user_id = ? AND wallet_kind = 1 AND wseq > ? ORDER BY wseq`,
    [userId, from],
  )
  const [holds] = await source.all(
    `SELECT ${sumText(source.engine, 'amount')} AS held FROM holds WHERE user_id = ?`,
    [userId],
  )
  const found: Violation[] = []
  const wrong = (seq: number, row: string, expected: bigint | number, actual: bigint | number): void => {
    found.push({ user: userId, wallet: 1, seq, row, expected: String(expected), found: String(actual) })
  }
  const first = entries[0]
  let balance = 0n
  if (isKnown) balance = before.balance
  else if (from > 0 && first !== undefined) balance = toBigInt(first.balance_after) - toBigInt(first.delta)
  let used = isKnown ? before.used : undefined
  let expectedSeq = from
  for (const entry of entries) {
    expectedSeq += 1
    balance += toBigInt(entry.delta)
    if ([1, 2, 3, 13].includes(Number(entry.kind)) && used !== undefined) used -= toBigInt(entry.delta)
    const row = `entries ${String(entry.id)}`
    if (Number(entry.wseq) !== expectedSeq) wrong(Number(entry.wseq), row, expectedSeq, Number(entry.wseq))
    if (toBigInt(entry.balance_after) !== balance)
      wrong(expectedSeq, row, balance, toBigInt(entry.balance_after))
  }
  const row = `wallets ${userId}/1`
  if (expectedSeq !== wseq) wrong(wseq, row, expectedSeq, wseq)
  if (balance !== toBigInt(wallet.balance)) wrong(wseq, row, balance, toBigInt(wallet.balance))
  if (used !== undefined && used !== toBigInt(wallet.used)) wrong(wseq, row, used, toBigInt(wallet.used))
  const held = readSum(holds?.held ?? '0')
  if (held !== toBigInt(wallet.held)) wrong(wseq, 'holds', held, toBigInt(wallet.held))
  if (found.length === 0)
    known.set(userId, { wseq, balance: toBigInt(wallet.balance), used: toBigInt(wallet.used) })
  return found
}

/** Each pass finds the wallets that changed since the previous pass and checks them. */
export interface Sampler {
  pass(): Promise<WalletSample>
}

const USERS_MAX = 500
/** Number of wallets to remember. Beyond it the oldest are dropped, and a dropped wallet is checked by its last entries. */
const KNOWN_MAX = 20_000

export function createSampler(knex: Knex): Sampler {
  const known = new Map<number, KnownWallet>()
  let last: number | undefined
  return {
    async pass() {
      const newest = Number((await knex('entries').max('id as last').first())?.last ?? 0)
      const after = last ?? Math.max(0, newest - 10_000)
      const rows: { user_id: number }[] = await knex('entries')
        .where('id', '>', after)
        .where('id', '<=', newest)
        .distinct('user_id')
        .limit(USERS_MAX)
      const holders: { user_id: number }[] = await knex('holds').distinct('user_id').limit(USERS_MAX)
      last = newest
      const users = [...new Set([...rows, ...holders].map(({ user_id }) => Number(user_id)))]
      const sample = await auditWallets(knex, users, known)
      for (const userId of known.keys()) {
        if (known.size <= KNOWN_MAX) break
        known.delete(userId)
      }
      return sample
    },
  }
}
