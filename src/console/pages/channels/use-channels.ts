import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { components } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'
import { readAllPages } from '../../api/read-all-pages.ts'

/** One configured upstream account, as administrators see it. */
export type Channel = components['schemas']['Channel']

export interface ChannelFilters {
  /** Part of the name, or the ID. */
  readonly keyword: string
  /** Part of a model name. */
  readonly model: string
  /** Name of a group. */
  readonly group: string
  /** 1 enabled, 2 disabled, 3 disabled automatically; 0 = any. */
  readonly status: number
}

export interface ChannelPage {
  readonly filters: ChannelFilters
  /** Counted from 1. */
  readonly page: number
  readonly pageSize: number
  /** Newest first instead of highest priority first. */
  readonly isById: boolean
  /** Pages contain whole tags, so that all channels of a tag come together. */
  readonly isByTag: boolean
}

export const isFiltered = ({ keyword, model, group, status }: ChannelFilters): boolean =>
  keyword !== '' || model !== '' || group !== '' || status !== 0

/** Reads one page of channels. @throws ApiProblem */
export const readChannels = (
  { filters, page, pageSize, isById, isByTag }: ChannelPage,
  signal?: AbortSignal,
) => {
  const paging = { p: page, page_size: pageSize, id_sort: isById, tag_mode: isByTag }
  const { keyword, model, group, status } = filters
  return isFiltered(filters)
    ? dataOf(
        api.GET('/api/channel/search', {
          params: { query: { keyword, model, group, ...(status !== 0 && { status }), ...paging } },
          ...(signal && { signal }),
        }),
      )
    : dataOf(api.GET('/api/channel/', { params: { query: paging }, ...(signal && { signal }) }))
}

export const channelsKey = ['channels'] as const

/** Reads one page of channels, polled every half minute: upstreams fail even while no one touches the page. */
export function useChannels(page: ChannelPage) {
  return useQuery({
    queryKey: [...channelsKey, 'list', page],
    queryFn: ({ signal }) => readChannels(page, signal),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  })
}

/** Reads every channel that matches the filters, in as many calls as needed. */
export const readAllChannels = (filters: ChannelFilters, isById: boolean): Promise<readonly Channel[]> =>
  readAllPages((page) => readChannels({ filters, ...page, isById, isByTag: false }))
