import { pageSizes } from '../../components/ui/table/paging.tsx'
import { useAddress } from '../../state/address.ts'
import { type PriceFilters, type PriceType, priceTypes, type SortColumn, sortColumns } from './price-rows.ts'

/** Rows per page as specified for this list; another choice is kept in the address. */
const PAGE_SIZE = 10

/** Reads and writes the state of the page besides the prices. All of it is in the address, so that it can be shared. */
export function usePriceView() {
  const address = useAddress()
  const type: PriceType | undefined = priceTypes.find((each) => each === address.get('type'))
  const sort: SortColumn = sortColumns.find((each) => each === address.get('sort')) ?? 'model'
  const filters: PriceFilters = { search: address.get('q'), type, vendor: address.get('vendor') }
  return {
    filters,
    isFiltered: filters.search !== '' || type !== undefined || filters.vendor !== '',
    setSearch: (q: string) => address.set({ q, p: undefined }, { isTyped: true }),
    setType: (next: PriceType | undefined) => address.set({ type: next, p: undefined }),
    setVendor: (vendor: string) => address.set({ vendor, p: undefined }),
    clear: () => address.set({ q: undefined, type: undefined, vendor: undefined, p: undefined }),
    /** Empty = the visitor's own. */
    group: address.get('group'),
    setGroup: (group: string) => address.set({ group }),
    sort: { column: sort, isDescending: address.get('order') === 'desc' },
    setSort: (column: string, isDescending: boolean) =>
      address.set({ sort: column, order: isDescending ? 'desc' : undefined, p: undefined }),
    page: address.page(),
    setPage: (page: number) => address.set({ p: page === 1 ? undefined : page }),
    pageSize: pageSizes.find((each) => String(each) === address.get('size')) ?? PAGE_SIZE,
    setPageSize: (size: number) =>
      address.set({ size: size === PAGE_SIZE ? undefined : size, p: undefined }, { replace: true }),
  } as const
}

export type PriceView = ReturnType<typeof usePriceView>
