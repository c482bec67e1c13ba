import type { Logger } from 'pino'
import type { AppError } from '../../errors/app-error.ts'
import type { Amount } from '../../money/amount.ts'
import { likelyCost } from '../../pricing/accrual.ts'
import { type CallEnd, type Charge, decideCharge, earnedSoFar } from '../../pricing/settlement.ts'
import { readEndWordOfEvents } from '../../protocols/end-word.ts'
import { countOutput, countsOutput } from '../../protocols/openai/count-prompt.ts'
import type { ClientError, JsonValue } from '../../protocols/types.ts'
import type { Asked } from '../admit/asked.ts'
import { likelyPromptTokens } from '../admit/likely-prompt.ts'
import type { FailedAnswer, PlainAnswer, StreamAnswer } from '../call/answer.ts'
import { brokenStream } from '../call/failed-answer.ts'
import type { ReasoningMemory } from '../call/prepare/reasoning-memory.ts'
import { translateStream } from '../call/prepare/translation.ts'
import { readUsageOfDocuments } from '../call/read-usage.ts'
import { readShortage } from '../hold/read-refusal.ts'
import type { Hold } from '../hold/reserve.ts'
import type { Inbound } from '../inbound/inbound.ts'
import { answerEdit, editEvent, usageEventOf } from './answer-format.ts'
import { tellsUsage, withChargedUsage } from './charge.ts'
import {
  type AnswerFacts,
  answeredModel,
  capOf,
  chargedExtras,
  plainFacts,
  requestFacts,
  statedUsage,
} from './charge-facts.ts'
import { deliverStream } from './deliver-stream.ts'
import { describeEnd, type Ended, type StopReason } from './ended.ts'
import { inDialect } from './in-dialect.ts'
import { type LiveStreams, startLive } from './live-streams.ts'
import { StreamMeter } from './stream-meter.ts'
import { leaveOutNulls } from './without-nulls.ts'

export interface DeliverDeps {
  readonly clock: { now(): number }
  readonly live: LiveStreams
  readonly log: Logger
  readonly reasoning: ReasoningMemory
  /** Registers what to do when the daemon must end now. @returns a function that unregisters it */
  readonly onShutdown: (stop: () => void) => () => void
}

/**
 * OpenAI, and vendors that copied it, put `"usage":null` into every chunk, because we (not the client) asked for usage.
 */
const withoutUsage = leaveOutNulls(['usage'])

/** What was delivered and how it ended: all that is needed to settle and to send the last bytes. */
export interface Outcome {
  /** The final amount of the hold. */
  readonly held: Amount
  /** Set if the stream did not end as its protocol requires. */
  readonly error: AppError | undefined
  /** The upstream's report, inside the stream, of why it broke off. */
  readonly broken?: FailedAnswer | undefined
  /** The vendor's finish reason, if it gave up in the middle of a stream without reporting an error. */
  readonly endedBy?: string | undefined
  /** Writes the error that ends the stream, if it depends on what was sent before; absent = it is written like any other error. */
  readonly breakOff?: (error: ClientError) => string
  /** Content of a stream that still has to be written, before its terminator. */
  readonly unsent?: Uint8Array | string | undefined
  readonly terminator: Uint8Array | string | undefined
  readonly facts: AnswerFacts
  /** The charge, if it had to be decided before the usage could be reported to the client. */
  readonly charge?: Charge | undefined
  /** The complete answer, if it was translated: with the usage that is charged. */
  readonly told?: PlainAnswer
  /** Returns the visible text of the answer; only called if chat content is logged. */
  readonly outputText: () => string
  /** The model stated in the answer. */
  readonly answeredModel: string | undefined
  /** The document of a complete answer, or the events of a complete stream that may state usage; otherwise empty. */
  readonly documents: readonly JsonValue[]
}

/**
 * Delivers everything but the last bytes of an answer. A plain answer is held back; a stream is copied as it arrives.
 */
export function deliver(
  asked: Asked<Inbound>,
  hold: Hold,
  answer: PlainAnswer | StreamAnswer,
  deps: DeliverDeps,
): Outcome | Promise<Outcome> {
  if (answer.kind === 'stream') return deliverLive(asked, hold, answer, deps)
  return tellsUsage(answer)
    ? describeTranslated(asked, hold, answer)
    : describePlain(hold, answer, plainFacts(asked, answer))
}

/** Decides the charge before the client gets the answer, which states the usage. */
async function describeTranslated(asked: Asked, hold: Hold, answer: PlainAnswer): Promise<Outcome> {
  const facts = plainFacts(asked, answer)
  const charge = await decideCharge({ ...facts, quote: hold.quote, holdAmount: hold.amount })
  const told = withChargedUsage(answer, charge, asked)
  return { ...describePlain(hold, told, facts), charge, told }
}

function describePlain(hold: Hold, answer: PlainAnswer, facts: AnswerFacts): Outcome {
  return {
    held: hold.amount,
    error: undefined,
    terminator: undefined,
    outputText: () => answer.output.text,
    answeredModel: answeredModel([answer.document]),
    documents: [answer.document],
    facts,
  }
}

async function deliverLive(
  asked: Asked<Inbound>,
  hold: Hold,
  answer: StreamAnswer,
  deps: DeliverDeps,
): Promise<Outcome> {
  const meter = new StreamMeter(answer.prepared.wire)
  const factsAt = streamFacts(asked, answer, meter)
  let stop: (why: StopReason) => void = () => {}
  let complete: AnswerFacts | undefined
  const live = startLive(hold, {
    chars: () => meter.chars,
    costSoFar: () => costSoFar(asked, hold, meter),
    earned: () => earnedSoFar({ ...factsAt('cut-by-upstream', false), quote: hold.quote }),
    stop: () => stop('cut-by-quota'),
  })
  deps.live.add(live)
  const forgetStop = deps.onShutdown(() => stop('cut-by-shutdown'))
  const rewriting = rewritingOf(asked, answer, deps)
  const { ended, unsent, terminator, isWhole, failure, last, charge } = await deliverStream(answer, {
    client: asked.inbound.client,
    codec: answer.prepared.wire,
    meter,
    // When a background response is cancelled, nobody reads the rest, so we do not wait for its end.
    drainMs: asked.keeping?.as.isBackground
      ? 0
      : asked.snapshot.options['general_setting.drain_seconds'] * 1000,
    ...rewriting,
    usageEvent: usageEventOf(answer.prepared, asked),
    decideCharge: () => {
      complete = factsAt('complete', true)
      return decideCharge({ ...complete, quote: hold.quote, holdAmount: live.held })
    },
    onFault: (error) => deps.log.error({ err: error, requestId: hold.id }, 'a stream could not be read'),
    onGrowth: () => deps.live.grew(live),
    onStop: (fn) => {
      stop = fn
    },
  })
  forgetStop()
  deps.live.remove(live)
  const broken = failure && brokenStream(answer.prepared, failure)
  const { errors } = asked.inbound.codec
  const documents = meter.usageDocuments
  const fail = rewriting.translator ? rewriting.translator.fail : undefined
  return {
    held: live.held,
    error:
      ended === 'cut-by-upstream' && broken
        ? broken.error
        : describeEnd(ended, () => readShortage(live.shortage, asked, deps.clock.now())),
    broken,
    endedBy: ended === 'cut-by-upstream' && !broken ? readEndWordOfEvents(last) : undefined,
    breakOff: fail ?? ((error) => errors.renderInStream(error, rewriting.translator ? undefined : last)),
    unsent,
    terminator,
    outputText: () => meter.text(),
    answeredModel: answeredModel(documents),
    documents: isWhole ? documents : [],
    facts: charge && complete ? complete : factsAt(ended, isWhole),
    charge,
  }
}

/** Returns the facts for the charge of a stream if it ended now; used both while it runs and when it has ended. */
function streamFacts(asked: Asked, { prepared, opening }: StreamAnswer, meter: StreamMeter) {
  const { wire, type, call } = prepared
  const hasText = countsOutput(wire.operation)
  const common = requestFacts(asked, prepared, () => meter.text())
  return (ended: Ended, isWhole: boolean): AnswerFacts => {
    const documents = meter.usageDocuments
    return {
      ...common,
      ...chargedExtras(asked, prepared, documents.at(-1), isWhole ? [] : meter.ranTools),
      stated: statedUsage(readUsageOfDocuments(type, wire, documents), isWhole),
      countOutput: async () =>
        hasText ? Math.ceil((await countOutput(call.model, meter.everything())) * meter.timesKept) : 0,
      leastOutput: () => (hasText ? meter.leastTokens : 0),
      soundTokens: () => meter.soundTokens,
      deliveredBytes: meter.chars,
      // If the content comes very late, the opening ends before it.
      hasOutput: opening.hasContent || meter.everything() !== '',
      ended: toCallEnd(ended),
    }
  }
}

/** Returns how events are changed on their way to the client. */
function rewritingOf(asked: Asked<Inbound>, { prepared }: StreamAnswer, { reasoning }: DeliverDeps) {
  const { inbound, admitted } = asked
  const { translation, hidesUsageChunk } = prepared
  const edit = answerEdit(prepared, asked, true)
  return {
    translator:
      translation?.kind === 'conversation'
        ? translateStream(translation, (parts) => reasoning.remember(admitted.caller.userId, parts))
        : undefined,
    hidesUsageChunk,
    leaveOutNulls:
      inbound.dialect !== undefined
        ? inDialect[inbound.dialect]()
        : // Our own encoders do not write it.
          hidesUsageChunk && translation?.kind !== 'conversation'
          ? withoutUsage
          : undefined,
    edit: edit
      ? (raw: Uint8Array, data: string) => editEvent(edit, raw, data)
      : // Its lines were read as events, and are written as lines again.
        prepared.wire.framing === 'json-lines'
        ? (_event: Uint8Array, data: string) => Buffer.from(`${data}\n`)
        : undefined,
  }
}

/** Estimates the cost so far, which the hold must cover. Base64 of images and audio is charged at the end instead. */
function costSoFar(asked: Asked, hold: Hold, meter: StreamMeter): Amount {
  return likelyCost(hold.quote, {
    promptTokens: likelyPromptTokens(asked),
    streamed: countsOutput(meter.operation)
      ? { events: meter.events, bytes: meter.chars, smallestEventBytes: meter.smallestEventChars }
      : { events: 0, bytes: 0, smallestEventBytes: 0 },
    outputTokensCap: hold.isUncovered ? undefined : capOf(asked.admitted),
  })
}

const toCallEnd = (ended: Ended): CallEnd =>
  ended === 'complete' || ended === 'cut-by-client' ? ended : 'cut-by-upstream'
