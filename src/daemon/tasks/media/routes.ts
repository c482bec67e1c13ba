import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../errors/app-error.ts'
import { checkUser } from '../../relay/admit/admit.ts'
import { readQuery } from '../../relay/entrance.ts'
import type { Content } from '../content/open-content.ts'
import { openTaskContent } from '../content/task-content.ts'
import type { OpenTaskRoutes, TaskRouteDeps } from '../run-submission.ts'
import type { Task } from '../task.ts'
import { findTask } from '../tasks-store.ts'
import { openVideo } from '../video/open-video.ts'
import { addressOf, type Media } from './media.ts'
import { type LinkedMedia, readMediaLink } from './media-link.ts'

type MediaRequest = FastifyRequest<{ Params: { id: string } }>

/** Serves videos and songs to the console's player, by signed links. Ranges are supported for seeking. */
export const mediaRoutes: OpenTaskRoutes = (app, deps) => {
  app.get<{ Params: { id: string } }>(
    '/pg/tasks/:id/content',
    { exposeHeadRoute: false },
    async (request, reply) => sendMedia(request, reply, deps),
  )
}

async function sendMedia(
  request: MediaRequest,
  reply: FastifyReply,
  deps: TaskRouteDeps,
): Promise<FastifyReply> {
  if (!deps.snapshot().options.TaskEnabled) throw new AppError('feature_disabled')
  const query = readQuery(request)
  const linked = readMediaLink(request.params.id, query, { secrets: deps.secrets, nowMs: deps.clock.now() })
  const task = linked && (await findReadable(linked, deps))
  if (linked === undefined || task === undefined) throw new AppError('task_link_refused')
  const { media } = linked
  const content = await openMedia(task, media, request.headers.range, deps)
  return reply
    .code(content.status)
    .headers({
      'accept-ranges': 'bytes',
      ...content.headers,
      'cache-control': 'private, no-store',
      ...('download' in query ? { 'content-disposition': attachmentOf(task, media) } : {}),
    })
    .send(content.body)
}

const ROLE_ADMIN = 10

/** Finds the task if the reader is its owner or an administrator: a link stops working when its user loses access. */
async function findReadable(
  { taskId, readerId }: LinkedMedia,
  { knex, callers }: TaskRouteDeps,
): Promise<Task | undefined> {
  const [task, reader] = await Promise.all([findTask(knex, taskId), callers.findUser(readerId)])
  if (task === undefined || reader === undefined) return undefined
  checkUser(reader)
  return task.userId === readerId || reader.role >= ROLE_ADMIN ? task : undefined
}

/** Opens the content of a link. @throws AppError like `openTaskContent` */
async function openMedia(
  task: Task,
  media: Media,
  range: string | undefined,
  deps: TaskRouteDeps,
): Promise<Content> {
  if (task.platform === 'video') return openVideo(task, 'video', range, deps)
  const placeOf = () => {
    const url = addressOf(task, media)
    return url === undefined ? undefined : ({ kind: 'address', url } as const)
  }
  return openTaskContent(task, { operation: 'music', range, placeOf }, deps)
}

const attachmentOf = ({ id }: Task, { kind, part }: Media): string =>
  `attachment; filename="task-${id}-${part + 1}.${kind === 'video' ? 'mp4' : 'mp3'}"`
