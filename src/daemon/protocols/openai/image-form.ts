import { asArray, asObject } from '../json-access.ts'
import type { JsonObject, RequestFacts } from '../types.ts'
import { checkPictureCounts, PICTURES_MAX, picturesAsked } from './picture-count.ts'
import { invalid, readFlag, readInteger, readModel } from './request-checks.ts'

const DEFAULT_IMAGE_MODEL = 'dall-e-2'

const PARTIAL_PICTURES_MAX = 3

/** The choices for images of a model. */
export interface DrawingChoices {
  /** Empty = unknown. */
  readonly sizes: readonly string[]
  /** Empty = not supported. */
  readonly qualities: readonly string[]
  /** The maximum number of images per request. */
  readonly countMax: number
}

/** For models without known restrictions. */
const ANY: DrawingChoices = { sizes: [], qualities: [], countMax: PICTURES_MAX }
const DALL_E_2: DrawingChoices = { ...ANY, sizes: ['256x256', '512x512', '1024x1024'] }

/** Models that accept only these values. For other models, the vendor checks them. */
const STRICT: ReadonlyMap<string, DrawingChoices> = new Map([
  ['dall-e', DALL_E_2],
  ['dall-e-2', DALL_E_2],
  [
    'dall-e-3',
    { sizes: ['1024x1024', '1024x1792', '1792x1024'], qualities: ['standard', 'hd'], countMax: 1 },
  ],
])

/**
 * The gpt-image family; its newer models also accept other sizes.
 *
 * @see https://platform.openai.com/docs/api-reference/images/create
 */
const GPT_IMAGE: DrawingChoices = {
  ...ANY,
  sizes: ['1024x1024', '1536x1024', '1024x1536'],
  qualities: ['low', 'medium', 'high'],
}

/** Returns the choices that the console offers for a model; without a choice, the vendor decides. */
export const drawingChoices = (model: string): DrawingChoices =>
  STRICT.get(model) ?? (/(?:^|[-/])gpt-image(?:-|$)/.test(model) ? GPT_IMAGE : ANY)

/** The members that an image request requires besides its model. */
export interface ImageNeeds {
  readonly prompt: boolean
  /** An image to start from. */
  readonly image: boolean
}

/**
 * Checks the members that determine the charge: number, size, quality.
 *
 * @param body OpenAI's JSON, or the equivalent form
 * @throws AppError `invalid_request` with the field
 */
export function readImageRequest(body: JsonObject, needs: ImageNeeds): RequestFacts {
  const model = readModel(body, DEFAULT_IMAGE_MODEL)
  if (needs.prompt) checkPrompt(body)
  const attachments = countFiles(body, 'image') + countFiles(body, 'images') + countFiles(body, 'mask')
  if (needs.image && isAbsent(body, 'image') && isAbsent(body, 'images')) throw invalid('image', 'missing')
  checkCount(body, model)
  checkSize(body, model)
  checkText(body, 'quality')
  readInteger(body, 'partial_images', 0, PARTIAL_PICTURES_MAX)
  return {
    model,
    isStream: readFlag(body, 'stream'),
    outputTokensCap: undefined,
    wantsStreamUsage: false,
    reasoningEffort: undefined,
    attachments,
  }
}

function checkPrompt(body: JsonObject): void {
  if (isAbsent(body, 'prompt') || body.prompt === '') throw invalid('prompt', 'missing')
  checkText(body, 'prompt')
}

function checkCount(body: JsonObject, model: string): void {
  checkPictureCounts(body)
  if (model === 'dall-e-3' && picturesAsked(body) > 1) throw invalid('n', 'onePictureOnly', { model })
}

function checkSize(body: JsonObject, model: string): void {
  checkText(body, 'size')
  const { size } = body
  if (typeof size !== 'string' || size === '') return
  if (size.includes('×')) throw invalid('size', 'signInSize', { better: size.replaceAll('×', 'x') })
  const allowed = STRICT.get(model)?.sizes
  if (allowed && !allowed.includes(size)) throw invalid('size', 'sizeOfModel', { sizes: allowed, model })
}

function checkText(body: JsonObject, field: string): void {
  if (!isAbsent(body, field) && typeof body[field] !== 'string') throw invalid(field, 'notString')
}

const isAbsent = (body: JsonObject, field: string): boolean =>
  body[field] === undefined || body[field] === null

/** Counts the uploaded files of a field, which are objects in the converted form. */
function countFiles(body: JsonObject, field: string): number {
  const value = body[field]
  return (asArray(value) ?? [value]).filter((each) => asObject(each) !== undefined).length
}
