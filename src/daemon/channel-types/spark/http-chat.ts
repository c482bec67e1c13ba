import { openaiChat } from '../../protocols/openai/index.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import type { Codec } from '../../protocols/types.ts'
import { readSparkFailure } from './failure.ts'

/**
 * Codec of the HTTP service: OpenAI's chat, so that bytes pass through, with iFlytek's code at the top level of every answer
 * and chunk. Only that code shows a failure, because the status is 200.
 */
export const sparkHttpChat: Codec = {
  ...openaiChat,
  readDisguisedFailure: (document) => readSparkFailure(document) ?? openaiChat.readDisguisedFailure(document),
  classify: (data) => (statesFailure(data) ? 'error' : openaiChat.classify(data)),
}

/** Reports whether an event has a code other than 0. Only such events are parsed. */
function statesFailure(data: string): boolean {
  if (!/"code"\s*:\s*[1-9]/.test(data)) return false
  const document = parseJson(data)
  return document !== undefined && readSparkFailure(document) !== undefined
}
