import { RATIO_SCALE, type Ratio, ratio } from '../money/ratio.ts'
import { picturesAsked } from '../protocols/openai/picture-count.ts'
import type { JsonObject, JsonValue, OperationName } from '../protocols/types.ts'
import { videoCharge } from './video-units.ts'

const IMAGE_OPERATIONS: ReadonlySet<OperationName> = new Set(['image', 'image-edit', 'image-variation'])

/** Price of an image by size, relative to 1024x1024; sizes not listed cost the same. */
const SIZE_FACTORS: ReadonlyMap<string, Ratio> = new Map([
  ['256x256', ratio('0.4')],
  ['512x512', ratio('0.45')],
  ['1024x1792', ratio('2')],
  ['1792x1024', ratio('2')],
])
const LARGE_SIZES: ReadonlySet<string> = new Set(['1024x1792', '1792x1024'])

const STANDARD = ratio('1')
const HD = ratio('2')
/** The large sizes already cost more. */
const HD_LARGE = ratio('1.5')

/**
 * Output tokens of one image by quality: square, or with a longer side. OpenAI's figures for gpt-image-1
 * (https://developers.openai.com/api/docs/guides/image-generation). They size holds, and are charged where no tokens
 * are stated.
 */
const PICTURE_TOKENS: ReadonlyMap<string, readonly [square: number, longer: number]> = new Map([
  ['low', [272, 408]],
  ['medium', [1056, 1584]],
  ['high', [4160, 6240]],
])
const DEFAULT_PICTURE_TOKENS = [4160, 6240] as const

/** Each partial image of a stream costs this many output tokens. */
const PARTIAL_PICTURE_TOKENS = 100

const PICTURES_MAX = 1000

/** Steps of Midjourney that only open a dialog. The step that the client submits from it is charged. */
const DIALOGS: ReadonlySet<string> = new Set(['mj_inpaint', 'mj_custom_zoom'])
const NOTHING = ratio('0')

/**
 * Returns how many times the price per call applies to an image request: number times size factor times quality factor,
 * exact.
 *
 * @param model as the client wrote it: quality counts for dall-e-3 only
 * @param body the request in OpenAI's form; fields of a multipart form as texts
 * @param delivered images in the answer; if there are fewer than requested (filtered, failed), fewer are charged
 * @returns undefined = the operation generates neither images nor videos
 */
export function mediaUnits(
  operation: OperationName,
  model: string,
  body: JsonObject,
  delivered?: number,
): Ratio | undefined {
  if (operation === 'drawing' && DIALOGS.has(model)) return NOTHING
  if (operation === 'video') return videoCharge(model, body).units
  if (!IMAGE_OPERATIONS.has(operation)) return undefined
  const size = textOf(body.size)
  const count = pictureCount(body, delivered)
  const perPicture = (SIZE_FACTORS.get(size) ?? STANDARD) * qualityFactor(model, size, textOf(body.quality))
  return ((BigInt(count) * perPicture) / RATIO_SCALE) as Ratio
}

/**
 * Returns the output tokens that the images of a request may have if they are charged by tokens. If the quality or size
 * is left to the model, the best one is assumed.
 *
 * @param delivered as in {@link mediaUnits}
 */
export function pictureTokens(body: JsonObject, delivered?: number): number {
  const [square, longer] = PICTURE_TOKENS.get(textOf(body.quality)) ?? DEFAULT_PICTURE_TOKENS
  const [width = '', height = ''] = textOf(body.size).split('x')
  const perPicture = width === height && width !== '' ? square : longer
  return (
    pictureCount(body, delivered) *
    (perPicture + PARTIAL_PICTURE_TOKENS * (integerOf(body.partial_images) ?? 0))
  )
}

function qualityFactor(model: string, size: string, quality: string): Ratio {
  if (quality !== 'hd' || !model.startsWith('dall-e-3')) return STANDARD
  return LARGE_SIZES.has(size) ? HD_LARGE : HD
}

function pictureCount(body: JsonObject, delivered = 0): number {
  const asked = Math.min(picturesAsked(body), PICTURES_MAX)
  return delivered > 0 ? Math.min(delivered, asked) : asked
}

const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '')

/** Reads a number from a JSON body, or from a form, where numbers are texts. */
function integerOf(value: JsonValue | undefined): number | undefined {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 ? number : undefined
}
