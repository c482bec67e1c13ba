import {
  openaiChat,
  openaiEmbedding,
  openaiImage,
  openaiRerank,
  openaiSpeech,
  openaiTranscription,
} from '../../protocols/openai/index.ts'
import { baseUrlOf, joinUrl } from '../addresses.ts'
import { apiKeyField, baseUrlField, headerSafeKey, pathOf } from '../openai-family.ts'
import { signZhipuToken } from '../signing/zhipu-jwt.ts'
import type { Call, ChannelType } from '../types.ts'
import { shapeZhipuRequest } from './shape-request.ts'

const BASE_URL = 'https://open.bigmodel.cn'

/** Error codes for wrong, expired or frozen keys (1000-1004), locked accounts and accounts in arrears. */
const DEAD_CODES: ReadonlySet<string> = new Set([
  '1000',
  '1001',
  '1002',
  '1003',
  '1004',
  '1110',
  '1111',
  '1112',
  '1113',
])

/**
 * Zhipu (GLM) with OpenAI's format. A key of the form `id.secret` is never sent but signs a token for each call. Any other key
 * is sent as a bearer token.
 */
export const zhipu: ChannelType = {
  type: 16,
  slug: 'zhipu',
  label: 'Zhipu',
  ownedBy: 'zhipu',
  fields: {
    key: apiKeyField({
      parts: ['id.secret'],
      hint: {
        en: 'id.secret as the console shows it. Several keys are separated by commas or line breaks.',
        zh: '控制台中的 id.secret。多个密钥用逗号或换行分隔。',
      },
    }),
    baseUrl: baseUrlField(BASE_URL, {
      hint: {
        en: 'Leave it empty for open.bigmodel.cn; international: https://api.z.ai; coding plan: https://open.bigmodel.cn/api/coding/paas/v4',
        zh: '留空使用 open.bigmodel.cn；国际站填写 https://api.z.ai；编程套餐填写 https://open.bigmodel.cn/api/coding/paas/v4',
      },
    }),
  },
  serves: {
    chat: openaiChat,
    embedding: openaiEmbedding,
    image: openaiImage,
    speech: openaiSpeech,
    transcription: openaiTranscription,
    rerank: openaiRerank,
  },
  models: [
    'glm-5.3',
    'glm-5.2',
    'glm-5',
    'glm-4.7',
    'glm-4.7-flash',
    'glm-4.6',
    'glm-4.6v',
    'glm-4.5',
    'glm-4.5-air',
    'glm-4.5-flash',
    'glm-4.5v',
    'glm-4-plus',
    'embedding-3',
    'cogview-4',
    'glm-tts',
  ],
  traits: () => ({
    takesStructuredOutput: false,
    takesForcedToolChoice: false,
  }),
  streamUsageOption: true,
  target: (call) => ({
    url: joinUrl(baseUrlOf(call.channel, BASE_URL), pathOf(call), '/api/paas/v4'),
    headers: readPair(call) ? {} : readBearer(headerSafeKey(call)),
  }),
  sign: ({ now }, call) => {
    const pair = readPair(call)
    return pair ? readBearer(signZhipuToken(pair.id, pair.secret, now)) : {}
  },
  shapeRequest: (body, call) => (call.operation === 'chat' ? shapeZhipuRequest(body, call.model) : body),
  isKeyDead: (_status, { code }) => DEAD_CODES.has(code),
}

function readPair(call: Call): { readonly id: string; readonly secret: string } | undefined {
  const match = /^([^.\s]+)\.([^.\s]+)$/.exec(headerSafeKey(call))
  return match?.[1] !== undefined && match[2] !== undefined ? { id: match[1], secret: match[2] } : undefined
}

const readBearer = (token: string): Record<string, string> =>
  token === '' ? {} : { authorization: `Bearer ${token}` }
