import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../errors/app-error.ts'
import { invalid } from '../../protocols/openai/request-checks.ts'
import { wishLike } from '../../protocols/openai/video.ts'
import type { JsonObject } from '../../protocols/types.ts'
import { readKey } from '../../relay/admit/identify.ts'
import { throwDescribed } from '../../relay/call/upstream-errors.ts'
import { enterByKey, enteredOf, readQuery } from '../../relay/entrance.ts'
import { takeJsonOnly, takeJsonOrForm } from '../../relay/inbound/browser-guard.ts'
import { type Asked, openQuestion } from '../ask-vendor.ts'
import { accountOf, askingDeps } from '../content/task-content.ts'
import type { VendorQuestion } from '../door.ts'
import { forUsers } from '../fail-reason.ts'
import { runSubmission, type TaskRouteDeps, type TaskRoutes } from '../run-submission.ts'
import type { Task } from '../task.ts'
import { deleteOwnTask, findOwnTask, listOwnTasks } from '../tasks-store.ts'
import { remixDoor, videoDoor } from './doors.ts'
import { openVideo } from './open-video.ts'
import { toVideo } from './told.ts'
import type { ContentVariant } from './vendor.ts'
import { findVideoVendor } from './vendors.ts'

/** Endpoints of OpenAI's API that no vendor supports here. */
const NOT_SERVED = ['/v1/videos/edits', '/v1/videos/extensions', '/v1/videos/characters'] as const

const PAGE = { usual: 20, max: 100 } as const

const VARIANTS: readonly ContentVariant[] = ['video', 'thumbnail', 'spritesheet']

/** Registers routes for videos in the format of OpenAI's `/v1/videos`. */
export const videoRoutes: TaskRoutes = (app, deps) => {
  const enter = enterByKey(({ headers }) => readKey(headers), deps)
  const checkOn = async () => {
    if (!deps.snapshot().options.TaskEnabled) throw new AppError('feature_disabled')
  }
  const read = { onRequest: [checkOn, enter] }
  app.post(
    '/v1/videos',
    { onRequest: [takeJsonOrForm, deps.checkReady, checkOn, enter] },
    async (request, reply) => runSubmission({ request, reply }, videoDoor, deps),
  )
  app.get('/v1/videos', read, async (request, reply) => reply.send(await listVideos(request, deps)))
  app.get<OneVideo>('/v1/videos/:id', read, async (request, reply) =>
    reply.send(shown(await findVideo(request, deps), deps)),
  )
  app.delete<OneVideo>('/v1/videos/:id', read, async (request, reply) =>
    reply.send(await deleteVideo(request, deps)),
  )
  app.get<OneVideo>('/v1/videos/:id/content', read, async (request, reply) =>
    sendContent(request, reply, deps),
  )
  app.post<OneVideo>(
    '/v1/videos/:id/remix',
    { onRequest: [takeJsonOnly, deps.checkReady, checkOn, enter] },
    async (request, reply) => {
      const origin = await findVideo(request, deps)
      const addressed = {
        path: `/v1/videos/${encodeURIComponent(origin.vendorId ?? '')}/remix`,
        members: remixMembers(origin),
      }
      return runSubmission({ request, reply, addressed }, remixDoor, deps)
    },
  )
  for (const url of NOT_SERVED)
    app.post(url, read, async () => {
      throw new AppError('api_not_implemented')
    })
}

interface OneVideo {
  Params: { id: string }
}
type VideoRequest = FastifyRequest<OneVideo>

/** Returns the members that a remix inherits from its original: model, length and size, which determine its charge. */
const remixMembers = (origin: Task): JsonObject => ({
  model: origin.model,
  ...wishLike(origin.result),
  remixed_from_video_id: origin.publicId ?? '',
})

/** Finds the video named in the URL. @throws AppError `task_not_found` */
async function findVideo(request: VideoRequest, { knex }: TaskRouteDeps): Promise<Task> {
  const { id: publicId } = request.params
  const userId = enteredOf(request).caller.userId
  const task = await findOwnTask(knex, { userId, platform: 'video', publicId })
  if (task === undefined) throw new AppError('task_not_found', { values: { id: publicId.slice(0, 100) } })
  return task
}

const shown = (task: Task, { snapshot }: TaskRouteDeps): JsonObject =>
  toVideo({ ...forUsers(task, snapshot()), publicId: task.publicId ?? '' })

/** Lists videos with OpenAI's pagination: `limit`, `after`, `order`. */
async function listVideos(request: FastifyRequest, deps: TaskRouteDeps): Promise<JsonObject> {
  const { limit: limitText = String(PAGE.usual), after: afterId, order = 'desc' } = readQuery(request)
  const limit = /^\d{1,3}$/.test(limitText) ? Number(limitText) : 0
  if (limit < 1 || limit > PAGE.max) throw invalid('limit', 'outOfRange', { min: 1, max: PAGE.max })
  if (order !== 'asc' && order !== 'desc') throw invalid('order', 'notEither', { one: 'asc', other: 'desc' })
  const userId = enteredOf(request).caller.userId
  const own = { userId, platform: 'video' } as const
  const after = afterId ? await findOwnTask(deps.knex, { ...own, publicId: afterId }) : undefined
  if (afterId && after === undefined) throw invalid('after', 'noSuchVideo')
  const found = await listOwnTasks(deps.knex, { ...own, after, order, limit: limit + 1 })
  const data = found.slice(0, limit).map((task) => shown(task, deps))
  return {
    object: 'list',
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: found.length > limit,
  }
}

async function sendContent(
  request: VideoRequest,
  reply: FastifyReply,
  deps: TaskRouteDeps,
): Promise<FastifyReply> {
  const task = await findVideo(request, deps)
  const wish = readQuery(request).variant ?? 'video'
  const variant = VARIANTS.find((each) => each === wish)
  if (variant === undefined) throw invalid('variant', 'notOneOf', { choices: VARIANTS })
  const content = await openVideo(task, variant, request.headers.range, deps)
  return reply.code(content.status).headers(content.headers).send(content.body)
}

/** Deletes a video, first at the vendor if it supports that. If the vendor refuses, the video is kept here too. */
async function deleteVideo(request: VideoRequest, deps: TaskRouteDeps): Promise<JsonObject> {
  const task = await findVideo(request, deps)
  const id = task.publicId ?? ''
  if (task.isOpen) throw new AppError('task_not_finished', { values: { id } })
  const asked = accountOf(task, 'video', deps)
  const question = asked && findVideoVendor(asked.channel.type)?.deletionOf?.(task)
  if (question) {
    const status = await askStatus(asked, question, deps)
    if (status >= 300 && status !== 404 && status !== 410)
      throw new AppError('upstream_error', { detail: { status } })
  }
  await deleteOwnTask(deps.knex, task, deps.clock.now())
  return { id, object: 'video.deleted', deleted: true }
}

async function askStatus(asked: Asked, question: VendorQuestion, deps: TaskRouteDeps): Promise<number> {
  try {
    const exchange = await openQuestion(asked, question, askingDeps(deps))
    exchange.abort()
    return exchange.status
  } catch (error) {
    return throwDescribed(error)
  }
}
