import { asText } from '../../protocols/json-access.ts'
import { openaiChat } from '../../protocols/openai/index.ts'
import type { Codec, JsonObject } from '../../protocols/types.ts'
import { mapMessages, without } from '../openai-family.ts'
import type { Call } from '../types.ts'
import { readBaseResp, statesFailure } from './failure.ts'

/** OpenAI's chat with its own failures. Otherwise it counts as the same codec, so that bytes pass through. */
export const minimaxChat: Codec = {
  ...openaiChat,
  readDisguisedFailure: (document) => readBaseResp(document) ?? openaiChat.readDisguisedFailure(document),
  classify: (data) => (statesFailure(data) ? 'error' : openaiChat.classify(data)),
}

/** Models that think. Without `reasoning_split`, their thoughts are in the text. */
const THINKS = /^minimax-m[2-9]/i
/** Models that can answer without thinking: the third generation and later. */
const CAN_REST = /^minimax-m[3-9]/i

/** Shapes a chat request for MiniMax. A plain request to a model that does not think is returned unchanged. */
export function shapeMinimaxChat(body: JsonObject, { model }: Call): JsonObject {
  let result = shapeTemperature(without(body, 'n'))
  const effort = asText(result.reasoning_effort)
  if (effort !== undefined) {
    result = without(result, 'reasoning_effort')
    if (CAN_REST.test(model) && result.thinking === undefined)
      result = { ...result, thinking: { type: effort === 'none' ? 'disabled' : 'adaptive' } }
  }
  if (THINKS.test(model) && result.reasoning_split === undefined)
    result = { ...result, reasoning_split: true }
  return mapMessages(result, (message) =>
    message.role === 'developer' ? { ...message, role: 'system' } : message,
  )
}

/** Limits the temperature to more than 0 and at most 1. */
function shapeTemperature(body: JsonObject): JsonObject {
  const { temperature } = body
  if (typeof temperature !== 'number') return body
  const fitting = Math.min(1, Math.max(0.01, temperature))
  return fitting === temperature ? body : { ...body, temperature: fitting }
}
