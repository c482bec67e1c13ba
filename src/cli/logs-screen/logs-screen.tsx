import stringWidth from 'string-width'
import { followLog } from '../commands/logs/follow-log.ts'
import { followLogTasks } from '../commands/logs/follow-log-tasks.ts'
import type { LogFlags } from '../commands/logs/log-query.ts'
import type { CommandContext, LineView, SharedValues } from '../define-command.ts'
import { drawLogLine } from '../ui/log-line.ts'
import { createMoney } from '../ui/money.ts'
import { showScreen } from '../ui/screen/show-screen.tsx'
import { drawTaskLine } from '../ui/task-line.ts'
import { localTime } from '../ui/time.ts'
import { LiveLog } from './live-log.tsx'
import { createLogSession } from './log-session.ts'
import { PausedLog } from './paused-log.tsx'

/**
 * Shows `logs -f` on a terminal: lines scroll by as usual, with a line for state and keys below them. When paused, the
 * latest lines are shown in a separate window while rows keep arriving.
 *
 * @throws CliError `interrupted` after Ctrl-C, and the error that ends the feed
 */
export async function logsScreen(
  flags: LogFlags & SharedValues,
  context: CommandContext,
): Promise<undefined> {
  const stop = new AbortController()
  const session = createLogSession({ isErrorsOnly: false, filter: '' })
  const view = await lineView(context)
  let problem: { readonly error: unknown } | undefined
  const followed = (async () => {
    const rows = followLog(flags, context, stop.signal, (state) => session.heardState(state))
    for await (const row of rows) session.add(row, drawLogLine(row, view))
  })().catch((error: unknown) => {
    problem = { error }
    session.fail()
  })
  const tasksFollowed = (async () => {
    for await (const { running, ended } of followLogTasks(flags, context, stop.signal))
      session.setTasks(
        running.toReversed().map((task) => drawTaskLine(task, view)),
        ended.map((task) => drawTaskLine(task, view)),
      )
  })().catch(() => {
    // The feed reports what is wrong, and the log continues without tasks.
  })
  /** Shows the live log and, after a pause, the paused one. @returns true when the user quits */
  const watch = async (): Promise<boolean> => {
    const draw = { session, problem: () => problem }
    const next = await showScreen<'quit' | 'pause'>(
      (closing) => <LiveLog {...draw} {...closing} />,
      context,
      {
        layout: 'inline',
        output: 'stdout',
      },
    )
    if (next === 'quit') return true
    const then = await showScreen<'quit' | 'resume'>(
      (closing) => <PausedLog {...draw} {...closing} context={context} />,
      context,
      { layout: 'full' },
    )
    return then === 'quit'
  }
  try {
    while (!(await watch()));
  } finally {
    stop.abort()
    await followed
    await tasksFollowed
  }
  return undefined
}

async function lineView({ io, phrase, quotaPerUnit, now }: CommandContext): Promise<LineView> {
  return {
    phrase,
    money: createMoney(await quotaPerUnit()),
    time: localTime,
    measure: stringWidth,
    // Read for each line, because the window may have been resized. A paused log needs one column for its marker.
    get widthMax() {
      return io.stdout.columns === undefined ? undefined : io.stdout.columns - 1
    },
    now,
  }
}
