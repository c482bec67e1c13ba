import type { Knex } from 'knex'

/** The members of a stored task that differ from a finished `IMAGINE` of root. */
export interface StoredTask {
  readonly platform?: string
  readonly action?: string
  readonly model?: string
  readonly publicId?: string | null
  readonly userId?: number
  readonly channelId?: number
  /** The key of the channel that created it, see `keyHint`; without one, nothing can be fetched from its vendor. */
  readonly keyHint?: string
  readonly code?: number
  readonly status?: string
  readonly progress?: number
  readonly failReason?: string
  readonly prompt?: string
  readonly result?: unknown
  /** Thousandths. */
  readonly quota?: number
  readonly submitMs: number
  readonly startMs?: number
  readonly finishMs?: number
}

let count = 0

/** Builds the row of a task in the state after its submission has been charged. */
export function storedTask(task: StoredTask): Record<string, unknown> {
  count += 1
  const status = task.status ?? 'SUCCESS'
  const isDone = status === 'SUCCESS' || status === 'FAILURE'
  const publicId = task.publicId === undefined ? `stored-${count}` : task.publicId
  return {
    request_id: `req-stored-${count}`,
    platform: task.platform ?? 'midjourney',
    action: task.action ?? 'IMAGINE',
    model: task.model ?? 'mj_imagine',
    public_id: publicId,
    vendor_id: publicId,
    user_id: task.userId ?? 1,
    token_id: null,
    channel_id: task.channelId ?? 1,
    ...(task.keyHint === undefined ? {} : { key_hint: task.keyHint }),
    code: task.code ?? 1,
    status,
    is_open: isDone ? 0 : 1,
    progress: task.progress ?? (isDone ? 100 : 0),
    fail_reason: task.failReason ?? '',
    prompt: task.prompt ?? 'a lighthouse in the fog',
    result: JSON.stringify(task.result ?? {}),
    quota: task.quota ?? 50_000_000,
    submit_ms: task.submitMs,
    start_ms: task.startMs ?? task.submitMs,
    finish_ms: task.finishMs ?? (isDone ? task.submitMs : 0),
    changed_ms: task.finishMs ?? task.submitMs,
  }
}

/** Inserts tasks as if clients had submitted them. @returns their ids */
export async function storeTasks(knex: Knex, tasks: readonly StoredTask[]): Promise<readonly number[]> {
  const ids: number[] = []
  for (const task of tasks) {
    const [row] = await knex('tasks').insert(storedTask(task)).returning<{ id: number }[]>('id')
    ids.push(Number(row?.id))
  }
  return ids
}
