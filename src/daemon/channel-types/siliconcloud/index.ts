import { AppError } from '../../errors/app-error.ts'
import { asObject } from '../../protocols/json-access.ts'
import {
  openaiChat,
  openaiCompletion,
  openaiEmbedding,
  openaiRerank,
  openaiSpeech,
  openaiTranscription,
} from '../../protocols/openai/index.ts'
import type { JsonObject } from '../../protocols/types.ts'
import { simpleBalance } from '../balances.ts'
import { apiKeyField, baseUrlField, openAiTarget } from '../openai-family.ts'
import type { ChannelType } from '../types.ts'
import { siliconcloudImage } from './image-codec.ts'
import { withOwnThinking } from './thinking.ts'

const BASE_URL = 'https://api.siliconflow.cn'

/** The vendor's code for success in its account calls. */
const ACCOUNT_OK = 20_000

/** The vendor's most similar voice for each OpenAI voice. */
const VOICES: Readonly<Record<string, string>> = {
  alloy: 'alex',
  ash: 'benjamin',
  echo: 'benjamin',
  fable: 'charles',
  onyx: 'david',
  nova: 'anna',
  coral: 'bella',
  shimmer: 'claire',
  sage: 'diana',
}

/** SiliconCloud (SiliconFlow). */
export const siliconcloud: ChannelType = {
  type: 40,
  slug: 'siliconcloud',
  label: 'SiliconCloud',
  ownedBy: 'siliconflow',
  fields: {
    key: apiKeyField(),
    baseUrl: baseUrlField(BASE_URL, {
      hint: {
        en: 'Leave it empty for api.siliconflow.cn; accounts of the international site enter https://api.siliconflow.com',
        zh: '留空使用 api.siliconflow.cn；国际站账号请填写 https://api.siliconflow.com',
      },
    }),
  },
  serves: {
    chat: openaiChat,
    completion: openaiCompletion,
    embedding: openaiEmbedding,
    rerank: openaiRerank,
    image: siliconcloudImage,
    speech: openaiSpeech,
    transcription: openaiTranscription,
  },
  models: [
    'deepseek-ai/DeepSeek-V3.2',
    'deepseek-ai/DeepSeek-R1',
    'Qwen/Qwen3-235B-A22B-Instruct-2507',
    'Qwen/Qwen3-32B',
    'zai-org/GLM-4.6',
    'moonshotai/Kimi-K2-Instruct-0905',
    'BAAI/bge-m3',
    'Qwen/Qwen3-Embedding-8B',
    'BAAI/bge-reranker-v2-m3',
    'Kwai-Kolors/Kolors',
    'FunAudioLLM/CosyVoice2-0.5B',
    'FunAudioLLM/SenseVoiceSmall',
  ],
  streamUsageOption: true,
  target: openAiTarget(BASE_URL),
  shapeRequest: (body, call) => {
    if (call.operation === 'chat') return withOwnThinking(body, call.model)
    return call.operation === 'speech' ? withOwnVoice(body, call.model) : body
  },
  isKeyDead: (_status, { code }) => code === '30001',
  balance: simpleBalance(BASE_URL, '/v1/user/info', (body, base) => {
    if (body.code !== ACCOUNT_OK)
      throw new AppError('upstream_malformed', { detail: { what: 'account call refused', code: body.code } })
    return { balance: asObject(body.data)?.totalBalance, currency: base.endsWith('.com') ? 'USD' : 'CNY' }
  }),
}

/**
 * Returns the name of a voice, which includes its model: `FunAudioLLM/CosyVoice2-0.5B:alex`. Uploaded voices have an address
 * (`speech:...`).
 *
 * @see https://docs.siliconflow.cn/cn/api-reference/audio/create-speech
 */
function withOwnVoice(body: JsonObject, model: string): JsonObject {
  const { voice } = body
  if (typeof voice !== 'string' || voice === '' || voice.includes(':')) return body
  return { ...body, voice: `${model}:${(Object.hasOwn(VOICES, voice) && VOICES[voice]) || voice}` }
}
