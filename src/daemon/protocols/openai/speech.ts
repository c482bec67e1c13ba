import { asObject, asText } from '../json-access.ts'
import type { Codec, JsonObject, JsonValue, OutputFacts, RequestFacts } from '../types.ts'
import { openaiErrors } from './error-body.ts'
import { readDisguisedFailure, readFailure } from './failure.ts'
import { typedEventClassifier } from './media-events.ts'
import { invalid, readModel } from './request-checks.ts'
import { readOpenAiUsage } from './usage.ts'

const DEFAULT_SPEECH_MODEL = 'tts-1'

/**
 * OpenAI Speech, `POST /v1/audio/speech`. Answers with the audio itself, or with events if `stream_format` asks for
 * them. Some vendors wrap the audio in JSON (Mistral).
 */
export const openaiSpeech: Codec = {
  id: 'openai-speech',
  operation: 'speech',
  path: '/v1/audio/speech',
  answers: 'bytes',
  readRequest,
  readTexts: (body) => ({
    system: '',
    context: asText(body.instructions) ?? '',
    input: asText(body.input) ?? '',
  }),
  readUsage: readOpenAiUsage,
  readOutput,
  readDisguisedFailure: (document) =>
    readOutput(document).hasOutput ? undefined : readDisguisedFailure(document, 'audio_data'),
  classify: typedEventClassifier(['speech.audio.delta'], ['speech.audio.done']),
  finishesChoice: () => false,
  readFailure,
  errors: openaiErrors,
  // The last event ends the stream.
  terminator: '',
  form: {},
}

/** Reads the facts of a request. The charge depends only on the text; the vendor checks the voice and other members. */
function readRequest(body: JsonObject): RequestFacts {
  const model = readModel(body, DEFAULT_SPEECH_MODEL)
  const { input } = body
  if (input !== undefined && input !== null && typeof input !== 'string') throw invalid('input', 'notString')
  return {
    model,
    isStream: body.stream_format === 'sse',
    outputTokensCap: undefined,
    wantsStreamUsage: false,
    reasoningEffort: undefined,
    attachments: 0,
  }
}

/** Reads an event's `audio`, or the member with the audio in a JSON answer. */
function readOutput(document: JsonValue): OutputFacts {
  const body = asObject(document)
  const sound = asText(body?.audio) ?? asText(body?.audio_data) ?? asText(body?.audio_base64)
  return { text: '', hiddenText: '', hasOutput: sound !== undefined || asObject(body?.audio) !== undefined }
}
