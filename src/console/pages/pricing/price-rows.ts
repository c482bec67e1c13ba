import type { components } from '../../../../openapi/types.gen.ts'
import { dollars } from '../../amounts.ts'

/** The price of one model before the group ratio is applied. */
export type PriceItem = components['schemas']['PricingItem']

/** A row of the list: a model with its prices in the chosen group. */
export interface PriceRow {
  readonly item: PriceItem
  /** Whether a channel serves the model to the chosen group. */
  readonly isServed: boolean
  /** Dollars per million tokens; undefined if it is charged per call or has no price. */
  readonly input: number | undefined
  readonly cached: number | undefined
  readonly output: number | undefined
  /** Dollars per call; undefined if it is charged by use. */
  readonly perCall: number | undefined
}

export const priceTypes = ['use', 'call'] as const
export type PriceType = (typeof priceTypes)[number]

export const typeOf = (item: PriceItem): PriceType => (item.quota_type === 1 ? 'call' : 'use')

/** Returns whether the price per call is charged per second, as for videos. */
export const isPerSecond = ({ call_unit }: Pick<PriceItem, 'call_unit'>): boolean => call_unit === 'second'

/** Returns whether a price is set; what is charged without one is not shown as a price. */
export const hasPrice = ({ price_source }: Pick<PriceItem, 'price_source'>): boolean =>
  price_source !== 'unpriced'

/** Stands for an unknown vendor in the address. */
export const UNKNOWN_VENDOR = '-'
export const vendorOf = (item: PriceItem): string => item.owner_by || UNKNOWN_VENDOR

export function toPriceRow(item: PriceItem, group: string, groupRatio: number): PriceRow {
  const inGroup = (usd: string) => (usd === '' || !hasPrice(item) ? undefined : Number(usd) * groupRatio)
  return {
    item,
    isServed: item.enable_groups.includes(group),
    input: inGroup(item.input_usd),
    cached: inGroup(item.cache_read_usd),
    output: inGroup(item.output_usd),
    perCall: inGroup(item.call_usd),
  }
}

export interface PriceFilters {
  /** Parts of the name in any order, separated by blanks. */
  readonly search: string
  readonly type: PriceType | undefined
  /** Empty = all. */
  readonly vendor: string
}

export function filterItems(items: readonly PriceItem[], filters: PriceFilters): readonly PriceItem[] {
  const parts = filters.search.toLowerCase().split(/\s+/).filter(Boolean)
  return items.filter((item) => {
    const name = item.model_name.toLowerCase()
    return (
      parts.every((part) => name.includes(part)) &&
      (filters.type === undefined || typeOf(item) === filters.type) &&
      (filters.vendor === '' || vendorOf(item) === filters.vendor)
    )
  })
}

export const sortColumns = ['model', 'input', 'cached', 'output', 'perCall'] as const
export type SortColumn = (typeof sortColumns)[number]

/** Sorts `gpt-9` before `gpt-10`. */
const byNumberInName = new Intl.Collator('en', { numeric: true })

/** Sorts rows; those without a value come last in either direction. */
export function sortRows(
  rows: readonly PriceRow[],
  column: SortColumn,
  isDescending: boolean,
): readonly PriceRow[] {
  const direction = isDescending ? -1 : 1
  return [...rows].sort((a, b) => {
    const byName = byNumberInName.compare(a.item.model_name, b.item.model_name)
    if (column === 'model') return byName * direction
    const [one, other] = [a[column], b[column]]
    if (one === other) return byName
    if (one === undefined) return 1
    if (other === undefined) return -1
    return (one - other) * direction
  })
}

/** Formats a price with six decimals, or nine if it is below a tenth of a cent. */
export const price = (value: number): string => dollars(value, value < 0.001 ? 9 : 6)
