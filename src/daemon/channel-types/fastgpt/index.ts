import type { UpstreamConversation } from '../../protocols/conversation/codec.ts'
import { asObject } from '../../protocols/json-access.ts'
import { openaiChat } from '../../protocols/openai/index.ts'
import type { Codec, JsonValue, UsageReading } from '../../protocols/types.ts'
import type { Usage } from '../../protocols/usage.ts'
import { noModelList } from '../no-model-list.ts'
import { apiKeyField, baseUrlField, openAiTarget, without } from '../openai-family.ts'
import type { ChannelType } from '../types.ts'

/** Address of the hosted service. The address of older channels is no longer served. */
const BASE_URL = 'https://api.fastgpt.in/api'
const target = openAiTarget(BASE_URL)

/** Error codes for an unknown key, which the server answers with status 200 or 500. */
const DEAD_CODES: ReadonlySet<string> = new Set(['403', '514'])

/** OpenAI's chat with its own usage reader. Otherwise it counts as the same codec, so that bytes pass through. */
const fastgptChat: Codec = {
  ...openaiChat,
  readUsage,
  ...(openaiChat.upstream && { upstream: withoutInventedUsage(openaiChat.upstream) }),
}

function withoutInventedUsage(upstream: UpstreamConversation): UpstreamConversation {
  const isInvented = (usage: Usage): boolean => usage.inputTokens === 1 && usage.outputTokens === 1
  return {
    ...upstream,
    decodeAnswer: (document) => {
      const { usage, ...rest } = upstream.decodeAnswer(document)
      return usage && !isInvented(usage) ? { ...rest, usage } : rest
    },
    decodeStream: () => {
      const decoder = upstream.decodeStream()
      return {
        push: (data) => decoder.push(data).filter((each) => each.kind !== 'usage' || !isInvented(each.usage)),
        flush: () => decoder.flush(),
      }
    },
  }
}

/** FastGPT. Each key belongs to one application with its own model, prompt and knowledge base. */
export const fastgpt: ChannelType = {
  type: 22,
  slug: 'fastgpt',
  label: 'FastGPT knowledge base',
  ownedBy: 'fastgpt',
  fields: {
    key: apiKeyField({
      parts: ['app key'],
      hint: {
        en: 'The app key; older servers want APIKey-AppId. Several are separated by commas.',
        zh: '应用密钥；旧版本使用 APIKey-AppId。多个密钥用逗号分隔。',
      },
    }),
    baseUrl: baseUrlField(BASE_URL),
  },
  serves: { chat: fastgptChat },
  models: [],
  streamUsageOption: false,
  // With a key of the whole account, this chooses the application. The operator chooses it, by the key or by the channel's
  // parameter override.
  // https://github.com/labring/FastGPT/blob/main/projects/app/src/pages/api/v1/chat/completions.ts (read 2026-11-29)
  steering: [{ at: 'member', name: 'appId', fate: 'stripped' }],
  // The server finds a conversation by this name, regardless of which user asks.
  namedByClient: ['chatId'],
  target: (call) => (call.operation === 'models' ? noModelList() : target(call)),
  // With details, the events have other names, which clients of OpenAI's format cannot read.
  shapeRequest: (body) => (body.detail === true ? without(body, 'detail') : body),
  isKeyDead: (_status, { code }) => DEAD_CODES.has(code),
}

/** Reads the usage. The server states one token in and one out for every answer that it has not counted. */
function readUsage(document: JsonValue): UsageReading {
  const usage = asObject(asObject(document)?.usage)
  return usage?.prompt_tokens === 1 && usage.completion_tokens === 1
    ? { kind: 'none' }
    : openaiChat.readUsage(document)
}
