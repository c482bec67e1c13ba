import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type AddressOptions, useAddress } from '../../state/address.ts'
import { type PagingState, usePageSize } from '../ui/table/paging.tsx'

/** The current page of a list. The total number of rows comes with the rows. */
export interface ListPaging extends Required<Omit<PagingState, 'total'>> {
  readonly onPage: (page: number, options?: AddressOptions) => void
}

/**
 * Keeps the page number in the address and the page size in the browser.
 *
 * @param sizeKey where the page size is stored
 * @param perPage address parameters that are meaningless on another page
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
 * Goes to the last page from one beyond it: its rows were deleted, or the address was wrong.
 *
 * @param rows number of rows on the page
 * @returns whether the page is empty although others are not: it is about to be left, or the last page is loading
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
