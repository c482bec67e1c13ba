import type { Knex } from 'knex'
import { unixSeconds } from '../../clock.ts'
import { announce } from '../../db/changes.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Actor } from '../../http/actor.ts'
import { type Page, readPaging, toPage } from '../../http/paging.ts'
import { openTokenBudget } from '../../ledger/budgets.ts'
import { readTokenBudgets } from '../../ledger/wallets.ts'
import type { Services } from '../../services.ts'
import { recordChange } from '../audit-events/record-change.ts'
import type { Author } from '../author.ts'
import { ownersRepository } from '../owners/owners.repository.ts'
import { lockOwnAccount } from '../session/lock-account.ts'
import { newTokenFacts } from './create-tokens.ts'
import { checkListRoom } from './list-room.ts'
import { readNewToken, type TokenCreate } from './new-token.ts'
import { type TokenAnswer, toTokenAnswer, withMaskedKey, withNewKey } from './token-answer.ts'
import { newTokenKey, sealKey, showsKeys, TOKEN_KEY_CONTEXT, withoutPrefix } from './token-key.ts'
import { type TokenRow, tokensRepository } from './tokens.repository.ts'

interface ListQuery {
  readonly p?: number
  readonly page_size?: number
  readonly size?: number
}

/**
 * Lists, creates and deletes the tokens of one account. Existing tokens are changed by `changeToken` and `rotateKey`.
 */
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
  /**
   * Converts tokens for requests that only read. Requests that create a key always show it, because it may not be shown
   * again.
   */
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
     * Searches by part of the name and part of the key. Keys are encrypted, so they are compared here. If keys are
     * masked, the whole key is required, because it could otherwise be guessed piece by piece.
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

    /** @throws AppError `token_not_found`, also for tokens of other users */
    async get(id: number): Promise<TokenAnswer> {
      const row = await tokensRepository(knex, actor.id).find(id)
      const [answer] = row ? await toRead([row]) : []
      if (!answer) throw new AppError('token_not_found')
      return answer
    },

    /**
     * @throws AppError `token_limit_reached`, `token_lists_too_long`, `token_expiry_past`, `group_forbidden`,
     *   `token_budget_required`, `not_signed_in`, or an error with the invalid field
     */
    async create(input: TokenCreate, author: Author): Promise<TokenAnswer> {
      const made = readNewToken(input, { actor, options, nowSeconds: unixSeconds(clock) })
      const { row, granted, unlimited, period } = made
      const key = newTokenKey()
      return knex.transaction(async (trx) => {
        const repository = tokensRepository(trx, actor.id)
        // Locked, so that concurrent requests of one owner cannot exceed the limit.
        await lockOwnAccount(trx, author)
        if ((await repository.count('')) >= options.current().TokensPerUserMax)
          throw new AppError('token_limit_reached')
        await checkListRoom(repository, [row])
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
          after: newTokenFacts(made),
        })
        return withNewKey(answer, key)
      })
    },

    /** @throws AppError `token_not_found` */
    async remove(id: number, author: Author): Promise<void> {
      if ((await this.removeMany([id], author)) === 0) throw new AppError('token_not_found')
    },

    /**
     * Deletes the caller's own tokens and silently skips others.
     * @returns the number of deleted tokens.
     * @throws AppError `selection_required`
     */
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
