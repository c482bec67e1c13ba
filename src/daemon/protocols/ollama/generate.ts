import { refusals } from '../../errors/refusals.ts'
import type { ClientConversation, Losses } from '../conversation/codec.ts'
import { lostOf } from '../conversation/lost-in-answer.ts'
import type { ConversationRequest } from '../conversation/types.ts'
import { asArray, asText } from '../json-access.ts'
import { decodeChatRequest } from '../openai/chat-request-decoder.ts'
import { invalid, readModel } from '../openai/request-checks.ts'
import type { Codec, JsonObject, RequestFacts } from '../types.ts'
import { encodeOllamaAnswer, encodeOllamaStream, type Written } from './answer.ts'
import { ollamaChat } from './chat.ts'
import { contentOf, readCommonMembers, readRunnerCap, readStreamWish, tellUnread } from './request.ts'

const client: ClientConversation = {
  decodeRequest,
  encodeAnswer: (answer, context) => encodeOllamaAnswer(answer, context, toResponse),
  encodeStream: (context) => encodeOllamaStream(context, toResponse),
  lostInAnswer: lostOf('citations', 'images', 'logprobs', 'stop_sequence'),
}

/** Ollama's `POST /api/generate`: one prompt, one answer. For clients only; upstreams get chat requests. */
export const ollamaGenerate: Codec = {
  ...ollamaChat,
  id: 'ollama-generate',
  path: '/api/generate',
  readRequest,
  readTexts: (body) => ({
    system: asText(body.system) ?? '',
    context: asText(body.suffix) ?? '',
    input: asText(body.prompt) ?? '',
  }),
  inChatForm: ({ format, ...body }) => ({ messages: messagesOf(body), ...(format && { format }) }),
  client,
}

function readRequest(body: JsonObject): RequestFacts {
  const model = readModel(body)
  if (asText(body.prompt) === undefined) throw invalid('prompt', 'missing')
  return {
    model,
    isStream: readStreamWish(body),
    wantsStreamUsage: true,
    outputTokensCap: readRunnerCap(body),
    reasoningEffort: asText(body.think),
    attachments: asArray(body.images)?.length ?? 0,
  }
}

const READ: ReadonlySet<string> = new Set([
  ...['model', 'prompt', 'system', 'images', 'stream', 'format', 'options', 'think'],
  ...['keep_alive', 'truncate', 'shift', 'suffix', 'raw'],
])

function decodeRequest(body: JsonObject, losses: Losses): ConversationRequest {
  if (asText(body.suffix) !== undefined) losses.refuse('suffix', refusals.noInfill)
  if (body.raw === true) losses.refuse('raw', refusals.noRawPrompt)
  tellUnread(body, losses, READ)
  return decodeChatRequest({ ...readCommonMembers(body, losses), messages: messagesOf(body) }, losses)
}

function messagesOf(body: JsonObject): JsonObject[] {
  const system = asText(body.system)
  return [
    ...(system === undefined ? [] : [{ role: 'system', content: system }]),
    { role: 'user', content: contentOf(asText(body.prompt) ?? '', body.images) },
  ]
}

/** This endpoint has no tools, so calls are dropped if a model makes them anyway. */
const toResponse = ({ text, thinking }: Written): JsonObject => ({
  response: text,
  ...(thinking !== '' && { thinking }),
})
