import { asObject, asText } from '../json-access.ts'
import type { Codec, JsonObject, JsonValue, OutputFacts, RequestFacts } from '../types.ts'
import { openaiErrors } from './error-body.ts'
import { readDisguisedFailure, readFailure } from './failure.ts'
import { typedEventClassifier } from './media-events.ts'
import { invalid, readModel } from './request-checks.ts'
import { readOpenAiUsage } from './usage.ts'

const DEFAULT_SPEECH_MODEL = 'tts-1'

/**
 * OpenAI Speech, `POST /v1/audio/speech`. Answers with the sound itself, or with events where `stream_format` asks for
 * them. Some vendors wrap the sound into JSON (Mistral).
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
  // The last event is the end.
  terminator: '',
  form: {},
}

/** Voice and the rest are the vendor's business; the text is what a charge depends on. */
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

/** An event's `audio`, or the member that holds the sound in an answer of JSON. */
function readOutput(document: JsonValue): OutputFacts {
  const body = asObject(document)
  const sound = asText(body?.audio) ?? asText(body?.audio_data) ?? asText(body?.audio_base64)
  return { text: '', hiddenText: '', hasOutput: sound !== undefined || asObject(body?.audio) !== undefined }
}
