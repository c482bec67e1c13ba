import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Amount } from '../money/amount.ts'
import { IdRoster } from '../roster.ts'
import { ACTIVE_RESERVES, Activity } from './activity.ts'
import { Admission } from './admission.ts'
import { Allowance, type MemoryHold } from './allowance.ts'
import type { LedgerQueue } from './ledger.ts'
import type { Ledger, Operation, Outcome, Reserve, Settle, Void } from './operations.ts'

/** How often allowances and in-memory holds are checked. */
const SWEEP_MS = 250
/** A request that runs longer than this gets its own row, so that its earnings are recovered after a crash (rule P9). */
const OWN_ROW_MS = 2_000
/** An allowance that has not been used for this long is given back. */
const IDLE_MS = 2_000
/** The activity record of a token is deleted after this much time without a reserve. */
const FORGET_MS = 10_000
/** After a wallet ran short, no allowance is taken from it for this long, and every request gets its own row. */
const PRECISE_MS = 5_000
/** Pauses after a refused allowance: if less may be granted, in other cases, and if the reason will not change soon. */
const SHORT_REST_MS = 250
const REST_MS = 3_000
const LONG_REST_MS = 60_000
/**
 * How long after a written heartbeat a daemon may hold requests in memory. It is well below the time after which other
 * daemons declare it dead and free its allowances, so that a daemon that was frozen does not spend an allowance it has lost.
 */
const ALIVE_MS = 15_000
/** An allowance that is larger than its target by this factor gives the excess back. */
const SHRINK = 4n

export interface AllowancesOptions {
  readonly instanceId: string
  readonly clock: Clock
  readonly log: Pick<Logger, 'error'>
  /** True if other daemons use the same database and may declare this one dead; see {@link Allowances.noteAlive}. */
  readonly isShared: boolean
  /** Asks the other daemons to {@link Allowances.recall} the allowances of a user. */
  readonly announce: (userId: number) => Promise<void>
  /** Reports whether any daemon has an allowance of the user. */
  readonly isLent: (userId: number) => Promise<boolean>
  /** Number of reserves within a second from which on a token gets an allowance. */
  readonly activeReserves?: number
  /** Milliseconds of a monotonic clock. */
  readonly elapsedMs?: () => number
  /** Reads announcements of other daemons. Called with each sweep while an allowance exists, so that others wait only briefly. */
  readonly poll?: () => Promise<void>
  /** Runs `work` about every `ms` until the returned function is called. */
  readonly every?: (ms: number, work: () => void) => () => void
}

/**
 * The ledger with allowances. An allowance is quota of a wallet, and of a token's budget, that this daemon holds for future
 * requests. A request that fits into one is held in memory, and its settlement is its only durable operation. All other
 * requests go to the ledger directly: those of quiet users, those with an Idempotency-Key, tasks, and those of wallets that
 * are nearly empty.
 *
 * Two rules keep the books exact. The in-memory holds of an allowance never exceed the amount of its row. And a request
 * first gets its own row if an operation leaves no entry (a charge of zero, an error row) or needs a row (accruals,
 * extensions), so that a repeated operation is always recognized.
 */
export class Allowances implements Ledger {
  /** Number of requests held in memory and number of requests held by a row. */
  readonly counts = { inMemory: 0, durable: 0 }
  readonly #queue: LedgerQueue
  readonly #options: AllowancesOptions
  readonly #admission: Admission
  readonly #now: () => number
  readonly #standing = new Map<number, Allowance>()
  readonly #holds = new IdRoster<MemoryHold>()
  readonly #activities = new Map<number, Activity>()
  /** By user: the time until which all requests get their own rows. */
  readonly #preciseUntil = new Map<number, number>()
  #taken = 0
  #aliveMs = Number.NEGATIVE_INFINITY
  #aliveWallMs = 0
  #isDraining = false
  #stopSweeping: (() => void) | undefined

  constructor(queue: LedgerQueue, options: AllowancesOptions) {
    this.#queue = queue
    this.#options = options
    this.#now = options.elapsedMs ?? (() => performance.now())
    this.#admission = new Admission(queue, {
      recall: (userId) => this.recall(userId),
      announce: options.announce,
      log: options.log,
      now: this.#now,
    })
  }

  submit(operation: Operation): Promise<Outcome> {
    switch (operation.op) {
      case 'reserve':
        return this.#reserve(operation)
      case 'extend':
        this.#giveRow(operation.id)
        return this.#admission.admit(operation)
      case 'accrue':
        this.#giveRow(operation.id)
        return this.#queue.submit(operation)
      case 'settle':
        return this.#settle(operation)
      case 'void':
        return this.#release(operation)
      default:
        return this.#queue.submit(operation)
    }
  }

  /** Returns the user of a request that is held in memory. */
  userOf(requestId: string): number | undefined {
    return this.#holds.get(requestId)?.operation.userId
  }

  /** Number of requests currently held in memory. */
  get heldInMemory(): number {
    return this.#holds.size
  }

  get pending(): number {
    return this.#queue.pending
  }

  isReady(): Promise<boolean> {
    return this.#queue.isReady()
  }

  close(): readonly Operation[] {
    this.#stopSweeping?.()
    return this.#queue.close()
  }

  /** Gives every allowance back if the database accepts it. Otherwise the next start frees them. */
  async drain(): Promise<void> {
    this.#isDraining = true
    if (this.#queue.standing !== 'refusing') for (const each of [...this.#standing.values()]) this.#end(each)
    await this.#queue.drain()
  }

  /**
   * Notes that a heartbeat of this daemon was written, so no other daemon declares it dead for a while.
   * @param sentMs when it was sent, by the monotonic clock
   */
  noteAlive(sentMs: number): void {
    this.#aliveMs = sentMs
    this.#aliveWallMs = this.#options.clock.now()
  }

  /**
   * Gives back all allowances of a user whose wallet is short of money. Running requests, and those of the next seconds, get
   * their own rows. Resolves when this is committed.
   */
  async recall(userId: number): Promise<void> {
    this.#preciseUntil.set(userId, this.#now() + PRECISE_MS)
    await this.#endAll((each) => each.userId === userId)
  }

  /** Recalls the user's allowances on every daemon. Resolves when none exists, or when the other daemons had enough time. */
  async recallEverywhere(userId: number): Promise<void> {
    await this.recall(userId)
    if (!this.#options.isShared) return
    await this.#admission.untilGivenBack(userId, () => this.#options.isLent(userId))
  }

  /** Gives the allowances of a token back because the token has changed; 'all' = those of every token. */
  async forgetToken(tokenId: number | 'all'): Promise<void> {
    await this.#endAll((each) => tokenId === 'all' || each.tokenId === tokenId)
  }

  async forgetUser(userId: number | 'all'): Promise<void> {
    await this.#endAll((each) => userId === 'all' || each.userId === userId)
  }

  /**
   * Gives long-running requests their own rows and returns unused quota. Runs on a timer while there is anything to check.
   */
  sweep(): void {
    const nowMs = this.#now()
    for (const hold of this.#holds) if (nowMs - hold.sinceMs >= OWN_ROW_MS) this.#detach(hold)
    for (const [key, allowance] of this.#standing) this.#shrink(key, allowance, nowMs)
    if (this.#standing.size > 0) void this.#options.poll?.()
    for (const [key, { lastMs }] of this.#activities)
      if (nowMs - lastMs > FORGET_MS) this.#activities.delete(key)
    for (const [userId, untilMs] of this.#preciseUntil) if (untilMs < nowMs) this.#preciseUntil.delete(userId)
    if (this.#activities.size + this.#standing.size + this.#holds.size > 0) return
    this.#stopSweeping?.()
    this.#stopSweeping = undefined
  }

  #shrink(key: number, allowance: Allowance, nowMs: number): void {
    if (allowance.isRaising || allowance.isEnding) return
    const isIdle = nowMs - allowance.lastMs > IDLE_MS
    if (isIdle && allowance.held === 0) return void this.#end(allowance)
    const target = this.#activities.get(key)?.target() ?? 0n
    const most = isIdle ? 0n : target * SHRINK
    const kept = isIdle ? 0n : target
    if (allowance.unused > most)
      this.#tell(allowance, allowance.giveBack((allowance.unused - kept) as Amount))
  }

  #reserve(operation: Reserve): Promise<Outcome> {
    const known = this.#holds.get(operation.id)
    if (known !== undefined) return Promise.resolve(heldOutcome(known.operation, true))
    const mayBeInMemory =
      operation.idempotency === undefined && operation.needsOwnRow !== true && operation.amount > 0n
    if (!mayBeInMemory) return this.#reserveDurably(operation)
    const key = keyOf(operation)
    const activity = this.#noteActivity(key, operation)
    const allowance = this.#standing.get(key)
    const isHeld = allowance !== undefined && this.#holdWithin(allowance, operation)
    const answer = isHeld ? Promise.resolve(heldOutcome(operation, false)) : this.#reserveDurably(operation)
    if (allowance !== undefined) this.#raiseInTime(allowance, activity)
    else if (activity.isActive(this.#now())) this.#take(key, operation, activity)
    return answer
  }

  #reserveDurably(operation: Reserve): Promise<Outcome> {
    this.counts.durable += 1
    return this.#admission.admit(operation)
  }

  #noteActivity(key: number, { amount }: Reserve): Activity {
    let activity = this.#activities.get(key)
    if (activity === undefined) {
      activity = new Activity(this.#options.activeReserves ?? ACTIVE_RESERVES)
      this.#activities.set(key, activity)
      this.#stopSweeping ??= (this.#options.every ?? repeat)(SWEEP_MS, () => this.sweep())
    }
    activity.note(amount, this.#now())
    return activity
  }

  #holdWithin(allowance: Allowance, operation: Reserve): boolean {
    if (allowance.unused < operation.amount || this.#queue.standing !== 'prompt' || !this.#isAlive())
      return false
    this.counts.inMemory += 1
    this.#holds.add(operation.id, allowance.hold(operation, this.#now()))
    return true
  }

  /** Checks both clocks, because either may stop while the machine sleeps. */
  #isAlive(): boolean {
    if (!this.#options.isShared) return true
    const wallMs = this.#options.clock.now() - this.#aliveWallMs
    return this.#now() - this.#aliveMs < ALIVE_MS && wallMs < ALIVE_MS
  }

  #take(key: number, operation: Reserve, activity: Activity): void {
    const { userId, tokenId } = operation
    const isPrecise = (this.#preciseUntil.get(userId) ?? Number.NEGATIVE_INFINITY) > this.#now()
    const mayTake =
      !this.#isDraining && !isPrecise && activity.mayAsk(this.#now()) && this.#queue.standing === 'prompt'
    if (!mayTake || !this.#isAlive()) return
    this.#taken += 1
    const id = `allow-${this.#options.instanceId}-${userId}-${tokenId ?? 0}-${this.#taken}`
    const allowance = new Allowance(id, operation)
    allowance.lastMs = this.#now()
    this.#standing.set(key, allowance)
    this.#raise(allowance, activity)
  }

  /** Raises an allowance before it runs out. */
  #raiseInTime(allowance: Allowance, activity: Activity): void {
    const isLow = allowance.unused * 2n < activity.target()
    const mayRaise = isLow && !allowance.isRaising && !allowance.isEnding && !this.#isDraining
    if (mayRaise && activity.mayAsk(this.#now()) && this.#queue.standing === 'prompt')
      this.#raise(allowance, activity)
  }

  #raise(allowance: Allowance, activity: Activity): void {
    const more = (activity.target() - allowance.unused) as Amount
    if (more <= 0n) return
    this.#queue.submit(allowance.raise(more, this.#options.clock.now())).then(
      (outcome) => this.#raised(allowance, activity, { more, outcome }),
      (error: unknown) => this.#giveUp(allowance, error),
    )
  }

  #raised(
    allowance: Allowance,
    activity: Activity,
    { more, outcome }: { readonly more: Amount; readonly outcome: Outcome },
  ): void {
    allowance.isRaising = false
    if (outcome.ok) {
      activity.widen()
      return allowance.raised(more)
    }
    const isShort = outcome.reason === 'wallet' || outcome.reason === 'token'
    // A sixth leaves five times as much free, which also covers reserves made in the meantime.
    const isWorthIt = isShort && activity.limit(outcome.available > 0n ? outcome.available / 6n : 0n)
    activity.rest(this.#now() + (isWorthIt ? SHORT_REST_MS : restOf(outcome)))
    const isRefused = isShort || (outcome.reason === 'no-allowance' && outcome.why !== 'unsure')
    if (!isRefused) return this.#end(allowance)
    if (!allowance.isTaken) this.#drop(allowance)
  }

  #settle(operation: Settle): Promise<Outcome> {
    const hold = this.#holds.get(operation.id)
    const isPlain = operation.cost > 0n && operation.needsHold !== true && operation.idempotency === undefined
    if (hold === undefined || !isPlain) {
      this.#giveRow(operation.id)
      return this.#queue.submit(operation)
    }
    const { allowance } = hold
    this.#holds.remove(operation.id)
    const spent = allowance.spend(hold, operation.cost)
    const from = { allowance: allowance.id, held: hold.operation.amount }
    return this.#queue
      .submit({ ...operation, from })
      .then((outcome) => this.#settled(allowance, spent, outcome))
  }

  #settled(allowance: Allowance, spent: bigint, outcome: Outcome): Outcome {
    if (!outcome.ok) {
      // Withdrawn or refused, so the amount in its row is no longer known.
      this.#end(allowance)
      return outcome
    }
    if (outcome.isRefilled) allowance.refilled(spent)
    if (outcome.note?.split(' ').includes('late')) this.#end(allowance)
    if (outcome.isTight) void this.recall(allowance.userId)
    // The unused part of the allowance is free for its user.
    return { ...outcome, available: (outcome.available + allowance.unused) as Amount }
  }

  #release(operation: Void): Promise<Outcome> {
    const hold = this.#holds.get(operation.id)
    if (hold === undefined || operation.logs.length > 0 || operation.idempotency !== undefined) {
      this.#giveRow(operation.id)
      return this.#queue.submit(operation)
    }
    this.#holds.remove(operation.id)
    hold.allowance.spend(hold, 0n)
    return Promise.resolve({ ok: true, replayed: false, cost: 0n as Amount, available: 0n as Amount })
  }

  /** Gives a request its own row. Operations are applied in order, so those submitted later find the row. */
  #giveRow(requestId: string): void {
    const hold = this.#holds.get(requestId)
    if (hold !== undefined) this.#detach(hold)
  }

  #detach(hold: MemoryHold): void {
    this.#holds.remove(hold.operation.id)
    this.#tell(hold.allowance, hold.allowance.detach(hold))
  }

  /** Stops holding requests in an allowance. */
  #drop(allowance: Allowance): void {
    allowance.isEnding = true
    const key = keyOf(allowance)
    if (this.#standing.get(key) === allowance) this.#standing.delete(key)
  }

  #end(allowance: Allowance): void {
    if (allowance.isEnding) return
    this.#drop(allowance)
    for (const hold of this.#holds) if (hold.allowance === allowance) this.#detach(hold)
    this.#tell(allowance, allowance.end())
  }

  async #endAll(which: (allowance: Allowance) => boolean): Promise<void> {
    for (const each of [...this.#standing.values()]) if (which(each)) this.#end(each)
    await this.#last
  }

  /** The outcome of the last submitted step. Once it is there, all earlier steps have been applied too. */
  #last: Promise<unknown> = Promise.resolve()

  /** Submits a step without waiting for it. A refused step is a bug, so the allowance is then given up. */
  #tell(allowance: Allowance, operation: Operation): void {
    this.#last = this.#queue.submit(operation).then(
      (outcome) => {
        if (outcome.ok || outcome.reason === 'no-hold') return
        this.#giveUp(allowance, new Error(`${operation.op}: ${outcome.reason}`))
      },
      (error: unknown) => this.#giveUp(allowance, error),
    )
  }

  #giveUp(allowance: Allowance, error: unknown): void {
    this.#options.log.error({ err: error, allowance: allowance.id }, 'an allowance is given up')
    this.#end(allowance)
  }
}

/** Returns the token's id, because a token belongs to one user. Without a token it is the negated user id. */
const keyOf = ({ userId, tokenId }: Pick<Reserve, 'userId' | 'tokenId'>): number => tokenId ?? -userId

const heldOutcome = ({ amount }: Reserve, replayed: boolean): Outcome => ({
  ok: true,
  replayed,
  cost: 0n as Amount,
  available: 0n as Amount,
  held: amount,
})

/** Returns the pause after a refusal. A token with a budget per period gets no allowance until somebody changes it. */
const restOf = (outcome: Outcome & { readonly ok: false }): number =>
  outcome.reason === 'no-allowance' && outcome.why === 'period' ? LONG_REST_MS : REST_MS

function repeat(ms: number, work: () => void): () => void {
  const timer = setInterval(work, ms)
  timer.unref()
  return () => clearInterval(timer)
}
