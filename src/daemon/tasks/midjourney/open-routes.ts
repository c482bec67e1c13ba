import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { areEqual } from '../../equal-secrets.ts'
import { AppError } from '../../errors/app-error.ts'
import { networkOf } from '../../limits/network-of.ts'
import { asText } from '../../protocols/json-access.ts'
import { MODES, prefixOf } from '../../protocols/midjourney/submit.ts'
import { checkUser, enter } from '../../relay/admit/admit.ts'
import { identify } from '../../relay/admit/identify.ts'
import { readQuery } from '../../relay/entrance.ts'
import { changeTask } from '../change-task.ts'
import { hashHookKey } from '../hook.ts'
import { type OpenTaskRoutes, readJsonBody, type TaskRouteDeps } from '../run-submission.ts'
import { type TaskRow, toTask } from '../task.ts'
import { findOwnTask } from '../tasks-store.ts'
import { secretsOf, withoutSecrets } from '../without-secrets.ts'
import { HOOK_PATH } from './doors.ts'
import { openPicture } from './picture.ts'
import { ownerByLink } from './picture-link.ts'
import { readNews } from './read-task.ts'
import { checkDrawing, readMidjourneyKey } from './routes.ts'

/** Routes without a key: pictures, which browsers open by signed links, and callbacks from proxies. */
export const midjourneyOpenRoutes: OpenTaskRoutes = (app, deps) => {
  for (const mode of [undefined, ...MODES])
    app.get<{ Params: { id: string } }>(
      `${prefixOf(mode)}/mj/image/:id`,
      { exposeHeadRoute: false },
      async (request, reply) => sendPicture(request, reply, deps),
    )
  takeNotices(app, deps)
}

type PictureRequest = FastifyRequest<{ Params: { id: string } }>

async function sendPicture(
  request: PictureRequest,
  reply: FastifyReply,
  deps: TaskRouteDeps,
): Promise<FastifyReply> {
  checkDrawing(deps)
  const { id: publicId } = request.params
  const isLink = 'sign' in readQuery(request)
  const userId = isLink ? await readLink(request, deps) : await readCaller(request, deps)
  const task =
    userId === undefined
      ? undefined
      : await findOwnTask(deps.knex, { userId, platform: 'midjourney', publicId })
  const url = asText(task?.result.image_url)
  if (task === undefined || url === undefined) throw new AppError('picture_not_found')
  const picture = await openPicture(url, deps.snapshot().channels.get(task.channelId), deps)
  return reply
    .headers({
      'content-type': picture.type,
      ...(picture.length === undefined ? {} : { 'content-length': picture.length }),
      'cache-control': task.isOpen ? 'no-store' : 'private, max-age=86400',
      // Clients show the picture on their own pages, so the link has to be sufficient.
      ...(isLink ? { 'cross-origin-resource-policy': 'cross-origin' } : {}),
    })
    .send(picture.stream)
}

/** Reads a signed link. @returns the owner; undefined for invalid links, and for owners who are disabled or deleted */
async function readLink(request: PictureRequest, deps: TaskRouteDeps): Promise<number | undefined> {
  const userId = ownerByLink(request.params.id, readQuery(request), deps.secrets)
  const owner = userId === undefined ? undefined : await deps.callers.findUser(userId)
  if (owner === undefined) return undefined
  try {
    checkUser(owner)
  } catch {
    return undefined
  }
  return userId
}

/** Identifies the caller by token, or by the session of the console. @throws AppError as for other calls */
async function readCaller(request: PictureRequest, deps: TaskRouteDeps): Promise<number> {
  const key = readMidjourneyKey(request)
  if (key === '') return (await deps.sessionOf(request)).userId
  const head = { headers: request.headers, address: deps.addressOf(request) }
  const { caller } = await enter(await identify(key, deps.callers), head, deps)
  return caller.userId
}

/** Maximum number of invalid callbacks per address and period, to limit guessing of keys. */
const WRONG_MAX = 60
const PERIOD_MS = 180_000

/**
 * Handles callbacks from proxies. The callback URL contains a secret of the task, which is all that is checked.
 * Callbacks and polls use the same transition.
 */
function takeNotices(app: FastifyInstance, deps: TaskRouteDeps): void {
  const rows = new WeakMap<FastifyRequest, TaskRow>()
  const checkKey = async (request: FastifyRequest) => {
    checkDrawing(deps)
    const window = `tasks:notices:${networkOf(deps.addressOf(request))}`
    // Counted before it is checked, and given back if the key is correct.
    const verdict = await deps.limiter.take(window, WRONG_MAX, PERIOD_MS)
    if (!verdict.isAllowed)
      throw new AppError('too_many_requests', { retryAfterSeconds: verdict.retryAfterSeconds })
    const { task: requestId = '', key = '' } = readQuery(request)
    const row = await findTold(requestId, deps)
    const isRight = areEqual(hashHookKey(String(key)), row?.hook_hash ?? '')
    if (row === undefined || !isRight) throw new AppError('notice_refused')
    await deps.limiter.giveBack(window)
    rows.set(request, row)
  }
  app.post(HOOK_PATH, { onRequest: checkKey }, async (request, reply) => {
    const told = readJsonBody(request)
    const row = rows.get(request)
    // A task that is still being submitted has not been charged yet and is left to the next poll.
    if (row !== undefined && row.status !== '' && String(told.id ?? '') === row.vendor_id) {
      const news = readNews(told, toTask(row))
      const channel = deps.snapshot().channels.get(Number(row.channel_id))
      await changeTask(row.id, withoutSecrets(news, secretsOf(channel)), changeDeps(deps))
    }
    return reply.send({ code: 1, description: 'ok', result: '', properties: {} })
  })
}

/** Finds the task named in a callback URL. */
async function findTold(requestId: string, { knex }: TaskRouteDeps): Promise<TaskRow | undefined> {
  if (!/^[\w-]{1,100}$/.test(requestId)) return undefined
  return knex('tasks').where({ request_id: requestId, platform: 'midjourney' }).first()
}

const changeDeps = ({ knex, snapshot, clock, log }: TaskRouteDeps) => ({
  knex,
  clock,
  log,
  options: { current: () => snapshot().options },
})
