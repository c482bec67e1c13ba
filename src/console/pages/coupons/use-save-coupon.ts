import type { components } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'
import { useSave } from '../../api/use-save.ts'
import { couponsKey } from './use-coupons.ts'

export type CouponCreate = components['schemas']['RedemptionCreate']
export type CouponUpdate = components['schemas']['RedemptionUpdate']

/** Makes all codes of a batch or none. Its data are the codes. */
export const useCreateCoupons = () =>
  useSave([couponsKey], (body: CouponCreate) => dataOf(api.POST('/api/redemption/', { body })))

/** Writes the fields that are given; absent ones stay. */
export const useUpdateCoupon = () =>
  useSave([couponsKey], (body: CouponUpdate) => dataOf(api.PUT('/api/redemption/', { body })))
