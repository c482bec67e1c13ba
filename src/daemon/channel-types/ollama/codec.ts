import { asArray, asObject, asText, objectsOf, parseJson } from '../../protocols/json-access.ts'
import { openaiErrors } from '../../protocols/openai/error-body.ts'
import { hasError, readDisguisedFailure, readFailure } from '../../protocols/openai/failure.ts'
import { openaiChat } from '../../protocols/openai/index.ts'
import type { Codec, JsonValue, OutputFacts } from '../../protocols/types.ts'
import { decodeOllamaAnswer, decodeOllamaStream } from './decode-chat.ts'
import { encodeOllamaRequest } from './encode-chat.ts'
import { readOllamaUsage } from './usage.ts'

/** `"error":` as a member; within a text its quotes would be escaped. */
const MAY_FAIL = /"error"\s*:/

/**
 * Ollama's own chat, `POST /api/chat`: what its OpenAI-compatible surface lacks is the options of the runner (`num_ctx`,
 * `min_p`, `keep_alive`). A stream is one JSON document per line, the last with `done: true`.
 */
export const ollamaChat: Codec = {
  id: 'ollama-chat',
  operation: 'chat',
  path: '/api/chat',
  framing: 'json-lines',
  readRequest: openaiChat.readRequest,
  readTexts: openaiChat.readTexts,
  readUsage: readOllamaUsage,
  mayStateUsage: (data) => data.includes('"eval_count"'),
  readOutput,
  readDisguisedFailure: (document) => readDisguisedFailure(document, 'message'),
  classify: (data) => {
    if (data === '') return 'comment'
    if (!MAY_FAIL.test(data)) return 'content'
    const line = asObject(parseJson(data))
    return line && hasError(line) ? 'error' : 'content'
  },
  finishesChoice: (data) => /"done"\s*:\s*true/.test(data),
  readFailure,
  errors: openaiErrors,
  terminator: '',
  upstream: {
    encodeRequest: encodeOllamaRequest,
    decodeAnswer: decodeOllamaAnswer,
    decodeStream: decodeOllamaStream,
  },
}

/** Answers and lines of a stream have the same members. */
function readOutput(document: JsonValue): OutputFacts {
  const body = asObject(document)
  const message = asObject(body?.message)
  const text = asText(message?.content) ?? ''
  let hiddenText = asText(message?.thinking) ?? ''
  for (const call of objectsOf(message?.tool_calls)) {
    const named = asObject(call.function)
    hiddenText += (asText(named?.name) ?? '') + JSON.stringify(named?.arguments ?? {})
  }
  const hasImages = (asArray(message?.images)?.length ?? 0) > 0
  const hasOutput = text !== '' || hiddenText !== '' || hasImages || body?.done_reason === 'length'
  return { text, hiddenText, hasOutput }
}
