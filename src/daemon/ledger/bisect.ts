import type { Operation, Outcome } from './operations.ts'

/**
 * Thrown by an engine if a batch cannot be applied because of one of its operations (a constraint, or a value that the
 * database refuses), not because the database cannot be used. Nothing was applied.
 */
export class PoisonedBatchError extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.name = 'PoisonedBatchError'
  }
}

/**
 * Returns the batches to try next after a batch was refused because of one operation: its two halves, or a single settlement
 * without its log row and stored answer, because the charge matters more than the text. Undefined if the only operation left
 * must be refused.
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

/** Builds the outcome of an operation that makes every batch fail. */
export const poisoned = (error: unknown): Outcome => ({
  ok: false,
  reason: 'invalid',
  detail: error instanceof Error ? error.message : String(error),
})
