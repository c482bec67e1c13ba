import { AppError } from '../../errors/app-error.ts'
import { asArray, asText } from '../../protocols/json-access.ts'
import type { JsonObject } from '../../protocols/types.ts'
import { readKey } from '../../relay/admit/identify.ts'
import { enterByKey, enteredOf } from '../../relay/entrance.ts'
import { takeJsonOnly } from '../../relay/inbound/browser-guard.ts'
import { forUsers } from '../fail-reason.ts'
import { readJsonBody, runSubmission, type TaskRoutes } from '../run-submission.ts'
import type { Task } from '../task.ts'
import { findOwnTask, findOwnTasks } from '../tasks-store.ts'
import { lyricsDoor, musicDoor } from './doors.ts'

const DOORS: Readonly<Record<string, typeof musicDoor>> = { MUSIC: musicDoor, LYRICS: lyricsDoor }

/** Routes where clients of the Suno API projects submit and fetch tasks. */
export const sunoRoutes: TaskRoutes = (app, deps) => {
  const enter = enterByKey(({ headers }) => readKey(headers), deps)
  const checkOn = async () => {
    if (!deps.snapshot().options.TaskEnabled) throw new AppError('feature_disabled')
  }
  app.post<{ Params: { action: string } }>(
    '/suno/submit/:action',
    { onRequest: [takeJsonOnly, deps.checkReady, checkOn, enter] },
    async (request, reply) => {
      const door = DOORS[request.params.action.toUpperCase()]
      if (door === undefined)
        throw new AppError('invalid_action', { values: { action: request.params.action.slice(0, 40) } })
      return runSubmission({ request, reply }, door, deps)
    },
  )
  app.post('/suno/fetch', { onRequest: [takeJsonOnly, checkOn, enter] }, async (request, reply) => {
    const ids = (asArray(readJsonBody(request).ids) ?? []).flatMap((each) => asText(each) ?? [])
    const userId = enteredOf(request).caller.userId
    const tasks = await findOwnTasks(deps.knex, { userId, platform: 'suno', publicIds: ids })
    return reply.send({
      code: 'success',
      message: '',
      data: tasks.map((task) => toSunoTask(forUsers(task, deps.snapshot()))),
    })
  })
  app.get<{ Params: { id: string } }>(
    '/suno/fetch/:id',
    { onRequest: [checkOn, enter] },
    async (request, reply) => {
      const { id: publicId } = request.params
      const userId = enteredOf(request).caller.userId
      const task = await findOwnTask(deps.knex, { userId, platform: 'suno', publicId })
      // Clients of the Suno API projects expect 400 in this case.
      if (task === undefined) throw new AppError('task_not_found', { status: 400, values: { id: publicId } })
      return reply.send({
        code: 'success',
        message: '',
        data: toSunoTask(forUsers(task, deps.snapshot())),
      })
    },
  )
}

/** Returns a task in the form expected by clients of the Suno API projects; times are unix seconds. */
const toSunoTask = (task: Task): JsonObject => ({
  task_id: task.publicId ?? '',
  action: task.action,
  status: task.status,
  fail_reason: task.failReason,
  submit_time: Math.floor(task.submitMs / 1000),
  start_time: Math.floor(task.startMs / 1000),
  finish_time: Math.floor(task.finishMs / 1000),
  progress: `${task.progress}%`,
  data: task.result.data ?? null,
})
