import type { Amount } from '../money/amount.ts'
import type { Operation } from './operations.ts'

/** A batch ends at this many operations or characters of text, whichever comes first. */
const BATCH_OPERATIONS_MAX = 256
const BATCH_CHARACTERS_MAX = 1_000_000

/** Returns how many of the waiting operations form the next batch. */
export function countBatch(waiting: readonly { readonly operation: Operation }[]): number {
  let characters = 0
  let end = 0
  for (const { operation } of waiting) {
    if (end >= BATCH_OPERATIONS_MAX || characters >= BATCH_CHARACTERS_MAX) break
    characters += textOf(operation)
    end += 1
  }
  return end
}

/** Returns roughly how many characters of text an operation adds to a batch. */
function textOf(operation: Operation): number {
  if (operation.op === 'reserve' || operation.op === 'detach') return operation.snapshot.length
  if (operation.op !== 'settle') return 64
  const { log, idempotency } = operation
  return (idempotency?.body?.length ?? 0) + (log === null ? 0 : log.other.length + log.explanation.length)
}

type Accrual = Extract<Operation, { op: 'accrue' }>

/** Merges two accruals of the same hold. */
export function laterAccrual(before: Accrual, after: Accrual): Accrual {
  const accrued: Amount = after.accrued > before.accrued ? after.accrued : before.accrued
  const deadlineMs = Math.max(before.deadlineMs ?? 0, after.deadlineMs ?? 0)
  return { op: 'accrue', id: before.id, accrued, ...(deadlineMs > 0 && { deadlineMs }) }
}
