import { asObject, objectsOf } from '../../protocols/json-access.ts'
import { openaiChat, openaiEmbedding, openaiImage } from '../../protocols/openai/index.ts'
import { readUsageObject } from '../../protocols/openai/usage.ts'
import { openaiResponses } from '../../protocols/responses/index.ts'
import type { JsonObject, JsonValue, UsageReading } from '../../protocols/types.ts'
import { addUsage, NO_USAGE } from '../../protocols/usage.ts'
import { baseUrlOf, joinUrl } from '../addresses.ts'
import { apiKeyField, baseUrlField, bearer, pathOf, without } from '../openai-family.ts'
import type { Call, ChannelType } from '../types.ts'

const BASE_URL = 'https://ark.cn-beijing.volces.com'

/** Volcano Ark (Doubao). The model is a model id, the id of an endpoint (`ep-…`) or of a bot (`bot-…`). */
export const volcano: ChannelType = {
  type: 45,
  slug: 'volcano',
  label: 'Volcano Ark/Doubao',
  ownedBy: 'bytedance',
  fields: {
    key: apiKeyField(),
    baseUrl: baseUrlField(BASE_URL, {
      hint: {
        en: 'Models may be endpoint ids (ep-…): map the names of your models to them under model mapping.',
        zh: '模型可以是接入点 ID（ep-…）：请在模型映射中把模型名映射到接入点。',
      },
    }),
  },
  serves: {
    chat: openaiChat,
    responses: openaiResponses,
    embedding: openaiEmbedding,
    image: openaiImage,
  },
  models: [
    'doubao-seed-1-6-250615',
    'doubao-seed-1-6-flash-250615',
    'doubao-1-5-pro-32k-250115',
    'deepseek-r1-250528',
    'doubao-embedding-large-text-250515',
  ],
  streamUsageOption: true,
  target: (call) => ({
    url: joinUrl(baseUrlOf(call.channel, BASE_URL), readPath(call), '/api/v3'),
    headers: bearer(call),
  }),
  shapeRequest: (body, call) => (call.operation === 'chat' ? shapeChat(body) : body),
  readUsage: readBotUsage,
  isKeyDead: (_status, { code }) =>
    code === 'AccountOverdueError' || code === 'AuthenticationError' || code === 'InvalidApiKey',
}

function readPath(call: Call): string {
  const path = pathOf(call)
  return call.model.startsWith('bot-') ? path.replace('/v1/chat/', '/v1/bots/chat/') : path
}

/** Shapes a chat request. There is no effort `none`; a separate field switches thinking off. */
function shapeChat(body: JsonObject): JsonObject {
  if (body.reasoning_effort !== 'none') return body
  return { ...without(body, 'reasoning_effort'), thinking: { type: 'disabled' } }
}

/** Reads the usage of a bot, which calls several models. It is their sum and not the `usage` of the last one. */
function readBotUsage(document: JsonValue): UsageReading {
  const parts = objectsOf(asObject(asObject(document)?.bot_usage)?.model_usage)
  let sum = NO_USAGE
  for (const part of parts) {
    const reading = readUsageObject(part, true)
    if (reading.kind === 'invalid') return reading
    if (reading.kind === 'none') continue
    sum = addUsage(sum, reading.usage)
  }
  return sum === NO_USAGE ? { kind: 'none' } : { kind: 'stated', usage: sum }
}
