import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { components } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'
import { couponsKey } from './use-coupons.ts'

export type CouponCreate = components['schemas']['RedemptionCreate']
export type CouponUpdate = components['schemas']['RedemptionUpdate']

/** Makes all codes of a batch or none. Its data are the codes. */
export function useCreateCoupons() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: CouponCreate) => dataOf(api.POST('/api/redemption/', { body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: couponsKey }),
    meta: { isShownInPlace: true },
  })
}

/** Writes the fields that are given; absent ones stay. */
export function useUpdateCoupon() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: CouponUpdate) => dataOf(api.PUT('/api/redemption/', { body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: couponsKey }),
    meta: { isShownInPlace: true },
  })
}
