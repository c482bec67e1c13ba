import { replayAnswer } from '../conversation/assemble.ts'
import type { AnswerContext } from '../conversation/codec.ts'
import type { ConversationAnswer } from '../conversation/types.ts'
import type { JsonObject } from '../types.ts'
import { asksCompaction, SummaryReader } from './ask-summary.ts'
import { ResponseWriter } from './response-writer.ts'

/** Encodes a complete answer: the response that a stream of the same answer would end with. */
export function encodeAnswer(answer: ConversationAnswer, context: AnswerContext): JsonObject {
  const writer = new ResponseWriter(context, () => {})
  const { logprobs, ...rest } = answer
  if (asksCompaction(context.body)) {
    const summary = new SummaryReader()
    writer.push(summary.take([...replayAnswer(rest)]))
    writer.writeCompaction(summary.text)
    return writer.end(answer.serviceTier)
  }
  // Log probabilities belong to the text and must be known before it is closed.
  if (logprobs) writer.push([{ kind: 'logprobs', content: logprobs }])
  for (const event of replayAnswer(rest)) writer.push([event])
  return writer.end(answer.serviceTier)
}
