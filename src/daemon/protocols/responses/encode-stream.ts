import type { AnswerContext, StreamEncoder } from '../conversation/codec.ts'
import type { ConversationEvent } from '../conversation/types.ts'
import type { JsonObject, UpstreamFailure } from '../types.ts'
import { asksCompaction, SummaryReader } from './ask-summary.ts'
import { ResponseWriter } from './response-writer.ts'

/** Encodes an answer as server-sent events. Only `end` writes the events that complete it. */
export function encodeStream(context: AnswerContext): StreamEncoder {
  let sequence = 0
  let text = ''
  const writer = new ResponseWriter(context, (type: string, fields: JsonObject) => {
    text += `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence, ...fields })}\n\n`
    sequence += 1
  })
  const summary = asksCompaction(context.body) ? new SummaryReader() : undefined
  const taken = (): string => {
    const written = text
    text = ''
    return written
  }
  return {
    push(events: readonly ConversationEvent[]) {
      writer.push(summary ? summary.take(events) : events)
      return taken()
    },
    end() {
      if (summary) writer.writeCompaction(summary.text)
      writer.end()
      return taken()
    },
    fail(failure: UpstreamFailure) {
      writer.push([{ kind: 'error', failure }])
      writer.end()
      return taken()
    },
  }
}
