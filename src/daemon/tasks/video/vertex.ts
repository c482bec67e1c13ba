import { readInlineVideo, readOperation } from '../../protocols/gemini/veo.ts'
import type { VendorQuestion } from '../door.ts'
import { toOperationNews } from './gemini.ts'
import { askForEach, VIDEO_AGE_MS_MAX, type VideoVendor } from './vendor.ts'

/** The address of the question has the model in it, which is also in `publishers/google/models/MODEL/operations/ID`. */
const modelOf = (name: string): string => /\/models\/([^/]+)\/operations\//.exec(name)?.[1] ?? ''

const questionOf = (name: string): VendorQuestion => ({
  method: 'POST',
  path: ':fetchPredictOperation',
  model: modelOf(name),
  body: { operationName: name },
  // The answer to the last question has the whole video in it.
  timeoutMs: 120_000,
})

/**
 * `MODEL:fetchPredictOperation`: Veo on Vertex AI. No bucket is named, so the video comes in the answer; it is read again
 * when a client wants it, and kept nowhere.
 *
 * @see https://docs.cloud.google.com/vertex-ai/generative-ai/docs/model-reference/veo-video-generation
 */
export const vertexVideos: VideoVendor = {
  platform: 'video',
  operation: 'video',
  channelTypes: [41],
  isOn: ({ TaskEnabled }) => TaskEnabled,
  ageMsMax: VIDEO_AGE_MS_MAX,
  // Each answer may have a video in it.
  batchMax: 1,
  poll: (tasks, ask) =>
    askForEach(tasks, async (name) => toOperationNews(readOperation(await ask(questionOf(name))))),
  contentOf: ({ vendorId = '' }, variant) =>
    variant === 'video'
      ? { kind: 'inside', question: questionOf(vendorId), read: readInlineVideo }
      : undefined,
}
