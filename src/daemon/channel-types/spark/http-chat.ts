import { openaiChat } from '../../protocols/openai/index.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import type { Codec } from '../../protocols/types.ts'
import { readSparkFailure } from './failure.ts'

/**
 * The HTTP service: OpenAI's chat, so that bytes pass through, with iFlytek's own code at the top of every answer and chunk.
 * A failure is told by that code alone: the status of the answer is 200.
 */
export const sparkHttpChat: Codec = {
  ...openaiChat,
  readDisguisedFailure: (document) => readSparkFailure(document) ?? openaiChat.readDisguisedFailure(document),
  classify: (data) => (statesFailure(data) ? 'error' : openaiChat.classify(data)),
}

/** Only an event that states another code than 0 is parsed. */
function statesFailure(data: string): boolean {
  if (!/"code"\s*:\s*[1-9]/.test(data)) return false
  const document = parseJson(data)
  return document !== undefined && readSparkFailure(document) !== undefined
}
