import type { DateRange } from '../../components/ui/range-ends.ts'
import { type Address, useAddress } from '../../state/address.ts'

/** Which rows of the log are wanted, as the API takes it. Empty texts stand for all. */
export interface LogFilters {
  /** 0 = all. */
  readonly type: number
  readonly model_name: string
  readonly token_name: string
  readonly group: string
  readonly request_id: string
  /** Administrators only. */
  readonly username: string
  /** Number of a channel. Administrators only. */
  readonly channel: string
  /** Unix seconds, both inclusive; undefined = no bound. */
  readonly range: DateRange
}

export const textFilters = ['model_name', 'token_name', 'group', 'request_id', 'username', 'channel'] as const
export type TextFilter = (typeof textFilters)[number]

/** 0, top-up, consumption, admin, system, check-in, error, as they are stored. */
export const logTypes = ['model', 'topUp', 'consumption', 'admin', 'system', 'checkIn', 'error'] as const
export const CONSUMPTION = 2
export const ERROR = 6

export interface LogAddress {
  readonly filters: LogFilters
  readonly isFiltered: boolean
  /** The list shows all rows of today. */
  readonly isToday: boolean
  /** How many filters are in force; a time is one. */
  readonly filterCount: number
  /** The row that is open, and the account that is looked at. */
  readonly openRow: number | undefined
  readonly user: number | undefined
  readonly isLive: boolean
  set: Address['set']
  /** Changes filters; the first page is shown then. */
  filter(values: Partial<Readonly<Record<TextFilter | 'type', string | number>>>, isTyped: boolean): void
  setRange(range: DateRange): void
  clear(): void
}

/** `from` in the address when it is no number. */
const TODAY = 'today'
const ALL = 'all'

/**
 * The state of the page. Whoever comes by a link that names rows (`?token_name=ci`) sees all of them; without one the
 * page begins with today.
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
          // Without filters the page shows today by default, so it is left out of the address.
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

/** A whole number above 0; undefined for anything else. */
const toSeconds = (text: string): number | undefined =>
  /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined

/** The filters as the query of a call. */
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
