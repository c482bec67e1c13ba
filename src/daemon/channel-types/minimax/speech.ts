import { soundFormats } from '../../errors/refusals.ts'
import type { Losses } from '../../protocols/conversation/codec.ts'
import { asObject, asText } from '../../protocols/json-access.ts'
import { readDisguisedFailure } from '../../protocols/openai/failure.ts'
import { openaiSpeech } from '../../protocols/openai/index.ts'
import type { Codec, JsonObject, JsonValue } from '../../protocols/types.ts'
import { noteUnknown } from '../embedding-forms.ts'
import { readBaseResp } from './failure.ts'

const SPEED_MIN = 0.5
const SPEED_MAX = 2

const CONTENT_TYPES: ReadonlyMap<string, string> = new Map([
  ['mp3', 'audio/mpeg'],
  ['wav', 'audio/wav'],
  ['flac', 'audio/flac'],
  ['pcm', 'audio/pcm'],
])

/** The vendor's nearest voice for each OpenAI voice. Other names are passed on as voices of the vendor. */
const VOICES: ReadonlyMap<string, string> = new Map([
  ['alloy', 'Friendly_Person'],
  ['ash', 'Determined_Man'],
  ['ballad', 'Elegant_Man'],
  ['coral', 'Sweet_Girl_2'],
  ['echo', 'Casual_Guy'],
  ['fable', 'Patient_Man'],
  ['nova', 'Lively_Girl'],
  ['onyx', 'Deep_Voice_Man'],
  ['sage', 'Wise_Woman'],
  ['shimmer', 'Calm_Woman'],
  ['verse', 'Decent_Boy'],
])

const KNOWN = ['model', 'input', 'voice', 'response_format', 'speed', 'language_boost', 'pronunciation_dict']

/** Codec of MiniMax's speech, `POST /v1/t2a_v2`. The audio comes as hexadecimal text, and the vendor bills characters. */
export const minimaxSpeech: Codec = {
  ...openaiSpeech,
  id: 'minimax-speech',
  path: '/v1/t2a_v2',
  readUsage: () => ({ kind: 'none' }),
  readOutput: (document) => ({ text: '', hiddenText: '', hasOutput: audioOf(document) !== '' }),
  readDisguisedFailure: (document) => readBaseResp(document) ?? readDisguisedFailure(document, 'data'),
  form: {
    encodeRequest,
    decodeAnswer: (document, request) => ({
      audio_base64: Buffer.from(audioOf(document), 'hex').toString('base64'),
      content_type: CONTENT_TYPES.get(readFormat(request)) ?? 'application/octet-stream',
    }),
  },
}

const readFormat = (request: JsonObject): string => asText(request.response_format) ?? 'mp3'

function encodeRequest(request: JsonObject, losses: Losses): JsonObject {
  noteUnknown(request, losses, ...KNOWN)
  const { model = '', input = '', speed, language_boost, pronunciation_dict } = request
  const format = readFormat(request)
  if (!CONTENT_TYPES.has(format))
    losses.refuse('response_format', soundFormats(format, 'mp3, wav, flac, pcm'))
  const voice = asText(request.voice) ?? asText(asObject(request.voice)?.id) ?? 'alloy'
  const near = VOICES.get(voice)
  if (near !== undefined) losses.add('voice')
  const fitting = typeof speed === 'number' ? Math.min(SPEED_MAX, Math.max(SPEED_MIN, speed)) : undefined
  if (fitting !== undefined && fitting !== speed) losses.add('speed')
  return {
    model,
    text: input,
    stream: false,
    voice_setting: { voice_id: near ?? voice, ...(fitting !== undefined && { speed: fitting }) },
    audio_setting: { format },
    output_format: 'hex',
    ...(typeof language_boost === 'string' && { language_boost }),
    ...(asObject(pronunciation_dict) && { pronunciation_dict: pronunciation_dict ?? {} }),
  }
}

const audioOf = (document: JsonValue): string => asText(asObject(asObject(document)?.data)?.audio) ?? ''
