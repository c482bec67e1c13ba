import { readOperation, type ToldOperation } from '../../protocols/gemini/veo.ts'
import { asObject, asText } from '../../protocols/json-access.ts'
import type { TaskNews } from '../task.ts'
import { askForEach, VIDEO_AGE_MS_MAX, VIDEOS_AT_ONCE, type VideoVendor } from './vendor.ts'

/** Polls `GET /v1beta/OPERATION`: Veo in the Gemini API, and relays of it. */
export const geminiVideos: VideoVendor = {
  platform: 'video',
  operation: 'video',
  channelTypes: [24],
  isOn: ({ TaskEnabled }) => TaskEnabled,
  ageMsMax: VIDEO_AGE_MS_MAX,
  batchMax: VIDEOS_AT_ONCE,
  poll: (tasks, ask) =>
    askForEach(tasks, async (name) =>
      toOperationNews(readOperation(await ask({ method: 'GET', path: `/${name}` }))),
    ),
  contentOf: ({ result }, variant) => {
    const url = asText(asObject(result.vendor)?.uri)
    return variant === 'video' && url !== undefined ? { kind: 'address', url } : undefined
  },
}

/** Converts the state of an operation. Google reports no progress, and not how long it keeps the video (two days). */
export function toOperationNews(told: ToldOperation): TaskNews {
  if (told.kind === 'running') return { status: 'IN_PROGRESS' }
  if (told.kind === 'failed')
    return {
      status: 'FAILURE',
      failReason: told.message,
      result: { error: { code: told.code } },
    }
  return {
    status: 'SUCCESS',
    ...(told.uri === undefined ? {} : { result: { vendor: { uri: told.uri } } }),
  }
}
