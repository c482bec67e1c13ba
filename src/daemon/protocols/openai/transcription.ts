import { transcriptionTokens } from '../../counting/audio-duration.ts'
import { asObject, asText } from '../json-access.ts'
import type { Codec, JsonObject, JsonValue, OutputFacts, RequestFacts, UsageReading } from '../types.ts'
import { NO_USAGE } from '../usage.ts'
import { openaiErrors } from './error-body.ts'
import { readDisguisedFailure, readFailure } from './failure.ts'
import { typedEventClassifier } from './media-events.ts'
import { invalid, readFlag, readModel } from './request-checks.ts'
import { readUsageObject } from './usage.ts'

const DEFAULT_TRANSCRIPTION_MODEL = 'whisper-1'

const transcriptionCodec = (id: string, operation: Codec['operation'], path: string): Codec => ({
  id,
  operation,
  path,
  takes: 'multipart',
  // JSON, or the plain text of `text`, `srt` and `vtt`.
  answers: 'either',
  readRequest,
  readTexts: (body) => ({ system: '', context: '', input: asText(body.prompt) ?? '' }),
  readUsage: readTranscriptionUsage,
  readOutput,
  readDisguisedFailure: (document) => readDisguisedFailure(document, 'text'),
  classify: typedEventClassifier(
    ['transcript.text.delta', 'transcript.text.segment'],
    ['transcript.text.done'],
  ),
  finishesChoice: () => false,
  readFailure,
  errors: openaiErrors,
  // The last event ends the stream.
  terminator: '',
  form: {},
})

/** OpenAI Transcriptions, `POST /v1/audio/transcriptions`. */
export const openaiTranscription: Codec = transcriptionCodec(
  'openai-transcription',
  'transcription',
  '/v1/audio/transcriptions',
)

/** OpenAI Translations, `POST /v1/audio/translations`: like transcriptions, but into English and never streamed. */
export const openaiTranslation: Codec = transcriptionCodec(
  'openai-translation',
  'translation',
  '/v1/audio/translations',
)

function readRequest(body: JsonObject): RequestFacts {
  const model = readModel(body, DEFAULT_TRANSCRIPTION_MODEL)
  if (asObject(body.file) === undefined) throw invalid('file', 'noUpload')
  const wantsStream = readFlag(body, 'stream')
  return {
    model,
    // OpenAI ignores the option for this model and returns a complete answer.
    isStream: wantsStream && model !== DEFAULT_TRANSCRIPTION_MODEL,
    outputTokensCap: undefined,
    wantsStreamUsage: false,
    reasoningEffort: undefined,
    attachments: 1,
  }
}

/**
 * Reads usage in tokens (`type: tokens`), or by the length of the audio: `type: duration`, Mistral's
 * `prompt_audio_seconds`, by which it charges although it also states tokens, or the `duration` of a verbose answer. A
 * minute counts as a thousand prompt tokens; the text is free.
 */
function readTranscriptionUsage(document: JsonValue): UsageReading {
  const body = asObject(document)
  const usage = asObject(body?.usage)
  const seconds = usage?.seconds ?? usage?.prompt_audio_seconds
  if (typeof seconds === 'number') return readSeconds(seconds)
  if (usage && usage.type !== 'duration') {
    // This operation uses another name for its details.
    const details = usage.input_token_details ?? usage.input_tokens_details ?? null
    const reading = readUsageObject({ ...usage, input_tokens_details: details }, true)
    if (reading.kind !== 'none') return reading
  }
  const duration = typeof body?.duration === 'string' ? Number(body.duration) : body?.duration
  return typeof duration === 'number' ? readSeconds(duration) : { kind: 'none' }
}

function readSeconds(seconds: number): UsageReading {
  if (!Number.isFinite(seconds) || seconds < 0) return { kind: 'invalid', reason: `duration is ${seconds}` }
  if (seconds === 0) return { kind: 'none' }
  return { kind: 'stated', usage: { ...NO_USAGE, inputTokens: transcriptionTokens(seconds) } }
}

/** Reads the output. For silence, it is an empty text, which also counts as an answer. */
function readOutput(document: JsonValue): OutputFacts {
  const body = asObject(document)
  // Segments repeat the text of the deltas.
  const text =
    body?.type === 'transcript.text.segment' ? '' : (asText(body?.delta) ?? asText(body?.text) ?? '')
  const hasOutput = typeof body?.delta === 'string' || typeof body?.text === 'string'
  return { text, hiddenText: '', hasOutput }
}
