import type { Data } from '../../http/contract.ts'
import type { Language } from '../../language.ts'
import { toExactQuota, toQuota } from '../../money/amount.ts'
import { asObject, asText } from '../../protocols/json-access.ts'
import type { JsonValue } from '../../protocols/types.ts'
import { failReasonIn, forAdministrators, forUsers, type TaskSite } from '../../tasks/fail-reason.ts'
import { mediaOf } from '../../tasks/media/media.ts'
import { mediaUrl } from '../../tasks/media/media-link.ts'
import { type PictureSite, pictureUrl } from '../../tasks/midjourney/picture-link.ts'
import { type Task, toTask } from '../../tasks/task.ts'
import type { NamedTaskRow } from './tasks.repository.ts'

export type DrawingAnswer = Data<'listDrawings'>['items'][number]
export type TaskAnswer = Data<'listTasks'>['items'][number]

/** The reader of a task. The channel of a task only concerns the operator. */
export interface Reader {
  readonly id: number
  readonly isAdmin: boolean
  readonly language: Language
  /** Time that links to media depend on, besides `site`. */
  readonly nowMs: number
  /** Data that the URLs of pictures depend on. */
  readonly site: PictureSite & TaskSite
}

const readTask = (row: NamedTaskRow, { isAdmin, site }: Reader): Task =>
  (isAdmin ? forAdministrators : forUsers)(toTask(row), site)

/** Converts a drawing task; times are unix milliseconds. */
export function toDrawing(row: NamedTaskRow, reader: Reader): DrawingAnswer {
  const task = readTask(row, reader)
  const { result } = task
  return {
    ...toCommon(row, task, reader),
    code: task.code,
    mj_id: task.publicId ?? '',
    prompt: task.prompt,
    prompt_en: asText(result.prompt_en) ?? '',
    description: asText(result.description) ?? '',
    state: asText(result.state) ?? '',
    submit_time: task.submitMs,
    start_time: task.startMs,
    finish_time: task.finishMs,
    image_url: pictureUrl(task, reader.site),
    buttons: toJsonText(result.buttons, '[]'),
    properties: toJsonText(result.properties, '{}'),
  }
}

/** Converts a task of any kind; times are unix seconds. */
export function toTaskAnswer(row: NamedTaskRow, reader: Reader): TaskAnswer {
  const task = readTask(row, reader)
  return {
    ...toCommon(row, task, reader),
    created_at: toSeconds(task.submitMs),
    updated_at: toSeconds(Number(row.changed_ms)),
    task_id: task.publicId ?? '',
    platform: task.platform,
    submit_time: toSeconds(task.submitMs),
    start_time: toSeconds(task.startMs),
    finish_time: toSeconds(task.finishMs),
    properties: { input: task.prompt, model: task.model },
    media: mediaAnswer(row, task, reader),
    data: dataOf(task, reader),
  }
}

const toCommon = (row: NamedTaskRow, task: Task, { isAdmin, language }: Reader) => ({
  id: task.id,
  user_id: task.userId,
  action: task.action,
  status: task.status,
  progress: `${task.progress}%`,
  fail_reason: failReasonIn(language, task.failReason),
  quota: toQuota(task.quota),
  quota_exact: toExactQuota(task.quota),
  ...(isAdmin
    ? { username: row.username ?? '', channel_id: task.channelId, channel_name: row.channel_name ?? '' }
    : {}),
})

/** Returns links to the media of a task; deleted media can no longer be played. */
const mediaAnswer = (row: NamedTaskRow, task: Task, { id: readerId, nowMs, site }: Reader) =>
  Number(row.deleted_ms) > 0
    ? []
    : mediaOf(task).map((media) => ({
        ...media,
        url: mediaUrl({ taskId: task.id, media, readerId }, { secrets: site.secrets, nowMs }),
      }))

/** Members of a result that people may see; all others only concern the gateway and the vendor. */
const SHOWN: Readonly<Record<'midjourney' | 'video', readonly string[]>> = {
  midjourney: ['prompt_en', 'description', 'state', 'image_url', 'buttons', 'properties'],
  video: ['seconds', 'size', 'error', 'expires_at', 'remixed_from'],
}

/** Returns the data of a task: for clips and lyrics the vendor's `data`, for others the members in `SHOWN`. */
function dataOf(task: Task, { site, language }: Reader): JsonValue {
  const { platform, result } = task
  if (platform === 'suno') return result.data ?? null
  const members = SHOWN[platform].flatMap((name) => {
    const value = shownMember(name, task, site, language)
    return value === undefined ? [] : [[name, value] as const]
  })
  return members.length === 0 ? null : Object.fromEntries(members)
}

function shownMember(name: string, task: Task, site: PictureSite, language: Language): JsonValue | undefined {
  const value = task.result[name]
  if (name === 'image_url') return pictureUrl(task, site) || undefined
  const error = name === 'error' ? asObject(value) : undefined
  // Uses the stored reason, from which keys and hosts were removed.
  return error ? { ...error, message: failReasonIn(language, task.failReason) } : value
}

/** Writes a value as JSON text, which is how vendors and clients of this family pass it on. */
const toJsonText = (value: JsonValue | undefined, empty: string): string => {
  if (value === undefined || value === null) return empty
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const toSeconds = (ms: number): number => Math.floor(ms / 1000)
