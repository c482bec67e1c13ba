import { channelFaults } from '../../errors/channel-faults.ts'
import {
  openaiChat,
  openaiCompletion,
  openaiEmbedding,
  openaiModeration,
  openaiVideo,
} from '../../protocols/openai/index.ts'
import { encodeModelPath, misconfigured, readHttpUrl } from '../addresses.ts'
import { dashboardBalance } from '../balances.ts'
import { apiKeyField, baseUrlField, bearer } from '../openai-family.ts'
import { shapeForReasoning } from '../reasoning-families.ts'
import type { Call, ChannelType } from '../types.ts'

/** One complete address for every operation; `{model}` in it becomes the upstream model. */
export const custom: ChannelType = {
  type: 8,
  slug: 'custom',
  label: 'custom',
  ownedBy: 'custom',
  fields: {
    key: apiKeyField(),
    baseUrl: baseUrlField('', {
      label: { en: 'Complete address', zh: '完整的接口地址' },
      hint: {
        en: 'The whole URL that requests go to; {model} is replaced. For relays with OpenAI paths choose type OpenAI.',
        zh: '请求的完整 URL，{model} 会被替换。使用 OpenAI 路径的中转站请选择 OpenAI 类型。',
      },
    }),
  },
  serves: {
    chat: openaiChat,
    completion: openaiCompletion,
    embedding: openaiEmbedding,
    moderation: openaiModeration,
    video: openaiVideo,
  },
  models: [],
  streamUsageOption: true,
  target: (call) => ({
    url: readAddress(call),
    headers: bearer(call),
  }),
  shapeRequest: (body, call) => (call.operation === 'chat' ? shapeForReasoning(body, call.model) : body),
  balance: dashboardBalance(relayBase),
}

function readAddress(call: Call): string {
  if (call.operation === 'models') return modelListUrl(call)
  // A video has several addresses, such as that of its content.
  return call.operation === 'video' ? relayBase(call) + call.path : readUrl(call)
}

function readUrl(call: Call): string {
  const url = call.channel.baseUrl.trim()
  const address = url.replaceAll('{model}', encodeModelPath(call.model, call.channel))
  if (!readHttpUrl(address)) throw misconfigured(call.channel, channelFaults.badAddress)
  return address
}

/** Returns the address of the list of models, derived from the usual path of chat completions. */
function modelListUrl(call: Call): string {
  const url = readUrl(call)
  const list = url.replace(/\/chat\/completions\/?(\?.*)?$/, '/models')
  return list === url ? `${relayBase(call)}/v1/models` : list
}

/** Returns the part of the address before its version; the origin if it has no version. */
function relayBase(call: Call): string {
  const { origin, pathname } = new URL(readUrl(call))
  const version = /^(.*?)\/v\d+\//.exec(pathname)
  return origin + (version?.[1] ?? '')
}
