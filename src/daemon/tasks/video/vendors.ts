import { geminiVideos } from './gemini.ts'
import { openaiVideos } from './openai.ts'
import type { VideoVendor } from './vendor.ts'
import { vertexVideos } from './vertex.ts'

const VENDORS: readonly VideoVendor[] = [openaiVideos, geminiVideos, vertexVideos]

/** Finds the vendor of videos for a channel type. */
export const findVideoVendor = (type: number): VideoVendor | undefined =>
  VENDORS.find(({ channelTypes }) => channelTypes.includes(type))
