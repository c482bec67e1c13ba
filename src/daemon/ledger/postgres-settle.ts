import type { Client } from 'pg'
import type { Amount } from '../money/amount.ts'
import { TIGHT } from './charge.ts'
import type { Operation, Outcome, UsageLogRow } from './operations.ts'
import { isAmount } from './outcomes.ts'
import { integers } from './postgres-reads.ts'
import { type Line, type PlainSettlement, planSettlements, type SettlementPlan } from './settlement-plan.ts'
import { storableText } from './storable-text.ts'
import { texts } from './text-arrays.ts'

/** A call of one of the functions that the migrations create. */
const call = (name: string, functionName: string, parameters: number) => ({
  name,
  text: `SELECT ${functionName}(${Array.from({ length: parameters }, (_, index) => `$${index + 1}`).join(', ')})`,
})
const settleMany = call('ledger settle', 'tollgate_settle_3', 43)
const settleOne = call('ledger settle one', 'tollgate_settle_one_1', 28)

/** Part of a batch together with its position in the batch. */
export type Placed<Part> = readonly [place: number, part: Part]

/**
 * Separates the settlements that one statement can book from all other operations. A request that occurs twice in the
 * batch is left to the rules, which follow the order of the batch.
 */
export function sortOut(operations: readonly Operation[]): {
  readonly plain: readonly Placed<PlainSettlement>[]
  readonly others: readonly Placed<Operation>[]
} {
  const plain: Placed<PlainSettlement>[] = []
  const others: Placed<Operation>[] = []
  const repeated = findRepeated(operations)
  operations.forEach((operation, place) => {
    if (isPlain(operation) && !repeated.has(operation.id)) plain.push([place, operation])
    else others.push([place, operation])
  })
  return { plain, others }
}

function findRepeated(operations: readonly Operation[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const { id } of operations) (seen.has(id) ? repeated : seen).add(id)
  return repeated
}

function isPlain(operation: Operation): operation is PlainSettlement {
  if (operation.op !== 'settle' || operation.from === undefined) return false
  const { cost, from, log } = operation
  return (
    // A quote that the database may not have must be written first, which happens once an hour.
    log?.quote?.texts === undefined &&
    operation.needsHold === undefined &&
    operation.idempotency === undefined &&
    isAmount(cost) &&
    cost > 0n &&
    isAmount(from.held)
  )
}

/**
 * Books settlements with one statement, which is its own transaction. It books nothing if a request is already booked or has
 * its own row, if an allowance is gone or cannot be refilled, if a wallet is unknown, or if a token has a budget per period.
 * Then the rules must decide.
 *
 * @returns undefined if at least one settlement needs the rules; none was booked then
 */
export async function settleAtOnce(
  client: Client,
  settlements: readonly PlainSettlement[],
): Promise<Outcome[] | undefined> {
  const plan = planSettlements(settlements)
  const [line, ...others] = plan.lines
  const query =
    line !== undefined && others.length === 0
      ? { ...settleOne, values: valuesOfOne(line) }
      : { ...settleMany, values: valuesOf(plan) }
  const { rows } = await client.query<string[]>({ ...query, rowMode: 'array' })
  const answer = rows[0]?.[0]
  if (answer === null || answer === undefined) return undefined
  const cells = answer.slice(1, -1).split(',')
  const rests = cells.slice(plan.wallets.length)
  return plan.lines.map((line) => outcomeOf(line, cells, rests))
}

/** Builds the outcome that the rules would return: the free amounts after this settlement and all before it. */
function outcomeOf(line: Line, frees: readonly string[], rests: readonly string[]): Outcome {
  const { settlement, wallet, budget, note } = line
  const free = BigInt(frees[wallet.place - 1] ?? 0) - BigInt(line.walletCost)
  const rest = budget === undefined ? 'NULL' : (rests[budget.place - 1] ?? 'NULL')
  const left = rest === 'NULL' ? free : BigInt(rest) - BigInt(line.budgetCost)
  const isTight = (left < free ? left : free) < TIGHT * settlement.from.held
  return {
    ok: true,
    replayed: false,
    cost: settlement.cost,
    available: free as Amount,
    ...(note === null ? {} : { note }),
    ...(isTight ? { isTight } : {}),
    isRefilled: true,
  }
}

/** Returns the values for a batch of one, in the order of the parameters. The migration of the function has their names. */
function valuesOfOne({ settlement, cost, note }: Line): (string | number | null)[] {
  const { id, from, userId, tokenId, channelId, atMs, stat, log } = settlement
  const charge = [id, from.allowance, userId, tokenId, channelId, cost, atMs, note]
  const counted = stat ? [storableText(stat.model), stat.hourTime, stat.tokens] : [null, null, null]
  return [...charge, ...counted, ...(log ? valuesOfRow(log) : noRow)]
}

const valuesOfRow = (row: UsageLogRow): (string | number | null)[] => [
  1,
  storableText(row.username),
  row.tokenId,
  storableText(row.tokenName),
  row.channelId,
  storableText(row.group),
  storableText(row.model),
  row.promptTokens,
  row.completionTokens,
  Number(row.isStream),
  row.useTimeMs,
  storableText(row.ip),
  storableText(row.usageSource),
  storableText(row.content),
  storableText(row.other),
  storableText(row.explanation),
  row.quote?.id ?? null,
]
/** The values of a missing log row. */
const noRow: readonly (number | null)[] = [0, ...Array.from({ length: 16 }, () => null)]

/** Returns the values for any batch, in the order of the parameters. */
function valuesOf(plan: SettlementPlan): (string | Buffer)[] {
  const { lines, wallets, budgets, allowances, channels, counts } = plan
  const log = lines.map(({ settlement }) => settlement.log)
  const names = new Names()
  const name = (read: (row: UsageLogRow) => string): string =>
    integers(log.map((row) => row && names.placeOf(read(row))))
  const number = (read: (row: UsageLogRow) => number): string => integers(log.map((row) => row && read(row)))
  const values = [
    integers(wallets.map(({ key }) => key)),
    integers(wallets.map(({ cost }) => cost)),
    integers(wallets.map(({ count }) => count)),
    integers(budgets.map(({ key }) => key)),
    integers(budgets.map(({ cost }) => cost)),
    integers(budgets.map(({ atMs }) => atMs)),
    texts(allowances.map(({ id }) => id)),
    integers(allowances.map(({ wallet }) => wallet.place)),
    integers(allowances.map(({ budget }) => budget?.place ?? null)),
    integers(channels.map(({ key }) => key)),
    integers(channels.map(({ cost }) => cost)),
    integers(counts.map(({ userId }) => userId)),
    texts(counts.map(({ model }) => model)),
    integers(counts.map(({ hourTime }) => hourTime)),
    integers(counts.map(({ requests }) => requests)),
    integers(counts.map(({ cost }) => cost)),
    integers(counts.map(({ tokens }) => tokens)),
    texts(lines.map(({ settlement }) => settlement.id)),
    integers(lines.map(({ wallet }) => wallet.place)),
    integers(lines.map(({ number: place }) => place)),
    integers(lines.map(({ cost }) => cost)),
    integers(lines.map(({ walletCost }) => walletCost)),
    integers(lines.map(({ settlement }) => settlement.tokenId)),
    integers(lines.map(({ settlement }) => settlement.channelId)),
    integers(lines.map(({ settlement }) => settlement.atMs)),
    texts(lines.map(({ note }) => note)),
    name((row) => row.username),
    number((row) => row.tokenId),
    name((row) => row.tokenName),
    number((row) => row.channelId),
    name((row) => row.group),
    name((row) => row.model),
    number((row) => row.promptTokens),
    number((row) => row.completionTokens),
    number((row) => Number(row.isStream)),
    number((row) => row.useTimeMs),
    name((row) => row.ip),
    name((row) => row.usageSource),
    name((row) => row.content),
    texts(log.map((row) => row && storableText(row.other))),
    texts(log.map((row) => row && storableText(row.explanation))),
    integers(log.map((row) => row?.quote?.id ?? null)),
  ]
  return [...values, texts(names.all)]
}

/** The distinct texts of a batch. Most rows share them. */
class Names {
  readonly all: string[] = []
  readonly #places = new Map<string, number>()

  /** Returns the position of a text in the list, from 1. */
  placeOf(text: string): number {
    const known = this.#places.get(text)
    if (known !== undefined) return known
    this.#places.set(text, this.all.push(storableText(text)))
    return this.all.length
  }
}
