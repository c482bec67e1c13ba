import { AppError } from '../../errors/app-error.ts'
import type { Body, Data } from '../../http/contract.ts'
import { credit, walletKinds } from '../../ledger/credit.ts'
import { entryKinds } from '../../ledger/operations.ts'
import { emptyWallet, readWallets } from '../../ledger/wallets.ts'
import { type Amount, parseExactQuota, toExactQuota, toQuota } from '../../money/amount.ts'
import type { ApiServices } from '../api-services.ts'
import { recordChange } from '../audit-events/record-change.ts'
import type { Author } from '../author.ts'
import { checkMayChange } from './ranks.ts'
import { usersRepository } from './users.repository.ts'

/** Credits or debits accounts for an administrator. */
export const userCreditService = ({ knex, ledger }: Pick<ApiServices, 'knex' | 'ledger'>) => ({
  /**
   * Books one entry. With a key, the booking is made only once, however often it is requested.
   *
   * @param key chosen by the caller; unique among the bookings of this administrator
   * @throws AppError `user_not_found`, `user_level`, `amount_out_of_range`, `insufficient_user_quota` if more would be
   *   taken than is available, `idempotency_mismatch` if the key belongs to another amount or account
   */
  async credit(
    author: Author,
    given: Body<'creditUser'>,
    key: string | undefined,
  ): Promise<{ readonly booked: Data<'creditUser'>; readonly isReplay: boolean }> {
    const delta = parseExactQuota(given.delta.replace(/^\+/, ''))
    if (delta === undefined || delta === 0n) throw outOfRange()
    const note = given.note?.trim() ?? ''
    const book = () =>
      knex.transaction(async (trx) => {
        const user = await usersRepository(trx).findById(given.id)
        if (!user || user.deletedTime !== undefined) throw new AppError('user_not_found')
        checkMayChange(author, user)
        const free = ((await readWallets(trx, [user.id])).get(user.id) ?? emptyWallet).quota
        const ref = key === undefined ? `credit:${author.requestId}` : `credit:${author.id}:${key}`
        const isKnown = await checkReplay(delta, ref, user.id)
        if (!isKnown && free + delta < 0n)
          throw new AppError('insufficient_user_quota', {
            values: { available: toExactQuota(free), needed: toExactQuota(-delta) },
          })
        const booked = await credit(trx, {
          userId: user.id,
          walletKind: walletKinds.quota,
          kind: entryKinds.admin,
          ref,
          delta,
          atMs: author.atMs,
          actorId: author.id,
          ...(note === '' ? {} : { note }),
          log: {
            type: 3,
            username: user.username,
            event: { kind: 'admin-booked', admin: author.username, quota: toExactQuota(delta), note },
            ip: author.ip,
            requestId: author.requestId,
          },
        })
        if (!booked.isReplay)
          await recordChange(trx, author, {
            action: 'user.credit',
            targetKind: 'user',
            targetId: user.id,
            before: { quota: toExactQuota(free) },
            after: { quota: toExactQuota(booked.available), delta: toExactQuota(delta), note },
          })
        const answer = {
          id: user.id,
          quota: toQuota(booked.available),
          quota_exact: toExactQuota(booked.available),
          delta_exact: toExactQuota(delta),
        }
        return { booked: answer, isReplay: booked.isReplay }

        async function checkReplay(wanted: Amount, refOfBooking: string, userId: number): Promise<boolean> {
          const entry = await trx('entries')
            .where({ kind: entryKinds.admin, ref: refOfBooking })
            .first<{ user_id: number; delta: number } | undefined>('user_id', 'delta')
          if (!entry) return false
          if (Number(entry.user_id) !== userId || BigInt(entry.delta) !== wanted)
            throw new AppError('idempotency_mismatch')
          return true
        }
      })
    return book().catch(async (error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'insufficient_user_quota') throw error
      // Daemons may hold part of the balance for future requests.
      await ledger.recallEverywhere(given.id)
      return book()
    })
  },
})

const outOfRange = (): AppError =>
  new AppError('amount_out_of_range', { values: { field: 'delta' }, field: 'delta' })
