import { unixSeconds } from '../../clock.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Actor } from '../../http/actor.ts'
import type { Body, Data } from '../../http/contract.ts'
import { openTokenBudgets } from '../../ledger/budgets.ts'
import { toQuota } from '../../money/amount.ts'
import type { Services } from '../../services.ts'
import { recordChanges } from '../audit-events/record-change.ts'
import { checkMayLabel, labelNew, labelsOf } from '../bulk/new-labels.ts'
import { accepted, type BulkAuthor, isFit, orRefusal, refused } from '../bulk/outcomes.ts'
import { lockOwnAccount } from '../session/lock-account.ts'
import { checkListRoom } from './list-room.ts'
import { type NewToken, readNewToken } from './new-token.ts'
import { toTokenSettings } from './token-answer.ts'
import { toPeriodSettings } from './token-budget.ts'
import { newTokenKey, sealKey } from './token-key.ts'
import { tokensRepository } from './tokens.repository.ts'

type Outcome = Data<'createTokens'>[number]

/**
 * Creates tokens whose names their owner has not used yet, in one transaction with their labels. If they exceed the
 * limit of the account, the last ones are refused.
 *
 * @throws AppError `not_signed_in`; `insufficient_role` or `insufficient_scope` if the caller may not set labels
 */
export async function createTokens(
  services: Pick<Services, 'knex' | 'secrets' | 'clock' | 'options'>,
  actor: Actor,
  { tokens, owner }: Body<'createTokens'>,
  { author, language }: BulkAuthor,
): Promise<Outcome[]> {
  const { knex, secrets, clock, options } = services
  checkMayLabel(actor, owner)
  const nowSeconds = unixSeconds(clock)
  const read = await Promise.all(
    tokens.map((input) => orRefusal(() => readNewToken(input, { actor, options, nowSeconds }))),
  )
  return knex.transaction(async (trx) => {
    const repository = tokensRepository(trx, actor.id)
    // Locked, so that concurrent requests of one owner cannot exceed the limit.
    await lockOwnAccount(trx, author)
    const wanted = read.filter(isFit)
    const taken = await repository.idsByName(wanted.map(({ row }) => row.name))
    const labels = await labelsOf(trx, 'token', [...taken.values()])
    const room = options.current().TokensPerUserMax - (await repository.count(''))
    const names = new Set(taken.keys())
    const fresh = wanted
      .filter(({ row: { name } }) => !names.has(name) && names.add(name))
      .slice(0, Math.max(0, room))
    await checkListRoom(
      repository,
      fresh.map(({ row }) => row),
    )
    const keys = fresh.map(newTokenKey)
    const ids = await repository.insertMany(
      fresh.map(({ row }, at) => ({ ...row, ...sealKey(keys[at] ?? '', secrets, options.current()) })),
    )
    const created = new Map<NewToken, { readonly id: number; readonly key: string }>(
      fresh.map((each, at) => [each, { id: ids[at] ?? 0, key: keys[at] ?? '' }]),
    )
    await openTokenBudgets(
      trx,
      fresh.map(({ granted, unlimited, period }, at) => ({
        tokenId: ids[at] ?? 0,
        userId: actor.id,
        unlimited,
        granted,
        ...period,
      })),
    )
    await recordChanges(
      trx,
      author,
      fresh.map((each, at) => ({
        action: 'token.create',
        targetKind: 'token',
        targetId: ids[at] ?? 0,
        after: { ...newTokenFacts(each), ...(owner === undefined ? {} : { owner }) },
      })),
    )
    await labelNew(trx, { kind: 'token', refs: ids, owner, nowSeconds })
    const idOf = new Map([...taken, ...fresh.map(({ row }, at) => [row.name, ids[at] ?? 0] as const)])
    return read.map((each): Outcome => {
      if (!isFit(each)) return { ...refused(each, language), id: 0, key: '' }
      const made = created.get(each)
      if (made !== undefined) return { ...accepted(owner), ...made, outcome: 'created' }
      const id = idOf.get(each.row.name)
      if (id === undefined)
        return { ...refused(new AppError('token_limit_reached'), language), id: 0, key: '' }
      return { ...accepted(labels.get(String(id)) ?? ''), outcome: 'exists', id, key: '' }
    })
  })
}

/** Describes a new token for the audit trail. */
export const newTokenFacts = ({ row, granted, unlimited, period }: NewToken) => ({
  name: row.name,
  remain_quota: toQuota(granted),
  unlimited_quota: unlimited,
  expired_time: row.expired_time,
  ...toPeriodSettings(period),
  ...toTokenSettings(row),
})
