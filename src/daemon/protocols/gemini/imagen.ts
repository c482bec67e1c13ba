import { picturesAtMost, refusals } from '../../errors/refusals.ts'
import type { Losses } from '../conversation/codec.ts'
import { asText } from '../json-access.ts'
import { invalid } from '../openai/request-checks.ts'
import type { JsonObject } from '../types.ts'
import { aspectRatioOf, IMAGEN_RATIOS } from './image-size.ts'
import { objectsMember, textMember } from './members.ts'

/** Maximum number of images per call. */
const SAMPLES_MAX = 4

/** Members that are translated to another name, or have no effect. */
const ACCOUNTED: ReadonlySet<string> = new Set([
  'model',
  'prompt',
  'n',
  'size',
  'response_format',
  'stream',
  'negative_prompt',
])

/** Encodes OpenAI's image request for Imagen's `predict`. @throws AppError `translation_unsupported` */
export function encodeImagenRequest(request: JsonObject, losses: Losses): JsonObject {
  const prompt = asText(request.prompt)
  if (prompt === undefined) throw invalid('prompt', 'missing')
  if (request.stream === true) return losses.refuse('stream', refusals.noPictureStream)
  const samples = typeof request.n === 'number' ? request.n : 1
  if (samples > SAMPLES_MAX) return losses.refuse('n', picturesAtMost(SAMPLES_MAX))
  for (const [name, value] of Object.entries(request))
    if (value !== null && value !== 'auto' && !ACCOUNTED.has(name)) losses.add(name)
  if (request.response_format === 'url') losses.add('response_format')
  const aspectRatio = aspectRatioOf(request, IMAGEN_RATIOS, losses)
  const negativePrompt = asText(request.negative_prompt)
  return {
    instances: [{ prompt }],
    parameters: {
      sampleCount: samples,
      ...(aspectRatio !== undefined && { aspectRatio }),
      ...(negativePrompt !== undefined && { negativePrompt }),
    },
  }
}

export const imagenPictures = (document: JsonObject): string[] =>
  objectsMember(document, 'predictions').flatMap((each) => textMember(each, 'bytesBase64Encoded') ?? [])

/** Decodes an answer of Imagen. It has no usage, because Imagen is billed per image, and no creation time. */
export const decodeImagenAnswer = (document: JsonObject): JsonObject => ({
  created: 0,
  data: imagenPictures(document).map((b64_json) => ({ b64_json })),
})

/** Returns why an image was withheld. */
export function readImagenFilter(document: JsonObject): string | undefined {
  return objectsMember(document, 'predictions').flatMap(
    (each) => textMember(each, 'raiFilteredReason') ?? [],
  )[0]
}
