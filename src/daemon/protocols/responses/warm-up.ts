import type { AnswerContext } from '../conversation/codec.ts'
import { newResponseKey, responseIdOf } from './own-ids.ts'
import { emptyResponse } from './response-object.ts'

/**
 * Returns the stream for `generate: false`: a response without output that later requests can continue from.
 * @see https://developers.openai.com/api/docs/guides/websocket-mode (read 2026-11-26)
 */
export function encodeWarmUp(context: AnswerContext): string {
  const id = responseIdOf(newResponseKey())
  return ['response.created', 'response.in_progress', 'response.completed']
    .map((type, index) => {
      const response = emptyResponse(context, id, type === 'response.completed')
      return `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: index, response })}\n\n`
    })
    .join('')
}
