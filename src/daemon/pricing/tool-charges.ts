import { RATIO_ZERO, type Ratio, ratio } from '../money/ratio.ts'
import type { JsonObject, JsonValue } from '../protocols/types.ts'

/**
 * Dollars for one call of a tool that OpenAI runs inside a response, on top of the tokens: $10 per thousand web
 * searches, $25 for the preview of web search with models that do not reason (their tokens for search results are
 * free), $2.50 per thousand file searches. The list is https://developers.openai.com/api/docs/pricing#built-in-tools,
 * quoted from pages that copy it.
 *
 * Not charged: the 8 000 input tokens that gpt-4o-mini and gpt-4.1-mini cost for each web search, because it could not
 * be verified whether their usage includes them. Azure has a separate list for searches, which could not be verified.
 *
 * @see https://community.openai.com/t/search-web-using-openai-api/1363698 (web search; read 2026-11-23)
 * @see https://www.modelcostwatch.com/openai/tool-costs/web-search (the same, of 2026-03-12; read 2026-11-23)
 * @see https://github.com/BerriAI/litellm `OPENAI_FILE_SEARCH_COST_PER_1K_CALLS` (file search; read 2026-11-23)
 */
const TOOL_DOLLARS = {
  webSearch: ratio('0.01'),
  webSearchPreviewPlain: ratio('0.025'),
  fileSearch: ratio('0.0025'),
} as const

/**
 * Dollars for one image that a response generated, by quality: square, or with a longer side. These are the prices of
 * gpt-image-1; those of gpt-image-1.5 are a fifth lower ($0.009 to $0.20), and no prices per image were found for later
 * models.
 *
 * @see https://runware.ai/docs/models/openai-gpt-image-1-5 (read 2026-11-23)
 */
const BEST_PICTURE_DOLLARS = [ratio('0.167'), ratio('0.25')] as const
const PICTURE_DOLLARS: ReadonlyMap<string, readonly [square: Ratio, longer: Ratio]> = new Map([
  ['low', [ratio('0.011'), ratio('0.016')]],
  ['medium', [ratio('0.042'), ratio('0.063')]],
  ['high', BEST_PICTURE_DOLLARS],
])

/** The models whose preview search has the higher price. */
const PLAIN_MODELS = /^(gpt-4o|gpt-4\.1)/

/** Calls that an upstream made and charges for. */
export interface ToolCalls {
  readonly webSearches: number
  /** True if the request named the preview of web search. */
  readonly isPreviewSearch: boolean
  readonly fileSearches: number
  readonly pictures: readonly { readonly quality: string; readonly size: string }[]
}

/** Reads the calls from a complete answer of OpenAI's Responses API, which has an output item for each. */
export function readToolCalls(response: JsonObject): ToolCalls {
  const items = objectsOf(response.output)
  const tools = objectsOf(response.tools)
  const isDone = (item: JsonObject) => item.status !== 'failed'
  return {
    // Opening a page and searching in it are free; only a web search costs.
    webSearches: items.filter((each) => each.type === 'web_search_call' && isDone(each) && isSearch(each))
      .length,
    isPreviewSearch: tools.some((each) => textOf(each.type).startsWith('web_search_preview')),
    fileSearches: items.filter((each) => each.type === 'file_search_call' && isDone(each)).length,
    pictures: items
      .filter((each) => each.type === 'image_generation_call' && isDone(each))
      .map((each) => ({ quality: textOf(each.quality), size: textOf(each.size) })),
  }
}

/** Returns the surcharge of a request in dollars, before the group's ratio. @param model as requested */
export function toolCallDollars(calls: ToolCalls, model: string): Ratio {
  const search =
    calls.isPreviewSearch && PLAIN_MODELS.test(model)
      ? TOOL_DOLLARS.webSearchPreviewPlain
      : TOOL_DOLLARS.webSearch
  const pictures = calls.pictures.reduce((sum, each) => sum + pictureDollars(each), RATIO_ZERO as bigint)
  return (BigInt(calls.webSearches) * search +
    BigInt(calls.fileSearches) * TOOL_DOLLARS.fileSearch +
    pictures) as Ratio
}

/**
 * Returns the price of an image. `auto` and unlisted qualities cost as much as the best one, because the vendor may
 * have chosen it.
 */
function pictureDollars({ quality, size }: ToolCalls['pictures'][number]): Ratio {
  const [square, longer] = PICTURE_DOLLARS.get(quality) ?? BEST_PICTURE_DOLLARS
  const [width, height] = size.split('x')
  return width === height ? square : longer
}

function isSearch(item: JsonObject): boolean {
  const { action } = item
  if (typeof action !== 'object' || action === null || Array.isArray(action)) return true
  return action.type === undefined || action.type === 'search'
}

const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '')

const objectsOf = (value: JsonValue | undefined): readonly JsonObject[] =>
  Array.isArray(value)
    ? value.filter(
        (each): each is JsonObject => typeof each === 'object' && each !== null && !Array.isArray(each),
      )
    : []
