/** Where a row's numbers come from. */
export interface PriceSource {
  readonly title: string
  readonly url: string
  /** The day on which the source had these prices. */
  readonly asOf: string
}

export const priceSources = {
  openai: {
    title: 'OpenAI API pricing, standard tier, short context',
    url: 'https://developers.openai.com/api/docs/pricing',
    asOf: '2026-09-24',
  },
  openaiRetired: {
    title: 'OpenAI API pricing, last list price of models that are no longer sold',
    url: 'https://platform.openai.com/docs/deprecations',
    asOf: '2025-06-01',
  },
  openaiVideos: {
    title: 'OpenAI API pricing, last list price of the Videos API, per second at 720p',
    url: 'https://developers.openai.com/api/docs/pricing',
    asOf: '2026-09-24',
  },
  veo: {
    title: 'Gemini API pricing of Veo 3.1 with sound, per second at 720p, as others quote the page',
    url: 'https://ai.google.dev/gemini-api/docs/pricing',
    asOf: '2026-05-31',
  },
  anthropic: {
    title: 'Claude API pricing',
    url: 'https://platform.claude.com/docs/en/about-claude/pricing',
    asOf: '2026-10-10',
  },
  deepseek: {
    title: 'DeepSeek models and pricing, peak hours',
    url: 'https://api-docs.deepseek.com/quick_start/pricing',
    asOf: '2026-10-27',
  },
  xai: { title: 'xAI models and pricing', url: 'https://docs.x.ai/docs/models', asOf: '2025-06-01' },
  family: {
    title: 'Default table that gateways of this family share',
    url: 'https://github.com/songquanpeng/one-api',
    asOf: '2025-06-01',
  },
} as const satisfies Record<string, PriceSource>

export type PriceSourceId = keyof typeof priceSources

/** List prices of a model and its other names, in dollars per million tokens. */
export interface TokenPriceRow {
  readonly models: readonly string[]
  readonly input: string
  /** Absent = the family's built-in completion ratio. */
  readonly output?: string
  /** Cached input. Absent = the family's built-in cache ratio; equal to `input` = no discount. */
  readonly cached?: string
  readonly source: PriceSourceId
}

export interface CallPriceRow {
  readonly models: readonly string[]
  /** Dollars per call; of videos, per second at 720p (see `video-units.ts`). */
  readonly price: string
  readonly source: PriceSourceId
}

type Prices = [models: string, input: string, output?: string, cached?: string]

const tokens = (source: PriceSourceId, ...[models, input, output, cached]: Prices): TokenPriceRow => ({
  models: models.split(' '),
  input,
  ...(output === undefined ? {} : { output }),
  ...(cached === undefined ? {} : { cached }),
  source,
})

const openai = (...prices: Prices) => tokens('openai', ...prices)
const retired = (...prices: Prices) => tokens('openaiRetired', ...prices)
const anthropic = (...prices: Prices) => tokens('anthropic', ...prices)
const deepseek = (...prices: Prices) => tokens('deepseek', ...prices)
const xai = (...prices: Prices) => tokens('xai', ...prices)
const family = (...prices: Prices) => tokens('family', ...prices)

/**
 * Prices that are certain. A model without a row has no price and is refused until an operator sets one, which is
 * better than a wrong price. Surcharges for long contexts and batch discounts are not list prices.
 */
export const tokenPriceRows: readonly TokenPriceRow[] = [
  // The list price: a promotion of 4 / 20 dollars runs until 2026-11-21 at least.
  openai('gpt-5.6-sol gpt-5.6', '5', '30', '0.5'),
  openai('gpt-5.6-terra', '2', '12', '0.2'),
  openai('gpt-5.6-luna', '0.2', '1.2', '0.02'),
  openai('gpt-5.5', '5', '30', '0.5'),
  openai('gpt-5.4', '2.5', '15', '0.25'),
  openai('gpt-5.4-mini', '0.75', '4.5', '0.075'),
  openai('gpt-5.4-nano', '0.2', '1.25', '0.02'),
  openai('gpt-5.2 gpt-5.2-chat-latest', '1.75', '14', '0.175'),
  openai('gpt-5.2-pro', '21', '168', '21'),
  openai('gpt-5.1 gpt-5.1-chat-latest gpt-5.1-codex gpt-5.1-codex-max', '1.25', '10', '0.125'),
  openai('gpt-5 gpt-5-2025-08-07 gpt-5-chat-latest gpt-5-codex', '1.25', '10', '0.125'),
  openai('gpt-5-mini gpt-5-mini-2025-08-07', '0.25', '2', '0.025'),
  openai('gpt-5-nano gpt-5-nano-2025-08-07', '0.05', '0.4', '0.005'),
  openai('gpt-4.1 gpt-4.1-2025-04-14', '2', '8', '0.5'),
  openai('gpt-4.1-mini gpt-4.1-mini-2025-04-14', '0.4', '1.6', '0.1'),
  openai('gpt-4.1-nano gpt-4.1-nano-2025-04-14', '0.1', '0.4', '0.025'),
  openai('gpt-4o gpt-4o-2024-08-06 gpt-4o-2024-11-20', '2.5', '10', '1.25'),
  retired('gpt-4o-2024-05-13', '5', '15', '5'),
  retired('chatgpt-4o-latest', '5', '15', '5'),
  openai('gpt-4o-mini gpt-4o-mini-2024-07-18', '0.15', '0.6', '0.075'),
  retired('gpt-4o-audio-preview gpt-4o-audio-preview-2024-12-17', '2.5', '10'),
  retired('gpt-4o-realtime-preview gpt-4o-realtime-preview-2024-12-17', '5', '20', '2.5'),
  retired('gpt-4o-mini-realtime-preview gpt-4o-mini-realtime-preview-2024-12-17', '0.6', '2.4', '0.3'),
  retired('gpt-4.5-preview gpt-4.5-preview-2025-02-27', '75', '150', '37.5'),
  openai('o4-mini o4-mini-2025-04-16', '1.1', '4.4', '0.275'),
  openai('o3 o3-2025-04-16', '2', '8', '0.5'),
  openai('o3-mini o3-mini-2025-01-31 o3-mini-low o3-mini-medium o3-mini-high', '1.1', '4.4', '0.55'),
  openai('o1 o1-2024-12-17', '15', '60', '7.5'),
  retired('o1-preview o1-preview-2024-09-12', '15', '60', '7.5'),
  retired('o1-mini o1-mini-2024-09-12 o1-mini-low o1-mini-medium o1-mini-high', '1.1', '4.4', '0.55'),
  openai('gpt-4-turbo gpt-4-turbo-2024-04-09 gpt-4-turbo-preview', '10', '30'),
  retired('gpt-4-0125-preview gpt-4-1106-preview gpt-4-vision-preview', '10', '30'),
  openai('gpt-4 gpt-4-0613', '30', '60'),
  retired('gpt-4-32k gpt-4-32k-0613', '60', '120'),
  openai('gpt-3.5-turbo gpt-3.5-turbo-0125', '0.5', '1.5'),
  openai('gpt-3.5-turbo-1106', '1', '2'),
  openai('gpt-3.5-turbo-instruct', '1.5', '2'),
  retired('gpt-3.5-turbo-16k gpt-3.5-turbo-16k-0613', '3', '4'),
  openai('davinci-002', '2', '2'),
  openai('babbage-002', '0.4', '0.4'),
  openai('text-embedding-3-small', '0.02'),
  openai('text-embedding-3-large', '0.13'),
  openai('text-embedding-ada-002', '0.1'),
  openai('omni-moderation-latest omni-moderation-2024-09-26', '0'),
  // 0.006 dollars a minute, and a minute is counted as a thousand tokens.
  openai('whisper-1', '6'),
  // Per million characters.
  openai('tts-1', '15'),
  openai('tts-1-hd', '30'),

  anthropic('claude-fable-5', '10', '50'),
  anthropic('claude-opus-5', '5', '25'),
  anthropic('claude-opus-4-8 claude-opus-4-7 claude-opus-4-6', '5', '25'),
  anthropic('claude-opus-4-5 claude-opus-4-5-20251101', '5', '25'),
  anthropic('claude-opus-4-1 claude-opus-4-1-20250805', '15', '75'),
  anthropic('claude-opus-4-0 claude-opus-4-20250514', '15', '75'),
  anthropic('claude-sonnet-5', '2', '10'),
  anthropic('claude-sonnet-4-6', '3', '15'),
  anthropic('claude-sonnet-4-5 claude-sonnet-4-5-20250929', '3', '15'),
  anthropic('claude-sonnet-4-0 claude-sonnet-4-20250514', '3', '15'),
  anthropic('claude-3-7-sonnet-latest claude-3-7-sonnet-20250219', '3', '15'),
  anthropic('claude-haiku-4-5 claude-haiku-4-5-20251001', '1', '5'),
  anthropic('claude-3-5-haiku-latest claude-3-5-haiku-20241022', '0.8', '4'),
  anthropic('claude-3-opus-20240229', '15', '75'),
  anthropic('claude-3-haiku-20240307', '0.25', '1.25'),
  family('claude-3-5-sonnet-20240620 claude-3-5-sonnet-20241022 claude-3-sonnet-20240229', '3'),

  family('claude-2 claude-2.0 claude-2.1', '8'),
  family('claude-instant-1 claude-instant-1.2', '0.8'),

  // Off-peak hours cost half, but one price has to cover the whole day and must not be below the vendor's.
  deepseek('deepseek-v4-flash', '0.3', '1.2', '0.006'),
  deepseek('deepseek-v4-pro', '1.32', '3.96', '0.044'),
  family('deepseek-chat', '0.27'),
  family('deepseek-coder', '0.27', '1.08'),
  family('deepseek-reasoner', '0.55'),

  xai('grok-2 grok-2-latest grok-2-1212', '2', '10'),
  xai('grok-3', '3', '15'),
  xai('grok-3-mini', '0.3', '0.5'),

  family('gemini-1.5-pro', '2.5'),
  family('gemini-1.5-flash', '0.15'),
  family('gemini-2.0-flash', '0.1'),
  family('gemini-2.5-pro-preview-05-06', '1.25'),
  family('gemini-2.5-flash-preview-04-17', '0.15'),
  family('command-r', '0.5'),
  family('command-r-plus', '3'),
  family('text-moderation-latest text-moderation-stable', '0.2'),
  family('PaLM-2', '2'),
  // Priced in yuan; the family converts yuan per thousand tokens at 7.3 to the dollar.
  family('qwen-turbo', '1.7144'),
  family('qwen-plus', '20'),
  family('glm-4', '6.849315068'),
  family('glm-4-flash', '0'),
  family('SparkDesk SparkDesk-v1.1 SparkDesk-v2.1 SparkDesk-v3.1 SparkDesk-v3.5 SparkDesk-v4.0', '2.5716'),
  family('hunyuan', '14.286'),
]

const call = (models: string, price: string, source: PriceSourceId = 'family'): CallPriceRow => ({
  models: models.split(' '),
  price,
  source,
})

export const callPriceRows: readonly CallPriceRow[] = [
  call('dall-e-3', '0.04', 'openai'),
  call('gpt-4-gizmo-*', '0.1'),
  call('imagen-3.0-generate-002', '0.03'),
  call('suno_music', '0.1'),
  call('suno_lyrics', '0.01'),
  call('sora-2 sora-2-2025-10-06 sora-2-2025-12-08', '0.1', 'openaiVideos'),
  call('sora-2-pro sora-2-pro-2025-10-06', '0.3', 'openaiVideos'),
  call('veo-3.1-generate-001 veo-3.1-generate-preview', '0.4', 'veo'),
  call('veo-3.1-fast-generate-001 veo-3.1-fast-generate-preview', '0.1', 'veo'),
  call('veo-3.1-lite-generate-001 veo-3.1-lite-generate-preview', '0.05', 'veo'),
  call('mj_imagine mj_variation mj_reroll mj_blend mj_modal mj_zoom mj_shorten', '0.1'),
  call('mj_high_variation mj_low_variation mj_pan', '0.1'),
  call('mj_inpaint mj_custom_zoom', '0'),
  call('mj_describe mj_upscale mj_upload swap_face', '0.05'),
]

/** Completion ratios of names without their own row. */
export const wildcardCompletionRatios: readonly (readonly [string, string])[] = [
  ['gpt-4-gizmo-*', '2'],
  ['gpt-4o-gizmo-*', '3'],
  ['gpt-4-all', '2'],
]
