import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { components } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'
import { readAllPages } from '../../api/read-all-pages.ts'

/** A redemption code with its key. */
export type Coupon = components['schemas']['Redemption']

export const couponStatus = { unused: 1, disabled: 2, used: 3 } as const

export interface CouponPage {
  /** Beginning of the name, or the ID. */
  readonly keyword: string
  /** Counted from 1. */
  readonly page: number
  readonly pageSize: number
}

/** Reads one page of codes, newest first. @throws ApiProblem */
const readCoupons = ({ keyword, page, pageSize }: CouponPage, signal?: AbortSignal) => {
  const paging = { p: page, page_size: pageSize }
  const call = signal === undefined ? {} : { signal }
  return keyword === ''
    ? dataOf(api.GET('/api/redemption/', { params: { query: paging }, ...call }))
    : dataOf(api.GET('/api/redemption/search', { params: { query: { keyword, ...paging } }, ...call }))
}

export const couponsKey = ['coupons'] as const

export function useCoupons(page: CouponPage) {
  return useQuery({
    queryKey: [...couponsKey, 'list', page],
    queryFn: ({ signal }) => readCoupons(page, signal),
    placeholderData: keepPreviousData,
  })
}

/** Reads every code that matches the keyword, in as many calls as needed. */
export const readAllCoupons = (keyword: string): Promise<readonly Coupon[]> =>
  readAllPages((page) => readCoupons({ keyword, ...page }))

/** Returns whether a gift code has been used as often as allowed. */
export const isExhausted = (coupon: Coupon): boolean =>
  coupon.is_gift && coupon.max_uses !== -1 && coupon.used_count >= coupon.max_uses
