import { type Books, type Entry, isCharge } from './store.ts'

/**
 * What a client knows at the end of its call. `ok`: it received the complete answer. `failed`: it was refused before
 * any part of the answer. `cut`: the answer broke off in a way that the protocol can signal. `unknown`: the connection
 * was lost.
 */
export type OutcomeKind = 'ok' | 'failed' | 'cut' | 'unknown'

/** One call as reported by its client. */
export interface Operation {
  /** Part of the message, so that the upstream sees it and a call without a known request ID can be found. */
  readonly nonce: string
  readonly userId: number
  readonly tokenId: number
  /** The price of a complete answer, in thousandths. */
  readonly price: bigint
  readonly outcome: OutcomeKind
  /** `x-request-id` of the response, if its headers arrived. */
  readonly requestId: string | undefined
}

/** Request IDs under which each nonce has reached the upstream, by nonce. */
export type Deliveries = ReadonlyMap<string, readonly string[]>

export interface Claims {
  readonly operations: readonly Operation[]
  readonly deliveries: Deliveries
  /** Whether nothing is running, so that every hold must be gone. */
  readonly isQuiet: boolean
  /** The ID of the last entry before these operations. */
  readonly afterEntry?: number
}

/**
 * Checks the books against what clients know, not what the daemon believes. An answer seen to its end is charged once
 * at its price, a refused call never, a lost call at most once and at most its price, and nothing else is charged.
 * Every balance is the sum of its entries.
 *
 * @returns one line per contradiction; empty when the books are right
 */
export const judge = (claims: Claims, books: Books): string[] => {
  const problems: string[] = []
  const unexplained = new Map<string, Entry[]>()
  for (const entry of books.entries)
    if (isCharge(entry) && entry.id > (claims.afterEntry ?? 0))
      unexplained.set(entry.ref, [...(unexplained.get(entry.ref) ?? []), entry])

  for (const operation of claims.operations) {
    const ids = new Set([
      ...(operation.requestId === undefined ? [] : [operation.requestId]),
      ...(claims.deliveries.get(operation.nonce) ?? []),
    ])
    const charges = [...ids].flatMap((id) => unexplained.get(id) ?? [])
    for (const id of ids) unexplained.delete(id)
    problems.push(...judgeOperation(operation, charges))
  }
  for (const [ref, entries] of unexplained)
    problems.push(`${ref}: charged ${describe(entries)}, and no client asked for it`)
  problems.push(...judgeBalances(books))
  if (claims.isQuiet) for (const id of books.holds) problems.push(`${id}: its hold is still open`)
  return problems
}

const describe = (entries: readonly Entry[]): string =>
  entries.map(({ kind, delta }) => `${-delta} (kind ${kind})`).join(' and ') || 'nothing'

const judgeOperation = (operation: Operation, charges: readonly Entry[]): string[] => {
  const name = `${operation.outcome} ${operation.requestId ?? operation.nonce}`
  const strangers = charges.filter(
    (entry) => entry.userId !== operation.userId || entry.tokenId !== operation.tokenId,
  )
  if (strangers.length > 0) return [`${name}: charged to another user or token`]
  const total = charges.reduce((sum, { delta }) => sum - delta, 0n)
  switch (operation.outcome) {
    case 'ok':
      return charges.length === 1 && total === operation.price
        ? []
        : [`${name}: costs ${operation.price}, was charged ${describe(charges)}`]
    case 'failed':
      // A charge that was booked before the refusal was certain is refunded by a separate entry.
      return total === 0n ? [] : [`${name}: was refused, was charged ${describe(charges)}`]
    case 'cut':
    case 'unknown':
      return charges.length <= 1 && total >= 0n && total <= operation.price
        ? []
        : [`${name}: costs at most ${operation.price}, was charged ${describe(charges)}`]
  }
}

const judgeBalances = ({ entries, wallets }: Books): string[] => {
  const sums = new Map<number, bigint>()
  for (const { userId, delta } of entries) sums.set(userId, (sums.get(userId) ?? 0n) + delta)
  return wallets.flatMap(({ userId, balance, held }) => [
    ...(balance === (sums.get(userId) ?? 0n)
      ? []
      : [`user ${userId}: balance ${balance}, its entries add up to ${sums.get(userId) ?? 0n}`]),
    ...(balance - held >= 0n ? [] : [`user ${userId}: ${balance - held} free`]),
  ])
}
