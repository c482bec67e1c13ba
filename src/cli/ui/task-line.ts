import { isDone, type Task, taskStatus } from '../commands/task/task-object.ts'
import { columns, endingWith, type LogLineLook, timeOf } from './log-line.ts'
import { oneLine } from './table.ts'

/**
 * Draws a task as one line without a line break, in the columns of the log:
 * `14:02:51  suno_music  alice  suno-main  MUSIC  in progress 45%`.
 */
export function drawTaskLine(task: Task, look: LogLineLook): string {
  const { phrase, money } = look
  const { username, channel_name, channel_id, quota_exact: quota } = task
  const channel = channel_id === undefined ? [] : [channel_name || (channel_id ? `#${channel_id}` : '-')]
  const status = taskStatus(task, phrase)
  const cost = money.call(quota)
  const end = isDone(task) && task.status === 'SUCCESS' ? `  ${cost}` : ''
  const rest = !isDone(task)
    ? [`${status} ${task.progress}`]
    : task.status === 'SUCCESS'
      ? [status]
      : [
          phrase('logLine.failed', { reason: oneLine(task.fail_reason) }),
          ...(task.quota === 0 ? [] : [phrase('logLine.refunded', { amount: cost })]),
        ]
  const lead = [
    timeOf((isDone(task) && task.finish_time) || task.submit_time, look.now()),
    ...columns([task.properties.model, username ?? '-', ...channel], look),
    task.action,
    ...rest,
  ].join('  ')
  return endingWith(end, lead, look)
}
