import { CliError } from '../../cli-error.ts'
import { type CommandContext, defineCommand } from '../../define-command.ts'
import { exitCodes } from '../../exit-codes.ts'
import { plainText } from '../../ui/plain-text.ts'
import {
  everyOption,
  findTask,
  isDone,
  resultLinks,
  resultText,
  type Task,
  taskCost,
  taskStatus,
} from './task-object.ts'

/** Poll interval. The server itself polls upstreams every 15 seconds. */
const pollMs = 1_000

export const taskWatch = defineCommand({
  path: 'task watch',
  summary: {
    en: 'Follows a task until it is done; exit 12 if it fails',
    zh: '跟踪任务直到结束；失败时退出码为 12',
  },
  examples: [
    'tollgate task watch 5f0c8a52-be1d-4c77-88e2-a1f6054b9d3e',
    'tollgate task watch 5f0c8a52-be1d-4c77-88e2-a1f6054b9d3e --wait 10m --json',
    'tollgate task watch 5f0c8a52-be1d-4c77-88e2-a1f6054b9d3e -q && echo done',
  ],
  showsMoney: true,
  args: { task: { name: '<task>', help: { en: 'Task ID', zh: '任务 ID' } } },
  options: { every: everyOption },
  exits: [exitCodes.notFound, exitCodes.checkFailed, exitCodes.interrupted],
  operations: ['listOwnTasks'],
  output: { $ref: 'TaskRow' },
  run: ({ task, every, wait, isCurl }, context) =>
    isCurl ? findTask(task, every === true, context) : watch(task, every === true, { ...context, wait }),
  quiet: ({ task_id: id }) => id,
  details: {
    fields: [
      'task_id',
      { key: 'status', value: (task, { phrase }) => taskStatus(task, phrase) },
      'fail_reason',
      { key: 'quota', value: (task, look) => taskCost(task, look) },
      { key: 'finish_time', value: ({ finish_time: at }, { time }) => time(at) },
      { key: 'links', value: (task) => resultLinks(task).join('\n') },
      { key: 'lyrics', value: (task) => resultText(task) },
    ],
  },
  exitCode: (data) =>
    [data].flat().some(({ status }) => status === 'FAILURE') ? exitCodes.checkFailed : exitCodes.done,
})

/**
 * Polls the task. Its progress is shown on standard error: on a terminal in one line that is updated, otherwise as a
 * line for each change.
 *
 * @param wait seconds to wait at most; undefined = until it is done
 * @throws CliError 9 when the time is up before that
 */
async function watch(
  id: string,
  isEvery: boolean,
  context: CommandContext & { readonly wait: number | undefined },
): Promise<Task> {
  const { now, phrase, wait } = context
  const end = wait === undefined ? Number.POSITIVE_INFINITY : now() + wait * 1000
  const line = progressLine(context)
  try {
    for (;;) {
      const task = await findTask(id, isEvery, context)
      line.show(
        phrase('task.progress', {
          action: task.action,
          status: taskStatus(task, phrase),
          progress: task.progress,
        }),
      )
      if (isDone(task)) return task
      if (now() >= end)
        throw new CliError('still_running', exitCodes.unavailable, phrase('error.taskRunning', { id }))
      await new Promise((resolve) => setTimeout(resolve, Math.min(pollMs, end - now())))
    }
  } finally {
    line.end()
  }
}

function progressLine({ io, say, settings }: CommandContext) {
  const { stderr } = io
  const isMoving = stderr.isTTY === true && !settings.isQuiet
  let shown: string | undefined
  return {
    show: (text: string) => {
      if (text === shown) return
      shown = text
      if (isMoving) stderr.write(`\r${plainText(text).slice(0, (stderr.columns ?? 80) - 1)}\u001b[K`)
      else say(text)
    },
    end: () => {
      if (isMoving && shown !== undefined) stderr.write('\n')
    },
  }
}
