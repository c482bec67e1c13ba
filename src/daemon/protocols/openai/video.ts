import { tasks } from '../../errors/phrases/tasks.ts'
import { asObject, asText } from '../json-access.ts'
import { readFilesOnly } from '../named-files.ts'
import type { Codec, JsonObject, JsonValue, RequestFacts, UploadedFile, UpstreamFailure } from '../types.ts'
import { ownWords } from '../upstream-failure.ts'
import { openaiErrors } from './error-body.ts'
import { readFailure, readFailureDocument } from './failure.ts'
import { invalid, readModel } from './request-checks.ts'

const DEFAULT_MODEL = 'sora-2'
/** OpenAI's defaults. */
export const DEFAULT_SECONDS = 4
export const DEFAULT_SIZE = '720x1280'

/** Limit against absurd holds; no vendor makes longer videos. */
const SECONDS_MAX = 600

/**
 * Submits a video, `POST /v1/videos`, as JSON or as a form with an image to start from. Returns a `video` object that
 * is polled until it is done. OpenAI itself has retired the API on 2026-09-24; Azure and relays still have it.
 *
 * @see https://developers.openai.com/api/reference/resources/videos and the types of `openai` 7.55.0 (read
 *   2026-11-23)
 */
export const openaiVideo: Codec = {
  id: 'openai-video',
  operation: 'video',
  path: '/v1/videos',
  takes: 'either',
  readRequest: (body) => readRequest(body, ['model', 'prompt', 'seconds', 'size', 'input_reference']),
  readTexts: (body) => ({ system: '', context: '', input: asText(body.prompt) ?? '' }),
  readStates: ({ input_reference: picture }) => readFilesOnly(picture),
  readUsage: () => ({ kind: 'none' }),
  readOutput: (document) => ({ text: '', hiddenText: '', hasOutput: readVideoId(document) !== undefined }),
  readDisguisedFailure,
  classify: () => 'content',
  finishesChoice: () => false,
  readFailure,
  errors: openaiErrors,
  terminator: '',
  form: { decodeRequest: withInlinePicture },
}

/** `POST /v1/videos/ID/remix`: the same video with another prompt. The video in the path determines the rest. */
export const openaiVideoRemix: Codec = {
  ...openaiVideo,
  takes: 'json',
  isAddressedByPath: true,
  readRequest: (body) => readRequest(body, ['prompt', ...REMIX_MEMBERS]),
}

/** Members of a remix that are taken from its path. */
export const REMIX_MEMBERS = ['model', 'seconds', 'size', 'remixed_from_video_id'] as const

/**
 * Reads the facts of a request. Unknown members are rejected: relays have some (a number of videos, a resolution) that
 * would cost more than the hold and the charge.
 */
function readRequest(body: JsonObject, taken: readonly string[]): RequestFacts {
  const model = readModel(body, DEFAULT_MODEL)
  for (const name of Object.keys(body)) if (!taken.includes(name)) throw invalid(name, 'unknown')
  if (typeof body.prompt !== 'string' || body.prompt.trim() === '') throw invalid('prompt', 'missing')
  readSeconds(body)
  const size = body.size ?? undefined
  if (size !== undefined && readSize(size) === undefined) throw invalid('size', 'badVideoSize')
  return {
    model,
    isStream: false,
    outputTokensCap: undefined,
    wantsStreamUsage: false,
    reasoningEffort: undefined,
    attachments: body.input_reference === undefined || body.input_reference === null ? 0 : 1,
  }
}

/** Returns the requested length; undefined if the client leaves it to the vendor. @throws AppError `invalid_request` */
export function readSeconds({ seconds }: JsonObject): number | undefined {
  if (seconds === undefined || seconds === null) return undefined
  const count = typeof seconds === 'string' && /^\d{1,3}$/.test(seconds) ? Number(seconds) : seconds
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > SECONDS_MAX)
    throw invalid('seconds', 'notWhole', { min: 1, max: SECONDS_MAX })
  return count
}

/** Converts an uploaded image to a data URL in the neutral form. */
function withInlinePicture(
  body: JsonObject,
  fileOf?: (name: string) => UploadedFile | undefined,
): JsonObject {
  const file = fileOf?.('input_reference')
  if (file === undefined) return body
  const type = file.contentType || 'image/png'
  return {
    ...body,
    input_reference: { image_url: `data:${type};base64,${file.bytes.toString('base64')}` },
  }
}

/** The status of a video. */
export type VideoStage = 'queued' | 'running' | 'done' | 'failed'

/**
 * Each list begins with OpenAI's status. The others come from servers of the same form, because a relay passes on those
 * of the vendor behind it. An unknown status would make us wait for a video that is finished, and refund it in the end.
 *
 * @see https://developers.openai.com/api/reference/resources/videos; Azure's jobs of Sora say `preprocessing`,
 *   `running`, `processing`, `succeeded` and `cancelled`, many relays `pending`, `success` and `error`
 */
const WORDS: Readonly<Record<VideoStage, readonly string[]>> = {
  queued: ['queued', 'pending', 'submitted', 'not_start'],
  running: ['in_progress', 'preprocessing', 'processing', 'running'],
  done: ['completed', 'succeeded', 'success'],
  failed: ['failed', 'failure', 'error', 'cancelled', 'canceled', 'expired', 'rejected'],
}
const STAGES: ReadonlyMap<string, VideoStage> = new Map(
  (Object.keys(WORDS) as VideoStage[]).flatMap((stage) => WORDS[stage].map((word) => [word, stage] as const)),
)

/** A video as described by a vendor of this protocol. Missing members are undefined. */
export interface ToldVideo {
  readonly id: string
  /** undefined = the vendor's status is unknown. */
  readonly stage: VideoStage | undefined
  readonly progress: number | undefined
  readonly seconds: string | undefined
  readonly size: string | undefined
  /** Unix seconds. */
  readonly completedAt: number | undefined
  readonly expiresAt: number | undefined
  readonly error: { readonly code: string; readonly message: string } | undefined
}

export function readVideo(document: JsonValue): ToldVideo | undefined {
  const id = readVideoId(document)
  const body = asObject(document)
  if (id === undefined || body === undefined) return undefined
  const error = asObject(body.error)
  return {
    id,
    stage: STAGES.get((asText(body.status) ?? '').toLowerCase()),
    progress: percentOf(body.progress),
    seconds: statedSeconds(body),
    size: readSize(body.size),
    completedAt: momentOf(body.completed_at),
    expiresAt: momentOf(body.expires_at),
    error: error && {
      code: asText(error.code) ?? 'video_generation_failed',
      message: asText(error.message) ?? tasks.videoFailed.en,
    },
  }
}

/** Returns the length that a vendor states. */
export function statedSeconds({ seconds }: JsonObject): string | undefined {
  const text = typeof seconds === 'number' ? String(seconds) : asText(seconds)
  return text !== undefined && /^\d{1,3}$/.test(text) && Number(text) > 0 ? text : undefined
}

/** Returns a size in pixels. Some vendors state names such as `1080p`, which can be neither requested nor priced. */
const readSize = (size: JsonValue | undefined): string | undefined =>
  typeof size === 'string' && /^[1-9]\d{1,4}x[1-9]\d{1,4}$/.test(size) ? size : undefined

/**
 * Returns the members of a request for a video like this one, limited to what can be requested.
 *
 * @param result the stored description of the video
 */
export function wishLike(result: JsonObject): {
  readonly seconds: string | null
  readonly size: string | null
} {
  const seconds = statedSeconds(result)
  return {
    seconds: seconds === undefined ? null : String(Math.min(Number(seconds), SECONDS_MAX)),
    size: readSize(result.size) ?? null,
  }
}

const readVideoId = (document: JsonValue): string | undefined => asText(asObject(document)?.id) || undefined

const numberOf = (value: JsonValue | undefined): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined

const percentOf = (value: JsonValue | undefined): number | undefined => {
  const percent = numberOf(value)
  return percent && Math.min(100, Math.round(percent))
}

/** The last second of the year 9999. Some vendors send milliseconds, and programs fail to display such dates. */
const MOMENT_MAX = 253_402_300_799

const momentOf = (value: JsonValue | undefined): number | undefined => {
  const moment = numberOf(value)
  return moment !== undefined && moment <= MOMENT_MAX ? moment : undefined
}

/** Treats every answer without a video in progress as a failure. */
function readDisguisedFailure(document: JsonValue): UpstreamFailure | undefined {
  const video = readVideo(document)
  if (video !== undefined && video.stage !== 'failed') return undefined
  const error = video?.error ?? { code: 'not_accepted', ...ownWords('noVideo') }
  return (
    (video ? undefined : readFailureDocument(document)) ?? {
      ...error,
      type: 'upstream_error',
      param: null,
    }
  )
}
