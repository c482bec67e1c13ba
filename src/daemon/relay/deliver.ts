import { accruedSoFar } from '../billing/accrual.ts'
import { type Amount, ZERO } from '../billing/amount.ts'
import { countOutput, countPrompt } from '../billing/count-prompt.ts'
import { likelyTokens } from '../billing/estimate-tokens.ts'
import type { ChargeFacts, StatedUsage } from '../billing/settlement.ts'
import { AppError } from '../errors/app-error.ts'
import type { UsageReading } from '../protocols/types.ts'
import type { Admitted } from './admit.ts'
import { answerEdit, editEvent } from './answer-format.ts'
import type { PlainAnswer, StreamAnswer } from './attempt.ts'
import { type Delivered, deliverStream } from './deliver-stream.ts'
import type { Inbound } from './inbound.ts'
import type { LiveStream } from './live-streams.ts'
import { parseJson } from './parse-json.ts'
import type { RelayDeps } from './relay-deps.ts'
import type { Hold } from './reserve.ts'
import { StreamMeter } from './stream-meter.ts'

/** What was delivered and how it ended; all that settling and the last bytes need. */
export interface Outcome {
  /** The hold's amount at the end. */
  readonly held: Amount
  /** Set when the stream did not end as its protocol says. */
  readonly error: AppError | undefined
  readonly terminator: Uint8Array | undefined
  readonly outputText: () => string
  facts(admitted: Admitted, inbound: Inbound, hold: Hold): Omit<ChargeFacts, 'quote' | 'holdAmount'>
}

/** Everything but the last bytes of an answer. A plain answer is held back whole; a stream is copied as it comes. */
export async function deliver(
  answer: PlainAnswer | StreamAnswer,
  hold: Hold,
  inbound: Inbound,
  deps: RelayDeps,
): Promise<Outcome> {
  return answer.kind === 'plain'
    ? readPlainOutcome(answer, hold, inbound)
    : deliverLive(answer, hold, inbound, deps)
}

function readPlainOutcome(answer: PlainAnswer, hold: Hold, inbound: Inbound): Outcome {
  const { codec } = inbound
  const output = () => codec.readOutput(answer.document)
  return {
    held: hold.amount,
    error: undefined,
    terminator: undefined,
    outputText: () => output().text,
    facts: (admitted) => ({
      ...commonFacts(admitted, answer, inbound),
      stated: stated(readUsage(answer, inbound, answer.document), true),
      countOutput: () => countOutput(answer.prepared.upstreamModel, output().text + output().hiddenText),
      deliveredBytes: answer.body.length,
      hasOutput: answer.hasOutput,
      ended: 'complete',
    }),
  }
}

async function deliverLive(
  answer: StreamAnswer,
  hold: Hold,
  inbound: Inbound,
  deps: RelayDeps,
): Promise<Outcome> {
  const meter = new StreamMeter(inbound.codec)
  let stop: (why: 'cut-by-quota' | 'cut-by-shutdown') => void = () => {}
  const live = liveStream(hold, meter, inbound.body.length, () => stop('cut-by-quota'))
  deps.live.add(live)
  const edit = answerEdit(answer.prepared, inbound, true)
  const forgetStop = deps.onShutdown(() => stop('cut-by-shutdown'))
  const delivered = await deliverStream(answer, {
    client: inbound.client,
    codec: inbound.codec,
    meter,
    hidesUsageChunk: answer.prepared.hidesUsageChunk,
    edit: edit && ((raw, data) => editEvent(edit, raw, data)),
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
      stated: stated(readStreamUsage(answer, inbound, delivered), delivered.ended === 'complete'),
      countOutput: async () =>
        Math.ceil((await countOutput(answer.prepared.upstreamModel, meter.everything())) * meter.timesKept),
      deliveredBytes: meter.chars,
      hasOutput: answer.hasOutput,
      ended: toChargeEnd(delivered.ended),
    }),
  }
}

function readStreamUsage(answer: StreamAnswer, inbound: Inbound, { usageData }: Delivered): UsageReading {
  const document = usageData === undefined ? undefined : parseJson(usageData)
  return document === undefined ? { kind: 'none' } : readUsage(answer, inbound, document)
}

const stated = (reading: UsageReading, isFinal: boolean): StatedUsage =>
  reading.kind === 'stated' ? { ...reading, isFinal } : reading

function commonFacts(admitted: Admitted, answer: PlainAnswer | StreamAnswer, inbound: Inbound) {
  const { upstreamModel } = answer.prepared
  return {
    countPrompt: () => countPrompt(inbound.codec.operation, upstreamModel, admitted.body),
    requestBytes: inbound.body.length,
    attachments: admitted.facts.attachments,
    outputTokensCap: admitted.facts.outputTokensCap,
  }
}

/** A type's own reading wins where it says anything. */
function readUsage(
  answer: PlainAnswer | StreamAnswer,
  inbound: Inbound,
  document: Parameters<typeof inbound.codec.readUsage>[0],
): UsageReading {
  const own = answer.prepared.type.readUsage?.(document)
  return own && own.kind !== 'none' ? own : inbound.codec.readUsage(document)
}

function liveStream(hold: Hold, meter: StreamMeter, bodyBytes: number, stop: () => void): LiveStream {
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
        streamed: { events: meter.events, bytes: meter.chars, smallestEventBytes: meter.smallestEventChars },
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
