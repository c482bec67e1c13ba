import { channelFaults } from '../../errors/channel-faults.ts'
import { baseUrlOf, joinUrl, misconfigured, readHttpUrl } from '../addresses.ts'
import { compositeKeyField, KEY_SEPARATOR, splitKey } from '../composite-key.ts'
import { noModelList } from '../no-model-list.ts'
import { bearer } from '../openai-family.ts'
import { signSparkUrl } from '../signing/spark-url.ts'
import type { Call, Channel, ChannelType, Target } from '../types.ts'
import { sparkChat } from './codec.ts'
import { isSparkKeyDead } from './failure.ts'
import { sparkHttpChat } from './http-chat.ts'
import { shapeSparkRequest } from './shape-request.ts'
import { DEFAULT_VERSION, readVersion, type SparkVersion } from './versions.ts'

const BASE_URL = 'wss://spark-api.xf-yun.com'

/**
 * iFlytek Spark: one WebSocket for each call, with the signature in its address. If the base URL is an http(s) address, the
 * vendor's newer service with OpenAI's format is used.
 */
export const spark: ChannelType = {
  type: 18,
  slug: 'iflytek-spark',
  label: 'iFlytek Spark',
  ownedBy: 'iflytek',
  fields: {
    key: compositeKeyField(
      ['APPID', 'APISecret', 'APIKey'],
      {
        hint: {
          en: 'APPID|APISecret|APIKey; with an https base URL the APIPassword.',
          zh: 'APPID|APISecret|APIKey；使用 https 接口地址时填写 APIPassword。',
        },
      },
      ({ length }) => length === 1 || length === 3,
    ),
    baseUrl: {
      label: { en: 'Base URL', zh: '接口地址' },
      hint: {
        en: 'Leave it empty for WebSocket; https://spark-api-open.xf-yun.com for the HTTP service.',
        zh: '留空使用 WebSocket；HTTP 服务填写 https://spark-api-open.xf-yun.com。',
      },
      default: BASE_URL,
      check: (text) =>
        text === '' || readSocketUrl(text) || readHttpUrl(text)
          ? undefined
          : {
              en: 'Enter an address that begins with wss:// or https://.',
              zh: '请输入以 wss:// 或 https:// 开头的地址。',
            },
    },
    other: {
      default: DEFAULT_VERSION,
      label: { en: 'Version', zh: '版本' },
      hint: {
        en: 'Used for models whose name says none, such as v2.1.',
        zh: '模型名称未指明版本时使用，例如 v2.1。',
      },
    },
  },
  serves: { chat: sparkChat },
  models: [
    'Spark-Lite',
    'Spark-Pro',
    'Spark-Pro-128K',
    'Spark-Max',
    'Spark-Max-32K',
    'Spark-4.0-Ultra',
    'Spark-X1',
  ],
  codecFor: (operation, channel) => (operation === 'chat' && usesHttp(channel) ? sparkHttpChat : undefined),
  streaming: ({ channel }) => (usesHttp(channel) ? 'both' : 'always'),
  streamUsageOption: false,
  // Its versions are models with different prices.
  steering: [{ at: 'query', name: 'api-version', fate: 'stripped' }],
  target: readTarget,
  finishUrl: (request, call) => {
    if (usesHttp(call.channel)) return request.url
    const [, apiSecret = '', apiKey = ''] = splitKey(call, [3])
    return signSparkUrl(request.url, { apiKey, apiSecret }, request.now)
  },
  shapeRequest: (body, call) => {
    const version = readVersion(call)
    return usesHttp(call.channel)
      ? { ...body, model: version.domain }
      : shapeSparkRequest(body, version, splitKey(call, [3])[0] ?? '')
  },
  isKeyDead: isSparkKeyDead,
}

const usesHttp = (channel: Channel): boolean => readHttpUrl(channel.baseUrl.trim()) !== undefined

function readTarget(call: Call): Target {
  if (usesHttp(call.channel)) return readHttpTarget(call)
  const base = call.channel.baseUrl.trim() || BASE_URL
  splitKey(call, [3])
  const url = readSocketUrl(base)
  if (!url) throw misconfigured(call.channel, channelFaults.badSocketUrl)
  if (call.operation === 'models') return noModelList()
  return { url: `${base.replace(/\/+$/, '')}${readVersion(call).path}`, headers: {} }
}

/** Returns the target of the HTTP service. It accepts the APIPassword, or APIKey and APISecret joined by a colon. */
function readHttpTarget(call: Call): Target {
  const key = call.key.includes(KEY_SEPARATOR) ? toPassword(splitKey(call, [3])) : call.key
  const headers = bearer({ ...call, key })
  if (call.operation === 'models') return noModelList()
  const prefix = isThinking(readVersion(call)) ? '/v2' : '/v1'
  return { url: joinUrl(baseUrlOf(call.channel), '/v1/chat/completions', prefix), headers }
}

const toPassword = ([, apiSecret = '', apiKey = '']: readonly string[]): string => `${apiKey}:${apiSecret}`

const isThinking = ({ domain }: SparkVersion): boolean => domain.startsWith('x')

function readSocketUrl(text: string): URL | undefined {
  const url = URL.parse(text)
  return url && (url.protocol === 'wss:' || url.protocol === 'ws:') && url.search === '' ? url : undefined
}
