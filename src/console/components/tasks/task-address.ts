import { type Address, useAddress } from '../../state/address.ts'
import type { DateRange } from '../ui/range-ends.ts'

/** Filters for tasks. Empty texts match everything. */
export interface TaskFilters {
  /** The client's ID of a task. */
  readonly id: string
  readonly status: string
  readonly action: string
  readonly platform: string
  /** ID of a channel. Administrators only. */
  readonly channel: string
  /** Unix seconds, both inclusive; undefined = no bound. */
  readonly range: DateRange
}

const textFilters = ['id', 'status', 'action', 'platform', 'channel'] as const
export type TextFilter = (typeof textFilters)[number]

export interface TaskAddress {
  readonly filters: TaskFilters
  readonly isFiltered: boolean
  /** Number of active filters; a time range counts as one. */
  readonly filterCount: number
  /** ID of the open row. */
  readonly openRow: number | undefined
  set: Address['set']
  /** Changes a filter and returns to the first page. */
  filter(name: TextFilter, value: string, isTyped: boolean): void
  setRange(range: DateRange): void
  clear(): void
}

/** Value of `from` in the address for no bound; without `from`, the page uses its initial range. */
const ALL = 'all'

/** Reads and writes the state of a page of tasks in the address. @param firstRange the initial range */
export function useTaskAddress(isAdmin: boolean, firstRange: () => DateRange): TaskAddress {
  const address = useAddress()
  const channel = address.get('channel')
  const filters = {
    id: address.get('id'),
    status: address.get('status'),
    action: address.get('action'),
    platform: address.get('platform'),
    channel: isAdmin && /^\d{1,15}$/.test(channel) ? channel : '',
  }
  const count = textFilters.filter((name) => filters[name] !== '').length
  const from = address.get('from')
  const to = toSeconds(address.get('to'))
  const first = firstRange().from
  return {
    filters: { ...filters, range: { from: from === '' ? first : toSeconds(from), to } },
    isFiltered: count > 0 || from !== ALL || to !== undefined,
    filterCount: count + (from !== ALL || to !== undefined ? 1 : 0),
    openRow: toSeconds(address.get('row')),
    set: address.set,
    filter: (name, value, isTyped) =>
      address.set({ [name]: value, p: undefined, row: undefined }, { isTyped }),
    setRange: (range) =>
      address.set({
        from: range.from === undefined ? ALL : range.from === first ? undefined : range.from,
        to: range.to,
        p: undefined,
        row: undefined,
      }),
    clear: () =>
      address.set({
        ...Object.fromEntries(textFilters.map((name) => [name, undefined])),
        from: ALL,
        to: undefined,
        p: undefined,
        row: undefined,
      }),
  }
}

/** Parses a whole number above 0; undefined for anything else. */
const toSeconds = (text: string): number | undefined =>
  /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
