import { Box, useWindowSize } from 'ink'
import { useRef, useState } from 'react'
import type { CommandContext } from '../define-command.ts'
import { showScreen } from '../ui/screen/show-screen.tsx'
import { useKeys } from '../ui/screen/use-keys.ts'
import { listChannels, openViewer, openWatch, type Viewer } from './follow-top.ts'
import { TopExplanation } from './top-explanation.tsx'
import { footerHeight, TopFooter } from './top-footer.tsx'
import { headerHeight, TopHeader } from './top-header.tsx'
import { TopHelp } from './top-help.tsx'
import { pressKey, type TopAction, type TopView, typeText, visibleFrom } from './top-keys.ts'
import { TopMessage } from './top-message.tsx'
import { arrangeRows, type TopRow } from './top-rows.ts'
import { TopTable } from './top-table.tsx'
import { TopTasks, tasksHeight } from './top-tasks.tsx'
import type { TopWatch } from './top-watch.ts'
import type { Dimension } from './traffic.ts'
import { useFollowing } from './use-following.ts'
import { useFrame } from './use-frame.ts'
import { useRowActions } from './use-row-actions.ts'
import { useTasks } from './use-tasks.ts'

export interface TopOptions {
  readonly by: Dimension | undefined
  readonly filter: string | undefined
}

/** Shows the last minute until the user quits. @throws CliError 4 for a view reserved for administrators */
export async function topScreen({ by, filter }: TopOptions, context: CommandContext): Promise<undefined> {
  const viewer = await openViewer(by, context)
  const watch = openWatch()
  // Loaded for the first frame. If this fails, it will fail again when the feed is live, and is reported then.
  if (viewer.isAdministrator) watch.setChannels(await listChannels(context.api).catch(() => []))
  const start: TopView = {
    by: by ?? (viewer.isAdministrator ? 'channel' : 'model'),
    sorting: 'cost',
    filter: filter ?? '',
    selected: undefined,
    focus: 'table',
    isPaused: false,
  }
  return showScreen<undefined>(
    ({ finish, fail }) => (
      <Top
        watch={watch}
        viewer={viewer}
        context={context}
        start={start}
        onQuit={() => finish(undefined)}
        onFail={fail}
      />
    ),
    context,
    { layout: 'full' },
  )
}

interface TopProps {
  readonly watch: TopWatch
  readonly viewer: Viewer
  readonly context: CommandContext
  readonly start: TopView
  onQuit(): void
  onFail(error: unknown): void
}

function Top({ watch, viewer, context, start, onQuit, onFail }: TopProps) {
  const { columns, rows: lines } = useWindowSize()
  const [view, setView] = useState(start)
  const [firstRow, setFirstRow] = useState(0)
  const { frame, refresh } = useFrame(watch, viewer.dimensions, view.isPaused)
  const actions = useRowActions(watch, context, refresh)
  const tasks = useTasks(viewer, context, view.isPaused)
  useFollowing(watch, viewer, context, { onChange: refresh, onProblem: actions.tell, onFail })

  const rows = arrangeRows(frame.rows(view.by), view)
  const isLow = lines < 12
  const headerLines = headerHeight({ columns, isLow, settings: context.settings })
  const footerLines = footerHeight(viewer, context.phrase, { columns, lines })
  const tasksLines = isLow ? 0 : tasksHeight(tasks.length, lines)
  // One line for the headings, one for the message.
  const height = Math.max(1, lines - headerLines - footerLines - tasksLines - 2)
  const selectedAt = rows.findIndex(({ key }) => key === view.selected)
  const first = visibleFrom(firstRow, selectedAt, rows.length, height)
  if (first !== firstRow) setFirstRow(first)

  /** The view after the latest key press, which may not have been drawn yet. */
  const latest = useRef(view)
  const show = (next: TopView): void => {
    latest.current = next
    setView(next)
  }
  useKeys(
    (key) => {
      const before = latest.current
      const arranged = arrangeRows(frame.rows(before.by), before)
      const { view: next, action } = pressKey(before, key, {
        rows: arranged,
        page: height,
        dimensions: viewer.dimensions,
      })
      if (before.focus === 'table') actions.clear()
      const row = arranged.find((each) => each.key === before.selected)
      const opened = action === undefined ? undefined : act(action, row)
      show(opened === undefined ? next : { ...next, focus: opened })
      return opened !== 'question'
    },
    (text) => show(typeText(latest.current, text)),
  )

  /** Carries out an action. @returns the new focus, if it changes */
  function act(action: TopAction, row: TopRow | undefined): TopView['focus'] | undefined {
    switch (action) {
      case 'quit':
        onQuit()
        return undefined
      case 'explain':
        return actions.explain(row) ? 'explanation' : undefined
      case 'toggle':
        if (!viewer.isAdministrator) actions.tell(context.phrase('top.forAdministrators'))
        else if (actions.ask(latest.current.by === 'channel' ? row : undefined)) return 'question'
        return undefined
      case 'answer-yes':
        actions.toggle()
        return undefined
      case 'refused-dimension':
        actions.tell(context.phrase('top.forAdministrators'))
        return undefined
    }
  }

  if (view.focus === 'help') return <TopHelp viewer={viewer} lines={lines} />
  if (view.focus === 'explanation') return <TopExplanation explanation={actions.explanation} lines={lines} />
  const shown = rows.slice(first, first + height)
  return (
    <Box flexDirection="column" height={lines} width={columns}>
      <TopHeader
        frame={frame}
        viewer={viewer}
        settings={context.settings}
        isPaused={view.isPaused}
        columns={columns}
        isLow={isLow}
      />
      <TopTable
        rows={shown}
        all={rows}
        view={view}
        viewer={viewer}
        columns={columns}
        height={height}
        isDim={frame.state !== 'live'}
      />
      <TopTasks
        tasks={tasks}
        viewer={viewer}
        nowMs={frame.atMs ?? context.now()}
        columns={columns}
        height={tasksLines}
      />
      <TopMessage
        view={view}
        viewer={viewer}
        question={actions.question}
        message={actions.message}
        range={rows.length > height ? { first, shown: shown.length, total: rows.length } : undefined}
      />
      <TopFooter view={view} viewer={viewer} columns={columns} height={footerLines} />
    </Box>
  )
}
