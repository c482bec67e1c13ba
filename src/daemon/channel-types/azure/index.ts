import { splitEffortSuffix } from '../../protocols/effort-suffix.ts'
import {
  openaiChat,
  openaiCompletion,
  openaiEmbedding,
  openaiImage,
  openaiImageEdit,
  openaiRealtime,
  openaiSpeech,
  openaiTranscription,
  openaiTranslation,
  openaiVideo,
} from '../../protocols/openai/index.ts'
import { openaiResponses } from '../../protocols/responses/index.ts'
import { baseUrlOf, encodeModelPath, readCloudflareProvider } from '../addresses.ts'
import { apiKeyField, baseUrlField, headerSafeKey, pathOf, without } from '../openai-family.ts'
import { openaiSpeaks, shapeForReasoning, shapeResponsesForReasoning } from '../reasoning-families.ts'
import type { Call, ChannelType } from '../types.ts'

const DEFAULT_API_VERSION = '2025-04-01-preview'

/** Versions before this one answer `stream_options` with 400. */
const FIRST_WITH_STREAM_OPTIONS = '2024-09-01'

/** Channels made before 2025-05-10 named their deployments without dots (`gpt-35-turbo`); unix seconds. */
const DOTS_KEPT_SINCE = 1_746_835_200

/**
 * Azure OpenAI. The model name is the name of a deployment. The address has two forms: the deployment form with a dated
 * `api-version`, and the new surface (`/openai/v1`), chosen by the literal versions `v1` and `preview`.
 */
export const azure: ChannelType = {
  type: 3,
  slug: 'azure',
  label: 'Azure OpenAI',
  ownedBy: 'azure',
  fields: {
    key: apiKeyField(),
    baseUrl: baseUrlField('', {
      label: { en: 'Resource address', zh: '资源地址' },
      hint: {
        en: 'Such as https://my-resource.openai.azure.com',
        zh: '例如 https://my-resource.openai.azure.com',
      },
    }),
    other: {
      default: DEFAULT_API_VERSION,
      label: { en: 'API version', zh: 'API 版本' },
      hint: { en: 'A dated version, or v1 for the new surface.', zh: '日期版本，或填写 v1 使用新接口。' },
    },
  },
  serves: {
    chat: openaiChat,
    completion: openaiCompletion,
    responses: openaiResponses,
    embedding: openaiEmbedding,
    image: openaiImage,
    'image-edit': openaiImageEdit,
    speech: openaiSpeech,
    transcription: openaiTranscription,
    translation: openaiTranslation,
    realtime: openaiRealtime,
    video: openaiVideo,
  },
  speaks: (operation, model, _channel, asks) => openaiSpeaks(operation, model, asks),
  // A channel always has its own address, which is always Azure's.
  servesAll: () => true,
  // https://learn.microsoft.com/azure/foundry/reference/rest/compactconversation
  compacts: () => true,
  // https://learn.microsoft.com/azure/ai-foundry/openai/latest#create-file
  keepsFiles: 'openai',
  traits: () => ({ origin: 'openai' }),
  models: [
    'gpt-4.1',
    'gpt-4.1-mini',
    'gpt-4o',
    'gpt-4o-mini',
    'gpt-5',
    'gpt-5-mini',
    'o4-mini',
    'text-embedding-3-small',
    'text-embedding-3-large',
  ],
  streamUsageOption: true,
  target: (call) => ({ url: readUrl(call), headers: readKeyHeader(call) }),
  shapeRequest: (body, call) => {
    if (call.operation === 'responses') return shapeResponsesForReasoning(body, call.model)
    const shaped = call.operation === 'chat' ? shapeForReasoning(body, call.model) : body
    return knowsStreamOptions(readVersion(call)) ? shaped : without(shaped, 'stream_options')
  },
}

function readUrl(call: Call): string {
  const version = readVersion(call)
  const base = baseUrlOf(call.channel)
  const root = base.replace(/\/openai(?:\/v1)?$/, '')
  const operation = pathOf(call).replace(/^\/v1/, '')
  if (call.operation === 'realtime') return readRealtimeUrl(root, version, call)
  if (
    call.operation === 'responses' ||
    call.operation === 'files' ||
    // Sora 2 is on the new surface alone: https://learn.microsoft.com/azure/ai-foundry/openai/concepts/video-generation
    call.operation === 'video' ||
    version === 'v1' ||
    version === 'preview' ||
    base.endsWith('/openai/v1') ||
    call.operation === 'models'
  )
    return `${root}/openai/v1${operation}${version === 'preview' ? '?api-version=preview' : ''}`
  return `${readDeploymentRoot(root, call)}${operation}?api-version=${encodeURIComponent(version)}`
}

function readRealtimeUrl(root: string, version: string, { model }: Call): string {
  const name = encodeURIComponent(model)
  if (version === 'v1' || version === 'preview') return `${root}/openai/v1/realtime?model=${name}`
  return `${root}/openai/realtime?api-version=${encodeURIComponent(version)}&deployment=${name}`
}

function readDeploymentRoot(root: string, call: Call): string {
  const { model } = splitEffortSuffix(call.model)
  const { createdTime } = call.channel
  const isOld = createdTime > 0 && createdTime < DOTS_KEPT_SINCE
  const deployment = encodeModelPath(isOld ? model.replaceAll('.', '') : model, call.channel)
  const provider = readCloudflareProvider(root)
  if (provider?.[0] !== 'azure-openai') return `${root}/openai/deployments/${deployment}`
  // Cloudflare's gateway: the address names the resource and may name the deployment.
  return provider.length > 2 ? root : `${root}/${deployment}`
}

/** Returns the version that the client asks for, or that of the channel. */
function readVersion(call: Call): string {
  return call.query['api-version']?.trim() || call.channel.other.trim() || DEFAULT_API_VERSION
}

function knowsStreamOptions(version: string): boolean {
  return !/^\d/.test(version) || version >= FIRST_WITH_STREAM_OPTIONS
}

/** Returns the header for a key. Entra ID issues bearer tokens (three dotted parts), resources issue plain keys. */
function readKeyHeader(call: Call): Record<string, string> {
  const key = headerSafeKey(call)
  return /^ey[\w-]+\.[\w-]+\.[\w-]+$/.test(key) ? { authorization: `Bearer ${key}` } : { 'api-key': key }
}
