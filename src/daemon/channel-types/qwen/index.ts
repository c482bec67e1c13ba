import { channelFaults } from '../../errors/channel-faults.ts'
import { asText } from '../../protocols/json-access.ts'
import { readFailure } from '../../protocols/openai/failure.ts'
import { openaiChat, openaiCompletion, openaiEmbedding } from '../../protocols/openai/index.ts'
import type { UpstreamFailure } from '../../protocols/types.ts'
import { baseUrlOf, joinUrl, misconfigured } from '../addresses.ts'
import { apiKeyField, baseUrlField, bearer, pathOf } from '../openai-family.ts'
import type { Call, ChannelType } from '../types.ts'
import { qwenImage } from './image.ts'
import { qwenRerank } from './rerank.ts'
import { shapeQwenChat, streamsOnly } from './shape-request.ts'

const BASE_URL = 'https://dashscope.aliyuncs.com'
const COMPATIBLE = '/compatible-mode/v1'

/** Alibaba's model studio (DashScope): OpenAI's formats in the compatible mode, its own for ranking and pictures. */
export const qwen: ChannelType = {
  type: 17,
  slug: 'alibaba-qwen',
  label: 'Alibaba Qwen',
  ownedBy: 'alibaba',
  fields: {
    key: apiKeyField(),
    baseUrl: baseUrlField(BASE_URL),
    other: { label: { en: 'Plugin id', zh: '插件 ID' } },
  },
  serves: {
    chat: openaiChat,
    completion: openaiCompletion,
    embedding: openaiEmbedding,
    rerank: qwenRerank,
    image: qwenImage,
  },
  models: [
    'qwen3.7-max',
    'qwen3.7-plus',
    'qwen3-max',
    'qwen-plus',
    'qwen-flash',
    'qwen-turbo',
    'qwen-max',
    'qwen3-coder-plus',
    'qwen3-vl-plus',
    'qwq-plus',
    'text-embedding-v4',
    'qwen3-rerank',
    'gte-rerank-v2',
    'qwen-image',
    'wan2.6-t2i',
  ],
  streamUsageOption: true,
  traits: () => ({ takesDeveloperRole: false, takesCompletionTokensCap: false }),
  streaming: (call) => (call.operation === 'chat' && streamsOnly(call.model) ? 'always' : 'both'),
  target: (call) => ({ url: readUrl(call), headers: { ...bearer(call), ...readPlugin(call) } }),
  shapeRequest: (body, call) => (call.operation === 'chat' ? shapeQwenChat(body, call) : body),
  readFailure: (status, bodyText) => nameContentPolicy(readFailure(status, bodyText)),
  isKeyDead: (_status, { code }) => code === 'Arrearage' || code === 'InvalidApiKey',
}

/** Returns the address of a call. Own paths begin at the host, compatible ones after a prefix with which the base may already end. */
function readUrl(call: Call): string {
  const base = baseUrlOf(call.channel, BASE_URL)
  const path = pathOf(call)
  if (path.startsWith('/api/')) return base.replace(/(?:\/compatible-mode)?(?:\/v1)?$/, '') + path
  return joinUrl(base.endsWith('/compatible-mode') ? `${base}/v1` : base, path, COMPATIBLE)
}

function readPlugin({ channel }: Call): Record<string, string> {
  const plugin = asText(channel.other.trim())
  if (plugin === undefined) return {}
  if (!/^[\x20-\x7e]+$/.test(plugin)) throw misconfigured(channel, channelFaults.badPluginId)
  return { 'x-dashscope-plugin': plugin }
}

/** Marks refusals of the content filter, whose own code does not mention a policy. */
const nameContentPolicy = (failure: UpstreamFailure): UpstreamFailure =>
  /^data_?inspection_?failed$/i.test(failure.code)
    ? { ...failure, type: 'content_policy_violation' }
    : failure
