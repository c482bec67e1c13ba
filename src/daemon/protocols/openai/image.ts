import { asArray, asObject, asText } from '../json-access.ts'
import type { Codec, JsonObject, JsonValue, OutputFacts, RequestTexts, UsageReading } from '../types.ts'
import type { Usage } from '../usage.ts'
import { openaiErrors } from './error-body.ts'
import { readDisguisedFailure, readFailure } from './failure.ts'
import { type ImageNeeds, readImageRequest } from './image-form.ts'
import { typedEventClassifier } from './media-events.ts'
import { readOpenAiUsage } from './usage.ts'

const classify = typedEventClassifier(
  ['image_generation.partial_image', 'image_edit.partial_image'],
  ['image_generation.completed', 'image_edit.completed'],
)

/** Creates the codec of an image operation. The three differ in path, encoding of the body, and required members. */
const imageCodec = (own: Pick<Codec, 'id' | 'operation' | 'path' | 'takes'>, needs: ImageNeeds): Codec => ({
  ...own,
  readRequest: (body) => readImageRequest(body, needs),
  readTexts,
  readUsage: readImageUsage,
  readOutput,
  readDisguisedFailure: (document) => readDisguisedFailure(document, 'data'),
  classify,
  finishesChoice: () => false,
  readFailure,
  errors: openaiErrors,
  // The last event ends the stream.
  terminator: '',
  form: {},
})

/** OpenAI Images, `POST /v1/images/generations`. */
export const openaiImage: Codec = imageCodec(
  { id: 'openai-image', operation: 'image', path: '/v1/images/generations', takes: 'json' },
  { prompt: true, image: false },
)

/** OpenAI Images, `POST /v1/images/edits`: images and a prompt. */
export const openaiImageEdit: Codec = imageCodec(
  { id: 'openai-image-edit', operation: 'image-edit', path: '/v1/images/edits', takes: 'multipart' },
  { prompt: true, image: true },
)

/** OpenAI Images, `POST /v1/images/variations`: one image, no prompt. */
export const openaiImageVariation: Codec = imageCodec(
  {
    id: 'openai-image-variation',
    operation: 'image-variation',
    path: '/v1/images/variations',
    takes: 'multipart',
  },
  { prompt: false, image: true },
)

function readTexts(body: JsonObject): RequestTexts {
  return {
    system: '',
    context: '',
    input: asText(body.prompt) ?? '',
  }
}

/**
 * Reads the tokens of an answer, or of the event that completes a stream. Only the gpt-image family and relays of
 * Google's models state any. If the details are missing, all output counts as image tokens: those models generate
 * nothing else.
 */
function readImageUsage(document: JsonValue): UsageReading {
  const reading = readOpenAiUsage(document)
  if (reading.kind !== 'stated') return reading
  const stated = asObject(asObject(document)?.usage) ?? {}
  const output = asObject(stated.output_tokens_details) ?? asObject(stated.completion_tokens_details)
  const usage: Usage = {
    ...reading.usage,
    imageOutputTokens: countOf(output?.image_tokens) ?? reading.usage.outputTokens,
  }
  return { kind: 'stated', usage }
}

const countOf = (value: JsonValue | undefined): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined

/** Reads the output. An answer has a list of images, an event has one. */
function readOutput(document: JsonValue): OutputFacts {
  const body = asObject(document)
  const hasPicture = asText(body?.b64_json) !== undefined || asText(body?.url) !== undefined
  return { text: '', hiddenText: '', hasOutput: hasPicture || (asArray(body?.data)?.length ?? 0) > 0 }
}
