import { unixSeconds } from '../../clock.ts'
import { announce } from '../../db/changes.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Actor } from '../../http/actor.ts'
import { readTokenBudgets } from '../../ledger/wallets.ts'
import type { Services } from '../../services.ts'
import { recordChange } from '../audit-events/record-change.ts'
import type { Author } from '../author.ts'
import { lockOwnAccount } from '../session/lock-account.ts'
import { type TokenAnswer, toTokenAnswer, withMaskedKey, withNewKey } from './token-answer.ts'
import { newTokenKey, sealKey, showsKeys } from './token-key.ts'
import { type TokenRow, tokensRepository } from './tokens.repository.ts'

type Deps = Pick<Services, 'knex' | 'secrets' | 'clock' | 'options' | 'changes'>

/** The caller of a request for one of their tokens. */
interface Asking {
  readonly actor: Actor
  readonly author: Author
}

/**
 * Gives a token a new key; running calls have been admitted already and continue. The previous key works until the
 * overlap ends; the one before it stops working at once.
 *
 * @throws AppError `not_signed_in`; `token_not_found`, also for tokens of other users
 */
export async function rotateKey(
  services: Deps,
  { actor, author }: Asking,
  id: number,
  overlapSeconds: number,
): Promise<TokenAnswer> {
  const { secrets, clock, options } = services
  const key = newTokenKey()
  const until = overlapSeconds === 0 ? 0 : unixSeconds(clock) + overlapSeconds
  const answer = await changeKeys(services, { actor, author }, id, (row) => ({
    action: 'token.rotate',
    columns: {
      ...sealKey(key, secrets, options.current()),
      former_key_hash: until === 0 ? null : row.key_hash,
      former_key_until: until,
    },
  }))
  return withNewKey(answer, key)
}

/**
 * Ends the overlap: the former key stops working at once.
 * @throws AppError `not_signed_in`; `token_not_found`, also for tokens of other users
 */
export async function endFormerKey(services: Deps, asking: Asking, id: number): Promise<TokenAnswer> {
  const answer = await changeKeys(services, asking, id, (row) =>
    row.former_key_hash === null
      ? undefined
      : { action: 'token.end-former-key', columns: { former_key_hash: null, former_key_until: 0 } },
  )
  return showsKeys(asking.actor, services) ? answer : withMaskedKey(answer)
}

interface KeyChange {
  readonly action: string
  readonly columns: Partial<TokenRow>
}

async function changeKeys(
  services: Deps,
  { actor, author }: Asking,
  id: number,
  decide: (row: TokenRow) => KeyChange | undefined,
): Promise<TokenAnswer> {
  const { knex, clock, changes } = services
  const answer = await knex.transaction(async (trx) => {
    await lockOwnAccount(trx, author)
    const repository = tokensRepository(trx, actor.id)
    const row = await repository.lock(id)
    if (!row) throw new AppError('token_not_found')
    const change = decide(row)
    if (change) {
      await repository.update(id, change.columns)
      await recordChange(trx, author, {
        action: change.action,
        targetKind: 'token',
        targetId: id,
        before: { former_key_until: row.former_key_until },
        after: { former_key_until: change.columns.former_key_until },
      })
      await announce(trx, 'token', id, clock)
    }
    const budget = (await readTokenBudgets(trx, [id])).get(id)
    if (!budget) throw new Error(`Token ${id} has no budget.`)
    return toTokenAnswer({ ...row, ...change?.columns }, budget, services)
  })
  await changes.changed('token', id)
  return answer
}
