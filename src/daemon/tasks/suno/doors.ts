import { AppError } from '../../errors/app-error.ts'
import { asObject, asText } from '../../protocols/json-access.ts'
import { readTaskId, sunoLyrics, sunoMusic } from '../../protocols/suno/submit.ts'
import type { JsonObject, JsonValue } from '../../protocols/types.ts'
import type { Accepted, AcceptedTask, Submission, TaskDoor, TaskWish } from '../door.ts'

/** The first model version of Suno, used by default. */
const DEFAULT_VERSION = 'chirp-v3-0'

export const musicDoor: TaskDoor = {
  platform: 'suno',
  codec: sunoMusic,
  readWish: readMusic,
  // Upstream servers would send callbacks to a URL chosen by the client, so it is removed.
  editBody: ({ notify_hook: _hook, ...rest }, { origin }) => ({
    ...rest,
    mv: asText(rest.mv) || DEFAULT_VERSION,
    ...(origin?.vendorId === undefined ? {} : { task_id: origin.vendorId }),
  }),
  readSubmission,
  writeReply,
}

export const lyricsDoor: TaskDoor = {
  platform: 'suno',
  codec: sunoLyrics,
  readWish: readLyrics,
  editBody: ({ notify_hook: _hook, ...rest }) => rest,
  readSubmission,
  writeReply,
}

/**
 * Reads a music task. A task that uses an earlier song (its continuation, cover or stems) names that song's task.
 *
 * @throws AppError `invalid_request` for a continuation that does not say of what
 */
function readMusic(body: JsonObject): TaskWish {
  const prompt = asText(body.prompt) || asText(body.gpt_description_prompt) || ''
  const wish = { action: 'MUSIC', prompt }
  const publicId = asText(body.task_id)
  if (publicId) return { ...wish, origin: { publicId } }
  const clip = body.continue_clip_id
  if (clip === undefined || clip === null || clip === '') return wish
  throw new AppError('invalid_request', { field: 'task_id', phrase: 'clipWithoutTask' })
}

/** Reads a lyrics task. @throws AppError `prompt_empty` */
function readLyrics(body: JsonObject): TaskWish {
  const prompt = asText(body.prompt)
  if (!prompt?.trim()) throw new AppError('prompt_empty', { field: 'prompt' })
  return { action: 'LYRICS', prompt }
}

function readSubmission(document: JsonValue): Submission {
  return {
    kind: 'accepted',
    vendorId: readTaskId(document) ?? '',
    code: 1,
    news: { status: 'NOT_START' },
    reply: asObject(document) ?? {},
  }
}

function writeReply({ reply }: Accepted, { publicId }: AcceptedTask): JsonObject {
  return { ...reply, data: publicId }
}
