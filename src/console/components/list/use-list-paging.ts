import { useAddress } from '../../state/address.ts'
import { type PagingState, usePageSize } from '../ui/table/paging.tsx'

/** Which page of a list is shown; how many rows there are comes with the rows. */
export type ListPaging = Required<Omit<PagingState, 'total'>>

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
    onPage: (p) => address.set({ ...cleared, p: p === 1 ? undefined : p }),
    onPageSize: (size) => {
      setPageSize(size)
      address.set({ ...cleared, p: undefined }, { replace: true })
    },
  }
}
