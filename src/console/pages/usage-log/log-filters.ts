import type { DateRange } from '../../components/ui/range-ends.ts'
import { type Address, useAddress } from '../../state/address.ts'

/** Filters for log rows in the API's format. Empty texts match everything. */
export interface LogFilters {
  /** 0 = all. */
  readonly type: number
  readonly model_name: string
  readonly token_name: string
  readonly group: string
  readonly request_id: string
  /** Administrators only. */
  readonly username: string
  /** ID of a channel. Administrators only. */
  readonly channel: string
  /** Unix seconds, both inclusive; undefined = no bound. */
  readonly range: DateRange
}

export const textFilters = ['model_name', 'token_name', 'group', 'request_id', 'username', 'channel'] as const
export type TextFilter = (typeof textFilters)[number]

/** Names of the log types, indexed by their stored value. */
export const logTypes = ['model', 'topUp', 'consumption', 'admin', 'system', 'checkIn', 'error'] as const
export const CONSUMPTION = 2
export const ERROR = 6

export interface LogAddress {
  readonly filters: LogFilters
  readonly isFiltered: boolean
  /** The list shows all rows of today. */
  readonly isToday: boolean
  /** Number of active filters; a time range counts as one. */
  readonly filterCount: number
  /** ID of the open row, and of the account whose dialog is open. */
  readonly openRow: number | undefined
  readonly user: number | undefined
  readonly isLive: boolean
  set: Address['set']
  /** Changes filters and returns to the first page. */
  filter(values: Partial<Readonly<Record<TextFilter | 'type', string | number>>>, isTyped: boolean): void
  setRange(range: DateRange): void
  clear(): void
}

/** Values of `from` in the address that are not numbers. */
const TODAY = 'today'
const ALL = 'all'

/**
 * Reads and writes the state of the page in the address. A link that names rows (`?token_name=ci`) shows all of them;
 * without one the page starts with today.
 */
export function useLogAddress(isAdmin: boolean): LogAddress {
  const address = useAddress()
  const text = (name: TextFilter) =>
    !isAdmin && (name === 'username' || name === 'channel') ? '' : address.get(name)
  const type = Math.trunc(Number(address.get('type')))
  const values = {
    type: type > 0 && type < logTypes.length ? type : 0,
    model_name: text('model_name'),
    token_name: text('token_name'),
    group: text('group'),
    request_id: text('request_id'),
    username: text('username'),
    channel: /^\d{1,15}$/.test(text('channel')) ? text('channel') : '',
  }
  const count = (values.type !== 0 ? 1 : 0) + textFilters.filter((name) => values[name] !== '').length
  const hasFilter = count > 0
  const from = address.get('from') || (hasFilter ? ALL : TODAY)
  const to = toSeconds(address.get('to'))
  return {
    filters: {
      ...values,
      range: { from: from === TODAY ? startOfToday() : toSeconds(from), to },
    },
    isFiltered: hasFilter || from !== ALL || to !== undefined,
    isToday: !hasFilter && from === TODAY && to === undefined,
    filterCount: count + (from !== ALL || to !== undefined ? 1 : 0),
    openRow: toSeconds(address.get('row')),
    user: isAdmin ? toSeconds(address.get('user')) : undefined,
    isLive: address.get('live') === '1',
    set: address.set,
    filter: (changes, isTyped) =>
      address.set(
        {
          ...changes,
          // Without filters the page defaults to today, so `from` is left out of the address.
          from: from === TODAY && isBare({ ...values, ...changes }) ? undefined : from,
          ...(changes.type === 0 ? { type: undefined } : {}),
          p: undefined,
          row: undefined,
        },
        { isTyped },
      ),
    setRange: (range) =>
      address.set({
        from: range.from === undefined ? ALL : range.from === startOfToday() ? TODAY : range.from,
        to: range.to,
        p: undefined,
        row: undefined,
      }),
    clear: () =>
      address.set({
        ...Object.fromEntries(textFilters.map((name) => [name, undefined])),
        type: undefined,
        from: ALL,
        to: undefined,
        p: undefined,
        row: undefined,
      }),
  }
}

const isBare = (values: Readonly<Record<TextFilter | 'type', string | number>>): boolean =>
  values.type === 0 && textFilters.every((name) => values[name] === '')

const startOfToday = (): number => Math.floor(new Date().setHours(0, 0, 0, 0) / 1000)

/** Parses a whole number above 0; undefined for anything else. */
const toSeconds = (text: string): number | undefined =>
  /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined

/** Converts the filters to the query of a call. */
export function toQuery({ range, type, ...texts }: LogFilters, isAdmin: boolean) {
  const { username, channel, ...own } = texts
  const set = Object.fromEntries(
    Object.entries(isAdmin ? { ...own, username, channel } : own).filter(([, value]) => value !== ''),
  ) as Partial<typeof texts>
  return {
    ...set,
    ...(type === 0 ? {} : { type }),
    ...(range.from === undefined ? {} : { start_timestamp: range.from }),
    ...(range.to === undefined ? {} : { end_timestamp: range.to }),
  }
}
