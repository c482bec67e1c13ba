import { AppError } from '../errors/app-error.ts'
import { networkOf } from '../limits/network-of.ts'
import type { RateLimiter, Verdict } from '../limits/rate-limiter.ts'
import { defaultOptions, type Options } from '../options/registry.ts'
import type { Actor } from './actor.ts'

interface Budget {
  readonly count: number
  readonly periodMs: number
}

/** Limits on how often one caller may use the management API. */
export interface RequestBudgets {
  /** Requests of one signed-in user; those with access tokens have a separate count. */
  readonly user: Budget
  /**
   * Requests without sign-in from one address or its network: see {@link networkOf}. The other budgets per address also
   * cover its network.
   */
  readonly address: Budget
  /** Sign-in attempts and similar requests from one address, successful or not. */
  readonly critical: Budget
  /** Failed attempts from one address. */
  readonly failuresOfAddress: Budget
  /** Failed attempts at one account from one address: a stranger's guesses do not lock anybody else out. */
  readonly failuresOfPair: Budget
  /** Wrong authenticator codes for an account, entered by people who know its password. */
  readonly wrongCodes: Budget
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** The budgets of a fresh installation. */
export const defaultBudgets: RequestBudgets = {
  user: { count: defaultOptions.ManagementRateLimitCount, periodMs: 3 * MINUTE_MS },
  address: { count: 600, periodMs: 3 * MINUTE_MS },
  critical: { count: 120, periodMs: 20 * MINUTE_MS },
  failuresOfAddress: { count: 20, periodMs: 20 * MINUTE_MS },
  failuresOfPair: { count: 10, periodMs: 15 * MINUTE_MS },
  // Three of a million codes are valid at any time: 30 guesses a day find one in thirty years.
  wrongCodes: { count: 30, periodMs: DAY_MS },
}

/** Returns the budgets of a site with these settings. */
export const budgetsOf = ({
  ManagementRateLimitCount: count,
}: Pick<Options, 'ManagementRateLimitCount'>): RequestBudgets => ({
  ...defaultBudgets,
  user: { ...defaultBudgets.user, count },
})

/**
 * Keeps callers within their budgets. Unless stated otherwise, methods throw `too_many_requests` with the seconds to
 * wait.
 */
export interface RequestLimits {
  /** Counts a request. @param caller undefined = nobody is signed in */
  take(
    caller: Pick<Actor, 'id' | 'accessToken'> | undefined,
    address: string,
    isCritical: boolean,
  ): Promise<void>
  /**
   * Counts an attempt as failed before its password is checked, so that concurrent attempts cannot exceed the budget.
   *
   * @param account as it was typed
   * @param known a browser known to the account, or one of its sessions: only its own failures count, not those of
   *   strangers
   */
  takeSignIn(address: string, account: string, known?: string): Promise<void>
  /**
   * Takes back the attempt that was just counted, because it was not a guess, and forgets failed attempts at this
   * account from the same address.
   */
  forgiveSignIn(address: string, account: string, known?: string): Promise<void>
  /**
   * Forgets failed attempts at an account from an address, because its owners have proved their identity in another way
   * and have a new password.
   */
  forgiveFailedSignIns(address: string, account: string): Promise<void>
  /**
   * Counts an authenticator code as wrong before it is checked, whatever address it comes from.
   *
   * @throws AppError `second_factor_paused`
   */
  takeCode(userId: number): Promise<void>
  /** Takes back the code that was just counted, because it was right. */
  forgiveCode(userId: number): Promise<void>
}

/** Creates the limits. @param budgets called at every request, because settings change */
export function createRequestLimits(limiter: RateLimiter, budgets: () => RequestBudgets): RequestLimits {
  const spend = async (key: string, { count, periodMs }: Budget): Promise<void> => {
    refuseOver(await limiter.take(`api:${key}`, count, periodMs))
  }
  const pairKey = (address: string, account: string): string =>
    `failed:pair:${networkOf(address)}:${account.trim().toLowerCase().slice(0, 256)}`
  const knownKey = (known: string): string => `failed:known:${known}`
  const addressKey = (address: string): string => `failed:address:${networkOf(address)}`
  return {
    async take(caller, address, isCritical) {
      const { user, address: ofAddress, critical } = budgets()
      if (caller === undefined) await spend(`address:${networkOf(address)}`, ofAddress)
      // A pipeline that has used up its calls does not lock its user out of the console.
      else if (caller.accessToken !== undefined) await spend(`access-tokens:${caller.id}`, user)
      else await spend(`user:${caller.id}`, user)
      if (isCritical) await spend(`critical:${networkOf(address)}`, critical)
    },
    async takeSignIn(address, account, known) {
      if (known !== undefined) return spend(knownKey(known), budgets().failuresOfPair)
      await spend(pairKey(address, account), budgets().failuresOfPair)
      await spend(addressKey(address), budgets().failuresOfAddress)
    },
    async forgiveSignIn(address, account, known) {
      if (known !== undefined) return limiter.forget(`api:${knownKey(known)}`)
      await limiter.giveBack(`api:${addressKey(address)}`)
      await limiter.forget(`api:${pairKey(address, account)}`)
    },
    async forgiveFailedSignIns(address, account) {
      await limiter.forget(`api:${pairKey(address, account)}`)
    },
    async takeCode(userId) {
      const { count, periodMs } = budgets().wrongCodes
      const { isAllowed, retryAfterSeconds } = await limiter.take(
        `api:failed:code:${userId}`,
        count,
        periodMs,
      )
      if (isAllowed) return
      const hours = Math.max(1, Math.ceil(retryAfterSeconds / 3600))
      throw new AppError('second_factor_paused', { values: { hours }, retryAfterSeconds })
    },
    async forgiveCode(userId) {
      await limiter.giveBack(`api:failed:code:${userId}`)
    },
  }
}

function refuseOver(verdict: Verdict): void {
  if (!verdict.isAllowed)
    throw new AppError('too_many_requests', { retryAfterSeconds: verdict.retryAfterSeconds })
}
