import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Amount } from '../money/amount.ts'
import { IdRoster } from '../roster.ts'
import { ACTIVE_RESERVES, Activity } from './activity.ts'
import { Admission } from './admission.ts'
import { Allowance, type MemoryHold } from './allowance.ts'
import type { LedgerQueue } from './ledger.ts'
import type { Ledger, Operation, Outcome, Reserve, Settle, Void } from './operations.ts'

/** How often allowances and what they hold are looked through. */
const SWEEP_MS = 250
/** A request that runs for longer gets a row of its own: what it earns is then recovered after a crash (rule P9). */
const OWN_ROW_MS = 2_000
/** An allowance that nobody reserved from for this long goes back. */
const IDLE_MS = 2_000
/** An activity is forgotten after this. */
const FORGET_MS = 10_000
/** A wallet that was short takes no allowance for this long: every request has its own row. */
const PRECISE_MS = 5_000
/** So long nothing is asked for after a refusal: where less may be granted, else, and where that will not change soon. */
const SHORT_REST_MS = 250
const REST_MS = 3_000
const LONG_REST_MS = 60_000
/**
 * How long after a heartbeat that was written a daemon may hold in memory: well below the time after which others declare
 * it dead and free its allowances, so that a daemon that was frozen does not spend what is no longer its own.
 */
const ALIVE_MS = 15_000
/** An allowance that is larger than this many times what it should be gives some back. */
const SHRINK = 4n

export interface AllowancesOptions {
  readonly instanceId: string
  readonly clock: Clock
  readonly log: Pick<Logger, 'error'>
  /** Other daemons use the same store and may declare this one dead: see {@link Allowances.noteAlive}. */
  readonly isShared: boolean
  /** Asks the other daemons to {@link Allowances.recall} a user's allowances. */
  readonly announce: (userId: number) => Promise<void>
  /** Whether an allowance of the user stands. */
  readonly isLent: (userId: number) => Promise<boolean>
  /** Reserves within a second from which on a user's token gets an allowance. */
  readonly activeReserves?: number
  /** Milliseconds of a monotonic clock. */
  readonly elapsedMs?: () => number
  /** Reads what other daemons announced. Called with each sweep while an allowance stands, so that nobody waits for long. */
  readonly poll?: () => Promise<void>
  /** Runs `work` about every `ms` until the returned function is called. */
  readonly every?: (ms: number, work: () => void) => () => void
}

/**
 * The ledger with allowances: quota that this daemon holds of a wallet, and of a token's budget, for requests to come. A
 * request that fits into one is held in memory, and its only durable operation is its settlement. Everything else goes to
 * the ledger as it is: quiet users, keys of clients, tasks, and wallets that are nearly spent.
 *
 * Exactness rests on one rule: what is held in memory never exceeds what the allowance's row holds. And on this: what
 * leaves no entry (a charge of nothing, errors to be logged) and what needs a row (accruals, extensions) gets a row of its
 * own first, so that a repetition is recognized as ever.
 */
export class Allowances implements Ledger {
  /** Requests that were held in memory, and those that were held by a row. */
  readonly counts = { inMemory: 0, durable: 0 }
  readonly #queue: LedgerQueue
  readonly #options: AllowancesOptions
  readonly #admission: Admission
  readonly #now: () => number
  readonly #standing = new Map<number, Allowance>()
  readonly #holds = new IdRoster<MemoryHold>()
  readonly #activities = new Map<number, Activity>()
  /** Until when a user's requests have their own rows. */
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

  /** The user of a request that is held in memory. */
  userOf(requestId: string): number | undefined {
    return this.#holds.get(requestId)?.operation.userId
  }

  /** Requests that are held in memory now. */
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

  /** Gives every allowance back, if the store takes it: where it does not, the next start frees them. */
  async drain(): Promise<void> {
    this.#isDraining = true
    if (this.#queue.standing !== 'refusing') for (const each of [...this.#standing.values()]) this.#end(each)
    await this.#queue.drain()
  }

  /**
   * A heartbeat of this daemon was written: nobody declares it dead for a while.
   * @param sentMs when it was sent, by the monotonic clock
   */
  noteAlive(sentMs: number): void {
    this.#aliveMs = sentMs
    this.#aliveWallMs = this.#options.clock.now()
  }

  /**
   * The user's wallet is short: everything goes back into it, requests that run get rows of their own, and so do those of
   * the next seconds. Resolves when that is committed.
   */
  async recall(userId: number): Promise<void> {
    this.#preciseUntil.set(userId, this.#now() + PRECISE_MS)
    await this.#endAll((each) => each.userId === userId)
  }

  /** The same on every daemon: resolves when no allowance of the user stands, or when others had time enough to answer. */
  async recallEverywhere(userId: number): Promise<void> {
    await this.recall(userId)
    if (!this.#options.isShared) return
    await this.#admission.untilGivenBack(userId, () => this.#options.isLent(userId))
  }

  /** What is known of a token has changed; 'all' = of any. Its allowances go back, and it starts over. */
  async forgetToken(tokenId: number | 'all'): Promise<void> {
    await this.#endAll((each) => tokenId === 'all' || each.tokenId === tokenId)
  }

  async forgetUser(userId: number | 'all'): Promise<void> {
    await this.#endAll((each) => userId === 'all' || each.userId === userId)
  }

  /**
   * Moves what has run for long into rows of its own, gives back what nobody uses. Runs by itself while there is anything
   * to look at.
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

  /** By either clock: one of them may stand still while the machine sleeps. */
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

  /** Before it runs out. */
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
    // A sixth leaves five times as much to spare, and some for those who reserve meanwhile.
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
      // Withdrawn or not bookable: how much its row holds is not known any more.
      this.#end(allowance)
      return outcome
    }
    if (outcome.isRefilled) allowance.refilled(spent)
    if (outcome.note?.split(' ').includes('late')) this.#end(allowance)
    if (outcome.isTight) void this.recall(allowance.userId)
    // To its user, what is not used is free.
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

  /** Operations are applied in order: what is submitted after this finds the row. */
  #giveRow(requestId: string): void {
    const hold = this.#holds.get(requestId)
    if (hold !== undefined) this.#detach(hold)
  }

  #detach(hold: MemoryHold): void {
    this.#holds.remove(hold.operation.id)
    this.#tell(hold.allowance, hold.allowance.detach(hold))
  }

  /** Nothing is held in it from now on. */
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

  /** The answer to the last step that was told; all before it are applied by then. */
  #last: Promise<unknown> = Promise.resolve()

  /** Submits a step that nobody waits for. One that is refused is a defect: nothing more is built on that allowance. */
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

/** The token's id, because a token belongs to one user. For spending without a token: the user's id, negated. */
const keyOf = ({ userId, tokenId }: Pick<Reserve, 'userId' | 'tokenId'>): number => tokenId ?? -userId

const heldOutcome = ({ amount }: Reserve, replayed: boolean): Outcome => ({
  ok: true,
  replayed,
  cost: 0n as Amount,
  available: 0n as Amount,
  held: amount,
})

/** A token with a budget of a period gets no allowance until somebody changes it. */
const restOf = (outcome: Outcome & { readonly ok: false }): number =>
  outcome.reason === 'no-allowance' && outcome.why === 'period' ? LONG_REST_MS : REST_MS

function repeat(ms: number, work: () => void): () => void {
  const timer = setInterval(work, ms)
  timer.unref()
  return () => clearInterval(timer)
}
