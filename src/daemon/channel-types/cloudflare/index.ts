import { channelFaults } from '../../errors/channel-faults.ts'
import { asText, isObject, objectsOf } from '../../protocols/json-access.ts'
import { openaiChat, openaiEmbedding } from '../../protocols/openai/index.ts'
import { openaiResponses } from '../../protocols/responses/index.ts'
import type { JsonObject } from '../../protocols/types.ts'
import { baseUrlOf, misconfigured, readCloudflareProvider } from '../addresses.ts'
import { apiKeyField, baseUrlField, bearer, mapMessages, readModelIds, renamed } from '../openai-family.ts'
import type { Call, ChannelType } from '../types.ts'

const BASE_URL = 'https://api.cloudflare.com'

/** "Authentication error" and "Invalid access token" of its account API. */
const DEAD_CODES: ReadonlySet<string> = new Set(['10000', '9106', '9109'])

/** Cloudflare Workers AI with its OpenAI-compatible paths, for an account or behind an AI Gateway. */
export const cloudflare: ChannelType = {
  type: 39,
  slug: 'cloudflare',
  label: 'Cloudflare',
  ownedBy: 'cloudflare',
  fields: {
    key: apiKeyField(),
    baseUrl: baseUrlField(BASE_URL),
    other: { label: { en: 'Account id', zh: '账户 ID' }, required: true },
  },
  serves: { chat: openaiChat, responses: openaiResponses, embedding: openaiEmbedding },
  models: [
    '@cf/openai/gpt-oss-120b',
    '@cf/openai/gpt-oss-20b',
    '@cf/meta/llama-3.3-70b-instruct-fp8-fast',
    '@cf/baai/bge-m3',
  ],
  streamUsageOption: true,
  traits: () => ({ takesDeveloperRole: false, takesCompletionTokensCap: false }),
  target: (call) => ({ url: readUrl(call), headers: bearer(call) }),
  shapeRequest: (body, call) => (call.operation === 'chat' ? shapeChat(body) : body),
  isKeyDead: (_status, { code }) => DEAD_CODES.has(code),
  readModelList: (body) => {
    const found = isObject(body) ? objectsOf(body.result).flatMap((each) => asText(each.name) ?? []) : []
    return found.length > 0 ? found : readModelIds(body)
  },
}

/** Shapes a chat request, because the templates of open models know neither the `developer` role nor the newer name of the cap. */
function shapeChat(body: JsonObject): JsonObject {
  return mapMessages(renamed(body, 'max_completion_tokens', 'max_tokens'), (message) =>
    message.role === 'developer' ? { ...message, role: 'system' } : message,
  )
}

function readUrl(call: Call): string {
  const root = readRoot(call)
  if (call.operation === 'models') return `${root}/models/search?per_page=1000`
  return `${root}/v1${call.path.replace(/^\/v1/, '')}`
}

/** Returns the part of the address before `/v1`: that of the account, or of a gateway, which includes the account. */
function readRoot({ channel }: Call): string {
  const base = baseUrlOf(channel, BASE_URL).replace(/(?<=\/(?:ai|workers-ai))\/v1$/, '')
  if (readCloudflareProvider(base)?.[0] === 'workers-ai' || /\/accounts\/[^/]+\/ai$/.test(base)) return base
  const account = channel.other.trim()
  if (!/^[\w-]+$/.test(account)) throw misconfigured(channel, channelFaults.badAccount)
  return `${base}/client/v4/accounts/${account}/ai`
}
