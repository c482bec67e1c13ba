const SIZE_DEFAULT = 10
const SIZE_MAX = 100

/** The requested part of a list. */
export interface Paging {
  /** Starts at 1. */
  readonly page: number
  /** 1 to 100. */
  readonly size: number
  readonly offset: number
}

/** One page of a list as the API returns it. */
export interface Page<Item> {
  readonly items: Item[]
  readonly page: number
  readonly page_size: number
  readonly total: number
}

/** Reads `p`, `page_size` and `size`: page 0 is the first page, size 0 the default of 10, no size exceeds 100. */
export function readPaging(query: { p?: number; page_size?: number; size?: number }): Paging {
  const page = Math.max(query.p ?? 1, 1)
  const size = Math.min(query.page_size || query.size || SIZE_DEFAULT, SIZE_MAX)
  return { page, size, offset: (page - 1) * size }
}

export const toPage = <Item>(items: Item[], total: number, paging: Paging): Page<Item> => ({
  items,
  page: paging.page,
  page_size: paging.size,
  total,
})
