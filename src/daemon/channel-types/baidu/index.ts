import { asObject, asText } from '../../protocols/json-access.ts'
import { baseUrlOf } from '../addresses.ts'
import { compositeKeyField, splitKey } from '../composite-key.ts'
import { noModelList } from '../no-model-list.ts'
import { baseUrlField } from '../openai-family.ts'
import type { Call, ChannelType, CredentialExchange, Target } from '../types.ts'
import { baiduChat } from './codec.ts'
import { baiduEmbedding } from './embedding-codec.ts'
import { readEndpoint } from './endpoints.ts'
import { isBaiduKeyDead, isBaiduTokenExpired } from './failure.ts'

const BASE_URL = 'https://aip.baidubce.com'
const ROOT = '/rpc/2.0/ai_custom/v1/wenxinworkshop'

/** Exchanges the key pair for a token, which is valid for thirty days and goes into the query of each call. */
const credential: CredentialExchange = {
  request: (call) => {
    const [clientId = '', clientSecret = ''] = splitKey(call, [2])
    const query = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
    })
    return {
      url: `${baseUrlOf(call.channel, BASE_URL)}/oauth/2.0/token?${query}`,
      headers: { 'content-type': 'application/json' },
      body: '',
    }
  },
  read: (document) => {
    const body = asObject(document)
    const token = asText(body?.access_token)
    const expiresInSeconds = Number(body?.expires_in)
    return token !== undefined && expiresInSeconds > 0 ? { token, expiresInSeconds } : undefined
  },
  isExpired: isBaiduTokenExpired,
  refreshSeconds: 3600,
}

/** Baidu Wenxin with its first API. Its successor is Qianfan v2 (type 46). */
export const baidu: ChannelType = {
  type: 15,
  slug: 'baidu-wenxin',
  label: 'Baidu Wenxin',
  ownedBy: 'baidu',
  fields: {
    key: compositeKeyField(['APIKey', 'SecretKey']),
    baseUrl: baseUrlField(BASE_URL),
  },
  serves: { chat: baiduChat, embedding: baiduEmbedding },
  models: [
    'ERNIE-4.0-8K',
    'ERNIE-3.5-8K',
    'ERNIE-Speed-8K',
    'ERNIE-Speed-128K',
    'ERNIE-Lite-8K-0922',
    'ERNIE-Tiny-8K',
    'Embedding-V1',
    'bge-large-zh',
    'bge-large-en',
    'tao-8k',
  ],
  credential,
  streamUsageOption: false,
  target: readTarget,
  isKeyDead: isBaiduKeyDead,
}

function readTarget(call: Call): Target {
  splitKey(call, [2])
  const base = baseUrlOf(call.channel, BASE_URL)
  if (call.operation === 'models') return noModelList()
  const kind = call.operation === 'embedding' ? 'embeddings' : 'chat'
  const token = call.credential === undefined ? '' : `?access_token=${encodeURIComponent(call.credential)}`
  return { url: `${base}${ROOT}/${kind}/${readEndpoint(call)}${token}`, headers: {} }
}
