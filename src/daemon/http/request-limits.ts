import { AppError } from '../errors/app-error.ts'
import { networkOf } from '../limits/network-of.ts'
import type { RateLimiter, Verdict } from '../limits/rate-limiter.ts'
import { defaultOptions, type Options } from '../options/registry.ts'
import type { Actor } from './actor.ts'

interface Budget {
  readonly count: number
  readonly periodMs: number
}

/** How often one caller may use the management API. */
export interface RequestBudgets {
  /** Requests of one signed-in user; those with access tokens count apart. */
  readonly user: Budget
  /** Requests of one address that is not signed in, or of its network: see {@link networkOf}. So below. */
  readonly address: Budget
  /** Sign-in attempts and the like from one address, successful or not. */
  readonly critical: Budget
  /** Failed attempts from one address. */
  readonly failuresOfAddress: Budget
  /** Failed attempts at one account from one address: a stranger's guesses keep nobody else out. */
  readonly failuresOfPair: Budget
  /** Wrong codes of an account's authenticator app, by people who know its password. */
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
  // Three of a million codes are right at a time: 30 guesses a day find one in thirty years.
  wrongCodes: { count: 30, periodMs: DAY_MS },
}

/** The budgets of a site with these settings. */
export const budgetsOf = ({
  ManagementRateLimitCount: count,
}: Pick<Options, 'ManagementRateLimitCount'>): RequestBudgets => ({
  ...defaultBudgets,
  user: { ...defaultBudgets.user, count },
})

/** Keeps callers within their budgets. A method that refuses throws `too_many_requests` with the seconds to wait, unless it says otherwise. */
export interface RequestLimits {
  /** @param caller undefined = nobody is signed in */
  take(
    caller: Pick<Actor, 'id' | 'accessToken'> | undefined,
    address: string,
    isCritical: boolean,
  ): Promise<void>
  /**
   * Counts an attempt as failed before its password is checked: of many at once, no more are checked than of the same
   * number one after the other.
   *
   * @param account as it was typed
   * @param known a browser that the account knows, or one of its sessions: only its own failures count, no stranger's
   */
  takeSignIn(address: string, account: string, known?: string): Promise<void>
  /** The attempt just taken was none at guessing; failed ones at this account from there are forgotten. */
  forgiveSignIn(address: string, account: string, known?: string): Promise<void>
  /**
   * Forgets failed attempts at an account from an address: its owners have proven who they are in another way and have a
   * new password.
   */
  forgiveFailedSignIns(address: string, account: string): Promise<void>
  /**
   * Counts a code of an authenticator app as wrong before it is checked, from wherever it comes.
   *
   * @throws AppError `second_factor_paused`
   */
  takeCode(userId: number): Promise<void>
  /** The code just taken was right. */
  forgiveCode(userId: number): Promise<void>
}

/** @param budgets asked at every request, because settings change */
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
      // A pipeline that has used up its calls leaves its user those of the console.
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
