import { RATIO_ONE, type Ratio, ratio } from '../money/ratio.ts'

/** How a rule recognises a model name. Names are compared as written unless `caseFree`. */
interface NameRule {
  readonly exact?: readonly string[]
  readonly prefix?: readonly string[]
  readonly suffix?: readonly string[]
  readonly contains?: readonly string[]
  readonly except?: { readonly suffix?: readonly string[]; readonly contains?: readonly string[] }
  readonly caseFree?: true
  readonly ratio: string
}

/**
 * Output price over input price of model families, first match wins. They apply to models that an operator priced
 * without an output price; an entry of the `CompletionRatio` option always takes precedence.
 *
 * The ratios of older families are those that every gateway of this kind uses; newer ones follow the vendors' list
 * prices (see `models/catalogue.json`).
 */
export const completionRatioRules: readonly NameRule[] = [
  { exact: ['gpt-4o-2024-05-13'], ratio: '3' },
  { prefix: ['gpt-4o'], ratio: '4' },
  { prefix: ['gpt-4.5-preview'], ratio: '2' },
  { prefix: ['gpt-4.1'], ratio: '4' },
  { prefix: ['gpt-4-turbo'], ratio: '3' },
  { suffix: ['gpt-4-1106', 'gpt-4-1105'], ratio: '3' },
  { prefix: ['gpt-4'], except: { suffix: ['-all'], contains: ['gizmo'] }, ratio: '2' },
  { prefix: ['gpt-5.4', 'gpt-5.5', 'gpt-5.6'], ratio: '6' },
  { prefix: ['gpt-5'], ratio: '8' },
  { prefix: ['o1', 'o3', 'o4'], ratio: '4' },
  { exact: ['chatgpt-4o-latest'], ratio: '3' },
  { contains: ['claude-3', 'claude-sonnet-4', 'claude-opus-4', 'claude-haiku-4'], ratio: '5' },
  { contains: ['claude-sonnet-5', 'claude-opus-5', 'claude-fable-5'], ratio: '5' },
  { contains: ['claude-instant-1', 'claude-2'], ratio: '3' },
  { exact: ['gpt-3.5-turbo'], ratio: '3' },
  { prefix: ['gpt-3.5'], suffix: ['0125'], ratio: '3' },
  { prefix: ['gpt-3.5'], suffix: ['1106'], ratio: '2' },
  { prefix: ['gpt-3.5'], ratio: '1.333333333' },
  { prefix: ['mistral-'], ratio: '3' },
  { prefix: ['gemini-1.0-pro', 'gemini-1.5-pro'], ratio: '4' },
  { prefix: ['gemini-2.5-pro'], ratio: '8' },
  { prefix: ['gemini-2.5-flash-preview'], suffix: ['-nothinking'], ratio: '4' },
  { prefix: ['gemini-2.5-flash-preview'], ratio: '5.833333333' },
  { prefix: ['gemini-2.5-flash-lite'], ratio: '4' },
  { prefix: ['gemini-2.5-flash'], ratio: '8.333333333' },
  { prefix: ['gemini'], ratio: '4' },
  { exact: ['command-r'], ratio: '3' },
  { exact: ['command-r-plus'], ratio: '5' },
  { prefix: ['command'], ratio: '4' },
  { exact: ['deepseek-chat', 'deepseek-reasoner'], caseFree: true, ratio: '4' },
  { prefix: ['ERNIE-Speed-', 'ERNIE-Lite-', 'ERNIE-Character', 'ERNIE-Functions'], ratio: '2' },
  { exact: ['llama2-70b-4096'], ratio: '1.25' },
  { exact: ['llama3-8b-8192'], ratio: '2' },
  { exact: ['llama3-70b-8192'], ratio: '1.338983051' },
]

/** Price of a prompt token read from the vendor's cache, relative to a new one. */
export const cacheRatioRules: readonly NameRule[] = [
  { prefix: ['gpt-5'], ratio: '0.1' },
  { prefix: ['gpt-4.1'], ratio: '0.25' },
  { prefix: ['gpt-', 'chatgpt-', 'o1', 'o3', 'o4'], ratio: '0.5' },
  { contains: ['deepseek'], caseFree: true, ratio: '0.25' },
  { contains: ['claude'], ratio: '0.1' },
]

/** Gemini models with separate prices for audio or images. */
const SPECIAL_GEMINI = { contains: ['-tts', '-image', '-audio', '-live'] } as const

/**
 * Price of an audio token relative to a text token. For models that are not listed, an audio token costs as much as a
 * text token.
 *
 * Google asks more for audio input only in its Flash models before Gemini 3.5
 * (https://ai.google.dev/gemini-api/docs/pricing, read 2026-10-07).
 */
export const audioRatioRules: readonly NameRule[] = [
  { exact: ['gpt-4o-realtime-preview-2024-12-17'], ratio: '8' },
  { prefix: ['gpt-4o-mini-realtime'], ratio: '16.666666667' },
  { exact: ['gpt-realtime-mini', 'gpt-realtime-2.1-mini'], ratio: '16.666666667' },
  { prefix: ['gpt-realtime'], ratio: '8' },
  { contains: ['-realtime'], ratio: '20' },
  { exact: ['gpt-4o-audio-preview-2024-12-17'], ratio: '16' },
  { prefix: ['gpt-4o-mini-audio'], ratio: '66.666666667' },
  { prefix: ['gpt-audio'], ratio: '12.8' },
  { contains: ['-audio'], ratio: '40' },
  { exact: ['gemini-2.0-flash', 'gemini-2.0-flash-001'], ratio: '7' },
  { prefix: ['gemini-2.5-flash-lite'], except: SPECIAL_GEMINI, ratio: '3' },
  { prefix: ['gemini-2.5-flash'], except: SPECIAL_GEMINI, ratio: '3.333333333' },
  { prefix: ['gemini-3-flash', 'gemini-3.1-flash-lite'], except: SPECIAL_GEMINI, ratio: '2' },
]

/** Price of spoken output relative to spoken input. */
export const AUDIO_COMPLETION_RATIO: Ratio = ratio('2')

/**
 * Price of prompt tokens written to a vendor's cache, relative to new ones, as Anthropic and OpenAI charge for five
 * minutes.
 */
export const CACHE_WRITE_RATIO: Ratio = ratio('1.25')

function matches(rule: NameRule, model: string): boolean {
  const name = rule.caseFree ? model.toLowerCase() : model
  if (rule.exact && !rule.exact.includes(name)) return false
  if (rule.prefix && !rule.prefix.some((each) => name.startsWith(each))) return false
  if (rule.suffix && !rule.suffix.some((each) => name.endsWith(each))) return false
  if (rule.contains && !rule.contains.some((each) => name.includes(each))) return false
  if (rule.except?.suffix?.some((each) => name.endsWith(each))) return false
  return !rule.except?.contains?.some((each) => name.includes(each))
}

const firstMatch = (rules: readonly NameRule[], model: string): Ratio | undefined => {
  const rule = rules.find((each) => matches(each, model))
  return rule && ratio(rule.ratio)
}

/** @returns 1 for a name that no rule matches */
export const builtInCompletionRatio = (model: string): Ratio =>
  firstMatch(completionRatioRules, model) ?? RATIO_ONE

/** @returns 1 for a name that no rule matches */
export const builtInCacheRatio = (model: string): Ratio => firstMatch(cacheRatioRules, model) ?? RATIO_ONE

/** @returns undefined for models that price audio like text */
export const builtInAudioRatio = (model: string): Ratio | undefined => firstMatch(audioRatioRules, model)
