import { RATIO_ZERO, type Ratio, ratio } from '../money/ratio.ts'
import { asArray, asObject, objectsOf } from '../protocols/json-access.ts'
import type { JsonObject } from '../protocols/types.ts'

/** Dollars for searches that vendors run, on top of the tokens. For OpenAI's Responses API see `tool-charges.ts`. */
const OPENAI_CHAT = ratio('0.01')
const OPENAI_CHAT_PLAIN = ratio('0.025')

/**
 * $10 per thousand searches, for every model. The list https://platform.claude.com/docs/en/about-claude/pricing could
 * not be read directly; LiteLLM's table has the same price for all of Anthropic's models.
 *
 * @see https://github.com/BerriAI/litellm `search_context_cost_per_query` (read 2026-11-23)
 */
const CLAUDE = ratio('0.01')

/**
 * Up to Gemini 2.5 a prompt costs once, however many searches it takes ($35 per thousand); from Gemini 3 on each search
 * costs ($14 per thousand). Free searches per day or month belong to the account and are not considered. Grounding with
 * Google Maps has no price in Tollgate, so it is refused.
 *
 * @see https://discuss.ai.google.dev/t/gemini-api-grounding-billing-for-requests-exceeding-daily-free-tier/102927 (2.5)
 * @see https://discuss.ai.google.dev/t/134866 (3.1, quoting https://ai.google.dev/gemini-api/docs/pricing; read
 * 2026-11-23)
 */
const GEMINI_PROMPT = ratio('0.035')
const GEMINI_SEARCH = ratio('0.014')

/** Models without reasoning. Each of their requests searches, at the price of the preview. */
const PLAIN_MODELS = /^(gpt-4o|gpt-4\.1)/

/**
 * Models that search for each chat, whether it has `web_search_options` or not: "the model always retrieves information
 * from the web before responding to your query".
 *
 * @see https://developers.openai.com/api/docs/guides/tools-web-search (copies of it read 2026-11-29)
 */
export const alwaysSearches = (model: string): boolean => /-search-(?:preview|api)/.test(model)

/**
 * Returns the price of the one search that OpenAI runs for a chat with `web_search_options` or with a model that always
 * searches.
 */
export const chatSearchDollars = (model: string): Ratio =>
  PLAIN_MODELS.test(model) ? OPENAI_CHAT_PLAIN : OPENAI_CHAT

/** Returns the price of the searches stated in a response of Anthropic. */
export function claudeSearchDollars({ usage, message }: JsonObject): Ratio {
  const stated = asObject(usage) ?? asObject(asObject(message)?.usage)
  const searches = asObject(stated?.server_tool_use)?.web_search_requests
  const isCount = typeof searches === 'number' && Number.isInteger(searches) && searches > 0
  return isCount ? ((BigInt(searches) * CLAUDE) as Ratio) : RATIO_ZERO
}

/** Returns the price of the searches behind a response of Google. A response without grounding costs nothing extra. */
export function geminiSearchDollars({ candidates }: JsonObject, model: string): Ratio {
  const queries = objectsOf(candidates).flatMap(
    ({ groundingMetadata }) => asArray(asObject(groundingMetadata)?.webSearchQueries) ?? [],
  )
  if (queries.length === 0) return RATIO_ZERO
  return /gemini-(1|2)/.test(model) ? GEMINI_PROMPT : ((BigInt(queries.length) * GEMINI_SEARCH) as Ratio)
}
