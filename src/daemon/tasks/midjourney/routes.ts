import type { FastifyRequest } from 'fastify'
import { keyOfHint } from '../../channels/key-hint.ts'
import { AppError } from '../../errors/app-error.ts'
import { asArray, asObject, asText } from '../../protocols/json-access.ts'
import { type MidjourneyStep, PATHS } from '../../protocols/midjourney/actions.ts'
import { CODES, readCode } from '../../protocols/midjourney/codes.ts'
import { MODES, prefixOf } from '../../protocols/midjourney/submit.ts'
import { readKey } from '../../relay/admit/identify.ts'
import { enterByKey, enteredOf } from '../../relay/entrance.ts'
import { takeJsonOnly } from '../../relay/inbound/browser-guard.ts'
import { CHANNEL_ENABLED } from '../../relay/route/snapshot.ts'
import { askVendor } from '../ask-vendor.ts'
import { forUsers } from '../fail-reason.ts'
import { readJsonBody, runSubmission, type TaskRouteDeps, type TaskRoutes } from '../run-submission.ts'
import type { Task } from '../task.ts'
import { findOwnTask, findOwnTasks } from '../tasks-store.ts'
import { replyWithoutSecrets, secretsOf } from '../without-secrets.ts'
import { toClientTask } from './client-task.ts'
import { midjourneyDoor } from './doors.ts'
import { knownProperties } from './read-task.ts'

/** Routes where clients of midjourney-proxy submit and fetch tasks, with and without a mode prefix. */
export const midjourneyRoutes: TaskRoutes = (app, deps) => {
  const enter = enterByKey(readMidjourneyKey, deps)
  const checkOn = async () => checkDrawing(deps)
  for (const mode of [undefined, ...MODES]) {
    const prefix = prefixOf(mode)
    for (const step of Object.keys(PATHS) as MidjourneyStep[]) {
      const door = midjourneyDoor(step, mode)
      const onRequest = [takeJsonOnly, deps.checkReady, checkOn, enter]
      app.post(door.codec.path, { onRequest }, async (request, reply) =>
        runSubmission({ request, reply }, door, deps),
      )
    }
    app.get<TaskParams>(
      `${prefix}/mj/task/:id/fetch`,
      { onRequest: [checkOn, enter] },
      async (request, reply) => reply.send(shown(await findAsked(request, deps), deps)),
    )
    app.get<TaskParams>(
      `${prefix}/mj/task/:id/image-seed`,
      { onRequest: [checkOn, enter] },
      async (request, reply) => reply.send(await askSeed(await findAsked(request, deps), deps)),
    )
    app.post(
      `${prefix}/mj/task/list-by-condition`,
      { onRequest: [takeJsonOnly, checkOn, enter] },
      async (request, reply) => {
        const ids = (asArray(readJsonBody(request).ids) ?? []).flatMap((each) => asText(each) ?? [])
        const { userId } = enteredOf(request).caller
        const tasks = await findOwnTasks(deps.knex, { userId, platform: 'midjourney', publicIds: ids })
        return reply.send(tasks.map((task) => shown(task, deps)))
      },
    )
  }
}

interface TaskParams {
  Params: { id: string }
}

/** Checks that drawing is enabled. @throws AppError `feature_disabled` */
export function checkDrawing({ snapshot }: Pick<TaskRouteDeps, 'snapshot'>): void {
  if (!snapshot().options.DrawingEnabled) throw new AppError('feature_disabled')
}

/**
 * Reads the key. Clients of midjourney-proxy send it as `mj-api-secret`, some with a placeholder in `Authorization`.
 */
export function readMidjourneyKey({ headers }: Pick<FastifyRequest, 'headers'>): string {
  const authorization = headers.authorization?.trim() ?? ''
  const secret = headers['mj-api-secret']
  const isPlaceholder = authorization === '' || authorization === 'Bearer midjourney-proxy'
  return isPlaceholder && typeof secret === 'string'
    ? readKey({ authorization: secret })
    : readKey(isPlaceholder ? { ...headers, authorization: '' } : headers)
}

/** Finds the task named in the URL. @throws AppError `task_not_found`, also for other users' tasks */
async function findAsked(request: FastifyRequest<TaskParams>, { knex }: TaskRouteDeps): Promise<Task> {
  const { id: publicId } = request.params
  const { userId } = enteredOf(request).caller
  const task = await findOwnTask(knex, { userId, platform: 'midjourney', publicId })
  if (task === undefined) throw new AppError('task_not_found', { values: { id: publicId } })
  return task
}

const shown = (task: Task, { snapshot, secrets }: TaskRouteDeps) => {
  const now = snapshot()
  return toClientTask(forUsers(task, now), { options: now.options, secrets })
}

/** Fetches the seed, which only the account that drew the picture knows. This costs nothing. */
async function askSeed(task: Task, deps: TaskRouteDeps) {
  const snapshot = deps.snapshot()
  const channel = snapshot.channels.get(task.channelId)
  const key = channel && keyOfHint(channel, task.keyHint)
  if (channel?.status !== CHANNEL_ENABLED || key === undefined || task.vendorId === undefined)
    throw new AppError('task_channel_gone', { values: { id: task.publicId ?? '' } })
  const ask = askVendor(
    { channel, key, operation: 'drawing' },
    { ...deps, options: { current: () => snapshot.options } },
  )
  const path = `/mj/task/${encodeURIComponent(task.vendorId)}/image-seed`
  const told = asObject(await ask({ method: 'GET', path })) ?? {}
  const reply = {
    code: readCode(told) ?? CODES.failure,
    description: asText(told.description) ?? '',
    result: told.result ?? '',
    properties: knownProperties(told.properties),
  }
  return replyWithoutSecrets(reply, secretsOf(channel))
}
