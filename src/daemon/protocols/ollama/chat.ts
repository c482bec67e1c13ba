import { asArray, asObject, asText, objectsOf } from '../json-access.ts'
import { hasError, readDisguisedFailure, readFailure } from '../openai/failure.ts'
import { openaiChat } from '../openai/index.ts'
import { invalid, REQUEST_BOUNDS, readModel, readObjects } from '../openai/request-checks.ts'
import { parseJson } from '../parse-json.ts'
import type { Codec, JsonObject, JsonValue, OutputFacts, RequestFacts } from '../types.ts'
import { ollamaChatClient } from './chat-client.ts'
import { ollamaErrors } from './errors.ts'
import { readRunnerCap, readStreamWish } from './request.ts'
import { readOllamaUsage } from './usage.ts'

/** `"error":` as a member; within a text, its quotes would be escaped. */
const MAY_FAIL = /"error"\s*:/

/** The content type that Ollama's clients expect of a stream. */
export const JSON_LINES = 'application/x-ndjson'

/**
 * Ollama's own chat, `POST /api/chat`. Unlike its OpenAI-compatible API, it has the options of the runner (`num_ctx`,
 * `min_p`, `keep_alive`). A stream is one JSON document per line, the last with `done: true`.
 *
 * @see https://github.com/ollama/ollama/blob/main/docs/api.md (read 2026-08-20)
 */
export const ollamaChat: Codec = {
  id: 'ollama-chat',
  operation: 'chat',
  path: '/api/chat',
  framing: 'json-lines',
  streamType: JSON_LINES,
  streamsByDefault: true,
  // A space before the next line, because an empty line would not be JSON.
  ping: ' ',
  readRequest,
  readTexts: openaiChat.readTexts,
  readUsage: readOllamaUsage,
  mayStateUsage: (data) => data.includes('"eval_count"'),
  readOutput,
  readDisguisedFailure: (document) => readDisguisedFailure(document, 'message'),
  classify: (data) => {
    if (data === '') return 'comment'
    const line = MAY_FAIL.test(data) ? asObject(parseJson(data)) : undefined
    if (line && hasError(line)) return 'error'
    return isDone(data) ? 'terminator' : 'content'
  },
  finishesChoice: isDone,
  readFailure,
  errors: ollamaErrors,
  terminator: '',
  client: ollamaChatClient,
}

/** Whether this is the last line of an answer. It usually states the usage, but not always. */
function isDone(data: string): boolean {
  return /"done"\s*:\s*true/.test(data)
}

function readRequest(body: JsonObject): RequestFacts {
  const model = readModel(body)
  const messages = readObjects(body, 'messages', REQUEST_BOUNDS.messagesMax)
  if (messages.length === 0) throw invalid('messages', 'noMessage')
  let attachments = readObjects(body, 'tools', REQUEST_BOUNDS.toolsMax).length
  for (const [index, { role, content, images }] of messages.entries()) {
    if (!asText(role)) throw invalid(`messages[${index}].role`, 'notString')
    if (content !== undefined && content !== null && typeof content !== 'string')
      throw invalid(`messages[${index}].content`, 'notString')
    attachments += asArray(images)?.length ?? 0
  }
  return {
    model,
    isStream: readStreamWish(body),
    wantsStreamUsage: true,
    outputTokensCap: readRunnerCap(body),
    reasoningEffort: asText(body.think),
    attachments,
  }
}

/** Reads the output. Answers and stream lines have the same members. */
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
