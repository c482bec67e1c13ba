import { asArray, asObject } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { invalid, readInteger } from './request-checks.ts'

/** Maximum number of images at a time for all vendors. */
export const PICTURES_MAX = 10
/** Maximum length of a series of images at Volcano, assumed if the client sets none. */
const SERIES_MAX = 15

/**
 * Members for the number of images at vendors of OpenAI's format: OpenAI, SiliconFlow, fal, diffusers, Replicate and
 * Google. It is not known which of them the vendor reads, so all of them count.
 */
const COUNTS = [
  ...['n', 'batch_size', 'num_images', 'num_images_per_prompt', 'num_outputs'],
  ...['number_of_images', 'numberOfImages', 'sampleCount'],
] as const

/** Asks Volcano for a series of related images, whose number the model decides. */
const SERIES = 'sequential_image_generation'
const SERIES_OPTIONS = 'sequential_image_generation_options'

/** All members that affect the number of images. */
export const countMembers: readonly string[] = [...COUNTS, SERIES, SERIES_OPTIONS]

/** Returns the largest number of images that a request asks for. */
export function picturesAsked(body: JsonObject): number {
  const counts = COUNTS.map((name) => integerOf(body[name]) ?? 1)
  return Math.max(1, ...counts, seriesOf(body))
}

/** @throws AppError `invalid_request` */
export function checkPictureCounts(body: JsonObject): void {
  readInteger(body, 'n', 1, PICTURES_MAX)
  for (const name of COUNTS) check(body[name], name, PICTURES_MAX)
  check(asObject(body[SERIES_OPTIONS])?.max_images, `${SERIES_OPTIONS}.max_images`, SERIES_MAX)
}

function check(value: JsonValue | undefined, field: string, max: number): void {
  if (value === undefined || value === null) return
  const count = integerOf(value)
  if (count === undefined || count < 1 || count > max) throw invalid(field, 'notInteger', { min: 1, max })
}

function seriesOf(body: JsonObject): number {
  const wish = body[SERIES]
  if (!wish || wish === 'disabled') return 1
  return integerOf(asObject(body[SERIES_OPTIONS])?.max_images) ?? SERIES_MAX
}

/** Returns the number of images that an answer, or the last event of a stream, states; undefined = not stated. */
export function picturesMade(document: JsonObject | undefined): number | undefined {
  const stated = integerOf(asObject(document?.usage)?.generated_images)
  // The list of a series also contains failed images.
  return stated ?? asArray(document?.data)?.filter((each) => asObject(each)?.error === undefined).length
}

/** Reads an integer from a JSON body, or from a form, where numbers are texts. */
function integerOf(value: JsonValue | undefined): number | undefined {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 ? number : undefined
}
