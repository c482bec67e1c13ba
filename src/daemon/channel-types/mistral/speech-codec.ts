import { asObject, asText } from '../../protocols/json-access.ts'
import { openaiSpeech } from '../../protocols/openai/index.ts'
import type { Codec, JsonValue } from '../../protocols/types.ts'

const MIME_TYPES: ReadonlyMap<string, string> = new Map([
  ['mp3', 'audio/mpeg'],
  ['wav', 'audio/wav'],
  ['flac', 'audio/flac'],
  ['opus', 'audio/opus'],
  ['pcm', 'audio/pcm'],
])

/** Codec of Mistral's speech: OpenAI's request, but the audio comes as base64 in a JSON document (recorded). */
export const mistralSpeech: Codec = {
  ...openaiSpeech,
  id: 'mistral-speech',
  readOutput: (document) => ({ text: '', hiddenText: '', hasOutput: soundOf(document) !== '' }),
  readDisguisedFailure: (document) =>
    soundOf(document) === '' ? openaiSpeech.readDisguisedFailure(document) : undefined,
  form: {
    decodeAnswer: (document, request) => ({
      audio_base64: soundOf(document),
      content_type: MIME_TYPES.get(asText(request.response_format) ?? 'mp3') ?? 'application/octet-stream',
    }),
  },
}

const soundOf = (document: JsonValue): string => asText(asObject(document)?.audio_data) ?? ''
