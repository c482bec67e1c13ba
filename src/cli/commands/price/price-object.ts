import type { DataOf } from '../../client/contract-types.ts'
import type { View } from '../../define-command.ts'
import { grouped } from '../../ui/money.ts'

export type ModelPrice = DataOf<'/api/pricing/model', 'get'>

/** The option that stores each kind of price, keyed by the flag of `price set`. */
export const priceKeys = {
  ratio: 'ModelRatio',
  completion: 'CompletionRatio',
  'cache-read': 'CacheRatio',
  'per-call': 'ModelPrice',
} as const

/** Returns the flag of `price set` for an option. */
export const flagOfKey = (key: string): string =>
  Object.entries(priceKeys).find(([, table]) => table === key)?.[0] ?? key

/** Formats a dollar price of the contract for people; a dash where it does not apply. */
export const dollarText = (usd: string): string => (usd === '' ? '-' : `$${usd}`)

export const billingKind = (
  { quota_type, call_unit }: Pick<ModelPrice, 'quota_type' | 'call_unit'>,
  { phrase }: View,
): string =>
  phrase(quota_type !== 1 ? 'price.perToken' : call_unit === 'second' ? 'price.perSecond' : 'price.perCall')

export const priceSource = (source: ModelPrice['price_source'], { phrase }: View): string =>
  phrase(`price.source.${source}`)

/** Describes the price of a very long prompt; a dash if it costs no more. */
export const longPromptText = (
  { long_prompt: long }: Pick<ModelPrice, 'long_prompt'>,
  { phrase }: Pick<View, 'phrase'>,
): string =>
  long
    ? phrase('price.longPrompt', {
        above: grouped(String(long.above)),
        input: long.input_ratio,
        output: long.output_ratio,
      })
    : '-'

/** Headings of the price columns. */
export const priceHeadings = {
  input_usd: { en: 'input $/M', zh: '输入 $/百万' },
  output_usd: { en: 'output $/M', zh: '输出 $/百万' },
  cache_read_usd: { en: 'cached $/M', zh: '缓存 $/百万' },
  call_usd: { en: '$ per call', zh: '每次 $' },
  priced_as: { en: 'priced as', zh: '计价名称' },
  cache_ratio: { en: 'cache ratio', zh: '缓存倍率' },
  price_source: { en: 'source', zh: '来源' },
  long_prompt: { en: 'long prompts', zh: '长提示词' },
} as const
