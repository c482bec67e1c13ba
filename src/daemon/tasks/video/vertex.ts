import { readInlineVideo, readOperation } from '../../protocols/gemini/veo.ts'
import type { VendorQuestion } from '../door.ts'
import { toOperationNews } from './gemini.ts'
import { askForEach, VIDEO_AGE_MS_MAX, type VideoVendor } from './vendor.ts'

/** Returns the model, which is part of the request's URL and of `publishers/google/models/MODEL/operations/ID`. */
const modelOf = (name: string): string => /\/models\/([^/]+)\/operations\//.exec(name)?.[1] ?? ''

const questionOf = (name: string): VendorQuestion => ({
  method: 'POST',
  path: ':fetchPredictOperation',
  model: modelOf(name),
  body: { operationName: name },
  // The last response contains the whole video.
  timeoutMs: 120_000,
})

/**
 * Polls `MODEL:fetchPredictOperation`: Veo on Vertex AI. No bucket is specified, so the video is part of the response;
 * it is fetched again when a client requests it, and stored nowhere.
 *
 * @see https://docs.cloud.google.com/vertex-ai/generative-ai/docs/model-reference/veo-video-generation
 */
export const vertexVideos: VideoVendor = {
  platform: 'video',
  operation: 'video',
  channelTypes: [41],
  isOn: ({ TaskEnabled }) => TaskEnabled,
  ageMsMax: VIDEO_AGE_MS_MAX,
  // Each response may contain a video.
  batchMax: 1,
  poll: (tasks, ask) =>
    askForEach(tasks, async (name) => toOperationNews(readOperation(await ask(questionOf(name))))),
  contentOf: ({ vendorId = '' }, variant) =>
    variant === 'video'
      ? { kind: 'inside', question: questionOf(vendorId), read: readInlineVideo }
      : undefined,
}
