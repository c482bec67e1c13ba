import type { Browser, Page } from 'playwright-core'

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Duration in microseconds. */
  readonly dur?: number
  /** Processor time in microseconds. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/**
 * Finds the longest task of the page's main thread during an activity: scripts, styles, layout and painting that
 * neither a key press nor a frame could interrupt.
 *
 * @returns the longest duration of a task and the highest processor time of a task, both in milliseconds: on a machine
 * with other load, only the second figure is the page's own
 */
export async function longestTask(
  browser: Browser,
  page: Page,
  whatGoesOn: () => Promise<void>,
): Promise<{ readonly took: number; readonly processor: number }> {
  await browser.startTracing(page, {
    categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'],
  })
  await whatGoesOn()
  const trace = await browser.stopTracing()
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: readonly TraceEvent[] }
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const mainThreads = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  )
  const tasks = traceEvents.filter(
    (event) => event.name.endsWith('RunTask') && event.ph === 'X' && mainThreads.has(threadOf(event)),
  )
  if (tasks.length === 0) throw new Error('the trace has no tasks of a page')
  const most = (of: (task: TraceEvent) => number) =>
    tasks.reduce((max, task) => Math.max(max, of(task)), 0) / 1000
  return { took: most(({ dur = 0 }) => dur), processor: most(({ tdur = 0 }) => tdur) }
}
