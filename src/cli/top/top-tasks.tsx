import { Box, Text } from 'ink'
import { isDone, type Task, taskStatus } from '../commands/task/task-object.ts'
import { useSurroundings } from '../ui/screen/show-screen.tsx'
import { age, bar } from './figures.ts'
import type { Viewer } from './follow-top.ts'
import { gap, marginWidth } from './top-layout.ts'

const actionWidth = 14
const barWidth = 8
/** Space for `100 %` next to the bar. */
const percentWidth = 5
/** Space for `succeeded`, which replaces bar and number. */
const statusWidth = 9
const ageWidth = 8
const modelMin = 10
const modelMax = 28
const userMax = 20

/**
 * Returns the number of lines for running tasks: a heading, and as many tasks as leave most of the window to the table.
 */
export const tasksHeight = (count: number, lines: number): number =>
  count === 0 ? 0 : 1 + Math.min(count, Math.max(1, Math.floor((lines - 8) / 3)))

interface TopTasksProps {
  readonly tasks: readonly Task[]
  readonly viewer: Viewer
  /** Server time, unix milliseconds. */
  readonly nowMs: number
  readonly columns: number
  readonly height: number
}

/** Shows running image, music and video tasks, with one line per task that changes until it has ended. */
export function TopTasks({ tasks, viewer, nowMs, columns, height }: TopTasksProps) {
  const { phrase } = useSurroundings()
  if (height === 0) return null
  const widths = widthsOf(columns, viewer.isAdministrator)
  const room = height - 1
  // The last line shows how many more there are.
  const shown = tasks.length > room ? tasks.slice(0, Math.max(0, room - 1)) : tasks
  return (
    <Box flexDirection="column" height={height} flexShrink={0} overflow="hidden">
      <Line
        widths={widths}
        isHeading
        cells={[
          phrase('top.heading.task'),
          phrase('top.heading.model'),
          phrase('top.heading.user'),
          phrase('top.heading.progress'),
          phrase('top.heading.age'),
        ]}
      />
      {shown.map((task) => (
        <TaskLine key={task.id} task={task} widths={widths} nowMs={nowMs} />
      ))}
      {shown.length < tasks.length ? (
        <Box paddingX={marginWidth}>
          <Text dimColor>{phrase('top.moreTasks', { count: tasks.length - shown.length })}</Text>
        </Box>
      ) : null}
    </Box>
  )
}

/** Column widths; 0 = no such column. */
interface Widths {
  readonly model: number
  readonly user: number
  readonly bar: number
  readonly progress: number
}

/** Computes the widths. If there is not enough room, the user is dropped first, then the bar, then the model. */
function widthsOf(columns: number, hasUsers: boolean): Widths {
  const beside = 2 * marginWidth + actionWidth + ageWidth + 2 * gap
  const withBar = barWidth + 1 + percentWidth
  const forUsers = columns - beside - withBar - 2 * gap
  if (hasUsers && forUsers >= 2 * modelMin) {
    const model = Math.min(modelMax, Math.ceil(forUsers * 0.55))
    return { model, user: Math.min(userMax, forUsers - model), bar: barWidth, progress: withBar }
  }
  for (const [bar, progress] of [
    [barWidth, withBar],
    [0, statusWidth],
  ] as const) {
    const model = Math.min(modelMax, columns - beside - progress - gap)
    if (model >= modelMin) return { model, user: 0, bar, progress }
  }
  return { model: 0, user: 0, bar: 0, progress: Math.max(1, Math.min(statusWidth, columns - beside)) }
}

function TaskLine({
  task,
  widths,
  nowMs,
}: {
  readonly task: Task
  readonly widths: Widths
  readonly nowMs: number
}) {
  const { phrase, look } = useSurroundings()
  const percent = Math.min(100, Number.parseFloat(task.progress) || 0)
  const hasEnded = isDone(task)
  const share = `${Math.round(percent)} %`
  const drawn =
    widths.bar === 0
      ? share
      : `${bar(percent, 100, widths.bar).padEnd(widths.bar)} ${share.padStart(percentWidth)}`
  const untilMs = hasEnded && task.finish_time > 0 ? task.finish_time * 1000 : nowMs
  return (
    <Line
      widths={widths}
      shade={hasEnded ? (task.status === 'SUCCESS' ? look.good : look.bad) : look.accent}
      cells={[
        task.action,
        task.properties.model,
        task.username ?? '',
        hasEnded ? taskStatus(task, phrase) : drawn,
        age(untilMs - task.submit_time * 1000),
      ]}
    />
  )
}

interface LineProps {
  readonly widths: Widths
  readonly cells: readonly [action: string, model: string, user: string, progress: string, age: string]
  readonly isHeading?: boolean
  /** The color of the progress. */
  readonly shade?: { readonly color?: string }
}

function Line({ widths, cells: [action, model, user, progress, old], isHeading = false, shade }: LineProps) {
  const cell = (text: string, width: number, isRight = false, color: { readonly color?: string } = {}) => (
    <Box width={width} height={1} flexShrink={0} justifyContent={isRight ? 'flex-end' : 'flex-start'}>
      <Text {...color} dimColor={isHeading} wrap="truncate-end">
        {text}
      </Text>
    </Box>
  )
  return (
    <Box height={1} flexShrink={0} columnGap={gap} paddingX={marginWidth}>
      {cell(action, actionWidth)}
      {widths.model === 0 ? null : cell(model, widths.model)}
      {widths.user === 0 ? null : cell(user, widths.user)}
      {cell(progress, widths.progress, false, shade)}
      {cell(old, ageWidth, true)}
    </Box>
  )
}
