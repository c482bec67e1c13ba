import type { Channel } from '../channel-types/types.ts'
import { type AskVendorDeps, askVendor } from './ask-vendor.ts'
import { type ChangeTaskDeps, changeTask } from './change-task.ts'
import type { TaskVendor } from './door.ts'
import { keyOfHint } from './key-hint.ts'
import { endLease, takeLease } from './lease.ts'
import { isFinal, type Task, type TaskNews, type TaskRow, toTask } from './task.ts'
import { findVendor } from './vendors.ts'

export interface WatchTasksDeps extends ChangeTaskDeps, AskVendorDeps {
  readonly instanceId: string
  channels(): ReadonlyMap<number, Channel>
}

/** Polls the tasks that vendors are working on. */
export interface TaskWatch {
  /** Asks once about every open task, unless another daemon does that. Never rejects for a vendor. */
  pass(): Promise<void>
  /** Leaves the work to other daemons. */
  end(): Promise<void>
}

/** How often vendors are asked. */
export const WATCH_EVERY_MS = 15_000

const LEASE = 'watch-tasks'
/** Two passes may be missed. */
const LEASE_MS = 3 * WATCH_EVERY_MS
const TASKS_PER_PASS = 5_000
/** A submission without a hold that nobody has accepted by then was cut off by the death of its daemon. */
const SUBMISSION_MS_MAX = 120_000

const TIMED_OUT = 'upstream timeout'
const CUT_OFF = 'cut off while it was handed in'

export function watchTasks(deps: WatchTasksDeps): TaskWatch {
  const { knex, clock, instanceId, log } = deps
  const pass = async () => {
    const atMs = clock.now()
    if (!(await takeLease(knex, { name: LEASE, instanceId, atMs, forMs: LEASE_MS }))) return
    await giveUpCutOff(atMs, deps)
    const rows: TaskRow[] = await knex('tasks')
      .where({ is_open: 1 })
      .whereNot('status', '')
      .orderBy('id')
      .limit(TASKS_PER_PASS)
    const groups = Map.groupBy(
      rows.map(toTask),
      (task) => `${task.platform} ${task.channelId} ${task.keyHint}`,
    )
    for (const tasks of groups.values())
      await lookAfter(tasks, atMs, deps).catch((error: unknown) =>
        log.warn({ err: error, channelId: tasks[0]?.channelId }, 'tasks of a channel could not be polled'),
      )
  }
  return { pass, end: () => endLease(knex, { name: LEASE, instanceId }) }
}

/** Their clients were told of no task, and what was charged for them is given back. */
async function giveUpCutOff(atMs: number, deps: WatchTasksDeps): Promise<void> {
  const { knex } = deps
  const cut: { id: number }[] = await knex('tasks')
    .where({ is_open: 1, status: '' })
    .where('submit_ms', '<', atMs - SUBMISSION_MS_MAX)
    .whereNotExists(knex('holds').whereRaw('holds.id = tasks.request_id').select(knex.raw('1')))
    .limit(TASKS_PER_PASS)
    .select('id')
  for (const { id } of cut) await changeTask(id, { status: 'FAILURE', failReason: CUT_OFF }, deps)
}

/** Tasks of one channel and key. */
async function lookAfter(tasks: readonly Task[], atMs: number, deps: WatchTasksDeps): Promise<void> {
  const [first] = tasks
  const channel = first && deps.channels().get(first.channelId)
  const vendor = first && findVendor(first.platform, channel?.type)
  if (first === undefined || vendor?.isOn(deps.options.current()) === false) return
  const key = channel && keyOfHint(channel, first.keyHint)
  // Without its account nobody can be asked. The administrator may connect it again until the task is too old.
  const news =
    vendor && channel && key !== undefined ? await askAll(tasks, vendor, { channel, key }, deps) : nothing
  for (const task of tasks) {
    const told = task.vendorId === undefined ? undefined : news.get(task.vendorId)
    const isLate = atMs - task.submitMs > (vendor?.ageMsMax ?? AGE_MS_MAX)
    if (told !== undefined && (isFinal(told.status) || !isLate)) {
      if (isNews(task, told)) await changeTask(task.id, told, deps)
    } else if (isLate) await changeTask(task.id, { status: 'FAILURE', failReason: TIMED_OUT }, deps)
  }
}

/** For tasks whose channel is gone. */
const AGE_MS_MAX = 3_600_000
const nothing: ReadonlyMap<string, TaskNews> = new Map()

/** A vendor that does not answer is asked again at the next pass. */
async function askAll(
  tasks: readonly Task[],
  vendor: TaskVendor,
  { channel, key }: { readonly channel: Channel; readonly key: string },
  deps: WatchTasksDeps,
): Promise<ReadonlyMap<string, TaskNews>> {
  const all = new Map<string, TaskNews>()
  const ask = askVendor({ channel, key, operation: vendor.operation }, deps)
  for (let start = 0; start < tasks.length; start += vendor.batchMax)
    try {
      const news = await vendor.poll(tasks.slice(start, start + vendor.batchMax), ask, channel)
      for (const [id, each] of news) all.set(id, each)
    } catch (error) {
      deps.log.warn({ err: error, channelId: channel.id }, 'a vendor did not say how far its tasks are')
    }
  return all
}

/** Whether anything changes by it: vendors say the same for minutes. */
const isNews = (task: Task, { status, progress, result, failReason, startMs }: TaskNews): boolean =>
  status !== task.status ||
  (progress ?? task.progress) !== task.progress ||
  (failReason ?? task.failReason) !== task.failReason ||
  (startMs ?? task.startMs) !== task.startMs ||
  (result !== undefined &&
    Object.entries(result).some(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(task.result[name]),
    ))
