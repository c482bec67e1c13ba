import { AppError } from '../errors/app-error.ts'

const RETRY_SECONDS = 5

/** The bytes that one request has taken from the budget. */
export interface BodyLease {
  /** @throws AppError `too_many_bodies` when less than that is left */
  take(bytes: number): void
  giveBack(bytes: number): void
  /** Gives everything back; calls after that do nothing. */
  end(): void
}

/**
 * How many bytes of request bodies are held in memory at once: those that are still arriving, and those of requests
 * that are being answered. A body counts as far as it has arrived, so announcing a long one takes
 * nothing from others.
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
