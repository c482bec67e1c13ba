import { createHash } from 'node:crypto'
import { AppError } from '../../errors/app-error.ts'
import type { HoldSnapshot, Ledger, Outcome } from '../../ledger/operations.ts'
import { type Amount, toExactQuota, ZERO } from '../../money/amount.ts'
import type { Options } from '../../options/registry.ts'
import { estimateHold } from '../../pricing/hold-estimate.ts'
import { quote } from '../../pricing/price-book.ts'
import type { Quote } from '../../pricing/quote.ts'
import type { Admitted } from '../admit/admit.ts'
import type { Caller } from '../admit/callers.ts'
import { pictureHold } from '../admit/media-facts.ts'
import type { InboundRequest } from '../inbound/inbound.ts'
import { stripPrefix } from '../route/model-name.ts'
import type { Plan } from '../route/plan.ts'
import type { Snapshot } from '../route/snapshot.ts'

/** A hold outlives its stream by far; the sweeper only ever meets leaks. */
const HOLD_DEADLINE_MS = 24 * 3_600_000

/** Quota set aside for a request, and the price it will be charged by. */
export interface Hold {
  readonly id: string
  readonly amount: Amount
  readonly quote: Quote
  readonly promptTokens: number
  readonly atMs: number
  readonly idempotency: { readonly scope: string; readonly ownerId: number; readonly key: string } | undefined
}

/** A finished twin of a request with the same Idempotency-Key. */
export interface Replay {
  readonly status: number
  readonly body: string
}

export interface ReserveDeps {
  readonly snapshot: Snapshot
  readonly ledger: Ledger
  readonly clock: { now(): number }
  /** Status 4 is stored when a token turns out to be spent; not awaited. */
  readonly onExhausted: (caller: Caller) => void
}

/** @throws AppError `model_price_error` when nobody set a price and neither user nor mode accepts that */
export function priceOf(snapshot: Snapshot, admitted: Pick<Admitted, 'caller' | 'group'>, plan: Plan): Quote {
  const { caller, group } = admitted
  const first = plan.candidates[0]
  const requestedModel = stripPrefix(plan.model, first?.modelPrefix ?? '')
  const price = quote(snapshot.prices, {
    requestedModel,
    upstreamModel: first?.modelMapping.get(requestedModel) ?? requestedModel,
    userGroup: caller.userGroup,
    usingGroup: group,
    acceptsUnpriced: caller.acceptsUnpriced,
    isSelfUse: snapshot.options.SelfUseModeEnabled,
  })
  if (!price) throw new AppError('model_price_error', { values: { model: requestedModel } })
  return price
}

/**
 * Holds quota before the first byte goes upstream; resolves once the hold is durable.
 *
 * @throws AppError `insufficient_user_quota`, `pre_consume_token_quota_failed`, `token_exhausted`, `charge_too_large`,
 *   `idempotency_running`, `idempotency_mismatch`, `idempotency_stream_done`, `storage_unavailable`
 */
export async function reserve(
  admitted: Admitted,
  inbound: InboundRequest,
  plan: Plan,
  price: Quote,
  promptTokens: number,
  deps: ReserveDeps,
): Promise<Hold | Replay> {
  const { caller } = admitted
  const atMs = deps.clock.now()
  const amount = estimateHold(price, {
    promptTokens,
    outputTokensCap: admitted.facts.outputTokensCap,
    preConsumedQuota: deps.snapshot.options.PreConsumedQuota,
    ...pictureHold(
      inbound.codec.operation,
      stripPrefix(plan.model, plan.candidates[0]?.modelPrefix ?? ''),
      admitted,
    ),
  })
  const idempotency = readIdempotency(inbound, caller)
  const outcome = await deps.ledger.submit({
    op: 'reserve',
    id: inbound.requestId,
    userId: caller.userId,
    tokenId: caller.tokenId === 0 ? null : caller.tokenId,
    amount,
    atMs,
    deadlineMs: atMs + HOLD_DEADLINE_MS,
    snapshot: JSON.stringify(describeHold(admitted, inbound, plan, deps.snapshot.options)),
    ...(idempotency ? { idempotency } : {}),
  })
  if (outcome.ok) return { id: inbound.requestId, amount, quote: price, promptTokens, atMs, idempotency }
  return readRefusal(outcome, amount, admitted, deps)
}

function describeHold(
  admitted: Admitted,
  inbound: InboundRequest,
  plan: Plan,
  options: Options,
): HoldSnapshot {
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
  admitted: Admitted,
  deps: ReserveDeps,
): Replay {
  const { caller } = admitted
  const numbers = (available: Amount) => ({
    values: { available: toExactQuota(available), needed: toExactQuota(amount) },
  })
  switch (outcome.reason) {
    case 'wallet':
      throw new AppError('insufficient_user_quota', numbers(outcome.available))
    case 'token':
      if (outcome.available > ZERO)
        throw new AppError('pre_consume_token_quota_failed', numbers(outcome.available))
      deps.onExhausted(caller)
      throw new AppError('token_exhausted', { values: { name: caller.tokenName } })
    case 'idempotency':
      if (outcome.state === 'mismatch') throw new AppError('idempotency_mismatch')
      if (outcome.state === 'running')
        throw new AppError('idempotency_running', { values: { id: outcome.requestId } })
      if (outcome.body === null)
        throw new AppError('idempotency_stream_done', { values: { id: outcome.requestId } })
      return { status: outcome.status ?? 200, body: outcome.body }
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
  const bodySha256 = createHash('sha256').update(inbound.path).update('\0').update(inbound.body).digest('hex')
  return { scope: 'relay', ownerId: caller.tokenId === 0 ? -caller.userId : caller.tokenId, key, bodySha256 }
}
