import type { Operation, Outcome } from './operations.ts'

/**
 * Thrown by an engine if a batch cannot be applied because of one of its operations (a constraint, a value the store
 * refuses), as opposed to a store that cannot be used. Nothing was applied.
 */
export class PoisonedBatchError extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.name = 'PoisonedBatchError'
  }
}

/**
 * What to try next when a batch was refused by a constraint: its halves; a single settlement again without its log row
 * and stored answer, because the money matters more than the text; undefined if only one operation is left and must be
 * refused.
 */
export function split(
  operations: readonly Operation[],
  error: unknown,
): readonly (readonly Operation[])[] | undefined {
  if (!(error instanceof PoisonedBatchError)) throw error
  const [first] = operations
  if (operations.length > 1) {
    const middle = operations.length >> 1
    return [operations.slice(0, middle), operations.slice(middle)]
  }
  if (first?.op === 'settle' && (first.log !== null || typeof first.idempotency?.body === 'string')) {
    const { idempotency, ...rest } = first
    const bare = { ...rest, log: null, note: 'unlogged' }
    return [[idempotency === undefined ? bare : { ...bare, idempotency: { ...idempotency, body: null } }]]
  }
  if (first?.op === 'void' && first.logs.length > 0) return [[{ ...first, logs: [] }]]
  return undefined
}

/** The answer to an operation that poisons every batch it is in. */
export const poisoned = (error: unknown): Outcome => ({
  ok: false,
  reason: 'invalid',
  detail: error instanceof Error ? error.message : String(error),
})
