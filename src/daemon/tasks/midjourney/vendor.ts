import { asObject, asText, objectsOf } from '../../protocols/json-access.ts'
import type { TaskVendor } from '../door.ts'
import { readNews } from './read-task.ts'

const HOUR_MS = 3_600_000

/** Polls `POST /mj/task/list-by-condition`, which returns many tasks at once. */
export const midjourney: TaskVendor = {
  platform: 'midjourney',
  operation: 'drawing',
  channelTypes: [2, 5],
  isOn: ({ DrawingEnabled }) => DrawingEnabled,
  ageMsMax: HOUR_MS,
  batchMax: 200,
  poll: async (tasks, ask) => {
    const byId = new Map(
      tasks.flatMap((task) => (task.vendorId === undefined ? [] : [[task.vendorId, task]])),
    )
    const answer = await ask({
      method: 'POST',
      path: '/mj/task/list-by-condition',
      body: { ids: [...byId.keys()] },
      timeoutMs: 15_000,
    })
    // Some proxies wrap the list.
    const told = Array.isArray(answer) ? answer : (asObject(answer)?.data ?? asObject(answer)?.result)
    return new Map(
      objectsOf(told).flatMap((each) => {
        const id = typeof each.id === 'number' ? String(each.id) : asText(each.id)
        const task = byId.get(id ?? '')
        return id === undefined || task === undefined ? [] : [[id, readNews(each, task)] as const]
      }),
    )
  },
}
