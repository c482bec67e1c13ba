import { asArray, asObject } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { invalid, readInteger } from './request-checks.ts'

/** More pictures no vendor draws at a time. */
export const PICTURES_MAX = 10
/** Volcano's longest series, and what a series has where the client names no length. */
const SERIES_MAX = 15

/**
 * How vendors of OpenAI's form call the number of pictures: OpenAI, SiliconFlow, fal, diffusers, Replicate, Google. Which of
 * them the vendor of a request reads is not known here, and a request in any of these words is paid for.
 */
const COUNTS = [
  ...['n', 'batch_size', 'num_images', 'num_images_per_prompt', 'num_outputs'],
  ...['number_of_images', 'numberOfImages', 'sampleCount'],
] as const

/** Volcano's series: related pictures, of which the model decides how many there are. */
const SERIES = 'sequential_image_generation'
const SERIES_OPTIONS = 'sequential_image_generation_options'

/** Every member that says how many pictures are made. */
export const countMembers: readonly string[] = [...COUNTS, SERIES, SERIES_OPTIONS]

/** The most pictures that a request asks for. */
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
  if (count === undefined || count < 1 || count > max)
    throw invalid(field, `'${field}' must be an integer from 1 to ${max}`)
}

function seriesOf(body: JsonObject): number {
  const wish = body[SERIES]
  if (!wish || wish === 'disabled') return 1
  return integerOf(asObject(body[SERIES_OPTIONS])?.max_images) ?? SERIES_MAX
}

/** The pictures that an answer, or the last event of a stream, says there are; undefined = it does not say. */
export function picturesMade(document: JsonObject | undefined): number | undefined {
  const stated = integerOf(asObject(document?.usage)?.generated_images)
  // Of a series, those that failed stand among the others.
  return stated ?? asArray(document?.data)?.filter((each) => asObject(each)?.error === undefined).length
}

/** Reads a number from a JSON body, or from a form, where numbers are texts. */
function integerOf(value: JsonValue | undefined): number | undefined {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 ? number : undefined
}
