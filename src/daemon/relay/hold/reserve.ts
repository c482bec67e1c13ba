import { createHash } from 'node:crypto'
import { AppError } from '../../errors/app-error.ts'
import type { HoldSnapshot, Ledger, Outcome } from '../../ledger/operations.ts'
import { type Amount, toExactQuota, ZERO } from '../../money/amount.ts'
import { coveredOutputTokens } from '../../pricing/hold-estimate.ts'
import { quote } from '../../pricing/price-book.ts'
import type { Quote } from '../../pricing/quote.ts'
import type { Asked } from '../admit/asked.ts'
import type { Caller } from '../admit/callers.ts'
import type { InboundRequest } from '../inbound/inbound.ts'
import type { Plan } from '../route/plan.ts'
import { amountsOf, mayIgnoreCap, pricedModelOf } from './hold-size.ts'
import { type KeptAnswer, readKeptAnswer } from './kept-answer.ts'
import type { UncoveredCalls } from './uncovered-calls.ts'

/** Far longer than any stream: what the sweeper finds is a leak. */
const HOLD_DEADLINE_MS = 24 * 3_600_000

/** Quota set aside for a request, and the price that it will be charged at. */
export interface Hold {
  readonly id: string
  readonly amount: Amount
  readonly quote: Quote
  readonly promptTokens: number
  /**
   * Output tokens of each choice that it covers, where the client set no cap and the balance does not cover the model's
   * longest answer; undefined = no cap is needed.
   */
  readonly grantedOutputTokens: number | undefined
  /** An upstream that takes no cap may be asked: see {@link UncoveredCalls}. */
  readonly isUncovered: boolean
  readonly atMs: number
  readonly idempotency: { readonly scope: string; readonly ownerId: number; readonly key: string } | undefined
}

/** The answer to an earlier request with the same Idempotency-Key. */
export interface Replay extends KeptAnswer {
  readonly status: number
}

export interface ReserveDeps {
  readonly ledger: Ledger
  readonly clock: { now(): number }
  readonly uncovered: UncoveredCalls
  /** Stores that a token is spent (4); not awaited. */
  readonly onTokenSpent: (caller: Caller, status: 3 | 4) => void
}

/**
 * Holds quota before the first byte goes upstream; resolves once the hold is durable.
 *
 * @throws AppError `model_price_error` when nobody set a price and neither user nor mode accepts that;
 *   `insufficient_user_quota`, `pre_consume_token_quota_failed`, `token_exhausted`, `charge_too_large`,
 *   `idempotency_running`, `idempotency_mismatch`, `idempotency_stream_done`, `storage_unavailable`
 */
export async function reserve(asked: Asked, plan: Plan, deps: ReserveDeps): Promise<Hold | Replay> {
  const { inbound, admitted } = asked
  const { caller, promptTokens } = admitted
  const model = pricedModelOf(plan)
  const price = priceOf(asked, plan, model)
  const atMs = deps.clock.now()
  const { amount, least } = amountsOf(asked, plan, price)
  const idempotency = readIdempotency(inbound, caller)
  const outcome = await deps.ledger.submit({
    op: 'reserve',
    id: inbound.requestId,
    userId: caller.userId,
    tokenId: caller.tokenId === 0 ? null : caller.tokenId,
    amount,
    ...(least < amount ? { least } : {}),
    atMs,
    deadlineMs: atMs + HOLD_DEADLINE_MS,
    snapshot: JSON.stringify(describeHold(asked, plan)),
    ...(idempotency ? { idempotency } : {}),
  })
  if (!outcome.ok) return readRefusal(outcome, least, caller, deps)
  const held = outcome.held ?? amount
  const choices = admitted.facts.choices ?? 1
  const grantedOutputTokens =
    held < amount
      ? Math.max(1, Math.floor(coveredOutputTokens(price, held, promptTokens) / choices))
      : undefined
  const isUncovered = grantedOutputTokens !== undefined && mayIgnoreCap(asked, plan)
  const hold: Hold = {
    id: inbound.requestId,
    amount: held,
    quote: price,
    promptTokens,
    grantedOutputTokens,
    isUncovered,
    atMs,
    idempotency,
  }
  if (!isUncovered || deps.uncovered.begin(caller.userId)) return hold
  const { id } = hold
  await deps.ledger.submit({ op: 'void', id, atMs, logs: [], ...(idempotency ? { idempotency } : {}) })
  throw new AppError('insufficient_user_quota', {
    values: { available: toExactQuota(held), needed: toExactQuota(amount) },
  })
}

function priceOf({ admitted, snapshot }: Asked, plan: Plan, requestedModel: string): Quote {
  const { caller, group } = admitted
  const price = quote(snapshot.prices, {
    requestedModel,
    upstreamModel: plan.candidates[0]?.modelMapping.get(requestedModel) ?? requestedModel,
    userGroup: caller.userGroup,
    usingGroup: group,
    acceptsUnpriced: caller.acceptsUnpriced,
    isSelfUse: snapshot.options.SelfUseModeEnabled,
  })
  if (!price) throw new AppError('model_price_error', { values: { model: requestedModel } })
  return price
}

function describeHold({ inbound, admitted, snapshot: { options } }: Asked, plan: Plan): HoldSnapshot {
  const { caller } = admitted
  return {
    username: caller.username,
    tokenName: caller.tokenName,
    group: admitted.group,
    model: admitted.facts.model,
    channelId: plan.candidates[0]?.id ?? 0,
    isStream: admitted.facts.isStream,
    ip: caller.showsIpInLogs ? inbound.address : '',
    logged: options.LogConsumeEnabled,
    dashboard: options.DataExportEnabled,
  }
}

function readRefusal(
  outcome: Outcome & { ok: false },
  amount: Amount,
  caller: Caller,
  deps: ReserveDeps,
): Replay {
  const numbers = (available: Amount) => ({
    values: { available: toExactQuota(available), needed: toExactQuota(amount) },
  })
  switch (outcome.reason) {
    case 'wallet':
      throw new AppError('insufficient_user_quota', numbers(outcome.available))
    case 'token':
      if (outcome.available > ZERO)
        throw new AppError('pre_consume_token_quota_failed', numbers(outcome.available))
      deps.onTokenSpent(caller, 4)
      throw new AppError('token_exhausted', { values: { name: caller.tokenName } })
    case 'idempotency':
      if (outcome.state === 'mismatch') throw new AppError('idempotency_mismatch')
      if (outcome.state === 'running')
        throw new AppError('idempotency_running', { values: { id: outcome.requestId } })
      if (outcome.body === null)
        throw new AppError('idempotency_stream_done', { values: { id: outcome.requestId } })
      return { status: outcome.status ?? 200, ...readKeptAnswer(outcome.body) }
    case 'fenced':
      throw new AppError('shutting_down', { retryAfterSeconds: 5 })
    default:
      throw new AppError('internal', { detail: { reason: outcome.reason } })
  }
}

function readIdempotency(inbound: InboundRequest, caller: Caller) {
  const header = inbound.headers['idempotency-key']
  if (header === undefined) return undefined
  const key = Array.isArray(header) ? header[0] : header
  if (!key || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw new AppError('invalid_request', {
      field: 'idempotency-key',
      message: 'Idempotency-Key must be 1 to 255 printable ASCII characters.',
    })
  const hash = createHash('sha256').update(inbound.path).update('\0')
  // With Google the address says the model.
  const members = inbound.codec.isAddressedByPath ? JSON.stringify(inbound.pathMembers) : ''
  const bodySha256 = hash.update(members).update(inbound.body).digest('hex')
  return { scope: 'relay', ownerId: caller.tokenId === 0 ? -caller.userId : caller.tokenId, key, bodySha256 }
}
