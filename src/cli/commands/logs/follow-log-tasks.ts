import type { CommandContext } from '../../define-command.ts'
import { followTasks, type TaskNews } from '../../tasks/follow-tasks.ts'
import type { Task } from '../task/task-object.ts'
import { channelNumber, type LogFlags, readLogQuery } from './log-query.ts'

const administrator = 10
const consumption = 2

/**
 * Follows the running tasks that belong to the rows shown by `logs -f`. Yields nothing when filtering by token, by
 * group, or for rows other than charges, because tasks do not have that information.
 */
export async function* followLogTasks(
  flags: LogFlags,
  context: CommandContext,
  signal: AbortSignal,
): AsyncGenerator<TaskNews> {
  const query = readLogQuery(flags, context)
  const { type, token_name, group, model_name: model } = query.filters
  if ((type ?? consumption) !== consumption && type !== 0) return
  if (token_name !== undefined || group !== undefined) return
  const { role } = await context.api.get('/api/user/self', { isLookup: true })
  const isEvery = role >= administrator && !query.isOwn
  const isShown = (task: Task): boolean =>
    (query.user === undefined || task.username === query.user) && isModel(task.properties.model, model)
  const wanted = { channel_id: isEvery ? await channelNumber(query, context) : undefined }
  for await (const { running, ended } of followTasks({ query: wanted, isEvery, signal }, context))
    yield { running: running.filter(isShown), ended: ended.filter(isShown) }
}

/** Matches a model like the log's own filter: a leading or trailing % matches anything. */
function isModel(model: string, pattern: string | undefined): boolean {
  if (pattern === undefined) return true
  const name = pattern.replace(/^%|%$/g, '')
  const [isOpenBefore, isOpenAfter] = [pattern.startsWith('%'), pattern.endsWith('%')]
  if (isOpenBefore && isOpenAfter) return model.includes(name)
  if (isOpenBefore) return model.endsWith(name)
  return isOpenAfter ? model.startsWith(name) : model === name
}

/** Yields tasks whose state has changed since they were last reported, each of which gets a line in a pipe. */
export async function* changedTasks(news: AsyncIterable<TaskNews>): AsyncGenerator<Task> {
  const told = new Map<number, string>()
  for await (const { running, ended } of news) {
    for (const task of [...ended, ...running]) {
      if (told.get(task.id) === task.status) continue
      told.set(task.id, task.status)
      yield task
    }
    for (const { id } of ended) told.delete(id)
  }
}
