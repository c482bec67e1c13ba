import { readVideo } from '../../protocols/openai/video.ts'
import { toNews } from './told.ts'
import { askForEach, VIDEO_AGE_MS_MAX, VIDEOS_AT_ONCE, type VideoVendor } from './vendor.ts'

const pathOf = (vendorId: string): string => `/v1/videos/${encodeURIComponent(vendorId)}`

/** Polls `GET /v1/videos/ID` in OpenAI's format: OpenAI, Azure, and relays of all kinds. */
export const openaiVideos: VideoVendor = {
  platform: 'video',
  operation: 'video',
  channelTypes: [1, 3, 8],
  isOn: ({ TaskEnabled }) => TaskEnabled,
  ageMsMax: VIDEO_AGE_MS_MAX,
  batchMax: VIDEOS_AT_ONCE,
  poll: (tasks, ask) =>
    askForEach(tasks, async (vendorId) => {
      const video = readVideo(await ask({ method: 'GET', path: pathOf(vendorId) }))
      return video && toNews(video)
    }),
  contentOf: ({ vendorId = '' }, variant) => ({
    kind: 'answer',
    question: {
      method: 'GET',
      path: `${pathOf(vendorId)}/content`,
      ...(variant === 'video' ? {} : { query: { variant } }),
    },
  }),
  deletionOf: ({ vendorId = '' }) => ({ method: 'DELETE', path: pathOf(vendorId) }),
}
