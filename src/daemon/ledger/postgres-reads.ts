import type { Client } from 'pg'
import { readSnapshot } from './holds.ts'
import type { Operation } from './operations.ts'
import type { BudgetRow, ChargeRow, HoldRow, IdempotencyRow, StoredRows, WalletRow } from './rows.ts'
import { type Column, encoded } from './text-arrays.ts'

/** A row in array mode with every type parser off. */
export type Cells = readonly (string | null)[]

interface Key {
  readonly scope: string
  readonly ownerId: number
  readonly key: string
}

const big = (cell: string | null | undefined): bigint => BigInt(cell ?? '0')
const num = (cell: string | null | undefined): number => Number(cell ?? '0')
const numOrNull = (cell: string | null | undefined): number | null =>
  cell === null || cell === undefined ? null : Number(cell)
const text = (cell: string | null | undefined): string => cell ?? ''

/** Returns an array literal of integers, which is shorter than the one that the driver builds. */
export const integers = (values: readonly (number | bigint | null)[]): string =>
  `{${values.map((value) => value ?? 'NULL').join(',')}}`

const statements = {
  fence: 'SELECT fenced FROM instances WHERE id = $1',
  // Operations that carry only an id find their user through the hold, whose user never changes.
  wallets: `SELECT user_id, balance, held, used, requests, last_wseq FROM wallets
    WHERE kind + 0 = 1 AND user_id = ANY (ARRAY(
      SELECT unnest($1::bigint[]) UNION SELECT user_id FROM holds WHERE id = ANY ($2::text[])))
    ORDER BY user_id FOR UPDATE`,
  budgets: `SELECT token_id, user_id, unlimited, remain, held, used, accessed_ms, period, period_limit, period_seq,
      period_end_ms, period_used, period_held FROM token_budgets
    WHERE token_id = ANY (ARRAY(
      SELECT unnest($1::bigint[]) UNION SELECT token_id FROM holds WHERE id = ANY ($2::text[]) AND token_id IS NOT NULL))
    ORDER BY token_id FOR UPDATE`,
  holds: `SELECT id, user_id, token_id, amount, accrued, instance_id, created_ms, deadline_ms, snapshot,
      period_seq, is_allowance, seq FROM holds
    WHERE id = ANY ($1::text[]) ORDER BY id FOR UPDATE`,
  // The wallets are locked, so nobody else can take or end an allowance of these users now.
  lent: `SELECT user_id, id, instance_id FROM holds
    WHERE is_allowance = 1 AND user_id = ANY (ARRAY(
      SELECT unnest($1::bigint[]) UNION SELECT user_id FROM holds WHERE id = ANY ($2::text[])))`,
  charges: `SELECT ref, kind, user_id, delta, is_logged, period_seq FROM entries
    WHERE ref = ANY ($1::text[]) AND kind + 0 IN (1, 2, 3, 13)`,
  keys: `SELECT k.scope, k.owner_id, k.key, k.body_sha256, k.state, k.request_id, k.status, k.body, k.created_ms
    FROM unnest($1::text[], $2::bigint[], $3::text[]) AS v (scope, owner_id, key)
    JOIN idempotency_keys k ON k.scope = v.scope AND k.owner_id = v.owner_id AND k.key = v.key`,
} as const

/** Operations that need free quota and may be refused without it. */
const ADMISSIONS: ReadonlySet<Operation['op']> = new Set(['reserve', 'extend', 'allow'])

/** Returns the ids of the holds that an operation concerns. */
function idsOf(operation: Operation): readonly string[] {
  if (operation.op === 'detach') return [operation.id, operation.from]
  if (operation.op === 'settle' && operation.from) return [operation.id, operation.from.allowance]
  return [operation.id]
}

/**
 * Opens the transaction, locks wallets, budgets and holds, each ascending by key, and reads everything that the rules may
 * need. The statements are pipelined into one round trip, or two if a recovered hold has an Idempotency-Key.
 *
 * Entries and keys are read after the wallets are locked, by statements with their own snapshots, so that bookings of
 * other writers for these wallets are not missed.
 */
export async function lockRows(
  client: Client,
  operations: readonly Operation[],
  instanceId: string,
): Promise<{ rows: StoredRows; isFenced: boolean }> {
  const ids = [...new Set(operations.flatMap(idsOf))]
  const users = new Set<number>()
  const tokens = new Set<number>()
  const held = new Set<string>()
  const mayBeShort = new Set<string>()
  const keys: Key[] = []
  for (const operation of operations) {
    const payer = operation.op === 'void' ? operation.refund : 'userId' in operation ? operation : undefined
    if (payer !== undefined) {
      users.add(payer.userId)
      if (payer.tokenId !== null) tokens.add(payer.tokenId)
    }
    if (operation.op !== 'reserve') held.add(operation.id)
    if (ADMISSIONS.has(operation.op)) mayBeShort.add(operation.id)
    if ('idempotency' in operation && operation.idempotency !== undefined) keys.push(operation.idempotency)
  }
  const ask = async (name: keyof typeof statements, columns: Column[]): Promise<Cells[]> => {
    const result = await client.query<string[]>({
      name: `ledger ${name}`,
      text: statements[name],
      values: columns.map(encoded),
      rowMode: 'array',
    })
    return result.rows
  }
  const askKeys = (wanted: readonly Key[]): Promise<Cells[]> =>
    ask('keys', [
      wanted.map(({ scope }) => scope),
      integers(wanted.map(({ ownerId }) => ownerId)),
      wanted.map(({ key }) => key),
    ])

  const [, fence, walletRows, budgetRows, holdRows, chargeRows, keyRows, lentRows] = await Promise.all([
    client.query('BEGIN'),
    ask('fence', [instanceId]),
    ask('wallets', [integers([...users]), [...held]]),
    ask('budgets', [integers([...tokens]), [...held]]),
    ask('holds', [ids]),
    ask('charges', [ids]),
    keys.length === 0 ? [] : askKeys(keys),
    mayBeShort.size === 0 ? [] : ask('lent', [integers([...users]), [...mayBeShort]]),
  ])
  const holds = new Map(holdRows.map((row) => [text(row[0]), toHold(row)]))
  const orphanKeys = operations.flatMap(({ op, id }) => {
    const hold = op === 'recover' ? holds.get(id) : undefined
    const key = hold && readSnapshot(hold.snapshot).idempotency
    return key === undefined ? [] : [key]
  })
  const moreKeyRows = orphanKeys.length === 0 ? [] : await askKeys(orphanKeys)

  const wallets = new Map(walletRows.map((row) => [num(row[0]), toWallet(row)]))
  const budgets = new Map(budgetRows.map((row) => [num(row[0]), toBudget(row)]))
  const lent = Map.groupBy(lentRows, (row) => num(row[0]))
  const charges = Map.groupBy(chargeRows, (row) => text(row[0]))
  const records = new Map(
    [...keyRows, ...moreKeyRows].map((row) => [`${row[1]}\n${row[0]}\n${row[2]}`, toRecord(row)]),
  )
  return {
    isFenced: fence[0]?.[0] !== '0',
    rows: {
      wallet: (userId) => wallets.get(userId),
      budget: (tokenId) => budgets.get(tokenId),
      hold: (id) => holds.get(id),
      lent: (userId) =>
        lent.get(userId)?.map((row) => ({ id: text(row[1]), instanceId: text(row[2]) })) ?? [],
      charges: (id) => charges.get(id)?.map(toCharge) ?? [],
      idempotency: (scope, ownerId, key) => records.get(`${ownerId}\n${scope}\n${key}`),
    },
  }
}

const toWallet = (row: Cells): WalletRow => ({
  userId: num(row[0]),
  balance: big(row[1]),
  held: big(row[2]),
  used: big(row[3]),
  requests: big(row[4]),
  lastWseq: big(row[5]),
})

const toBudget = (row: Cells): BudgetRow => ({
  tokenId: num(row[0]),
  userId: num(row[1]),
  unlimited: row[2] === '1',
  remain: big(row[3]),
  held: big(row[4]),
  used: big(row[5]),
  accessedMs: num(row[6]),
  period: num(row[7]),
  periodLimit: big(row[8]),
  periodSeq: num(row[9]),
  periodEndMs: num(row[10]),
  periodUsed: big(row[11]),
  periodHeld: big(row[12]),
})

const toHold = (row: Cells): HoldRow => ({
  id: text(row[0]),
  userId: num(row[1]),
  tokenId: numOrNull(row[2]),
  amount: big(row[3]),
  accrued: big(row[4]),
  instanceId: text(row[5]),
  createdMs: num(row[6]),
  deadlineMs: num(row[7]),
  snapshot: text(row[8]),
  periodSeq: numOrNull(row[9]),
  isAllowance: row[10] === '1',
  seq: num(row[11]),
})

const toCharge = (row: Cells): ChargeRow => ({
  kind: num(row[1]),
  userId: num(row[2]),
  delta: big(row[3]),
  isLogged: row[4] === '1',
  periodSeq: numOrNull(row[5]),
})

const toRecord = (row: Cells): IdempotencyRow => ({
  scope: text(row[0]),
  ownerId: num(row[1]),
  key: text(row[2]),
  bodySha256: text(row[3]),
  state: row[4] === '1' ? 1 : 2,
  requestId: text(row[5]),
  status: numOrNull(row[6]),
  body: row[7] ?? null,
  createdMs: num(row[8]),
})
