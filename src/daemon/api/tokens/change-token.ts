import type { Knex } from 'knex'
import { unixSeconds } from '../../clock.ts'
import { announce } from '../../db/changes.ts'
import { AppError } from '../../errors/app-error.ts'
import type { Actor } from '../../http/actor.ts'
import type { Body } from '../../http/contract.ts'
import { changeTokenBudget } from '../../ledger/budgets.ts'
import { readTokenBudgets, type TokenBudgetView } from '../../ledger/wallets.ts'
import { type Amount, fromQuota, parseExactQuota, toExactQuota, toQuota, ZERO } from '../../money/amount.ts'
import type { Services } from '../../services.ts'
import { recordChange } from '../audit-events/record-change.ts'
import type { Author } from '../author.ts'
import { refuseMoved } from '../refuse-moved.ts'
import { checkListRoom } from './list-room.ts'
import { type TokenAnswer, toTokenAnswer, toTokenSettings, withMaskedKey } from './token-answer.ts'
import { type PeriodInput, readPeriod, toPeriodSettings } from './token-budget.ts'
import { checkUsableGroup, type TokenInput, toTokenColumns } from './token-input.ts'
import { showsKeys } from './token-key.ts'
import { type TokenRow, tokenStatus, tokensRepository } from './tokens.repository.ts'

export interface QuotaEdit extends PeriodInput {
  readonly remain_quota?: number
  readonly remain_quota_base?: number
  readonly unlimited_quota?: boolean
  readonly used_quota_exact?: string
  readonly held_quota_exact?: string
}

export interface TokenUpdate extends TokenInput, QuotaEdit, Pick<Body<'updateToken'>, 'before'> {
  readonly status?: number
}

/**
 * Changes settings, quota and status of a token for its owner in one transaction.
 *
 * @throws AppError `token_not_found`, also for tokens of other users, `token_still_expired`, `token_still_exhausted`,
 *   `token_status_automatic`, `token_budget_required`, `group_forbidden`, `amount_out_of_range`,
 *   `token_lists_too_long`, `revision_moved`, or an error with the invalid field
 */
export async function changeToken(
  services: Pick<Services, 'knex' | 'secrets' | 'clock' | 'options' | 'changes'>,
  { actor, author }: { readonly actor: Actor; readonly author: Author },
  id: number,
  update: TokenUpdate,
): Promise<TokenAnswer> {
  const { knex, clock, options, changes } = services
  const answer = await knex.transaction(async (trx) => {
    const repository = tokensRepository(trx, actor.id)
    const before = await repository.lock(id)
    if (!before) throw new AppError('token_not_found')
    const columns = toTokenColumns(update)
    // A group that was revoked later is refused at every call, but must not block other edits of the token.
    if (columns.group_name !== undefined && columns.group_name !== before.group_name)
      checkUsableGroup(columns.group_name, actor.group, options.current())
    const budget = await lockBudget(trx, id)
    const changed = await editBudget(trx, id, budget, update)
    const wanted = { ...before, ...columns }
    await checkListRoom(repository, [wanted], before)
    const isExpired = wanted.expired_time !== -1 && wanted.expired_time < unixSeconds(clock)
    const isExhausted = !changed.unlimited && changed.remain <= 0n
    const status = decideStatus(before.status, update.status, { isExpired, isExhausted })
    const facts = { before: toFacts(before, budget), after: toFacts({ ...wanted, status }, changed) }
    refuseMoved(update.before, facts)
    if (JSON.stringify(facts.before) !== JSON.stringify(facts.after)) {
      await repository.update(id, { ...columns, status })
      await recordChange(trx, author, { action: 'token.update', targetKind: 'token', targetId: id, ...facts })
      await announce(trx, 'token', id, clock)
    }
    return toTokenAnswer({ ...wanted, status }, changed, services)
  })
  await changes.changed('token', id)
  return showsKeys(actor, services) ? answer : withMaskedKey(answer)
}

const toFacts = (row: TokenRow, budget: TokenBudgetView) => ({
  name: row.name,
  status: row.status,
  expired_time: row.expired_time,
  granted_quota_exact: toExactQuota(budget.granted),
  unlimited_quota: budget.unlimited,
  ...toPeriodSettings(budget),
  ...toTokenSettings(row),
})

/** Locks the budget, so that no charge comes between reading and changing it. */
async function lockBudget(trx: Knex.Transaction, id: number): Promise<TokenBudgetView> {
  await trx('token_budgets').where({ token_id: id }).forUpdate().first('token_id')
  const budget = (await readTokenBudgets(trx, [id])).get(id)
  if (!budget) throw new Error(`Token ${id} has no budget.`)
  return budget
}

async function editBudget(
  trx: Knex.Transaction,
  id: number,
  budget: TokenBudgetView,
  edit: QuotaEdit,
): Promise<TokenBudgetView> {
  const delta = quotaDelta(budget, edit)
  const unlimited = edit.unlimited_quota ?? budget.unlimited
  const wanted = readPeriod(edit, budget)
  const isSamePeriod = wanted.period === budget.period
  if (
    delta === ZERO &&
    unlimited === budget.unlimited &&
    isSamePeriod &&
    wanted.periodLimit === budget.periodLimit
  )
    return budget
  await changeTokenBudget(trx, { tokenId: id, delta, unlimited, ...wanted })
  return {
    ...budget,
    ...wanted,
    ...(isSamePeriod ? {} : { periodUsed: ZERO, periodHeld: ZERO, periodEndMs: 0 }),
    unlimited,
    granted: (budget.granted + delta) as Amount,
    remain: (budget.remain + delta) as Amount,
    available: (budget.available + delta) as Amount,
  }
}

/**
 * Computes how much more or less an edit grants. `remain_quota` is absolute, so it is compared with the value that the
 * form was loaded with, and only the difference is applied: quota spent between loading and saving stays spent.
 *
 * The loaded value is `remain_quota_base`; a form that returns the fields it received implies it by `used_quota_exact`
 * (the granted quota minus what was used or held at that time). Without either, the value itself becomes the new quota.
 */
export function quotaDelta(budget: TokenBudgetView, edit: QuotaEdit): Amount {
  if (edit.remain_quota === undefined) return ZERO
  const loaded = edit.remain_quota_base ?? loadedQuota(budget, edit) ?? toQuota(budget.available)
  const delta = fromQuota(edit.remain_quota - loaded)
  // Removing more than is left removes all of it: an edit never makes a token's quota negative.
  const least = budget.available > 0n ? -budget.available : 0n
  return (delta < least ? least : delta) as Amount
}

function loadedQuota(budget: TokenBudgetView, edit: QuotaEdit): number | undefined {
  const used = parseExactQuota(edit.used_quota_exact ?? '')
  if (used === undefined) return undefined
  const held = parseExactQuota(edit.held_quota_exact ?? '0') ?? 0n
  return toQuota(budget.granted - used - held)
}

/**
 * Returns the status after an edit. Expired and exhausted are set by the server and end only when an edit removes their
 * cause.
 */
function decideStatus(
  before: number,
  wanted: number | undefined,
  { isExpired, isExhausted }: { readonly isExpired: boolean; readonly isExhausted: boolean },
): number {
  const isCured =
    (before === tokenStatus.expired && !isExpired) || (before === tokenStatus.exhausted && !isExhausted)
  if (wanted === tokenStatus.disabled) return wanted
  if (wanted === tokenStatus.enabled) {
    if (before === tokenStatus.expired && isExpired)
      throw new AppError('token_still_expired', { field: 'expired_time' })
    if (before === tokenStatus.exhausted && isExhausted)
      throw new AppError('token_still_exhausted', { field: 'remain_quota' })
    return wanted
  }
  if (wanted !== undefined && wanted !== before)
    throw new AppError('token_status_automatic', { field: 'status' })
  return isCured ? tokenStatus.enabled : before
}
