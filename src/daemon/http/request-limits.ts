import { AppError } from '../errors/app-error.ts'
import type { RateLimiter, Verdict } from '../limits/rate-limiter.ts'

interface Budget {
  readonly count: number
  readonly periodMs: number
}

/** How often one caller may use the management API. */
export interface RequestBudgets {
  /** Requests of one signed-in user. */
  readonly user: Budget
  /** Requests of one address that is not signed in. */
  readonly address: Budget
  /** Sign-in attempts and the like from one address, successful or not. */
  readonly critical: Budget
  /** Failed attempts from one address. */
  readonly failuresOfAddress: Budget
  /** Failed attempts at one account, from any address. */
  readonly failuresOfAccount: Budget
}

const MINUTE_MS = 60_000

export const defaultBudgets: RequestBudgets = {
  user: { count: 3000, periodMs: 3 * MINUTE_MS },
  address: { count: 600, periodMs: 3 * MINUTE_MS },
  critical: { count: 120, periodMs: 20 * MINUTE_MS },
  failuresOfAddress: { count: 20, periodMs: 20 * MINUTE_MS },
  failuresOfAccount: { count: 10, periodMs: 15 * MINUTE_MS },
}

/** Keeps callers within their budgets. A method that refuses throws `too_many_requests` with the seconds to wait. */
export interface RequestLimits {
  take(userId: number | undefined, address: string, isCritical: boolean): Promise<void>
  /** To be called before the password is checked. @param account as it was typed */
  checkSignIn(address: string, account: string): Promise<void>
  noteFailedSignIn(address: string, account: string): Promise<void>
  /**
   * Forgets failed attempts at an account: its owners have proven who they are in another way and have a new password.
   */
  forgiveFailedSignIns(account: string): Promise<void>
}

export function createRequestLimits(limiter: RateLimiter, budgets: RequestBudgets): RequestLimits {
  const spend = async (key: string, { count, periodMs }: Budget): Promise<void> => {
    refuseOver(await limiter.take(`api:${key}`, count, periodMs))
  }
  const look = async (key: string, { count, periodMs }: Budget): Promise<void> => {
    refuseOver(await limiter.peek(`api:${key}`, count, periodMs))
  }
  const note = async (key: string, { count, periodMs }: Budget): Promise<void> => {
    await limiter.add(`api:${key}`, count, periodMs)
  }
  const accountKey = (account: string): string =>
    `failed:account:${account.trim().toLowerCase().slice(0, 256)}`
  return {
    async take(userId, address, isCritical) {
      if (userId === undefined) await spend(`address:${address}`, budgets.address)
      else await spend(`user:${userId}`, budgets.user)
      if (isCritical) await spend(`critical:${address}`, budgets.critical)
    },
    async checkSignIn(address, account) {
      await look(`failed:address:${address}`, budgets.failuresOfAddress)
      await look(accountKey(account), budgets.failuresOfAccount)
    },
    async noteFailedSignIn(address, account) {
      await note(`failed:address:${address}`, budgets.failuresOfAddress)
      await note(accountKey(account), budgets.failuresOfAccount)
    },
    async forgiveFailedSignIns(account) {
      await limiter.forget(`api:${accountKey(account)}`)
    },
  }
}

function refuseOver(verdict: Verdict): void {
  if (!verdict.isAllowed)
    throw new AppError('too_many_requests', { retryAfterSeconds: verdict.retryAfterSeconds })
}
