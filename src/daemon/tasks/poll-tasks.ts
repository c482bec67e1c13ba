import type { Knex } from 'knex'
import type { Channel } from '../channel-types/types.ts'
import { keyOfHint } from '../channels/key-hint.ts'
import { tasks } from '../errors/phrases/tasks.ts'
import { sideBySide } from '../side-by-side.ts'
import { TransportError } from '../upstream/exchange.ts'
import { type AskVendorDeps, askVendor } from './ask-vendor.ts'
import { type ChangeTaskDeps, changeTask } from './change-task.ts'
import type { TaskVendor } from './door.ts'
import { isFinal, type TaskNews, type TaskPlatform, type TaskRow, toTask } from './task.ts'
import { isNews } from './tasks-store.ts'
import { findVendor } from './vendors.ts'
import { secretsOf, withoutSecrets } from './without-secrets.ts'

export interface PollDeps extends ChangeTaskDeps, AskVendorDeps {
  channels(): ReadonlyMap<number, Channel>
}

/** The open tasks of one upstream account. */
export interface OpenTasks {
  /** Identifies channel, key and platform. */
  readonly name: string
  readonly platform: TaskPlatform
  readonly channelId: number
  readonly keyHint: string
  /** Task IDs in ascending order. */
  readonly ids: readonly number[]
}

/** Finds open tasks by account. Prompts and results are not read, because there may be many tasks. */
export async function findOpenTasks(db: Knex): Promise<readonly OpenTasks[]> {
  const rows: Pick<TaskRow, 'id' | 'platform' | 'channel_id' | 'key_hint'>[] = await db('tasks')
    .where({ is_open: 1 })
    .whereNot('status', '')
    .orderBy('id')
    .limit(OPEN_MAX)
    .select('id', 'platform', 'channel_id', 'key_hint')
  const accounts = Map.groupBy(rows, (row) => `${row.platform} ${row.channel_id} ${row.key_hint}`)
  return [...accounts].flatMap(([name, [first, ...more]]) =>
    first === undefined
      ? []
      : {
          name,
          platform: first.platform as TaskPlatform,
          channelId: Number(first.channel_id),
          keyHint: first.key_hint,
          ids: [first, ...more].map(({ id }) => Number(id)),
        },
  )
}

const OPEN_MAX = 100_000
/** Maximum number of concurrent calls to one account. */
const CALLS_AT_ONCE = 4
/**
 * No call starts later than this in a pass, so that a slow account does not delay the pass. The remaining tasks are
 * polled in the next one.
 */
const ACCOUNT_MS_MAX = 15_000
/** Maximum age of tasks whose vendor is unknown because their channel was deleted. */
const AGE_MS_MAX = 3_600_000
const BATCH_MAX = 500
const TIMED_OUT = tasks.taskTimedOut.en

const nothing: ReadonlyMap<string, TaskNews> = new Map()

/** The point at which to start, and a check whether to continue. */
export interface PollRange {
  /** ID of the last task polled in the previous pass. */
  readonly after: number
  mayWork(): Promise<boolean>
}

/**
 * Polls the tasks of an account, and closes those that are too old.
 * @returns the ID of the last task that was polled, unless all of them were
 */
export async function pollTasks(
  account: OpenTasks,
  { after, mayWork }: PollRange,
  deps: PollDeps,
): Promise<number | undefined> {
  const { knex, options, log } = deps
  const channel = deps.channels().get(account.channelId)
  const vendor = findVendor(account.platform, channel?.type)
  if (vendor?.isOn(options.current()) === false) return undefined
  const ask = createAsk(account, vendor, channel, deps)
  const ids = [...account.ids.filter((id) => id > after), ...account.ids.filter((id) => id <= after)]
  const startedMs = performance.now()
  let last: number | undefined
  let isWhole = true
  await sideBySide(chunk(ids, vendor?.batchMax ?? BATCH_MAX), CALLS_AT_ONCE, async (batch) => {
    if (performance.now() - startedMs > ACCOUNT_MS_MAX || !(await mayWork())) {
      isWhole = false
      return
    }
    last = batch.at(-1)
    // Read only now, because clients or callbacks may have ended some of them in the meantime.
    const rows: TaskRow[] = await knex('tasks').whereIn('id', batch).where({ is_open: 1 }).orderBy('id')
    const news = await ask(rows)
    if (!(await mayWork())) return
    for (const row of rows)
      await tell(row, news, vendor, deps).catch((error: unknown) =>
        log.warn({ err: error, taskId: row.id }, 'news of a task could not be stored: it is asked for again'),
      )
  })
  return isWhole ? undefined : last
}

/** Returns a function that polls one batch. After a failed call, the vendor is not called again in this pass. */
function createAsk(
  { keyHint, channelId }: OpenTasks,
  vendor: TaskVendor | undefined,
  channel: Channel | undefined,
  deps: PollDeps,
): (rows: readonly TaskRow[]) => Promise<ReadonlyMap<string, TaskNews>> {
  const key = channel && keyOfHint(channel, keyHint)
  // Only the original account can be polled. The administrator may restore it until the tasks are too old.
  if (vendor === undefined || channel === undefined || key === undefined) return async () => nothing
  const ask = askVendor({ channel, key, operation: vendor.operation }, deps)
  let isSilent = false
  return async (rows) => {
    if (isSilent || rows.length === 0) return nothing
    try {
      const news = await vendor.poll(rows.map(toTask), ask, channel)
      return new Map([...news].map(([id, each]) => [id, withoutSecrets(each, secretsOf(channel))]))
    } catch (error) {
      isSilent = error instanceof TransportError
      deps.log.warn({ err: error, channelId }, 'a vendor did not say how far its tasks are')
      return nothing
    }
  }
}

async function tell(
  row: TaskRow,
  news: ReadonlyMap<string, TaskNews>,
  vendor: TaskVendor | undefined,
  deps: PollDeps,
): Promise<void> {
  const told = row.vendor_id === null ? undefined : news.get(row.vendor_id)
  const nowMs = deps.clock.now()
  const isLate = nowMs - Number(row.submit_ms) > (vendor?.ageMsMax ?? AGE_MS_MAX)
  if (told !== undefined && (isFinal(told.status) || !isLate)) {
    if (isNews(row, told, nowMs)) await changeTask(Number(row.id), told, deps)
  } else if (isLate) await changeTask(Number(row.id), { status: 'FAILURE', failReason: TIMED_OUT }, deps)
}

function chunk<Item>(items: readonly Item[], size: number): Item[][] {
  const chunks: Item[][] = []
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size))
  return chunks
}
