import { AppError } from '../../errors/app-error.ts'
import { asArray, asText } from '../json-access.ts'
import type { JsonObject } from '../types.ts'

/** The action of a task, by its name in the drawing log. */
export type MidjourneyAction =
  | 'IMAGINE'
  | 'UPSCALE'
  | 'VARIATION'
  | 'HIGH_VARIATION'
  | 'LOW_VARIATION'
  | 'PAN'
  | 'DESCRIBE'
  | 'BLEND'
  | 'UPLOAD'
  | 'SHORTEN'
  | 'REROLL'
  | 'INPAINT'
  | 'ZOOM'
  | 'CUSTOM_ZOOM'
  | 'MODAL'
  | 'SWAP_FACE'

/** Submission paths by step. */
export const PATHS = {
  imagine: '/mj/submit/imagine',
  change: '/mj/submit/change',
  'simple-change': '/mj/submit/simple-change',
  action: '/mj/submit/action',
  modal: '/mj/submit/modal',
  blend: '/mj/submit/blend',
  describe: '/mj/submit/describe',
  shorten: '/mj/submit/shorten',
  upload: '/mj/submit/upload-discord-images',
  swap: '/mj/insight-face/swap',
} as const

export type MidjourneyStep = keyof typeof PATHS

/** The parts of a request that routing and pricing depend on. */
export interface MidjourneyAsk {
  readonly action: MidjourneyAction
  /** The task that the request continues. */
  readonly taskId?: string
}

const BLEND_PICTURES = [2, 5] as const
const UPLOAD_PICTURES = [1, 20] as const

/** @throws AppError with a code of the area `drawing` when the body lacks a field that every proxy requires */
export function readAsk(step: MidjourneyStep, body: JsonObject): MidjourneyAsk {
  switch (step) {
    case 'imagine':
      textOf(body, 'prompt')
      return { action: 'IMAGINE' }
    case 'shorten':
      textOf(body, 'prompt')
      return { action: 'SHORTEN' }
    case 'change':
      return readChange(body)
    case 'simple-change':
      return readSimpleChange(textOf(body, 'content'))
    case 'action':
      return { action: actionOfButton(textOf(body, 'customId')), taskId: textOf(body, 'taskId') }
    case 'modal':
      return { action: 'MODAL', taskId: textOf(body, 'taskId') }
    case 'blend':
      checkPictures(body, BLEND_PICTURES)
      return { action: 'BLEND' }
    case 'upload':
      checkPictures(body, UPLOAD_PICTURES)
      return { action: 'UPLOAD' }
    case 'describe':
      if (!asText(body.base64) && !asText(body.link))
        throw new AppError('drawing_picture_missing', { field: 'base64' })
      return { action: 'DESCRIBE' }
    case 'swap':
      textOf(body, 'sourceBase64')
      textOf(body, 'targetBase64')
      return { action: 'SWAP_FACE' }
  }
}

/** Returns the model name used to route, limit and price an action. */
export const modelOf = (action: MidjourneyAction): string =>
  action === 'SWAP_FACE' ? 'swap_face' : `mj_${action.toLowerCase()}`

/**
 * Returns the action of a task's button. Its `customId` has parts separated by `::`, such as
 * `MJ::JOB::upsample::2::<hash>` or `MJ::Inpaint::1::<hash>::SOLO`.
 *
 * @throws AppError `drawing_button_unknown`
 * @see https://github.com/novicezk/midjourney-proxy (read 2026-11-20)
 */
export function actionOfButton(customId: string): MidjourneyAction {
  const [, kind, job, index] = customId.split('::')
  const isJob = kind === 'JOB'
  const action = isJob ? jobAction(job ?? '', index) : BUTTONS.get(kind ?? '')
  if (action === undefined)
    throw new AppError('drawing_button_unknown', {
      field: 'customId',
      values: { button: customId.slice(0, 60) },
    })
  return action
}

const BUTTONS: ReadonlyMap<string, MidjourneyAction> = new Map([
  ['Outpaint', 'ZOOM'],
  ['CustomZoom', 'CUSTOM_ZOOM'],
  ['Inpaint', 'INPAINT'],
])

/** Returns the action of a job. Upscales and plain variations need the index of one of the four images. */
function jobAction(job: string, index: string | undefined): MidjourneyAction | undefined {
  const isIndexed = /^\d+$/.test(index ?? '')
  if (job.includes('upsample')) return isIndexed ? 'UPSCALE' : undefined
  if (job === 'variation') return isIndexed ? 'VARIATION' : undefined
  if (job === 'low_variation') return 'LOW_VARIATION'
  if (job === 'high_variation') return 'HIGH_VARIATION'
  if (job.includes('pan')) return 'PAN'
  if (job.includes('reroll')) return 'REROLL'
  return undefined
}

function readChange(body: JsonObject): MidjourneyAsk {
  const taskId = textOf(body, 'taskId')
  const action = textOf(body, 'action')
  if (action === 'REROLL') return { action, taskId }
  if (action !== 'UPSCALE' && action !== 'VARIATION')
    throw new AppError('drawing_action_unknown', {
      field: 'action',
      values: { action: action.slice(0, 40) },
    })
  const { index } = body
  if (typeof index !== 'number' || !Number.isInteger(index) || index < 1 || index > 4)
    throw new AppError('drawing_index_invalid', { field: 'index' })
  return { action, taskId }
}

const SIMPLE_ACTIONS: Readonly<Record<string, MidjourneyAction>> = {
  U: 'UPSCALE',
  V: 'VARIATION',
  R: 'REROLL',
}

/** Parses content such as `ID U2`. @throws AppError `drawing_content_invalid` */
export function readSimpleChange(content: string): MidjourneyAsk {
  const [, taskId, letter = '', index] = /^\s*(\S+)\s+([UVR])([1-4])?\s*$/i.exec(content) ?? []
  const action = SIMPLE_ACTIONS[letter.toUpperCase()]
  if (taskId === undefined || action === undefined || (action === 'REROLL') !== (index === undefined))
    throw new AppError('drawing_content_invalid', { field: 'content' })
  return { action, taskId }
}

function textOf(body: JsonObject, field: string): string {
  const text = asText(body[field])
  if (!text?.trim()) throw new AppError('drawing_field_missing', { field, values: { field } })
  return text
}

function checkPictures(body: JsonObject, [least, most]: readonly [number, number]): void {
  const field = 'base64Array'
  const pictures = asArray(body[field]) ?? []
  if (pictures.length < least || pictures.length > most || !pictures.every(asText))
    throw new AppError('drawing_pictures_invalid', { field, values: { field, least, most } })
}
