import { createHash } from 'node:crypto'
import { AppError } from '../../errors/app-error.ts'
import type { HoldSnapshot, Ledger, Reserve } from '../../ledger/operations.ts'
import { type Amount, ZERO } from '../../money/amount.ts'
import { shownAmount } from '../../money/shown-amount.ts'
import { coveredOutputTokens } from '../../pricing/hold-estimate.ts'
import { withoutLongPrompt } from '../../pricing/long-prompt.ts'
import { hasPrice, quote as quoteOf } from '../../pricing/price-book.ts'
import type { Quote } from '../../pricing/quote.ts'
import type { Uncovered } from '../../workers/counting.ts'
import type { Asked } from '../admit/asked.ts'
import type { Caller } from '../admit/callers.ts'
import type { InboundRequest } from '../inbound/inbound.ts'
import type { Plan } from '../route/plan.ts'
import { amountsOf, type HoldAmounts, mayIgnoreCap, openTokensOf, pricedModelOf } from './hold-size.ts'
import { type RefusalDeps, type Replay, readRefusal } from './read-refusal.ts'
import { reserveInTurn } from './reserve-in-turn.ts'
import { type TakenTokens, type TakeTokensDeps, takeTokens } from './take-tokens.ts'

/** The sweeper treats older holds as leaks. A request that runs longer extends its deadline. */
export const HOLD_DEADLINE_MS = 24 * 3_600_000

/** Quota set aside for a request, and the price that will be charged. */
export interface Hold {
  readonly id: string
  readonly amount: Amount
  readonly quote: Quote
  readonly promptTokens: number
  /**
   * The output tokens per choice that the hold covers, if the client set no cap and the balance does not cover the
   * model's longest answer; undefined = no cap is needed.
   */
  readonly grantedOutputTokens: number | undefined
  /** The call may cost more than what is held: see {@link UncoveredCalls}. */
  readonly isUncovered: boolean
  readonly atMs: number
  /** The share of the token's tokens per minute, to be corrected when the hold is settled or dropped. */
  readonly tokens: TakenTokens
  readonly idempotency: { readonly scope: string; readonly ownerId: number; readonly key: string } | undefined
  /** What differs between the models that may answer, in order. The hold covers the most expensive one. */
  readonly steps: readonly HeldStep[]
}

/** The price and cap of a hold for one of the models. */
export type HeldStep = Pick<Hold, 'quote' | 'grantedOutputTokens'>

/** A model that may answer a request, and the channels to ask for it. */
export interface Step<Request extends InboundRequest = InboundRequest> {
  readonly asked: Asked<Request>
  readonly plan: Plan
}

/** Options for holding quota. */
export interface ReserveOptions extends Pick<Reserve, 'needsOwnRow'> {
  /**
   * Whether the client has left; if set, a request with the Idempotency-Key of a running request waits for that one.
   * Absent = it is refused.
   */
  readonly isGone?: (() => boolean) | undefined
  /** The models to ask if the first one gives no answer. */
  readonly fallbacks?: readonly Step[]
}

export interface ReserveDeps extends TakeTokensDeps, RefusalDeps {
  readonly ledger: Ledger
  readonly uncovered: Uncovered
}

/**
 * Holds quota before the first byte goes upstream; resolves once the hold, or the allowance that it is held in, is
 * durable.
 *
 * @throws AppError `model_price_error` if no price is set and neither the user nor the mode accepts that;
 * `insufficient_user_quota`, `pre_consume_token_quota_failed`, `token_exhausted`, `token_day_budget_spent` and those of
 * weeks and months, `token_minute_limited`, `token_minute_exceeded`, `uncovered_call_running`, `idempotency_running`,
 * `idempotency_mismatch`, `idempotency_stream_done`, `storage_unavailable`
 */
export async function reserve(
  asked: Asked,
  plan: Plan,
  deps: ReserveDeps,
  options: ReserveOptions = {},
): Promise<Hold | Replay> {
  const { inbound, admitted } = asked
  const { fallbacks = [], ...others } = options
  // Measured once, because the fallbacks get the same prompt.
  const openTokens = openTokensOf(asked)
  const steps = [{ asked, plan }, ...fallbacks].map((step) => size(step, openTokens))
  const idempotency = readIdempotency(inbound, admitted.caller)
  const taken = takeTokens(asked, deps)
  const tokens = taken instanceof Promise ? await taken : taken
  const wanted = { steps, idempotency, tokens, options: others }
  try {
    const hold = await holdQuota(asked, plan, wanted, deps)
    if ('body' in hold) tokens.correct(0)
    return hold
  } catch (error) {
    tokens.correct(0)
    throw error
  }
}

/** A model with its price and the amounts to hold for it. */
interface Sized extends Step, HoldAmounts {
  readonly price: Quote
}

function size({ asked, plan }: Step, openTokens: number): Sized {
  const price = priceOf(asked, plan)
  return { asked, plan, price, ...amountsOf(asked, plan, price, openTokens) }
}

/** What to hold, and for which prices. */
interface Wanted {
  readonly steps: readonly Sized[]
  readonly idempotency: ReturnType<typeof readIdempotency>
  readonly tokens: TakenTokens
  readonly options: Omit<ReserveOptions, 'fallbacks'>
}

async function holdQuota(
  asked: Asked,
  plan: Plan,
  { steps, idempotency, tokens, options }: Wanted,
  deps: ReserveDeps,
): Promise<Hold | Replay> {
  const { inbound, admitted } = asked
  const { caller, promptTokens } = admitted
  const { full, least } = mostOf(steps)
  const atMs = deps.clock.now()
  const operation: Reserve = {
    op: 'reserve',
    id: inbound.requestId,
    userId: caller.userId,
    tokenId: caller.tokenId === 0 ? null : caller.tokenId,
    amount: full,
    least: least < full ? least : undefined,
    needsOwnRow: options.needsOwnRow,
    atMs,
    timeZone: asked.snapshot.options.CheckInTimeZone,
    deadlineMs: atMs + HOLD_DEADLINE_MS,
    snapshot: JSON.stringify(describeHold(asked, plan)),
    idempotency,
  }
  const outcome = await reserveInTurn(deps.ledger, operation, options.isGone)
  if (!outcome.ok) return readRefusal(outcome, least, asked, deps)
  const held = outcome.held ?? full
  const heldSteps = steps.map((step) => heldAs(step, held))
  const { quote, grantedOutputTokens } = heldSteps[0] as HeldStep
  const isUncovered = steps.some((step) => mayExceed(step, held))
  const hold: Hold = {
    id: inbound.requestId,
    amount: held,
    quote,
    grantedOutputTokens,
    promptTokens,
    isUncovered,
    atMs,
    tokens,
    idempotency,
    steps: heldSteps,
  }
  if (!isUncovered || (await deps.uncovered.begin(caller.userId))) return hold
  const { id } = hold
  await deps.ledger.submit({ op: 'void', id, atMs, logs: [], ...(idempotency ? { idempotency } : {}) })
  throw new AppError('uncovered_call_running', {
    values: {
      available: shownAmount(held, asked.snapshot.options),
      needed: shownAmount(full, asked.snapshot.options),
    },
  })
}

/** Returns the amounts that cover the most expensive model. */
function mostOf(steps: readonly Sized[]): Pick<Sized, 'full' | 'least'> {
  let full = ZERO
  let least = ZERO
  for (const step of steps) {
    if (step.full > full) full = step.full
    if (step.least > least) least = step.least
  }
  return { full, least }
}

/** Reports whether a model may cost more than what is held: by its prompt, or by an answer that no cap limits. */
const mayExceed = ({ asked, plan, full, amount }: Sized, held: Amount): boolean =>
  (full > amount && held < full) || (held < amount && mayIgnoreCap(asked, plan))

function heldAs({ asked, price, amount }: Sized, held: Amount): HeldStep {
  const { promptTokens, facts } = asked.admitted
  if (held >= amount) return { quote: price, grantedOutputTokens: undefined }
  const covered = coveredOutputTokens(price, held, promptTokens) / (facts.choices ?? 1)
  return { quote: price, grantedOutputTokens: Math.max(1, Math.floor(covered)) }
}

/** @throws AppError `model_price_error` if no price is set and neither the user nor the mode accepts that */
export function priceOf({ inbound, admitted, snapshot }: Asked, plan: Plan): Quote {
  const requestedModel = pricedModelOf(plan)
  const { caller, group, facts } = admitted
  const { pricedAs } = facts
  const hasOwn = pricedAs !== undefined && hasPrice(snapshot.prices, pricedAs)
  const price = quoteOf(snapshot.prices, {
    requestedModel: hasOwn ? pricedAs : requestedModel,
    upstreamModel: plan.candidates[0]?.modelMapping.get(requestedModel) ?? requestedModel,
    userGroup: caller.userGroup,
    usingGroup: group,
    acceptsUnpriced: caller.acceptsUnpriced,
    isSelfUse: snapshot.options.SelfUseModeEnabled,
  })
  if (!price) throw new AppError('model_price_error', { values: { model: requestedModel } })
  // A session is charged by the sum of its responses.
  return inbound.codec.operation === 'realtime' ? withoutLongPrompt(price) : price
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

function readIdempotency(inbound: InboundRequest, caller: Caller) {
  const header = inbound.headers['idempotency-key']
  if (header === undefined) return undefined
  const key = Array.isArray(header) ? header[0] : header
  if (!key || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw new AppError('invalid_request', {
      field: 'idempotency-key',
      phrase: 'badIdempotencyKey',
    })
  const hash = createHash('sha256').update(inbound.path).update('\0')
  // Some URLs name the model in the path instead of the body.
  const members = Object.keys(inbound.pathMembers).length > 0 ? JSON.stringify(inbound.pathMembers) : ''
  const bodySha256 = hash.update(members).update(inbound.body).digest('hex')
  return { scope: 'relay', ownerId: caller.tokenId === 0 ? -caller.userId : caller.tokenId, key, bodySha256 }
}
