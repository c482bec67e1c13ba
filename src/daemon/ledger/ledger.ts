import { AppError } from '../errors/app-error.ts'
import { countBatch, laterAccrual } from './batching.ts'
import type { Ledger, LedgerEngine, Operation, Outcome } from './operations.ts'

const BACKOFF_MS_MAX = 1_000
/** A commit within this time shows that the database accepts writes. */
const FRESH_MS = 1_000
/** If a batch takes longer than this, the database is busy or unreachable. */
const SLOW_MS = 500
/** How long a readiness check waits for the database. */
const PROBE_MS = 2_000

export interface LedgerOptions {
  /** Reserves and extensions are refused at once while this many operations wait. */
  readonly queueMax?: number
  readonly pause?: (ms: number) => Promise<void>
  /** Called after each committed batch. `tookMs` is the time from handing it to the engine until its answer. */
  readonly onCommitted?: (tookMs: number) => void
  /** Called when a batch could not be applied, and not again until one could. */
  readonly onUnavailable?: (error: unknown) => void
  /** Called when the store has taken a batch again. */
  readonly onAvailable?: (awayMs: number) => void
}

/** Counters that are exported as metrics. Most of the events should be rare. */
export interface LedgerCounts {
  batches: number
  operations: number
  /** Charges above their hold (rule P10). */
  overrun: number
  /** Charges booked after their hold was gone. */
  late: number
  /** Costs above the largest single operation (rule P11). They should be investigated. */
  clamped: number
  /** Operations refused by a bound or a constraint, which indicates a bug. */
  invalid: number
  recovered: number
  unavailable: number
}

/**
 * Responsiveness of the database: `slow` if the current batch takes longer than a commit should, `refusing` if admissions
 * are rejected at once.
 */
export type Standing = 'prompt' | 'slow' | 'refusing'

/** The queue in front of an engine. */
export interface LedgerQueue extends Ledger {
  readonly counts: Readonly<LedgerCounts>
  readonly standing: Standing
}

interface Waiting {
  operation: Operation
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
  readonly promise: Promise<Outcome>
}

const endOfTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/**
 * Puts an engine behind a queue with natural batching: operations that arrive during a commit form the next batch, and an
 * idle ledger commits a single operation at once. No timer is involved as long as the database answers.
 *
 * If the engine gives up on a batch, its reserves and extensions are rejected with AppError `storage_unavailable`, and so
 * are all later ones until the database answers again. Settlements, voids, accruals and recoveries are never dropped: they
 * are retried in order until they succeed. A rejected reserve may have been committed after all, so a void follows it and no
 * hold is left behind.
 */
export function createLedger(engine: LedgerEngine, options: LedgerOptions = {}): LedgerQueue {
  const { queueMax = 20_000 } = options
  const pause = options.pause ?? ((ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)))
  const counts: LedgerCounts = {
    batches: 0,
    operations: 0,
    overrun: 0,
    late: 0,
    clamped: 0,
    invalid: 0,
    recovered: 0,
    unavailable: 0,
  }
  let queue: Waiting[] = []
  /** The batch that the engine is applying. */
  let sent: readonly Waiting[] = []
  /** Waiting accruals that are not in a running batch. A later one for the same hold replaces the earlier one. */
  const accruals = new Map<string, Waiting>()
  let pending = 0
  let isRunning = false
  let isDown = false
  let downMs = 0
  let isClosed = false
  let drained: (() => void)[] = []
  /** Callers of `isReady` that wait for an answer. */
  const probes: ((isReady: boolean) => void)[] = []
  let committedMs = Number.NEGATIVE_INFINITY
  let sentMs = 0
  const isRefusing = (): boolean => isDown || isClosed || pending >= queueMax

  const submit = (operation: Operation): Promise<Outcome> => {
    const isAdmission = operation.op === 'reserve' || operation.op === 'extend'
    if (isAdmission && isRefusing()) return Promise.reject(unavailable())
    if (operation.op === 'accrue') {
      const waiting = accruals.get(operation.id)
      if (waiting?.operation.op === 'accrue') {
        waiting.operation = laterAccrual(waiting.operation, operation)
        return waiting.promise
      }
    }
    if (takesBack(operation)) withdraw(operation.id)
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
    const waiting: Waiting = { operation, promise, resolve, reject }
    queue.push(waiting)
    pending += 1
    if (operation.op === 'accrue') accruals.set(operation.id, waiting)
    start()
    return promise
  }

  const start = (): void => {
    if (isRunning || isClosed) return
    isRunning = true
    void run()
  }

  /**
   * Removes the waiting settlement of a request. It may already be committed or in the current batch; the void that follows
   * notices this and refunds it.
   */
  const withdraw = (id: string): void => {
    const settlement = queue.find(({ operation }) => operation.op === 'settle' && operation.id === id)
    if (settlement === undefined) return
    queue = queue.filter((waiting) => waiting !== settlement)
    pending -= 1
    settlement.resolve({ ok: false, reason: 'withdrawn' })
  }

  const run = async (): Promise<void> => {
    for (let failures = 0; !isClosed && (queue.length > 0 || isDown || probes.length > 0); ) {
      // Wait for the end of this event-loop turn, so that everything its sockets submit shares one commit and one message.
      await endOfTurn()
      const batch = takeBatch()
      sent = batch
      try {
        const beganMs = performance.now()
        sentMs = beganMs
        const outcomes = await engine.apply(batch.map(({ operation }) => operation))
        sent = []
        committedMs = performance.now()
        if (isDown) options.onAvailable?.(committedMs - downMs)
        isDown = false
        failures = 0
        answerProbes(true)
        answer(batch, outcomes)
        if (batch.length > 0) options.onCommitted?.(performance.now() - beganMs)
        tellDrained()
      } catch (error) {
        if (!isDown) {
          downMs = performance.now()
          options.onUnavailable?.(error)
        }
        isDown = true
        answerProbes(false)
        counts.unavailable += 1
        if (isClosed) break
        sent = []
        queue = [...keepAfterFailure(batch, error), ...keepAfterFailure(queue, error, 'unsent')]
        for (const { operation } of queue) if (takesBack(operation)) withdraw(operation.id)
        tellDrained()
        failures += 1
        await pause(Math.min(BACKOFF_MS_MAX, 25 * 2 ** failures))
      }
    }
    isRunning = false
  }

  /** Also called while the database is down, because checking whether it is back is not pending work. */
  const tellDrained = (): void => {
    if (pending > 0) return
    for (const resolve of drained) resolve()
    drained = []
  }

  const answerProbes = (isReady: boolean): void => {
    for (const resolve of probes.splice(0)) resolve(isReady)
  }

  const takeBatch = (): Waiting[] => {
    const batch = queue.splice(0, countBatch(queue))
    for (const { operation } of batch) if (operation.op === 'accrue') accruals.delete(operation.id)
    return batch
  }

  const answer = (batch: readonly Waiting[], outcomes: readonly Outcome[]): void => {
    counts.batches += 1
    counts.operations += batch.length
    pending -= batch.length
    batch.forEach((waiting, index) => {
      const outcome = outcomes[index]
      if (outcome === undefined) {
        waiting.reject(
          new AppError('internal', { message: 'the ledger engine left an operation unanswered' }),
        )
        return
      }
      count(outcome)
      waiting.resolve(outcome)
    })
  }

  const count = (outcome: Outcome): void => {
    if (!outcome.ok) {
      if (outcome.reason === 'invalid') counts.invalid += 1
      return
    }
    if (outcome.note === undefined || outcome.replayed) return
    for (const word of ['overrun', 'late', 'clamped', 'recovered'] as const)
      if (outcome.note.split(' ').includes(word)) counts[word] += 1
  }

  /**
   * Rejects admissions and keeps the rest for a retry. Adds a void for every reserve that may have reached the database.
   */
  const keepAfterFailure = (waiting: readonly Waiting[], error: unknown, sent?: 'unsent'): Waiting[] =>
    waiting.flatMap((item) => {
      const { operation } = item
      if (operation.op !== 'reserve' && operation.op !== 'extend') return [item]
      item.reject(unavailable(error))
      pending -= 1
      if (operation.op === 'extend' || sent === 'unsent') return []
      const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
      // Nobody awaits this one.
      promise.catch(() => undefined)
      pending += 1
      const { id, atMs, idempotency } = operation
      const undo: Operation = { op: 'void', id, atMs, logs: [], ...(idempotency && { idempotency }) }
      return [{ operation: undo, promise, resolve, reject }]
    })

  return {
    submit,
    counts,
    get pending() {
      return pending
    },
    get standing() {
      if (isRefusing()) return 'refusing'
      return sent.length > 0 && performance.now() - sentMs > SLOW_MS ? 'slow' : 'prompt'
    },
    isReady: async () => {
      if (isRefusing()) return false
      if (performance.now() - committedMs < FRESH_MS) return true
      const { promise, resolve } = Promise.withResolvers<boolean>()
      probes.push(resolve)
      start()
      const timer = setTimeout(() => resolve(false), PROBE_MS)
      return promise.finally(() => clearTimeout(timer))
    },
    close() {
      isClosed = true
      const left = [...keepAfterFailure(sent, undefined), ...keepAfterFailure(queue, undefined, 'unsent')]
      sent = []
      queue = []
      // Leave out steps of allowances: after a restart nobody would use a new one, and recovery frees the old ones.
      return left.map(({ operation }) => operation).filter(({ op }) => op !== 'allow' && op !== 'giveBack')
    },
    drain: () => (pending > 0 ? new Promise((resolve) => drained.push(resolve)) : Promise.resolve()),
  }
}

const takesBack = (operation: Operation): boolean => operation.op === 'void' && operation.refund !== undefined

const unavailable = (cause?: unknown): AppError =>
  new AppError('storage_unavailable', { retryAfterSeconds: 1, ...(cause === undefined ? {} : { cause }) })
