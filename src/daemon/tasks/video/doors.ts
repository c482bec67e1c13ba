import { AppError } from '../../errors/app-error.ts'
import { asText } from '../../protocols/json-access.ts'
import {
  DEFAULT_SECONDS,
  DEFAULT_SIZE,
  openaiVideo,
  openaiVideoRemix,
  readSeconds,
  readVideo,
} from '../../protocols/openai/video.ts'
import type { JsonObject, JsonValue } from '../../protocols/types.ts'
import type { Accepted, AcceptedTask, Submission, TaskDoor, TaskWish } from '../door.ts'
import { toNews, toVideo } from './told.ts'

/** The door for `POST /v1/videos`. */
export const videoDoor: TaskDoor = {
  platform: 'video',
  codec: openaiVideo,
  idPrefix: 'video_',
  readWish: (body) => readWish(body, 'VIDEO'),
  readSubmission,
  writeReply,
}

/** The door for `POST /v1/videos/ID/remix`. The properties of the original video come from the URL. */
export const remixDoor: TaskDoor = {
  ...videoDoor,
  codec: openaiVideoRemix,
  readWish: (body) => {
    const publicId = asText(body.remixed_from_video_id) ?? ''
    return {
      ...readWish(body, 'REMIX'),
      origin: {
        publicId,
        check: ({ status }) => {
          if (status !== 'SUCCESS') throw new AppError('task_not_done', { values: { id: publicId } })
        },
      },
    }
  },
  // Length and size are charged as stored, so the client must not be able to send others to the vendor.
  editBody: ({ prompt = null, ...rest }) => ({ ...rest, prompt }),
}

const readWish = (body: JsonObject, action: string): TaskWish => ({
  action,
  prompt: asText(body.prompt) ?? '',
  result: firstResult(body),
})

/** Returns what is known about a video before its vendor responds. */
function firstResult(body: JsonObject): JsonObject {
  const origin = asText(body.remixed_from_video_id)
  return {
    seconds: String(readSeconds(body) ?? DEFAULT_SECONDS),
    size: asText(body.size) || DEFAULT_SIZE,
    ...(origin === undefined ? {} : { remixed_from: origin }),
  }
}

function readSubmission(document: JsonValue): Submission {
  const video = readVideo(document)
  // The codec lets no response through that lacks a video.
  if (video === undefined) throw new AppError('upstream_malformed')
  return { kind: 'accepted', vendorId: video.id, code: 1, news: toNews(video), reply: {} }
}

function writeReply({ news }: Accepted, { publicId, model, atMs, body }: AcceptedTask): JsonObject {
  return toVideo({
    publicId,
    model,
    status: news.status,
    progress: news.progress ?? 0,
    failReason: news.failReason ?? '',
    prompt: asText(body.prompt) ?? '',
    result: { ...firstResult(body), ...news.result },
    submitMs: atMs,
    finishMs: atMs,
  })
}
