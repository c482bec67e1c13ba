import { asObject, asText, objectsOf } from '../../protocols/json-access.ts'
import type { JsonObject, JsonValue } from '../../protocols/types.ts'
import type { TaskVendor } from '../door.ts'
import { readPercent } from '../read-percent.ts'
import { readStatus, type TaskNews } from '../task.ts'

const HOUR_MS = 3_600_000

/** Polls `POST /suno/fetch`, which returns many tasks at once. */
export const suno: TaskVendor = {
  platform: 'suno',
  operation: 'music',
  channelTypes: [36],
  isOn: ({ TaskEnabled }) => TaskEnabled,
  ageMsMax: 2 * HOUR_MS,
  batchMax: 500,
  poll: async (tasks, ask) => {
    const ids = tasks.flatMap(({ vendorId }) => vendorId ?? [])
    const answer = await ask({ method: 'POST', path: '/suno/fetch', body: { ids }, timeoutMs: 15_000 })
    return new Map(
      objectsOf(asObject(answer)?.data).flatMap((each) => {
        const id = asText(each.task_id)
        return id === undefined ? [] : [[id, readNews(each)] as const]
      }),
    )
  },
}

/** Reads the status of a task. One with a failure reason has failed, whatever its status says. */
function readNews(told: JsonObject): TaskNews {
  const failReason = asText(told.fail_reason) ?? ''
  const status = failReason === '' ? readStatus(asText(told.status) ?? '') : 'FAILURE'
  return {
    status,
    ...(failReason === '' ? {} : { failReason }),
    progress: status === 'SUCCESS' ? 100 : readPercent(told.progress),
    startMs: secondsOf(told.start_time) * 1000,
    ...(secondsOf(told.finish_time) === 0 ? {} : { finishMs: secondsOf(told.finish_time) * 1000 }),
    ...(told.data === undefined || told.data === null ? {} : { result: { data: told.data } }),
  }
}

const secondsOf = (value: JsonValue | undefined): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.floor(value) : 0
