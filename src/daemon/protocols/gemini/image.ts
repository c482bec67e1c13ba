import { picturesAtMost, refusals } from '../../errors/refusals.ts'
import type { Losses } from '../conversation/codec.ts'
import { asObject, asText } from '../json-access.ts'
import { invalid } from '../openai/request-checks.ts'
import type { Codec, JsonObject, JsonValue, OutputFacts, UpstreamFailure } from '../types.ts'
import { ownWords } from '../upstream-failure.ts'
import { blockReasonOf, chunksOf } from './events.ts'
import { readGeminiDisguise } from './failure.ts'
import { geminiGenerate } from './generate.ts'
import { aspectRatioOf, GEMINI_RATIOS } from './image-size.ts'
import { decodeImagenAnswer, encodeImagenRequest, imagenPictures, readImagenFilter } from './imagen.ts'
import { objectMember, objectsMember, partsOf, textMember } from './members.ts'
import { readGeminiUsage } from './usage.ts'

/**
 * Image generation by Gemini's image models (`generateContent`) and by Imagen (`predict`), as upstreams of OpenAI's
 * `/v1/images/generations`. The model's name decides which of the two is called; the form of the answer shows which one
 * answered.
 */
export const geminiImage: Codec = {
  id: 'gemini-image',
  operation: 'image',
  path: geminiGenerate.path,
  isAddressedByPath: true,
  readRequest: geminiGenerate.readRequest,
  readTexts: geminiGenerate.readTexts,
  readUsage: readGeminiUsage,
  readOutput,
  readDisguisedFailure,
  classify: geminiGenerate.classify,
  finishesChoice: geminiGenerate.finishesChoice,
  readFailure: geminiGenerate.readFailure,
  errors: geminiGenerate.errors,
  terminator: geminiGenerate.terminator,
  mayStateUsage: (data) => geminiGenerate.mayStateUsage?.(data) ?? false,
  form: { encodeRequest, decodeAnswer },
}

/** Image generation for channels that always use Imagen. */
export const imagenImage: Codec = {
  ...geminiImage,
  id: 'imagen-image',
  path: '/v1beta/models/{model}:predict',
  form: { encodeRequest: encodeImagenRequest, decodeAnswer },
}

/** Members that are read separately, or that match what the models always do. */
const ACCOUNTED: ReadonlySet<string> = new Set(['model', 'prompt', 'n', 'size', 'response_format', 'stream'])

function encodeRequest(request: JsonObject, losses: Losses): JsonObject {
  if (/(?:^|\/)imagen/.test(String(request.model ?? ''))) return encodeImagenRequest(request, losses)
  const prompt = asText(request.prompt)
  if (prompt === undefined) throw invalid('prompt', 'missing')
  if (request.stream === true) return losses.refuse('stream', refusals.noPictureStream)
  if (typeof request.n === 'number' && request.n > 1) return losses.refuse('n', picturesAtMost(1))
  for (const [name, value] of Object.entries(request))
    if (value !== null && value !== 'auto' && !ACCOUNTED.has(name)) losses.add(name)
  // An image requested as a link is returned as data, under the member name for data.
  if (request.response_format === 'url') losses.add('response_format')
  const aspectRatio = aspectRatioOf(request, GEMINI_RATIOS, losses)
  return {
    contents: [{ role: 'user', parts: [{ text: prompt }] }],
    generationConfig: {
      responseModalities: ['TEXT', 'IMAGE'],
      ...(aspectRatio !== undefined && { imageConfig: { aspectRatio } }),
    },
  }
}

function decodeAnswer(document: JsonValue): JsonObject {
  const body = asObject(document)
  if (body && imagenPictures(body).length > 0) return decodeImagenAnswer(body)
  const text = chunksOf(document)
    .flatMap(shownParts)
    .flatMap((part) => textMember(part, 'text') ?? [])
    .join('')
  const usage = readImageUsage(document)
  return {
    created: createdOf(document),
    data: picturesOf(document).map((b64_json) => ({
      b64_json,
      ...(text !== '' && { revised_prompt: text }),
    })),
    ...(usage && { usage }),
  }
}

/** Returns the visible parts. Thoughts may contain drafts of the image, which do not belong to the answer. */
const shownParts = (chunk: JsonObject): JsonObject[] =>
  objectsMember(chunk, 'candidates')
    .flatMap((candidate) => partsOf(objectMember(candidate, 'content')))
    .filter((part) => part.thought !== true)

const picturesOf = (document: JsonValue): string[] =>
  chunksOf(document)
    .flatMap(shownParts)
    .flatMap((part) => {
      const inline = objectMember(part, 'inlineData')
      return (inline && textMember(inline, 'data')) ?? []
    })

/** Returns the creation time in Unix seconds, which Vertex AI states; 0 = not stated. */
function createdOf(document: JsonValue): number {
  const stated = chunksOf(document).flatMap((chunk) => textMember(chunk, 'createTime') ?? [])[0]
  const milliseconds = stated === undefined ? Number.NaN : Date.parse(stated)
  return Number.isFinite(milliseconds) ? Math.floor(milliseconds / 1000) : 0
}

function readImageUsage(document: JsonValue): JsonObject | undefined {
  const reading = readGeminiUsage(document)
  if (reading.kind !== 'stated') return undefined
  const { inputTokens, outputTokens, imageInputTokens, imageOutputTokens } = reading.usage
  return {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    input_tokens_details: details(inputTokens, imageInputTokens),
    output_tokens_details: details(outputTokens, imageOutputTokens),
  }
}

const details = (total: number, image: number): JsonObject => ({
  text_tokens: Math.max(0, total - image),
  image_tokens: image,
})

function readOutput(document: JsonValue): OutputFacts {
  const body = asObject(document)
  const hasPicture = picturesOf(document).length > 0 || (body ? imagenPictures(body).length > 0 : false)
  return { text: '', hiddenText: '', hasOutput: hasPicture }
}

/** Finds the reason for an answer without an image, which may be in several places. */
function readDisguisedFailure(document: JsonValue): UpstreamFailure | undefined {
  const body = asObject(document)
  if (!body || readOutput(document).hasOutput) return undefined
  const failure = readGeminiDisguise(document)
  if (failure) return failure
  const reason = readImagenFilter(body) ?? blockReasonOf(body) ?? refusalOf(body)
  return reason === undefined
    ? undefined
    : {
        ...ownWords('noPicture', { reason }),
        type: 'invalid_request_error',
        code: 'content_policy_violation',
        param: 'prompt',
      }
}

const REFUSALS = /SAFETY|PROHIBITED|RECITATION|BLOCKLIST|SPII/

function refusalOf(body: JsonObject): string | undefined {
  for (const candidate of objectsMember(body, 'candidates')) {
    const reason = textMember(candidate, 'finishReason') ?? ''
    if (REFUSALS.test(reason)) return textMember(candidate, 'finishMessage') ?? reason
  }
  return undefined
}
