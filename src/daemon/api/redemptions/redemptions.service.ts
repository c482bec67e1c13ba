import type { Knex } from 'knex'
import { unixSeconds } from '../../clock.ts'
import { isUniqueViolation } from '../../db/violations.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Body } from '../../http/contract.ts'
import { type Page, readPaging, toPage } from '../../http/paging.ts'
import { fromQuota } from '../../money/amount.ts'
import type { Services } from '../../services.ts'
import { type Change, recordChange } from '../audit-events/record-change.ts'
import type { Author } from '../author.ts'
import { dropOwnersOfCodes } from '../owners/owned-objects.ts'
import { refuseMoved } from '../refuse-moved.ts'
import { checkPeriod, type RedemptionCreate, readKeys, readName, toNewColumns } from './new-redemptions.ts'
import {
  type RedemptionAnswer,
  toNewRedemptionFacts,
  toRedemptionAnswer,
  toRedemptionFacts,
} from './redemption-answer.ts'
import { REDEMPTION_KEY_CONTEXT, redemptionKeyHash } from './redemption-key.ts'
import {
  type RedemptionRow,
  type RemovedCodes,
  redemptionStatus,
  redemptionsRepository,
} from './redemptions.repository.ts'

export interface ListQuery {
  readonly keyword?: string
  readonly p?: number
  readonly page_size?: number
  readonly size?: number
}

export interface RedemptionUpdate extends Pick<Body<'updateRedemption'>, 'before'> {
  readonly name?: string
  readonly quota?: number
  readonly valid_from?: number | null
  readonly valid_until?: number | null
}

/** Manages codes that credit an account. Any administrator manages all of them. */
export const redemptionsService = (services: Pick<Services, 'knex' | 'secrets' | 'clock'>) => {
  const { knex, secrets, clock } = services

  const note = (
    trx: Knex.Transaction,
    author: Author,
    action: `redemption.${string}`,
    change: Pick<Change, 'targetId' | 'before' | 'after'>,
  ) => recordChange(trx, author, { action, targetKind: 'redemption', ...change })

  const change = (
    id: number,
    author: Author,
    toColumns: (row: RedemptionRow) => Partial<Omit<RedemptionRow, 'quota'>> & { quota?: string },
  ): Promise<RedemptionAnswer> =>
    knex.transaction(async (trx) => {
      const repository = redemptionsRepository(trx)
      const before = await repository.lock(id)
      if (!before) throw new AppError('redemption_not_found')
      const columns = toColumns(before)
      await repository.update(id, columns)
      if (columns.name !== undefined) await dropOwnersOfCodes(trx, [before.name])
      const after = { ...before, ...columns, quota: Number(columns.quota ?? before.quota) }
      const facts = { before: toRedemptionFacts(before), after: toRedemptionFacts(after) }
      await note(trx, author, 'redemption.update', { targetId: id, ...facts })
      return toRedemptionAnswer(after, secrets)
    })

  const remove = (which: RemovedCodes, author: Author): Promise<number> =>
    knex.transaction(async (trx) => {
      const removed = await redemptionsRepository(trx).remove(which, unixSeconds(clock))
      for (const { id } of removed) await note(trx, author, 'redemption.delete', { targetId: id })
      const names = removed.map(({ name }) => name)
      await dropOwnersOfCodes(trx, names)
      return removed.length
    })

  return {
    async list(query: ListQuery): Promise<Page<RedemptionAnswer>> {
      const paging = readPaging(query)
      const keyword = query.keyword?.trim() ?? ''
      const repository = redemptionsRepository(knex)
      const [rows, total] = await Promise.all([repository.list(keyword, paging), repository.count(keyword)])
      return toPage(
        rows.map((row) => toRedemptionAnswer(row, secrets)),
        total,
        paging,
      )
    },

    /** @throws AppError `redemption_not_found` */
    async get(id: number): Promise<RedemptionAnswer> {
      const row = await redemptionsRepository(knex).find(id)
      if (!row) throw new AppError('redemption_not_found')
      return toRedemptionAnswer(row, secrets)
    },

    /**
     * Creates all of the codes or none.
     * @returns the codes
     * @throws AppError `redemption_key_taken`, `redemption_key_single`, or an error with the invalid field
     */
    async create(input: RedemptionCreate, author: Author): Promise<string[]> {
      const keys = readKeys(input)
      const common = toNewColumns(input, author.id, unixSeconds(clock))
      const rows = keys.map((key) => ({
        ...common,
        key_hash: redemptionKeyHash(key, secrets),
        key_ciphertext: secrets.seal(key, REDEMPTION_KEY_CONTEXT),
      }))
      try {
        await knex.transaction(async (trx) => {
          const ids = await redemptionsRepository(trx).insert(rows)
          await note(trx, author, 'redemption.create', {
            targetId: ids.join(','),
            after: { ...toNewRedemptionFacts(common), count: ids.length },
          })
        })
      } catch (cause) {
        if (isUniqueViolation(cause)) throw new AppError('redemption_key_taken', { cause, field: 'key' })
        throw cause
      }
      return keys
    },

    /**
     * @throws AppError `redemption_not_found`, `redemption_used_locked`, `redemption_disabled_locked`, `revision_moved`
     */
    update: (id: number, input: RedemptionUpdate, author: Author): Promise<RedemptionAnswer> =>
      change(id, author, (row) => {
        if (row.status === redemptionStatus.used) throw new AppError('redemption_used_locked')
        if (row.status === redemptionStatus.disabled) throw new AppError('redemption_disabled_locked')
        const columns = {
          ...(input.name === undefined ? {} : { name: readName(input.name) }),
          ...(input.quota === undefined ? {} : { quota: String(fromQuota(input.quota)) }),
          ...(input.valid_from === undefined ? {} : { valid_from: input.valid_from ?? 0 }),
          ...(input.valid_until === undefined ? {} : { valid_until: input.valid_until ?? 0 }),
        }
        // The quota per use must keep matching the amount per use in the ledger.
        if (columns.quota !== undefined && row.used_count > 0 && Number(columns.quota) !== row.quota)
          throw new AppError('redemption_used_locked', { field: 'quota' })
        checkPeriod({ ...row, ...columns })
        const after = { ...row, ...columns, quota: Number(columns.quota ?? row.quota) }
        refuseMoved(input.before, {
          before: toRedemptionAnswer(row, secrets),
          after: toRedemptionAnswer(after, secrets),
        })
        return columns
      }),

    /** @throws AppError `redemption_not_found`, `redemption_used_locked` */
    setStatus: (id: number, status: number, author: Author): Promise<RedemptionAnswer> =>
      change(id, author, (row) => {
        if (row.status === status) return {}
        if (row.status === redemptionStatus.used || status === redemptionStatus.used)
          throw new AppError('redemption_used_locked', { field: 'status' })
        return { status }
      }),

    /** @throws AppError `redemption_not_found` */
    async remove(id: number, author: Author): Promise<void> {
      if ((await remove({ id }, author)) === 0) throw new AppError('redemption_not_found')
    },

    /** Deletes codes with status 2; used codes stay. @returns their number */
    removeDisabled: (author: Author): Promise<number> => remove({ disabled: true }, author),

    /** @throws AppError `redemption_name_required` */
    removeByName: (name: string | undefined, author: Author): Promise<number> =>
      remove({ name: readExactName(name) }, author),

    /** @throws AppError `redemption_name_required` */
    countByName: (name: string | undefined): Promise<number> =>
      redemptionsRepository(knex).countByName(readExactName(name)),

    /** Disables unused codes only. @returns the number of changed codes. @throws AppError `selection_required` */
    async disable(ids: readonly number[] | undefined, author: Author): Promise<number> {
      if (!ids || ids.length === 0) throw new AppError('selection_required', { field: 'ids' })
      return knex.transaction(async (trx) => {
        const changed = await redemptionsRepository(trx).disable(ids)
        for (const id of changed)
          await note(trx, author, 'redemption.update', {
            targetId: id,
            before: { status: 1 },
            after: { status: redemptionStatus.disabled },
          })
        return changed.length
      })
    },
  }
}

function readExactName(text: string | undefined): string {
  const name = text?.trim() ?? ''
  if (name === '') throw new AppError('redemption_name_required', { field: 'name' })
  return name
}
