import { divideHalfUp, RATIO_SCALE, type Ratio } from '../money/ratio.ts'
import { asText } from '../protocols/json-access.ts'
import { DEFAULT_SECONDS, DEFAULT_SIZE, readSeconds, statedSeconds } from '../protocols/openai/video.ts'
import type { JsonObject } from '../protocols/types.ts'

/**
 * Prices of larger frames as multiples of the model's price per second at 720p. The first tier whose side is long
 * enough for the shorter side of the frame applies.
 */
interface SizePrices {
  readonly models: RegExp
  readonly tiers: readonly { readonly sideMax: number; readonly times: readonly [bigint, bigint] }[]
}

const tier = (sideMax: number, over: number, under: number) => ({
  sideMax,
  times: [BigInt(over), BigInt(under)] as const,
})

/**
 * Models whose vendors charge by size. sora-2-pro: $0.30, $0.50 and $0.70 a second at 720, 1024 and 1080 pixels (last
 * list price, https://developers.openai.com/api/docs/pricing). Veo 3.1: $0.40 to 1080p and $0.60 in 4K; Fast $0.10,
 * $0.12, $0.30; Lite $0.05 and $0.08 (https://ai.google.dev/gemini-api/docs/pricing, as quoted by others in May 2026:
 * the page itself could not be read). For all other models, every size costs the same.
 */
const SIZE_PRICES: readonly SizePrices[] = [
  { models: /^sora-2-pro/, tiers: [tier(720, 1, 1), tier(1024, 5, 3), tier(Infinity, 7, 3)] },
  { models: /^veo-3\.1-fast/, tiers: [tier(720, 1, 1), tier(1080, 6, 5), tier(Infinity, 3, 1)] },
  { models: /^veo-3\.1-lite/, tiers: [tier(720, 1, 1), tier(Infinity, 8, 5)] },
  { models: /^veo-3\.1/, tiers: [tier(1080, 1, 1), tier(Infinity, 3, 2)] },
]

/** The price of a video, and its description for the log. */
export interface VideoCharge {
  /** How many times the price per second applies. */
  readonly units: Ratio
  readonly seconds: number
  readonly size: string
  /** True if the size changes the price. */
  readonly isSizePriced: boolean
}

/**
 * Computes the charge of a video. A price per call of a video model is for one second at 720p.
 *
 * If the vendor states a shorter video than was requested, that length is charged; for a longer one, the requested
 * length. If the client states no length, the vendor's is charged.
 *
 * @param body the request in OpenAI's form; fields of a form as texts
 * @param told the vendor's response to the submission, if it is in OpenAI's form
 */
export function videoCharge(model: string, body: JsonObject, told?: JsonObject): VideoCharge {
  const asked = readSeconds(body)
  const stated = told && statedSeconds(told)
  const seconds =
    stated === undefined ? (asked ?? DEFAULT_SECONDS) : Math.min(asked ?? SILENT_SECONDS_MAX, Number(stated))
  const size = asText(body.size) || DEFAULT_SIZE
  const [over, under] = timesOf(model, size)
  return {
    units: divideHalfUp(BigInt(seconds) * over * RATIO_SCALE, under) as Ratio,
    seconds,
    size,
    isSizePriced: over !== under,
  }
}

/** The longest video that a vendor may charge if the client states no length. */
const SILENT_SECONDS_MAX = 20

function timesOf(model: string, size: string): readonly [bigint, bigint] {
  const side = Math.min(...size.split('x').map(Number))
  const { tiers = [] } = SIZE_PRICES.find(({ models }) => models.test(model)) ?? {}
  return tiers.find(({ sideMax }) => side <= sideMax)?.times ?? [1n, 1n]
}
