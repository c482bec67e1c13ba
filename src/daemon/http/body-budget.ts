import { AppError } from '../errors/app-error.ts'

const RETRY_SECONDS = 5

/** The bytes that one request has taken from the budget. */
export interface BodyLease {
  /** Takes bytes from the budget. @throws AppError `too_many_bodies` if fewer are left */
  take(bytes: number): void
  giveBack(bytes: number): void
  /** Returns all bytes; later calls have no effect. */
  end(): void
}

/**
 * Limits the total bytes of request bodies in memory: those that are still arriving, and those of requests that are
 * being answered. Only bytes that have arrived count, so a request that announces a long body takes nothing from
 * others.
 */
export class BodyBudget {
  readonly #max: number
  #taken = 0

  constructor(max: number) {
    this.#max = max
  }

  get taken(): number {
    return this.#taken
  }

  lease(): BodyLease {
    let own = 0
    let isOver = false
    const giveBack = (bytes: number) => {
      own -= bytes
      this.#taken -= bytes
    }
    return {
      take: (bytes) => {
        if (isOver) return
        if (this.#taken + bytes > this.#max)
          throw new AppError('too_many_bodies', { retryAfterSeconds: RETRY_SECONDS })
        own += bytes
        this.#taken += bytes
      },
      giveBack: (bytes) => {
        if (!isOver) giveBack(bytes)
      },
      end: () => {
        isOver = true
        giveBack(own)
      },
    }
  }
}
