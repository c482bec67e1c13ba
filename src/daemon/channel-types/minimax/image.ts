import { picturesAtMost } from '../../errors/refusals.ts'
import type { Losses } from '../../protocols/conversation/codec.ts'
import { asArray, asObject, asText } from '../../protocols/json-access.ts'
import { readDisguisedFailure } from '../../protocols/openai/failure.ts'
import { openaiImage } from '../../protocols/openai/index.ts'
import type { Codec, JsonObject, JsonValue } from '../../protocols/types.ts'
import { noteUnknown } from '../embedding-forms.ts'
import { readBaseResp } from './failure.ts'

/** Limits and step of the sides of a picture. */
const SIDE_MIN = 512
const SIDE_MAX = 2048
const SIDE_STEP = 8
const IMAGES_MAX = 9

/** The vendor's own parameters pass under their own names. */
const OWN = ['aspect_ratio', 'prompt_optimizer', 'seed', 'subject_reference', 'aigc_watermark'] as const
const KNOWN = ['model', 'prompt', 'n', 'size', 'response_format', ...OWN]

/** Codec of MiniMax's pictures, `POST /v1/image_generation`. */
export const minimaxImage: Codec = {
  ...openaiImage,
  id: 'minimax-image',
  path: '/v1/image_generation',
  readUsage: () => ({ kind: 'none' }),
  readOutput: (document) => ({ text: '', hiddenText: '', hasOutput: picturesOf(document).length > 0 }),
  readDisguisedFailure: (document) => readBaseResp(document) ?? readDisguisedFailure(document, 'data'),
  form: { encodeRequest, decodeAnswer: (document) => ({ data: picturesOf(document) }) },
}

function encodeRequest(request: JsonObject, losses: Losses): JsonObject {
  noteUnknown(request, losses, ...KNOWN)
  const { model = '', prompt = '', n } = request
  if (typeof n === 'number' && n > IMAGES_MAX) losses.refuse('n', picturesAtMost(IMAGES_MAX))
  const body: JsonObject = {
    model,
    prompt,
    response_format: request.response_format === 'b64_json' ? 'base64' : 'url',
    ...(typeof n === 'number' && { n }),
    ...encodeSize(asText(request.size), losses),
  }
  for (const name of OWN) {
    const value = request[name]
    if (value !== undefined && value !== null) body[name] = value
  }
  return body
}

function encodeSize(size: string | undefined, losses: Losses): JsonObject {
  if (size === undefined || size === 'auto') return {}
  const [width = 0, height = 0] = size.split('x').map(Number)
  if ([width, height].every(isSide)) return { width, height }
  losses.add('size')
  return {}
}

const isSide = (side: number): boolean => side >= SIDE_MIN && side <= SIDE_MAX && side % SIDE_STEP === 0

function picturesOf(document: JsonValue): JsonObject[] {
  const data = asObject(asObject(document)?.data)
  const urls = (asArray(data?.image_urls) ?? []).flatMap((each) => asText(each) ?? [])
  const inline = (asArray(data?.image_base64) ?? []).flatMap((each) => asText(each) ?? [])
  return [...urls.map((url) => ({ url })), ...inline.map((picture) => ({ b64_json: picture }))]
}
