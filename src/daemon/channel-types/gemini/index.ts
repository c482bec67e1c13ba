import { channelFaults } from '../../errors/channel-faults.ts'
import {
  adaptGeminiRequest,
  geminiBatchEmbedding,
  geminiGenerate,
  geminiImage,
  geminiSpeech,
  geminiVideo,
  isGeminiFileLink,
} from '../../protocols/gemini/index.ts'
import { asObject, asText, objectsOf } from '../../protocols/json-access.ts'
import { baseUrlOf, misconfigured } from '../addresses.ts'
import { generateMethod, googleSpeaks, isImagen, readAddressedModel } from '../google-models.ts'
import { apiKeyField, baseUrlField, headerSafeKey, without } from '../openai-family.ts'
import type { Call, ChannelType } from '../types.ts'

const BASE_URL = 'https://generativelanguage.googleapis.com'
const DEFAULT_VERSION = 'v1beta'
const VERSION = /^v\d+(?:(?:alpha|beta)\d*)?$/

/** Google's developer API for Gemini, Imagen and its embeddings. */
export const gemini: ChannelType = {
  type: 24,
  slug: 'google-gemini',
  label: 'Google Gemini',
  ownedBy: 'google',
  fields: {
    key: apiKeyField(),
    baseUrl: baseUrlField(BASE_URL, {
      hint: {
        en: 'Without a version at the end. Leave it empty for Google’s own address.',
        zh: '末尾不带版本号。留空则使用 Google 默认地址。',
      },
    }),
    other: {
      label: { en: 'API version', zh: 'API 版本' },
      hint: { en: 'Empty: as set for the model, else v1beta.', zh: '留空则按模型设置，默认 v1beta。' },
      check: (text) =>
        text.trim() === '' || VERSION.test(text.trim())
          ? undefined
          : { en: 'Enter a version such as v1beta.', zh: '请输入版本号，例如 v1beta。' },
    },
  },
  serves: {
    generate: geminiGenerate,
    embedding: geminiBatchEmbedding,
    image: geminiImage,
    speech: geminiSpeech,
    video: geminiVideo,
  },
  models: [
    'gemini-3.7-flash',
    'gemini-3.6-flash',
    'gemini-3.5-flash',
    'gemini-3.5-flash-lite',
    'gemini-3.1-pro-preview',
    'gemini-3.1-flash-lite',
    'gemini-3-flash-preview',
    'gemini-2.5-pro',
    'gemini-2.5-flash',
    'gemini-2.5-flash-lite',
    'gemini-3-pro-image',
    'gemini-3.1-flash-image',
    'gemini-2.5-flash-image',
    'gemini-flash-latest',
    'gemini-embedding-001',
    'gemini-embedding-2-preview',
  ],
  speaks: googleSpeaks,
  runsBatches: 'gemini',
  // Google only follows links to its own file store.
  traits: () => ({ takesMediaUrls: false, keepsLink: isGeminiFileLink }),
  streamUsageOption: false,
  target: (call) => ({ url: readUrl(call), headers: { 'x-goog-api-key': headerSafeKey(call) } }),
  shapeRequest: (body, call) =>
    call.operation === 'generate'
      ? // Labels are for the bills of Vertex AI.
        without(adaptGeminiRequest(body, call.model, call.adapters), 'labels')
      : body,
  keepsFiles: 'gemini',
  readModelList: (body) =>
    objectsOf(asObject(body)?.models).flatMap((each) => asText(each.name)?.replace(/^models\//, '') ?? []),
  isKeyDead: (status, { message, code, type }) =>
    status === 403 ||
    (status === 400 && /API_KEY_INVALID|API key (?:not valid|expired)/i.test(`${message} ${code} ${type}`)),
}

function readUrl(call: Call): string {
  const root = readRoot(call)
  if (call.operation === 'models') return `${root}/models?pageSize=1000`
  // Some addresses of batches are below a model, some are not.
  if (call.operation === 'batches') return root
  if (call.operation === 'files') {
    const version = root.lastIndexOf('/')
    return call.path.startsWith('/upload/')
      ? `${root.slice(0, version)}/upload${root.slice(version)}/files`
      : `${root}/files`
  }
  // The progress of an operation is read at its name.
  if (call.operation === 'video' && call.path.startsWith('/')) return root + call.path
  const place = call.model.startsWith('tunedModels/') ? '' : 'models/'
  return `${root}/${place}${readAddressedModel(call)}:${readMethod(call)}`
}

/** Returns the API version. The setting of the channel takes precedence over that of the model. */
function readRoot(call: Call): string {
  const base = baseUrlOf(call.channel, BASE_URL)
  if (VERSION.test(base.slice(base.lastIndexOf('/') + 1))) return base
  const { geminiVersions } = call.adapters
  const version =
    call.channel.other.trim() ||
    geminiVersions.get(call.model) ||
    geminiVersions.get('default') ||
    DEFAULT_VERSION
  if (!VERSION.test(version)) throw misconfigured(call.channel, channelFaults.badApiVersion)
  return `${base}/${version}`
}

function readMethod(call: Call): string {
  if (call.operation === 'video') return 'predictLongRunning'
  if (call.operation === 'embedding') return 'batchEmbedContents'
  if (call.operation === 'image') return isImagen(call.model) ? 'predict' : 'generateContent'
  return call.operation === 'speech' ? 'generateContent' : generateMethod(call)
}
