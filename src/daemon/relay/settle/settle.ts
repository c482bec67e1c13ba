import type { Logger } from 'pino'
import { AppError } from '../../errors/app-error.ts'
import type { Ledger, Settle, UsageLogRow } from '../../ledger/operations.ts'
import type { Meters } from '../../meters.ts'
import type { Amount } from '../../money/amount.ts'
import { type Charge, type ChargeFacts, decideCharge } from '../../pricing/settlement.ts'
import type { Caller } from '../admit/callers.ts'
import { answerType } from '../deliver/answer-type.ts'
import { keepAnswer } from '../hold/kept-answer.ts'
import type { Hold } from '../hold/reserve.ts'
import { describeLog } from './describe-log.ts'
import { type Finished, otherModel } from './finished.ts'
import { within } from './within.ts'

/** Limit for bodies that are stored for a repeated Idempotency-Key. */
const REPLAY_BYTES_MAX = 1_048_576

/** If a charge takes longer than this to become durable, the client gets an error. */
const SETTLE_PATIENCE_MS = 10_000

export interface SettleDeps {
  readonly ledger: Ledger
  readonly clock: { now(): number }
  readonly meters: Meters
  readonly log: Logger
  readonly onCharged: OnCharged
}

/** Receives each charge with the remaining balance; must be quick. */
export type OnCharged = (caller: Pick<Caller, 'userId' | 'warningThreshold'>, available: Amount) => void

/**
 * Charges a request that was answered. Never rejects: the ledger books the charge however long the database takes, and
 * a charge that it refuses is logged as an error.
 *
 * @returns whether the charge became durable while the client was waiting
 */
export function settle(finished: Finished, deps: SettleDeps): Promise<boolean> {
  const charged = charge(finished, deps)
  charged.catch((error: unknown) =>
    deps.log.error({ err: error, requestId: finished.hold.id }, 'a charge was not booked'),
  )
  return within(charged, SETTLE_PATIENCE_MS)
}

/** @throws AppError `internal` if the ledger refuses to book the charge, which must be investigated */
async function charge(finished: Finished, deps: SettleDeps): Promise<void> {
  const { hold, held, facts, asked } = finished
  const deciding = finished.charge ?? decideCharge({ ...facts, quote: hold.quote, holdAmount: held })
  const decided = deciding instanceof Promise ? await deciding : deciding
  hold.tokens.correct(decided.usage.inputTokens + decided.usage.outputTokens)
  if (takenBack.has(hold)) return
  const outcome = await deps.ledger.submit(toSettle(finished, decided, deps.clock.now()))
  if (!outcome.ok && outcome.reason === 'withdrawn') return
  if (!outcome.ok)
    throw new AppError('internal', { detail: { requestId: hold.id, cost: decided.cost, outcome } })
  if (decided.cost > 0n) deps.onCharged(asked.admitted.caller, outcome.available)
  count(decided, facts.ended, deps.meters)
  if (otherModel(finished) !== undefined) deps.meters.otherModels += 1
}

/** Holds whose charge must no longer be booked: counting its tokens may take longer than the client waits. */
const takenBack = new WeakSet<Hold>()

/**
 * Takes back the charge of an answer that the client never gets, because the charge did not become durable in time and
 * the client got an error. Not awaited: the ledger does it when the database is available again.
 */
export function takeBack({ asked, hold }: Finished, { ledger, clock, log }: SettleDeps): void {
  const { caller } = asked.admitted
  const { id, idempotency } = hold
  takenBack.add(hold)
  ledger
    .submit({
      op: 'void',
      id,
      atMs: clock.now(),
      logs: [],
      refund: { userId: caller.userId, tokenId: caller.tokenId === 0 ? null : caller.tokenId },
      ...(idempotency ? { idempotency } : {}),
    })
    .catch((error: unknown) => log.error({ err: error, requestId: id }, 'a charge was not taken back'))
}

function count(charge: Charge, ended: ChargeFacts['ended'], meters: Meters): void {
  if (ended === 'complete') meters.served += 1
  else meters.cut += 1
  meters.charged += charge.cost
  if (charge.flags.includes('overrun')) meters.overruns += 1
  if (charge.rejection !== undefined) meters.usageRejected += 1
}

function toSettle(finished: Finished, charge: Charge, atMs: number): Settle {
  const { hold, answer } = finished
  const { admitted, snapshot } = finished.asked
  const { caller, facts } = admitted
  const { options } = snapshot
  const tokens = charge.usage.inputTokens + charge.usage.outputTokens
  const log: UsageLogRow | null = options.LogConsumeEnabled ? toLogRow(finished, charge, atMs) : null
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
    needsHold: finished.task ? true : undefined,
    idempotency: hold.idempotency && { ...hold.idempotency, ...readReplay(finished) },
  }
}

function toLogRow(finished: Finished, charge: Charge, atMs: number): UsageLogRow {
  const { hold, answer } = finished
  const { inbound, admitted } = finished.asked
  const { caller, facts } = admitted
  const columns = {
    requestId: hold.id,
    tokenName: caller.tokenName,
    group: admitted.group,
    model: facts.model,
    promptTokens: charge.usage.inputTokens,
    completionTokens: charge.usage.outputTokens,
    isStream: facts.isStream,
    useTimeMs: atMs - inbound.startedMs,
  }
  return {
    ...columns,
    atMs,
    type: 2,
    userId: caller.userId,
    username: caller.username,
    tokenId: caller.tokenId,
    channelId: answer.prepared.call.channel.id,
    quota: charge.cost,
    ip: caller.showsIpInLogs ? inbound.address : '',
    ...describeLog(finished, charge, columns, atMs),
  }
}

function readReplay({ answer, asked }: Finished): { status: number; body: string | null } {
  if (answer.kind !== 'plain' || asked.admitted.facts.isStream || answer.body.length > REPLAY_BYTES_MAX)
    return { status: 200, body: null }
  const contentType = answerType(asked.inbound.codec, answer.contentType)
  return { status: answer.status, body: keepAnswer({ contentType, body: answer.body }) }
}
