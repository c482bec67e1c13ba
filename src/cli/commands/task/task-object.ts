import type { Api } from '../../client/api.ts'
import type { ItemOf } from '../../client/contract-types.ts'
import { absentProblem } from '../../client/find-object.ts'
import type { CommandContext, OptionShape } from '../../define-command.ts'
import type { Phrase } from '../../phrases/phrases.ts'
import type { Money } from '../../ui/money.ts'

export type Task = ItemOf<'/api/task/'>

export const taskPlatforms = ['midjourney', 'suno', 'video'] as const
export const taskStatuses = [
  'NOT_START',
  'SUBMITTED',
  'QUEUED',
  'IN_PROGRESS',
  'MODAL',
  'UNKNOWN',
  'SUCCESS',
  'FAILURE',
] as const

export const everyOption = {
  flag: '--every',
  help: { en: 'Tasks of all users (administrators)', zh: '所有用户的任务（管理员）' },
} as const satisfies OptionShape

export interface TaskQuery {
  readonly platform?: string | undefined
  readonly task_id?: string | undefined
  readonly status?: string | undefined
  readonly channel_id?: string | undefined
  /** Only running tasks. */
  readonly open?: boolean | undefined
  /** Unix seconds. */
  readonly start_timestamp?: number | undefined
}

/** Lists tasks, newest first; of every kind unless a platform is given. */
export async function listTasks(
  query: TaskQuery,
  { isEvery, extent }: { readonly isEvery: boolean; readonly extent: Parameters<Api['list']>[2] },
  { api, settings }: Pick<CommandContext, 'api' | 'settings'>,
): Promise<Task[]> {
  const wanted = { ...query, platform: query.platform ?? taskPlatforms.join(',') }
  const { channel_id: _channel, ...own } = wanted
  const tasks = isEvery
    ? await api.list('/api/task/', wanted, extent)
    : await api.list('/api/task/self', own, extent)
  return tasks.map((task) => withWholeLinks(task, settings.url.value))
}

/** Adds the server's address to links that are paths, so that they can be copied from the terminal. */
const withWholeLinks = (task: Task, address: string): Task => ({
  ...task,
  media: task.media.map((each) => ({
    ...each,
    url: each.url.startsWith('/') ? address.replace(/\/+$/, '') + each.url : each.url,
  })),
})

/** Finds the newest task with this ID. @throws CliError 5 when there is none */
export async function findTask(
  id: string,
  isEvery: boolean,
  context: Pick<CommandContext, 'api' | 'phrase' | 'settings'>,
): Promise<Task> {
  const [task] = await listTasks({ task_id: id }, { isEvery, extent: { limit: 1 } }, context)
  if (task === undefined) throw absentProblem('task', id, context.phrase)
  return task
}

export const taskStatus = ({ status }: Pick<Task, 'status'>, phrase: Phrase): string =>
  phrase(`taskStatus.${status === '' ? 'SUBMITTING' : status}`)

/** Describes the cost of a task. If the task failed, the whole charge was refunded. */
export function taskCost(
  { status, quota_exact: quota }: Pick<Task, 'status' | 'quota_exact'>,
  { money, phrase }: { readonly money: Money; readonly phrase: Phrase },
): string {
  const cost = money.both(quota)
  return status === 'FAILURE' && Number(quota) !== 0 ? phrase('logLine.refunded', { amount: cost }) : cost
}

export const isDone = ({ status }: Pick<Task, 'status'>): boolean =>
  status === 'SUCCESS' || status === 'FAILURE'

/** Returns the URLs of the results: images, songs, films. Those of videos are links to the gateway. */
export function resultLinks({ data, media }: Pick<Task, 'data' | 'media'>): readonly string[] {
  const named = linksIn(data)
  return named.length > 0 ? named : media.map(({ url }) => url)
}

const linksIn = (data: unknown): readonly string[] =>
  (Array.isArray(data) ? data : [data]).flatMap((each: unknown) =>
    typeof each === 'object' && each !== null
      ? linkNames.flatMap((name) => {
          const value = (each as Readonly<Record<string, unknown>>)[name]
          return typeof value === 'string' && value !== '' ? [value] : []
        })
      : [],
  )

const linkNames = ['audio_url', 'video_url', 'image_url'] as const

/** Returns the lyrics of a task, one text or several; empty if it has none. */
export const resultText = ({ data, action }: Pick<Task, 'data' | 'action'>): string =>
  action !== 'LYRICS'
    ? ''
    : (Array.isArray(data) ? data : [data])
        .flatMap((each: unknown) =>
          typeof each === 'object' && each !== null && 'text' in each && typeof each.text === 'string'
            ? [each.text]
            : [],
        )
        .join('\n\n')
