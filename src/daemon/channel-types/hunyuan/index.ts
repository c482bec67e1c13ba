import { channelFaults } from '../../errors/channel-faults.ts'
import { openaiChat, openaiEmbedding } from '../../protocols/openai/index.ts'
import type { OperationName } from '../../protocols/types.ts'
import { baseUrlOf, joinUrl, misconfigured } from '../addresses.ts'
import { compositeKeyField, KEY_SEPARATOR, splitKey } from '../composite-key.ts'
import { noModelList } from '../no-model-list.ts'
import { baseUrlField, bearer, pathOf } from '../openai-family.ts'
import { signTc3Request } from '../signing/tc3.ts'
import type { Call, Channel, ChannelType, Target } from '../types.ts'
import { hunyuanChat } from './codec.ts'
import { hunyuanEmbedding } from './embedding-codec.ts'
import { isHunyuanKeyDead } from './failure.ts'

const BASE_URL = 'https://hunyuan.tencentcloudapi.com'
/** Address of the service with OpenAI's format and ordinary API keys. */
const OPENAI_BASE_URL = 'https://api.hunyuan.cloud.tencent.com'

const VERSION = '2023-09-01'
const CONTENT_TYPE = 'application/json'

/** Tencent Hunyuan: Tencent Cloud's own API with its signature; with a plain API key, OpenAI's format on another host. */
export const hunyuan: ChannelType = {
  type: 23,
  slug: 'tencent-hunyuan',
  label: 'Tencent Hunyuan',
  ownedBy: 'tencent',
  fields: {
    key: compositeKeyField(
      ['AppId', 'SecretId', 'SecretKey'],
      {
        hint: {
          en: 'AppId|SecretId|SecretKey; or an API key of the OpenAI-compatible service, without |.',
          zh: 'AppId|SecretId|SecretKey；也可填写 OpenAI 兼容接口的 API Key（不含 |）。',
        },
      },
      ({ length }) => length === 1 || length === 3,
    ),
    baseUrl: baseUrlField(BASE_URL),
  },
  serves: { chat: hunyuanChat, embedding: hunyuanEmbedding },
  models: [
    'hunyuan-turbos-latest',
    'hunyuan-t1-latest',
    'hunyuan-a13b',
    'hunyuan-lite',
    'hunyuan-standard',
    'hunyuan-large',
    'hunyuan-vision',
    'hunyuan-embedding',
  ],
  codecFor: (operation: OperationName, channel: Channel) => {
    if (isSigned(channel.keys[0] ?? '')) return undefined
    return operation === 'chat' ? openaiChat : operation === 'embedding' ? openaiEmbedding : undefined
  },
  streamUsageOption: true,
  target: readTarget,
  sign: (request, call) => {
    if (!isSigned(call.key)) return {}
    const [, secretId = '', secretKey = ''] = splitKey(call, [3])
    const signable = {
      host: new URL(request.url).host,
      action: readAction(call),
      contentType: request.headers['content-type'] ?? CONTENT_TYPE,
      body: request.body,
    }
    return signTc3Request(signable, { secretId, secretKey }, 'hunyuan', request.now)
  },
  isKeyDead: isHunyuanKeyDead,
}

const isSigned = (key: string): boolean => key.includes(KEY_SEPARATOR)

function readTarget(call: Call): Target {
  // The format follows from the first key, so all of them must be of its kind.
  if (isSigned(call.key) !== isSigned(call.channel.keys[0] ?? call.key))
    throw misconfigured(call.channel, channelFaults.mixedKeys)
  if (!isSigned(call.key))
    return {
      url: joinUrl(baseUrlOf(call.channel, OPENAI_BASE_URL), pathOf(call)),
      headers: bearer(call),
    }
  splitKey(call, [3])
  const base = baseUrlOf(call.channel, BASE_URL)
  if (call.operation === 'models') return noModelList()
  return {
    url: `${base}/`,
    headers: {
      // The signature covers this header byte for byte.
      'content-type': CONTENT_TYPE,
      'x-tc-action': readAction(call),
      'x-tc-version': VERSION,
    },
  }
}

const readAction = (call: Call): string =>
  call.operation === 'embedding' ? 'GetEmbedding' : 'ChatCompletions'
