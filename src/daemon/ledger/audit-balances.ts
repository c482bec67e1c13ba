import { type Tally, walletKey } from './audit-entries.ts'
import type { Findings, TrialBalance } from './audit-report.ts'
import { type AuditRow, type AuditSource, readSum, sumText, toBigInt } from './audit-source.ts'

const CHUNK = 2_000
const BOUND = 8_000_000_000_000_000n
const AMOUNT_BOUND = 10_000_000_000_000n

/** Checks wallets against entries and holds: I1, I3, I4, I7, I13, and the trial balance I16. */
export async function auditBalances(
  source: AuditSource,
  tally: Tally,
  since: number,
  findings: Findings,
): Promise<TrialBalance> {
  const holds = await sumHolds(source, 'user_id')
  const seen = new Set<string>()
  let balances = 0n
  let heldTotal = 0n
  for await (const row of readAll(source, 'wallets', ['user_id', 'kind'], 'balance, held, used, last_wseq')) {
    const user = Number(row.user_id)
    const wallet = Number(row.kind)
    const key = walletKey(user, wallet)
    const sum = tally.wallets.get(key)
    const balance = toBigInt(row.balance)
    const held = toBigInt(row.held)
    const wseq = Number(row.last_wseq)
    const where = { user, wallet, seq: wseq, row: `wallets ${user}/${wallet}` }
    seen.add(key)
    balances += balance
    heldTotal += held
    const compare = (
      id: 'I1' | 'I3' | 'I4' | 'I7',
      expected: bigint | number,
      found: bigint | number,
    ): void => {
      findings.checked(id, 1)
      if (BigInt(expected) !== BigInt(found))
        findings.violated(id, { ...where, expected: String(expected), found: String(found) })
    }
    const isTouched = since === 0 || sum !== undefined
    if (isTouched) {
      compare('I1', sum?.balance ?? 0, balance)
      compare('I3', sum?.wseq ?? 0, wseq)
    }
    if (since === 0) {
      compare('I7', sum?.used ?? 0, toBigInt(row.used))
      findings.checked('I13', 1)
      if (balance - held < 0n && sum?.isExplained !== true)
        findings.violated('I13', { ...where, expected: '0 or more', found: String(balance - held) })
    }
    compare('I4', wallet === 1 ? (holds.get(user) ?? 0n) : 0n, held)
    holds.delete(wallet === 1 ? user : Number.NaN)
    judgeBounds(findings, where, [balance, held, toBigInt(row.used)], BOUND)
  }
  for (const [user, sum] of holds)
    findings.violated('I4', { user, wallet: 1, seq: null, row: 'holds', expected: '0', found: String(sum) })
  for (const [key, { userId, walletKind, balance, wseq }] of tally.wallets)
    if (!seen.has(key))
      findings.violated('I1', {
        user: userId,
        wallet: walletKind,
        seq: wseq,
        row: 'wallets',
        expected: String(balance),
        found: 'no wallet',
      })
  const booked = [...tally.byKind.values()].reduce((sum, value) => sum + value, 0n)
  if (since === 0) {
    findings.checked('I16', tally.byKind.size)
    if (booked !== balances)
      findings.violated('I16', {
        user: null,
        wallet: null,
        seq: null,
        row: 'wallets',
        expected: String(booked),
        found: String(balances),
      })
  }
  return {
    balances: String(balances),
    held: String(heldTotal),
    byKind: Object.fromEntries([...tally.byKind].map(([kind, sum]) => [String(kind), String(sum)])),
  }
}

/** Checks token budgets against entries and holds: I5, I6. */
export async function auditBudgets(
  source: AuditSource,
  tally: Tally,
  since: number,
  findings: Findings,
): Promise<void> {
  const holds = await sumHolds(source, 'token_id')
  const columns = 'user_id, granted, remain, held, used'
  for await (const row of readAll(source, 'token_budgets', ['token_id'], columns)) {
    const tokenId = Number(row.token_id)
    const where = { user: Number(row.user_id), wallet: null, seq: null, row: `token_budgets ${tokenId}` }
    const granted = toBigInt(row.granted)
    const remain = toBigInt(row.remain)
    const held = toBigInt(row.held)
    const used = toBigInt(row.used)
    const open = holds.get(tokenId) ?? 0n
    findings.checked('I5', 1)
    if (open !== held) findings.violated('I5', { ...where, expected: String(open), found: String(held) })
    if (since === 0) {
      const charged = BigInt(tally.tokens.get(tokenId) ?? 0)
      findings.checked('I6', 1)
      if (charged !== used)
        findings.violated('I6', { ...where, expected: `used ${charged}`, found: `used ${used}` })
    }
    if (remain + used !== granted)
      findings.violated('I6', {
        ...where,
        expected: `remain ${granted - used}`,
        found: `remain ${remain}`,
      })
    judgeBounds(findings, where, [granted, remain, held, used], BOUND)
  }
}

/** Checks channel counters against entries: I15. A counter outlives its channel. */
export async function auditChannels(source: AuditSource, tally: Tally, findings: Findings): Promise<void> {
  const left = new Map(tally.channels)
  for await (const row of readAll(source, 'channel_counters', ['channel_id'], 'used')) {
    const channelId = Number(row.channel_id)
    const expected = BigInt(left.get(channelId) ?? 0)
    left.delete(channelId)
    findings.checked('I15', 1)
    if (expected !== toBigInt(row.used))
      findings.violated('I15', channelViolation(channelId, String(expected), String(row.used)))
  }
  for (const [channelId, sum] of left)
    if (sum !== 0) findings.violated('I15', channelViolation(channelId, String(sum), 'no counter'))
}

const channelViolation = (channelId: number, expected: string, found: string) => ({
  user: null,
  wallet: null,
  seq: null,
  row: `channel_counters ${channelId}`,
  expected,
  found,
})

/** Checks the bounds of open holds (I14). */
export async function auditHoldBounds(source: AuditSource, findings: Findings): Promise<void> {
  const kinds =
    source.engine === 'sqlite' ? "OR typeof(amount) <> 'integer' OR typeof(accrued) <> 'integer'" : ''
  const rows = await source.all(
    `SELECT id, user_id, amount, accrued FROM holds
     WHERE amount NOT BETWEEN 0 AND ${AMOUNT_BOUND} OR accrued NOT BETWEEN 0 AND amount ${kinds}
     ORDER BY user_id, id LIMIT 1`,
  )
  for (const row of rows)
    findings.violated('I14', {
      user: Number(row.user_id),
      wallet: 1,
      seq: null,
      row: `holds ${String(row.id)}`,
      expected: `0 <= accrued <= amount <= ${AMOUNT_BOUND}`,
      found: `${String(row.accrued)}, ${String(row.amount)}`,
    })
}

function judgeBounds(
  findings: Findings,
  where: { user: number | null; wallet: number | null; seq: number | null; row: string },
  values: readonly bigint[],
  bound: bigint,
): void {
  findings.checked('I14', 1)
  const wrong = values.find((value) => value > bound || value < -bound)
  if (wrong !== undefined)
    findings.violated('I14', { ...where, expected: `within ±${bound}`, found: String(wrong) })
}

async function sumHolds(source: AuditSource, column: 'user_id' | 'token_id'): Promise<Map<number, bigint>> {
  const rows = await source.all(
    `SELECT ${column} AS owner, ${sumText(source.engine, 'amount')} AS held FROM holds
     WHERE ${column} IS NOT NULL GROUP BY ${column}`,
  )
  return new Map(rows.map((row) => [Number(row.owner), readSum(row.held)]))
}

/** Reads a table page by page, in the order of its key. */
async function* readAll(
  source: AuditSource,
  table: string,
  key: readonly [string] | readonly [string, string],
  columns: string,
): AsyncGenerator<AuditRow> {
  const [first, second] = key
  const order = key.join(', ')
  let last: AuditRow | undefined
  for (;;) {
    const where =
      last === undefined
        ? ''
        : second === undefined
          ? `WHERE ${first} > ?`
          : `WHERE ${first} > ? OR (${first} = ? AND ${second} > ?)`
    const bindings =
      last === undefined
        ? []
        : second === undefined
          ? [Number(last[first])]
          : [Number(last[first]), Number(last[first]), Number(last[second])]
    const rows = await source.all(
      `SELECT ${order}, ${columns} FROM ${table} ${where} ORDER BY ${order} LIMIT ${CHUNK}`,
      bindings,
    )
    yield* rows
    last = rows.at(-1)
    if (rows.length < CHUNK || last === undefined) return
  }
}
