import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type AddressOptions, useAddress } from '../../state/address.ts'
import { type PagingState, usePageSize } from '../ui/table/paging.tsx'

/** Which page of a list is shown; how many rows there are comes with the rows. */
export interface ListPaging extends Required<Omit<PagingState, 'total'>> {
  readonly onPage: (page: number, options?: AddressOptions) => void
}

/**
 * The page lies in the address, its length in the browser.
 *
 * @param sizeKey where the length is remembered
 * @param perPage entries of the address that mean nothing on another page
 */
export function useListPaging(sizeKey?: string, perPage: readonly string[] = []): ListPaging {
  const address = useAddress()
  const [pageSize, setPageSize] = usePageSize(sizeKey)
  const cleared = Object.fromEntries(perPage.map((name) => [name, undefined]))
  return {
    page: address.page(),
    pageSize,
    onPage: (p, options) => address.set({ ...cleared, p: p === 1 ? undefined : p }, options),
    onPageSize: (size) => {
      setPageSize(size)
      address.set({ ...cleared, p: undefined }, { replace: true })
    },
  }
}

/**
 * Leads to the last page from one beyond it: its rows were deleted, or the address was wrong.
 *
 * @param rows how many the page has
 * @returns whether the page has none although others do: it is about to be left, or the last one is on its way
 */
export function useLastPage(
  { page, pageSize, onPage }: Pick<ListPaging, 'page' | 'pageSize' | 'onPage'>,
  list: Pick<UseQueryResult<{ readonly total: number }>, 'data' | 'isPlaceholderData'>,
  rows: number | undefined,
): boolean {
  const total = list.data?.total ?? 0
  const last = Math.ceil(total / pageSize)
  const isEmpty = rows === 0 && total > 0
  const isBeyond = isEmpty && !list.isPlaceholderData && page > last
  useEffect(() => {
    if (isBeyond) onPage(last, { replace: true })
  })
  return isBeyond || (isEmpty && list.isPlaceholderData)
}
