import { lostOf } from '../conversation/lost-in-answer.ts'
import { asArray, asText, objectsOf } from '../json-access.ts'
import {
  invalid,
  REQUEST_BOUNDS,
  readFlag,
  readInteger,
  readModel,
  readObjects,
} from '../openai/request-checks.ts'
import type { ClientError, Codec, ErrorShape, JsonObject, RequestFacts, RequestTexts } from '../types.ts'
import { cohereChat } from './chat.ts'
import { cohereErrors } from './errors.ts'
import { encodeFirstAnswer, encodeFirstStream } from './first-chat-answer.ts'
import { decodeFirstRequest, inChatForm } from './first-chat-request.ts'

const renderInStream = ({ message }: ClientError): string =>
  `${JSON.stringify({
    is_finished: true,
    event_type: 'stream-end',
    finish_reason: 'ERROR',
    error: message,
    response: { text: '', finish_reason: 'ERROR' },
  })}\n`

/** A stream reports an error in its last line. */
export const firstCohereErrors: ErrorShape = { ...cohereErrors, renderInStream }

/**
 * The first version of Cohere's chat, `POST /v1/chat`. For clients only: the gateway sends Cohere requests in the
 * second version. Cohere's SDKs still use the first one, except for `ClientV2`.
 *
 * @see https://docs.cohere.com/v1/reference/chat (read 2026-12-01)
 */
export const firstCohereChat: Codec = {
  ...cohereChat,
  id: 'cohere-first-chat',
  path: '/v1/chat',
  framing: 'json-lines',
  streamType: 'application/stream+json',
  // A space, because clients ignore it before the next line. An empty line is not JSON.
  ping: ' ',
  readRequest,
  readTexts,
  inChatForm,
  errors: firstCohereErrors,
  client: {
    decodeRequest: decodeFirstRequest,
    encodeAnswer: encodeFirstAnswer,
    encodeStream: encodeFirstStream,
    lostInAnswer: lostOf('citations', 'images', 'logprobs'),
  },
}

function readRequest(body: JsonObject): RequestFacts {
  const model = readModel(body)
  readObjects(body, 'chat_history', REQUEST_BOUNDS.messagesMax)
  const results = readObjects(body, 'tool_results', REQUEST_BOUNDS.messagesMax)
  if (typeof body.message !== 'string') throw invalid('message', 'notString')
  if (body.message === '' && results.length === 0) throw invalid('message', 'empty')
  return {
    model,
    isStream: readFlag(body, 'stream'),
    wantsStreamUsage: true,
    outputTokensCap: readInteger(body, 'max_tokens', 1, REQUEST_BOUNDS.outputTokensMax),
    reasoningEffort: undefined,
    attachments:
      readObjects(body, 'tools', REQUEST_BOUNDS.toolsMax).length + (asArray(body.documents) ?? []).length,
  }
}

function readTexts(body: JsonObject): RequestTexts {
  const written = (...names: readonly string[]): string =>
    names
      .flatMap((name) => {
        const value = body[name]
        return value === undefined || value === null ? [] : (asText(value) ?? JSON.stringify(value))
      })
      .join('\n')
  return {
    system: written('preamble', 'documents'),
    context: objectsOf(body.chat_history)
      .map(({ message, tool_results: results }) => asText(message) ?? JSON.stringify(results ?? ''))
      .join('\n'),
    input: written('message', 'tool_results'),
  }
}
