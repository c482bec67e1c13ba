import type { Knex } from 'knex'
import { unixSeconds } from '../../clock.ts'
import { announce } from '../../db/changes.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Actor } from '../../http/actor.ts'
import { type Page, readPaging, toPage } from '../../http/paging.ts'
import { openTokenBudget } from '../../ledger/budgets.ts'
import { readTokenBudgets } from '../../ledger/wallets.ts'
import { fromQuota } from '../../money/amount.ts'
import type { Services } from '../../services.ts'
import { recordChange } from '../audit-events/record-change.ts'
import type { Author } from '../author.ts'
import { ownersRepository } from '../owners/owners.repository.ts'
import {
  type TokenAnswer,
  toTokenAnswer,
  toTokenSettings,
  withMaskedKey,
  withNewKey,
} from './token-answer.ts'
import { type PeriodInput, readPeriod, toPeriodSettings } from './token-budget.ts'
import { checkUsableGroup, readName, type TokenInput, toTokenColumns } from './token-input.ts'
import { newTokenKey, sealKey, showsKeys, TOKEN_KEY_CONTEXT, withoutPrefix } from './token-key.ts'
import { type TokenRow, tokenStatus, tokensRepository } from './tokens.repository.ts'

/** Tokens one account may have. */
const TOKENS_MAX = 1000
/** One dollar. */
const QUOTA_DEFAULT = 500_000

interface ListQuery {
  readonly p?: number
  readonly page_size?: number
  readonly size?: number
}

export interface TokenCreate extends TokenInput, PeriodInput {
  readonly remain_quota?: number
  readonly unlimited_quota?: boolean
}

/** Relay credentials of one account. Changes of an existing token are `changeToken`'s and `rotateKey`'s. */
export const tokensService = (
  services: Pick<Services, 'knex' | 'secrets' | 'clock' | 'options' | 'changes'>,
  actor: Actor,
) => {
  const { knex, secrets, clock, options, changes } = services

  const toAnswers = async (db: Knex, rows: readonly TokenRow[]): Promise<TokenAnswer[]> => {
    const budgets = await readTokenBudgets(
      db,
      rows.map((row) => row.id),
    )
    return rows.map((row) => {
      const budget = budgets.get(row.id)
      if (!budget) throw new Error(`Token ${row.id} has no budget.`)
      return toTokenAnswer(row, budget, services)
    })
  }

  const isClear = showsKeys(actor, services)
  /** For calls that only read. Those that make a key show it: there is no other time to see it. */
  const toRead = async (rows: readonly TokenRow[]): Promise<TokenAnswer[]> => {
    const answers = await toAnswers(knex, rows)
    return isClear ? answers : answers.map(withMaskedKey)
  }

  return {
    async list(query: ListQuery): Promise<Page<TokenAnswer>> {
      const paging = readPaging(query)
      const repository = tokensRepository(knex, actor.id)
      const [rows, total] = await Promise.all([repository.list('', paging), repository.count('')])
      return toPage(await toRead(rows), total, paging)
    },

    /**
     * By part of the name and part of the key. Keys are sealed, so that part is compared here. Where keys are masked it
     * has to be the whole key: it could be guessed piece by piece.
     */
    async search(query: ListQuery & { keyword?: string; token?: string }): Promise<Page<TokenAnswer>> {
      const paging = readPaging(query)
      const wanted = withoutPrefix(query.token?.trim() ?? '')
      const hash = secrets.hash(wanted)
      const fits = (row: TokenRow) =>
        row.key_hash === hash ||
        (isClear && secrets.open(row.key_ciphertext, TOKEN_KEY_CONTEXT).includes(wanted))
      const rows = (await tokensRepository(knex, actor.id).listAll(query.keyword?.trim() ?? '')).filter(
        (row) => wanted === '' || fits(row),
      )
      const shown = rows.slice(paging.offset, paging.offset + paging.size)
      return toPage(await toRead(shown), rows.length, paging)
    },

    /** @throws AppError `token_not_found` for somebody else's as well */
    async get(id: number): Promise<TokenAnswer> {
      const row = await tokensRepository(knex, actor.id).find(id)
      const [answer] = row ? await toRead([row]) : []
      if (!answer) throw new AppError('token_not_found')
      return answer
    },

    /** @throws AppError `token_limit_reached`, `token_expiry_past`, `group_forbidden`, `token_budget_required`, or naming the field at fault */
    async create(input: TokenCreate, author: Author): Promise<TokenAnswer> {
      const row = toNewRow(input, unixSeconds(clock))
      checkUsableGroup(row.group_name, actor.group, options.current())
      const key = newTokenKey()
      const unlimited = input.unlimited_quota === true
      const period = readPeriod(input)
      const granted = fromQuota(input.remain_quota ?? (unlimited ? 0 : QUOTA_DEFAULT))
      return knex.transaction(async (trx) => {
        const repository = tokensRepository(trx, actor.id)
        await repository.lockOwner()
        if ((await repository.count('')) >= TOKENS_MAX) throw new AppError('token_limit_reached')
        const id = await repository.insert({
          ...row,
          ...sealKey(key, secrets, options.current()),
        })
        await openTokenBudget(trx, { tokenId: id, userId: actor.id, unlimited, granted, ...period })
        const created = await repository.find(id)
        const [answer] = created ? await toAnswers(trx, [created]) : []
        if (!answer) throw new Error(`Token ${id} is gone right after it was made.`)
        await recordChange(trx, author, {
          action: 'token.create',
          targetKind: 'token',
          targetId: id,
          after: {
            name: row.name,
            remain_quota: answer.remain_quota,
            unlimited_quota: unlimited,
            expired_time: row.expired_time,
            ...toPeriodSettings(period),
            ...toTokenSettings(row),
          },
        })
        return withNewKey(answer, key)
      })
    },

    /** @throws AppError `token_not_found` */
    async remove(id: number, author: Author): Promise<void> {
      if ((await this.removeMany([id], author)) === 0) throw new AppError('token_not_found')
    },

    /** Own ones only; others are passed over in silence. @returns how many. @throws AppError `selection_required` */
    async removeMany(ids: readonly number[], author: Author): Promise<number> {
      if (ids.length === 0) throw new AppError('selection_required', { field: 'ids' })
      const removed = await knex.transaction(async (trx) => {
        const found = await tokensRepository(trx, actor.id).remove(ids, unixSeconds(clock))
        await ownersRepository(trx).remove('token', found)
        for (const id of found) {
          await recordChange(trx, author, { action: 'token.delete', targetKind: 'token', targetId: id })
          await announce(trx, 'token', id, clock)
        }
        return found
      })
      for (const id of removed) await changes.changed('token', id)
      return removed.length
    },
  }
}

function toNewRow(input: TokenInput, nowSeconds: number) {
  const expiredTime = input.expired_time ?? -1
  if (expiredTime !== -1 && expiredTime <= nowSeconds)
    throw new AppError('token_expiry_past', { field: 'expired_time' })
  return {
    status: tokenStatus.enabled,
    created_time: nowSeconds,
    model_limits_enabled: 0,
    model_limits: '',
    allow_ips: '',
    group_name: '',
    rate_limit_enabled: 0,
    rate_limit_period: 60,
    rate_limit_count: 1000,
    rate_limit_success: 10,
    tokens_per_minute: 0,
    former_key_hash: null,
    former_key_until: 0,
    ...toTokenColumns(input),
    name: readName(input.name),
    expired_time: expiredTime,
  }
}
