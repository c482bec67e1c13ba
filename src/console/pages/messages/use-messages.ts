import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { components } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'
import { readAllPages } from '../../api/read-all-pages.ts'
import type { DateRange } from '../../components/ui/range-ends.ts'

/** A message as administrators see it. */
export type Message = components['schemas']['Message']

export interface MessageFilters {
  /** Part of the title or of the content. */
  readonly keyword: string
  /** When the message was sent; both ends are inclusive. */
  readonly range: DateRange
}

export interface MessagePage {
  readonly filters: MessageFilters
  /** Counted from 1. */
  readonly page: number
  readonly pageSize: number
}

/** Formats a time for the API; `ms` lets a range include the whole of its last second. */
const isoTime = (seconds: number, ms = 0): string => new Date(seconds * 1000 + ms).toISOString()

export const isFiltered = ({ keyword, range }: MessageFilters): boolean =>
  keyword !== '' || range.from !== undefined || range.to !== undefined

/** Reads one page of messages, newest first. @throws ApiProblem */
function readMessages({ filters, page, pageSize }: MessagePage, signal?: AbortSignal) {
  const { keyword, range } = filters
  const call = signal === undefined ? {} : { signal }
  // The API treats 0 as the first page too.
  const paging = { p: page === 1 ? 0 : page, page_size: pageSize }
  if (!isFiltered(filters))
    return dataOf(api.GET('/api/admin/messages', { params: { query: paging }, ...call }))
  const query = {
    ...paging,
    keyword,
    ...(range.from === undefined ? {} : { start_date: isoTime(range.from) }),
    ...(range.to === undefined ? {} : { end_date: isoTime(range.to, 999) }),
  }
  return dataOf(api.GET('/api/admin/messages/search', { params: { query }, ...call }))
}

export const messagesKey = ['messages'] as const

export function useMessages(page: MessagePage) {
  return useQuery({
    queryKey: [...messagesKey, 'list', page],
    queryFn: ({ signal }) => readMessages(page, signal),
    placeholderData: keepPreviousData,
  })
}

/** Reads every message that matches the filters, in as many calls as needed. */
export const readAllMessages = (filters: MessageFilters): Promise<readonly Message[]> =>
  readAllPages((page) => readMessages({ filters, ...page }))
