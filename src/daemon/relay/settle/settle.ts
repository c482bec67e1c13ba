import { AppError } from '../../errors/app-error.ts'
import type { Ledger, Settle, UsageLogRow } from '../../ledger/operations.ts'
import type { Meters } from '../../meters.ts'
import type { Amount } from '../../money/amount.ts'
import type { Options } from '../../options/registry.ts'
import { type Charge, type ChargeFacts, decideCharge } from '../../pricing/settlement.ts'
import type { Admitted } from '../admit/admit.ts'
import type { Caller } from '../admit/callers.ts'
import type { PlainAnswer, StreamAnswer } from '../call/answer.ts'
import type { AttemptRecord } from '../call/call.ts'
import type { Hold } from '../hold/reserve.ts'
import type { InboundRequest } from '../inbound/inbound.ts'
import type { Plan } from '../route/plan.ts'
import { describeLog } from './describe-log.ts'

/** Bodies up to this are kept for a repeated Idempotency-Key. */
const REPLAY_BYTES_MAX = 1_048_576

/** What settling must know of an answer. */
export type Answered =
  | Pick<PlainAnswer, 'kind' | 'prepared' | 'firstByteMs' | 'status' | 'body' | 'conversation'>
  | Pick<StreamAnswer, 'kind' | 'prepared' | 'firstByteMs'>

/** Everything known when an answer has ended. */
export interface Finished {
  readonly admitted: Admitted
  readonly inbound: InboundRequest
  readonly plan: Plan
  readonly hold: Hold
  /** The hold's amount at the end, extensions included. */
  readonly held: Amount
  readonly answer: Answered
  readonly attempts: readonly AttemptRecord[]
  readonly facts: Omit<ChargeFacts, 'quote' | 'holdAmount'>
  /** Visible text of the answer; asked for only when chat content is logged. */
  readonly outputText: () => string
}

export interface SettleDeps {
  readonly ledger: Ledger
  readonly clock: { now(): number }
  readonly options: Options
  readonly meters: Meters
  readonly onCharged: OnCharged
}

/** Told of each charge, with what is left to spend; must be quick. */
export type OnCharged = (caller: Caller, available: Amount) => void

/**
 * Charges a request that gave an answer. Resolves when the charge is durable, which the ledger sees to however long the
 * store takes; the caller decides how long the client waits for it.
 *
 * @throws AppError `internal` when the ledger will not book it: somebody must look
 */
export async function settle(finished: Finished, deps: SettleDeps): Promise<Charge> {
  const { hold } = finished
  const charge = await decideCharge({ ...finished.facts, quote: hold.quote, holdAmount: finished.held })
  const outcome = await deps.ledger.submit(toSettle(finished, charge, deps))
  if (!outcome.ok)
    throw new AppError('internal', { detail: { requestId: hold.id, cost: charge.cost, outcome } })
  if (charge.cost > 0n) deps.onCharged(finished.admitted.caller, outcome.available)
  count(charge, finished.facts.ended, deps.meters)
  return charge
}

function count(charge: Charge, ended: ChargeFacts['ended'], meters: Meters): void {
  if (ended === 'complete') meters.served += 1
  else meters.cut += 1
  meters.charged += charge.cost
  if (charge.flags.includes('overrun')) meters.overruns += 1
  if (charge.rejection !== undefined) meters.usageRejected += 1
}

function toSettle(finished: Finished, charge: Charge, deps: SettleDeps): Settle {
  const { admitted, inbound, hold, answer } = finished
  const { caller, facts } = admitted
  const { options } = deps
  const atMs = deps.clock.now()
  const tokens = charge.usage.inputTokens + charge.usage.outputTokens
  const log: UsageLogRow | null = options.LogConsumeEnabled
    ? {
        requestId: hold.id,
        atMs,
        type: 2,
        userId: caller.userId,
        username: caller.username,
        tokenId: caller.tokenId,
        tokenName: caller.tokenName,
        channelId: answer.prepared.call.channel.id,
        group: admitted.group,
        model: facts.model,
        promptTokens: charge.usage.inputTokens,
        completionTokens: charge.usage.outputTokens,
        quota: charge.cost,
        isStream: facts.isStream,
        useTimeMs: atMs - inbound.startedMs,
        ip: caller.showsIpInLogs ? inbound.address : '',
        usageSource: charge.source,
        ...describeLog(finished, charge, atMs, options),
      }
    : null
  return {
    op: 'settle',
    id: hold.id,
    userId: caller.userId,
    tokenId: caller.tokenId === 0 ? null : caller.tokenId,
    channelId: answer.prepared.call.channel.id,
    cost: charge.cost,
    atMs,
    log,
    stat: options.DataExportEnabled
      ? { model: facts.model, hourTime: Math.floor(atMs / 3_600_000) * 3600, tokens }
      : null,
    note: charge.cost > finished.held ? 'overrun' : null,
    ...(hold.idempotency ? { idempotency: { ...hold.idempotency, ...readReplay(finished) } } : {}),
  }
}

function readReplay({ answer, admitted }: Finished): { status: number; body: string | null } {
  if (answer.kind === 'stream' || admitted.facts.isStream || answer.body.length > REPLAY_BYTES_MAX)
    return { status: 200, body: null }
  return { status: answer.status, body: answer.body.toString('utf8') }
}
