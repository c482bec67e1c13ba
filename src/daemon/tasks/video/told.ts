import { tasks } from '../../errors/phrases/tasks.ts'
import { asObject, asText } from '../../protocols/json-access.ts'
import {
  DEFAULT_SECONDS,
  DEFAULT_SIZE,
  type ToldVideo,
  type VideoStage,
} from '../../protocols/openai/video.ts'
import type { JsonObject } from '../../protocols/types.ts'
import type { Task, TaskNews, TaskStatus } from '../task.ts'

const STATUSES: Readonly<Record<VideoStage, TaskStatus>> = {
  queued: 'QUEUED',
  running: 'IN_PROGRESS',
  done: 'SUCCESS',
  failed: 'FAILURE',
}

/** Reads news from a vendor that speaks OpenAI's protocol. */
export function toNews(video: ToldVideo): TaskNews {
  const status = video.stage === undefined ? 'UNKNOWN' : STATUSES[video.stage]
  const { error, progress, seconds, size, expiresAt, completedAt } = video
  return {
    status,
    ...(progress === undefined ? {} : { progress }),
    ...(status === 'FAILURE' ? { failReason: error?.message ?? tasks.videoFailed.en } : {}),
    ...(completedAt === undefined ? {} : { finishMs: completedAt * 1000 }),
    result: {
      ...(seconds === undefined ? {} : { seconds }),
      ...(size === undefined ? {} : { size }),
      ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
      ...(status === 'FAILURE' && error ? { error: { code: error.code } } : {}),
    },
  }
}

/** The properties of a video that clients see. */
export type ShownVideo = Pick<
  Task,
  'model' | 'status' | 'progress' | 'failReason' | 'prompt' | 'result' | 'submitMs' | 'finishMs'
> & { readonly publicId: string }

/** Returns the `video` object of OpenAI's API. */
export const toVideo = (video: ShownVideo): JsonObject => ({
  id: video.publicId,
  object: 'video',
  model: video.model,
  status: shownStatus(video.status),
  progress: video.progress,
  created_at: unixSeconds(video.submitMs),
  completed_at: video.status === 'SUCCESS' ? unixSeconds(video.finishMs) : null,
  expires_at: typeof video.result.expires_at === 'number' ? video.result.expires_at : null,
  prompt: video.prompt,
  seconds: asText(video.result.seconds) ?? String(DEFAULT_SECONDS),
  size: asText(video.result.size) ?? DEFAULT_SIZE,
  remixed_from_video_id: asText(video.result.remixed_from) ?? null,
  error: video.status === 'FAILURE' ? errorOf(video) : null,
})

const unixSeconds = (ms: number): number => Math.floor(ms / 1000)

function shownStatus(status: TaskStatus): string {
  if (status === 'SUCCESS') return 'completed'
  if (status === 'FAILURE') return 'failed'
  return status === 'IN_PROGRESS' || status === 'MODAL' || status === 'UNKNOWN' ? 'in_progress' : 'queued'
}

const errorOf = ({ result, failReason }: ShownVideo): JsonObject => ({
  code: asText(asObject(result.error)?.code) ?? 'video_generation_failed',
  message: failReason,
})
