import { openaiChat, openaiEmbedding, openaiImage, openaiRerank } from '../../protocols/openai/index.ts'
import { baseUrlOf, joinUrl } from '../addresses.ts'
import { apiKeyField, baseUrlField, bearer, headerSafeKey, pathOf, withInputList } from '../openai-family.ts'
import type { Call, ChannelType, Target } from '../types.ts'
import { withOwnThinking } from './thinking.ts'

const BASE_URL = 'https://qianfan.baidubce.com'

/** Error codes for problems with the account. */
const DEAD_CODES: ReadonlySet<string> = new Set(['invalid_iam_token', 'account_overdue'])

/** Baidu Wenxin on Qianfan v2. The key may carry an application id: `KEY|appid`. */
export const baiduV2: ChannelType = {
  type: 46,
  slug: 'baidu-v2',
  label: 'Baidu Wenxin v2',
  ownedBy: 'baidu',
  fields: {
    key: apiKeyField({
      hint: {
        en: 'bce-v3/…, with |appid at its end where an application is billed. Several keys are separated by commas.',
        zh: 'bce-v3/…，如需指定应用，在末尾加 |appid。多个密钥用逗号分隔。',
      },
    }),
    baseUrl: baseUrlField(BASE_URL),
  },
  serves: { chat: openaiChat, embedding: openaiEmbedding, rerank: openaiRerank, image: openaiImage },
  models: [
    'ernie-4.5-turbo-128k',
    'ernie-4.5-turbo-vl-32k',
    'ernie-x1-turbo-32k',
    'ernie-4.0-turbo-8k',
    'ernie-3.5-8k',
    'ernie-speed-pro-128k',
    'ernie-lite-pro-128k',
    'ernie-char-8k',
    'deepseek-v3',
    'deepseek-r1',
    'embedding-v1',
    'bge-large-zh',
  ],
  streamUsageOption: true,
  target: readTarget,
  shapeRequest: (body, call) => {
    if (call.operation === 'chat') return withOwnThinking(body, call.model)
    return call.operation === 'embedding' ? withInputList(body) : body
  },
  isKeyDead: (_status, { code }) => DEAD_CODES.has(code),
}

function readTarget(call: Call): Target {
  const [key = '', appId] = headerSafeKey(call).split('|')
  const headers = bearer({ ...call, key })
  const url = joinUrl(baseUrlOf(call.channel, BASE_URL), pathOf(call), '/v2')
  return { url, headers: appId ? { ...headers, appid: appId.trim() } : headers }
}
