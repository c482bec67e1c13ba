import type { components } from '../../../../openapi/types.gen.ts'
import { dollars } from '../../amounts.ts'

/** What one model costs before the factor of a group. */
export type PriceItem = components['schemas']['PricingItem']

/** A model as the list shows it: its prices in the chosen group. */
export interface PriceRow {
  readonly item: PriceItem
  /** Whether a channel serves it to the chosen group. */
  readonly isServed: boolean
  /** Dollars per million tokens; undefined when it is charged per call, and where no price is set. */
  readonly input: number | undefined
  readonly cached: number | undefined
  readonly output: number | undefined
  /** Dollars per call; undefined when it is charged by use. */
  readonly perCall: number | undefined
}

export const priceTypes = ['use', 'call'] as const
export type PriceType = (typeof priceTypes)[number]

export const typeOf = (item: PriceItem): PriceType => (item.quota_type === 1 ? 'call' : 'use')

/** Videos cost their price per call for each second. */
export const isPerSecond = ({ call_unit }: Pick<PriceItem, 'call_unit'>): boolean => call_unit === 'second'

/** Whether anybody has set one; what is charged otherwise is no offer. */
export const hasPrice = ({ price_source }: Pick<PriceItem, 'price_source'>): boolean =>
  price_source !== 'unpriced'

/** Stands for "nobody knows whose model it is" in the address. */
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
  /** Parts of the name, in any order, parted by blanks. */
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

/** `gpt-9` stands before `gpt-10`. */
const byNumberInName = new Intl.Collator('en', { numeric: true })

/** What a row has no value for comes last, whichever way it is sorted. */
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

/** Six decimals are enough, but for what is cheaper than a tenth of a cent. */
export const price = (value: number): string => dollars(value, value < 0.001 ? 9 : 6)
