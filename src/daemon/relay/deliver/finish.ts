import type { Logger } from 'pino'
import type { Asked } from '../admit/asked.ts'
import type { PlainAnswer, StreamAnswer } from '../call/answer.ts'
import type { Inbound } from '../inbound/inbound.ts'
import { renderStreamError } from '../inbound/render-error.ts'
import { asWholeStream } from './answer-format.ts'
import { answerType } from './answer-type.ts'
import type { Outcome } from './deliver.ts'

export interface FinishDeps {
  readonly log: Logger
}

/** Sends the last bytes, once the charge is durable. A broken stream never gets its protocol's end. */
export function finish(
  asked: Asked<Inbound>,
  answer: PlainAnswer | StreamAnswer,
  outcome: Outcome,
  deps: FinishDeps,
): void {
  const { inbound } = asked
  if (answer.kind === 'plain') return finishPlain(asked, answer)
  if (outcome.unsent !== undefined) inbound.client.write(outcome.unsent)
  if (!outcome.error) return inbound.client.end(outcome.terminator ?? '')
  deps.log.warn({ requestId: inbound.requestId, code: outcome.error.code }, 'stream ended early')
  inbound.client.end(renderStreamError(outcome.error, inbound, outcome.breakOff))
}

/**
 * Sends a complete answer: as events if the client expects a stream (pings were sent, or the channel does not stream).
 */
function finishPlain(asked: Asked<Inbound>, answer: PlainAnswer): void {
  const { client, codec, memory } = asked.inbound
  const isPromised =
    client.hasStarted ||
    (asked.admitted.facts.isStream && (!answer.prepared.call.isStream || memory !== undefined))
  if (!isPromised) {
    const contentType = answerType(codec, answer.contentType)
    return client.send(answer.status, { 'content-type': contentType }, answer.body)
  }
  client.startStream()
  client.end(asWholeStream(answer, asked))
}
