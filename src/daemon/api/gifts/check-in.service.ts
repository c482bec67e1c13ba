import { randomInt } from 'node:crypto'
import { loggedAmount } from '../../accounts/logged-amount.ts'
import { dayName, endOfDay } from '../../calendar.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Data } from '../../http/contract.ts'
import { credit, walletKinds } from '../../ledger/credit.ts'
import { type CreditLog, writeLogRow } from '../../ledger/log-row.ts'
import { entryKinds } from '../../ledger/operations.ts'
import { fromQuota } from '../../money/amount.ts'
import type { Options } from '../../options/registry.ts'
import type { Services } from '../../services.ts'
import type { Author } from '../author.ts'
import { usersRepository } from '../users/users.repository.ts'

/** Handles the daily check-in. */
export const checkInService = ({ knex, options, clock }: Pick<Services, 'knex' | 'options' | 'clock'>) => ({
  /** @throws AppError `user_not_found` */
  async status(userId: number): Promise<Data<'getCheckInStatus'>> {
    const settings = options.current()
    const user = await usersRepository(knex).findById(userId)
    if (user === undefined) throw new AppError('user_not_found')
    const { min, max } = rewardRange(settings)
    const nowMs = clock.now()
    return {
      can_check_in: settings.CheckInEnabled && isDue(user.lastCheckInTime, nowMs, settings),
      quota_min: min,
      quota_max: max,
      last_check_in_time: user.lastCheckInTime,
      next_check_in_time: endOfDay(nowMs, settings.CheckInTimeZone),
    }
  },

  /**
   * Credits the reward of the day. Two guards, each sufficient on its own, keep a day from being paid twice, whichever
   * daemons handle the requests: the locked row of the account, and the entry that is unique per user and day.
   *
   * @returns quota units
   * @throws AppError `check_in_disabled`, `check_in_done`, `amount_out_of_range`, `user_not_found`
   */
  async checkIn(author: Author): Promise<number> {
    const settings = options.current()
    if (!settings.CheckInEnabled) throw new AppError('check_in_disabled')
    const { id, username, atMs } = author
    const { min, max } = rewardRange(settings)
    const reward = min === max ? min : randomInt(min, max + 1)
    const delta = fromQuota(reward)
    const log: CreditLog = {
      type: 5,
      username,
      event: { kind: 'checked-in', amount: loggedAmount(delta, settings) },
      ip: author.ip,
      requestId: author.requestId,
    }
    await knex.transaction(async (trx) => {
      const user = await usersRepository(trx).lockById(id)
      if (user === undefined) throw new AppError('user_not_found')
      if (!isDue(user.lastCheckInTime, atMs, settings)) throw new AppError('check_in_done')
      await usersRepository(trx).noteCheckIn(id, Math.floor(atMs / 1000))
      // A reward of zero gets no ledger entry, only a log row.
      if (reward === 0) return writeLogRow(trx, { userId: id, delta, atMs }, log)
      const booked = await credit(trx, {
        userId: id,
        walletKind: walletKinds.quota,
        kind: entryKinds.checkin,
        ref: `checkin:${id}:${dayName(atMs, settings.CheckInTimeZone)}`,
        delta,
        atMs,
        log,
      })
      if (booked.isReplay) throw new AppError('check_in_done')
    })
    return reward
  },
})

/** Returns the range of the reward in quota units; a maximum that is not above the minimum is ignored. */
function rewardRange({ CheckInQuota: min, CheckInMaxQuota: max }: Options): {
  readonly min: number
  readonly max: number
} {
  return { min, max: Math.max(min, max ?? 0) }
}

/**
 * Reports whether a new day has begun since the last check-in. Setting a clock back does not repeat an earlier day.
 *
 * @param lastTime unix seconds, 0 = never
 */
function isDue(lastTime: number, nowMs: number, { CheckInTimeZone: zone }: Options): boolean {
  return lastTime === 0 || dayName(lastTime * 1000, zone) < dayName(nowMs, zone)
}
