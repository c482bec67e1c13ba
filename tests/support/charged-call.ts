import type { Outcome } from '../../src/daemon/ledger/operations.ts'
import { amount } from '../../src/daemon/money/amount.ts'
import { newRequestId } from '../../src/daemon/relay/inbound/request-id.ts'
import type { TestApi } from './test-services.ts'

/** A call in the ledger's form; amounts in thousandths of a quota unit. */
export interface ChargedCall {
  readonly userId: number
  readonly username?: string
  readonly tokenId?: number
  readonly tokenName?: string
  readonly channelId?: number
  readonly group?: string
  readonly model?: string
  readonly promptTokens?: number
  readonly completionTokens?: number
  readonly cost: number
  readonly isStream?: boolean
  readonly useTimeMs?: number
  readonly other?: object
  readonly explanation?: object
  readonly content?: string
}

/** Charges one call through the real ledger, without an upstream. @returns its request id */
export async function chargeCall(api: TestApi, call: ChargedCall): Promise<string> {
  const { ledger, clock } = api.services
  const id = newRequestId(clock.now())
  const atMs = clock.now()
  const {
    userId,
    tokenId = null,
    channelId = 0,
    model = 'gpt-4o',
    promptTokens = 10,
    completionTokens = 5,
  } = call
  expectDone(
    await ledger.submit({
      op: 'reserve',
      id,
      userId,
      tokenId,
      amount: amount(Math.max(call.cost, 1)),
      atMs,
      timeZone: api.services.options.current().CheckInTimeZone,
      deadlineMs: atMs + 600_000,
      snapshot: '{}',
    }),
  )
  expectDone(
    await ledger.submit({
      op: 'settle',
      id,
      userId,
      tokenId,
      channelId,
      cost: amount(call.cost),
      atMs,
      stat: { model, hourTime: Math.floor(atMs / 3_600_000) * 3600, tokens: promptTokens + completionTokens },
      note: null,
      log: {
        requestId: id,
        atMs,
        type: 2,
        userId,
        username: call.username ?? '',
        tokenId: tokenId ?? 0,
        tokenName: call.tokenName ?? '',
        channelId,
        group: call.group ?? 'default',
        model,
        promptTokens,
        completionTokens,
        quota: amount(call.cost),
        isStream: call.isStream ?? false,
        useTimeMs: call.useTimeMs ?? 1234,
        ip: '',
        usageSource: 'upstream',
        content: call.content ?? '',
        other: JSON.stringify(
          call.other ?? { admin_info: { use_channel: [String(channelId)] }, model_ratio: 1 },
        ),
        explanation: JSON.stringify(call.explanation ?? {}),
      },
    }),
  )
  return id
}

/** Holds quota for a call that is still running. @returns its request id */
export async function holdCall(
  api: TestApi,
  call: Pick<ChargedCall, 'userId' | 'tokenId' | 'cost'>,
): Promise<string> {
  const { ledger, clock } = api.services
  const id = newRequestId(clock.now())
  const atMs = clock.now()
  const { userId, tokenId = null, cost } = call
  expectDone(
    await ledger.submit({
      op: 'reserve',
      id,
      userId,
      tokenId,
      amount: amount(cost),
      atMs,
      deadlineMs: atMs + 600_000,
      snapshot: '{}',
    }),
  )
  return id
}

function expectDone(outcome: Outcome): void {
  if (!outcome.ok) throw new Error(`The ledger refused: ${outcome.reason}`)
}
