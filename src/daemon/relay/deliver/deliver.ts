import { likelyTokens } from '../../counting/estimate-tokens.ts'
import { AppError } from '../../errors/app-error.ts'
import { type Amount, ZERO } from '../../money/amount.ts'
import { accruedSoFar } from '../../pricing/accrual.ts'
import type { ChargeFacts, StatedUsage } from '../../pricing/settlement.ts'
import { countOutput, countsOutput } from '../../protocols/openai/count-prompt.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import type { JsonValue, UsageReading } from '../../protocols/types.ts'
import type { Admitted } from '../admit/admit.ts'
import { countPromptOf } from '../admit/estimate.ts'
import { chargedExtras, uploadedAudio } from '../admit/media-facts.ts'
import type { PlainAnswer, StreamAnswer } from '../call/answer.ts'
import { translateStream } from '../call/prepare/translation.ts'
import { readUsageOfStream } from '../call/read-usage.ts'
import type { Hold } from '../hold/reserve.ts'
import type { Inbound } from '../inbound/inbound.ts'
import type { RelayDeps } from '../relay-deps.ts'
import { answerEdit, editEvent } from './answer-format.ts'
import { type Delivered, deliverStream } from './deliver-stream.ts'
import type { LiveStream } from './live-streams.ts'
import { StreamMeter } from './stream-meter.ts'

/** What was delivered and how it ended; all that settling and the last bytes need. */
export interface Outcome {
  /** The hold's amount at the end. */
  readonly held: Amount
  /** Set when the stream did not end as its protocol says. */
  readonly error: AppError | undefined
  readonly terminator: Uint8Array | string | undefined
  readonly outputText: () => string
  facts(admitted: Admitted, inbound: Inbound, hold: Hold): Omit<ChargeFacts, 'quote' | 'holdAmount'>
}

/** Everything but the last bytes of an answer. A plain answer is held back whole; a stream is copied as it comes. */
export async function deliver(
  answer: PlainAnswer | StreamAnswer,
  hold: Hold,
  admitted: Admitted,
  inbound: Inbound,
  deps: RelayDeps,
): Promise<Outcome> {
  return answer.kind === 'plain'
    ? readPlainOutcome(answer, hold, inbound)
    : deliverLive(answer, hold, admitted, inbound, deps)
}

function readPlainOutcome(answer: PlainAnswer, hold: Hold, inbound: Inbound): Outcome {
  const { output, usage } = answer
  return {
    held: hold.amount,
    error: undefined,
    terminator: undefined,
    outputText: () => output.text,
    facts: (admitted) => ({
      ...commonFacts(admitted, answer, inbound),
      stated: stated(usage, true),
      ...chargedExtras(answer.prepared, admitted, answer.document),
      countOutput: () =>
        countsOutput(answer.prepared.wire.operation)
          ? countOutput(answer.prepared.upstreamModel, output.text + output.hiddenText)
          : 0,
      deliveredBytes: answer.body.length,
      hasOutput: answer.hasOutput,
      ended: 'complete',
    }),
  }
}

async function deliverLive(
  answer: StreamAnswer,
  hold: Hold,
  admitted: Admitted,
  inbound: Inbound,
  deps: RelayDeps,
): Promise<Outcome> {
  const { wire, type, translation } = answer.prepared
  const meter = new StreamMeter(wire)
  let stop: (why: 'cut-by-quota' | 'cut-by-shutdown') => void = () => {}
  const live = liveStream(hold, meter, inbound.body.length, countsOutput(wire.operation), () =>
    stop('cut-by-quota'),
  )
  deps.live.add(live)
  const edit = answerEdit(answer.prepared, inbound, true)
  const forgetStop = deps.onShutdown(() => stop('cut-by-shutdown'))
  const delivered = await deliverStream(answer, {
    client: inbound.client,
    codec: wire,
    meter,
    translator:
      translation?.kind === 'conversation'
        ? translateStream(translation, (parts) => deps.reasoning.remember(admitted.caller.userId, parts))
        : undefined,
    hidesUsageChunk: answer.prepared.hidesUsageChunk,
    edit: edit && ((raw, data) => editEvent(edit, raw, data)),
    onFault: (error) => deps.log.error({ err: error, requestId: hold.id }, 'a stream could not be read'),
    onGrowth: () => deps.live.grew(live),
    onStop: (fn) => {
      stop = fn
    },
  })
  forgetStop()
  deps.live.remove(live)
  return {
    held: live.held,
    error: describeEnd(delivered.ended),
    terminator: delivered.terminator,
    outputText: () => meter.text(),
    facts: (admitted) => ({
      ...commonFacts(admitted, answer, inbound),
      stated: stated(readUsageOfStream(type, wire, delivered.usageData), delivered.ended === 'complete'),
      ...chargedExtras(answer.prepared, admitted, lastDocument(delivered.usageData)),
      countOutput: async () =>
        !countsOutput(wire.operation)
          ? 0
          : Math.ceil(
              (await countOutput(answer.prepared.upstreamModel, meter.everything())) * meter.timesKept,
            ),
      deliveredBytes: meter.chars,
      hasOutput: answer.hasOutput,
      ended: toChargeEnd(delivered.ended),
    }),
  }
}

const lastDocument = (data: readonly string[]): JsonValue | undefined => {
  const last = data.at(-1)
  return last === undefined ? undefined : parseJson(last)
}

const stated = (reading: UsageReading, isFinal: boolean): StatedUsage =>
  reading.kind === 'stated' ? { ...reading, isFinal } : reading

function commonFacts(admitted: Admitted, answer: PlainAnswer | StreamAnswer, inbound: Inbound) {
  const { upstreamModel } = answer.prepared
  return {
    countPrompt: () =>
      countPromptOf(inbound.codec, upstreamModel, admitted.body, () => uploadedAudio(admitted)),
    requestBytes: inbound.body.length,
    attachments: admitted.facts.attachments,
    outputTokensCap: admitted.facts.outputTokensCap,
  }
}

function liveStream(
  hold: Hold,
  meter: StreamMeter,
  bodyBytes: number,
  countsText: boolean,
  stop: () => void,
): LiveStream {
  // The likely count, not the hold's cautious one: a crash must not charge for what was only set aside.
  const promptTokens = likelyTokens(bodyBytes)
  return {
    holdId: hold.id,
    held: hold.amount,
    step: hold.amount,
    accrued: ZERO,
    checkedChars: 0,
    isExtending: false,
    isExhausted: false,
    chars: () => meter.chars,
    costSoFar: () =>
      accruedSoFar(hold.quote, {
        promptTokens,
        // Base64 of pictures and sound is no text: those are charged when they have ended.
        streamed: countsText
          ? { events: meter.events, bytes: meter.chars, smallestEventBytes: meter.smallestEventChars }
          : { events: 0, bytes: 0, smallestEventBytes: 0 },
      }),
    stop,
  }
}

function toChargeEnd(ended: Delivered['ended']): ChargeFacts['ended'] {
  if (ended === 'complete' || ended === 'cut-by-client') return ended
  return 'cut-by-upstream'
}

function describeEnd(ended: Delivered['ended']): AppError | undefined {
  switch (ended) {
    case 'complete':
    case 'cut-by-client':
      return undefined
    case 'cut-by-quota':
      return new AppError('quota_ran_out')
    case 'cut-by-shutdown':
      return new AppError('shutting_down')
    case 'cut-by-upstream':
      return new AppError('stream_cut')
  }
}
