import { anthropicMessages } from '../../protocols/anthropic/index.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import { openaiResponses } from '../../protocols/responses/index.ts'
import { baseUrlOf, joinUrl } from '../addresses.ts'
import { apiKeyField, baseUrlField, bearer, pathOf } from '../openai-family.ts'
import type { Call, ChannelType } from '../types.ts'
import { minimaxChat, shapeMinimaxChat } from './chat.ts'
import { minimaxEmbedding } from './embedding.ts'
import { readBaseResp } from './failure.ts'
import { minimaxImage } from './image.ts'
import { minimaxSpeech } from './speech.ts'

const BASE_URL = 'https://api.minimax.chat'
const ANTHROPIC_VERSION = '2023-06-01'

/** Error codes for unknown keys and accounts without money. */
const DEAD_CODES: ReadonlySet<string> = new Set(['1004', '1008', '2049'])

/** MiniMax: OpenAI's and Anthropic's conversations, and its own formats for everything else. */
export const minimax: ChannelType = {
  type: 35,
  slug: 'minimax',
  label: 'MiniMax',
  ownedBy: 'minimax',
  fields: { key: apiKeyField(), baseUrl: baseUrlField(BASE_URL) },
  serves: {
    responses: openaiResponses,
    chat: minimaxChat,
    messages: anthropicMessages,
    embedding: minimaxEmbedding,
    image: minimaxImage,
    speech: minimaxSpeech,
  },
  models: [
    'MiniMax-M3',
    'MiniMax-M2.7',
    'MiniMax-M2.7-highspeed',
    'MiniMax-M2.5',
    'MiniMax-M2.1',
    'MiniMax-M2',
    'embo-01',
    'image-01',
    'speech-2.8-hd',
    'speech-2.8-turbo',
  ],
  streamUsageOption: true,
  traits: ({ operation }) =>
    operation === 'chat' ? { takesDeveloperRole: false, wantsReasoningBack: true } : {},
  target: (call) => ({ url: readUrl(call), headers: { ...bearer(call), ...readVersion(call) } }),
  shapeRequest: (body, call) => (call.operation === 'chat' ? shapeMinimaxChat(body, call) : body),
  readFailure: (_status, bodyText) => readBaseResp(parseJson(bodyText)),
  isKeyDead: (_status, { code }) => DEAD_CODES.has(code),
}

/** Returns the address of a call. Anthropic's path is next to the version, not after it. */
function readUrl(call: Call): string {
  const base = baseUrlOf(call.channel, BASE_URL)
  if (call.operation !== 'messages') return joinUrl(base, pathOf(call))
  return `${base.replace(/(?:\/anthropic)?(?:\/v1)?$/, '')}/anthropic/v1/messages`
}

function readVersion({ operation, headers }: Call): Record<string, string> {
  if (operation !== 'messages') return {}
  const beta = headers['anthropic-beta']
  return {
    'anthropic-version': headers['anthropic-version'] ?? ANTHROPIC_VERSION,
    ...(beta !== undefined && { 'anthropic-beta': beta }),
  }
}
