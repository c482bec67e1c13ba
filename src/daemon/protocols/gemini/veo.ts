import { tasks } from '../../errors/phrases/tasks.ts'
import { refusals, secondsAtMost } from '../../errors/refusals.ts'
import type { Losses } from '../conversation/codec.ts'
import { asObject, asText, objectsOf } from '../json-access.ts'
import { invalid } from '../openai/request-checks.ts'
import { DEFAULT_SECONDS, DEFAULT_SIZE, readSeconds } from '../openai/video.ts'
import type { Codec, JsonObject, JsonValue, UpstreamFailure } from '../types.ts'
import { ownWords } from '../upstream-failure.ts'
import { readErrorObject } from './failure.ts'
import { geminiGenerate } from './generate.ts'

/** The maximum length of a video that Veo makes at once. */
const SECONDS_MAX = 8

/**
 * Submits a video to Google's Veo, `models/MODEL:predictLongRunning`: the answer names a long-running operation. The
 * Gemini API and Vertex AI accept the same body.
 *
 * Google has retired Veo in the Gemini API on 2026-10-22 (as others quote
 * https://ai.google.dev/gemini-api/docs/deprecations; the page itself could not be read); Vertex AI still has it.
 *
 * @see https://ai.google.dev/gemini-api/docs/video and the video models of `@ai-sdk/google` 4.0.121 and
 *   `@google/genai` 3.1.0 (read 2026-11-23)
 */
export const geminiVideo: Codec = {
  id: 'gemini-video',
  operation: 'video',
  path: ':predictLongRunning',
  isAddressedByPath: true,
  readRequest: geminiGenerate.readRequest,
  readTexts: geminiGenerate.readTexts,
  readUsage: () => ({ kind: 'none' }),
  readOutput: (document) => ({ text: '', hiddenText: '', hasOutput: readName(document) !== undefined }),
  readDisguisedFailure,
  classify: () => 'content',
  finishesChoice: () => false,
  readFailure: geminiGenerate.readFailure,
  errors: geminiGenerate.errors,
  terminator: '',
  form: { encodeRequest, decodeAnswer },
}

/** The variant for Vertex AI, which generates audio only on request; in the Gemini API it cannot be turned off. */
export const vertexVideo: Codec = {
  ...geminiVideo,
  id: 'vertex-video',
  form: { encodeRequest: encodeVertexRequest, decodeAnswer },
}

function encodeVertexRequest(request: JsonObject, losses: Losses): JsonObject {
  const { parameters, ...body } = encodeRequest(request, losses)
  const hasSound = !isSilent(request)
  return { ...body, parameters: { ...asObject(parameters), ...(hasSound && { generateAudio: true }) } }
}

/** Whether the model has no audio and no choice of resolution, like Veo 2. */
const isSilent = ({ model }: JsonObject): boolean => /(?:^|\/)veo-2/.test(String(model ?? ''))

/**
 * @throws AppError `translation_unsupported` for a length that the model does not support, images by link, and
 *   remixes
 */
function encodeRequest(request: JsonObject, losses: Losses): JsonObject {
  const prompt = asText(request.prompt)
  if (prompt === undefined) throw invalid('prompt', 'missing')
  if (request.remixed_from_video_id !== undefined) return losses.refuse('remix', refusals.noRemix)
  // A shorter video would not be what was asked for, and videos are charged by the second.
  const durationSeconds = readSeconds(request) ?? DEFAULT_SECONDS
  if (durationSeconds > SECONDS_MAX) return losses.refuse('seconds', secondsAtMost(SECONDS_MAX))
  const { aspectRatio, resolution, isExact } = frameOf(request)
  if (!isExact) losses.add('size')
  return {
    instances: [{ prompt, ...readPicture(request, losses) }],
    parameters: {
      aspectRatio,
      ...(!isSilent(request) && { resolution }),
      durationSeconds,
      // More samples would be generated, and paid for, than are charged.
      sampleCount: 1,
    },
  }
}

const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+);base64,(.+)$/s

function readPicture(request: JsonObject, losses: Losses): JsonObject {
  const { input_reference: reference } = request
  if (reference === undefined || reference === null) return {}
  const url = asText(asObject(reference)?.image_url) ?? asText(reference)
  const [, mimeType, bytesBase64Encoded] = DATA_URL.exec(url ?? '') ?? []
  if (mimeType === undefined || bytesBase64Encoded === undefined)
    return losses.refuse('input_reference', refusals.pictureInside)
  return { image: { bytesBase64Encoded, mimeType } }
}

/** Maps a size to Veo's options: the nearest aspect ratio, and a resolution that is not smaller. */
function frameOf(request: JsonObject) {
  const size = asText(request.size) || DEFAULT_SIZE
  const [width = 0, height = 0] = size.split('x').map(Number)
  const aspectRatio = width >= height ? '16:9' : '9:16'
  const side = Math.min(width, height)
  const resolution = side <= 720 ? '720p' : side <= 1080 ? '1080p' : '4k'
  return { aspectRatio, resolution, isExact: size === SIZES[resolution][aspectRatio] } as const
}

const SIZES = {
  '720p': { '16:9': '1280x720', '9:16': '720x1280' },
  '1080p': { '16:9': '1920x1080', '9:16': '1080x1920' },
  '4k': { '16:9': '3840x2160', '9:16': '2160x3840' },
} as const

/** Converts the operation to OpenAI's video object. */
function decodeAnswer(document: JsonValue, request: JsonObject): JsonObject {
  const { aspectRatio, resolution } = frameOf(request)
  return {
    id: readName(document) ?? '',
    object: 'video',
    status: 'queued',
    progress: 0,
    seconds: String(readSeconds(request) ?? DEFAULT_SECONDS),
    size: SIZES[isSilent(request) ? '720p' : resolution][aspectRatio],
  }
}

/** Returns the operation's name. It becomes part of URLs later, so anything unsafe is rejected. */
const readName = (document: JsonValue): string | undefined => {
  const name = asText(asObject(document)?.name)
  return name !== undefined && /^[\w-]+(?:\/[\w.@:-]+)+$/.test(name) && !/(?:^|\/)\.+(?:\/|$)/.test(name)
    ? name
    : undefined
}

function readDisguisedFailure(document: JsonValue): UpstreamFailure | undefined {
  return (
    readErrorObject(document) ??
    (readName(document) === undefined
      ? {
          ...ownWords('noVideo'),
          type: 'upstream_error',
          code: 'not_accepted',
          param: null,
        }
      : undefined)
  )
}

/** The status of an operation. */
export type ToldOperation =
  | { readonly kind: 'running' }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }
  /** The URI of the video (Gemini API); undefined = the video is in the response (Vertex AI). */
  | { readonly kind: 'done'; readonly uri: string | undefined }

/**
 * Reads the status of an operation. The Gemini API answers with
 * `response.generateVideoResponse.generatedSamples[].video.uri`, Vertex AI with `response.videos[]`. An operation that
 * is done without a video was stopped by a filter.
 */
export function readOperation(document: JsonValue): ToldOperation {
  const operation = asObject(document) ?? {}
  if (operation.done !== true) return { kind: 'running' }
  const failure = asObject(operation.error)
  if (failure)
    return {
      kind: 'failed',
      code: readErrorObject(document)?.code ?? 'video_generation_failed',
      message: asText(failure.message) ?? tasks.videoFailed.en,
    }
  const response = asObject(operation.response) ?? {}
  const made = asObject(response.generateVideoResponse) ?? response
  const uri = objectsOf(made.generatedSamples).flatMap((each) => asText(asObject(each.video)?.uri) ?? [])[0]
  if (uri !== undefined || readInlineVideo(document) !== undefined) return { kind: 'done', uri }
  const reasons = Array.isArray(made.raiMediaFilteredReasons)
    ? made.raiMediaFilteredReasons.flatMap((each) => asText(each) ?? [])
    : []
  return {
    kind: 'failed',
    code: reasons.length > 0 ? 'content_policy_violation' : 'video_generation_failed',
    message: reasons.join(' ') || tasks.noVideoMade.en,
  }
}

/** Returns the first video in a response of Vertex AI, in base64. */
export function readInlineVideo(
  document: JsonValue,
): { readonly base64: string; readonly contentType: string } | undefined {
  const [video] = objectsOf(asObject(asObject(document)?.response)?.videos)
  const base64 = asText(video?.bytesBase64Encoded)
  return base64 ? { base64, contentType: asText(video?.mimeType) ?? 'video/mp4' } : undefined
}
