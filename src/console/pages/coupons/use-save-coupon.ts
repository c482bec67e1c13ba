import type { components } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'
import { useRepeatName } from '../../api/use-repeat-name.ts'
import { useSave } from '../../api/use-save.ts'
import { couponsKey } from './use-coupons.ts'

export type CouponCreate = components['schemas']['RedemptionCreate']
export type CouponUpdate = components['schemas']['RedemptionUpdate']

/**
 * Creates all codes of a batch or none. Happens only once, even if the form is sent again after a lost response.
 * Returns the codes.
 */
export function useCreateCoupons() {
  const repeatName = useRepeatName()
  return useSave([couponsKey], async (body: CouponCreate) => {
    const header = repeatName.of(body)
    const keys = await dataOf(api.POST('/api/redemption/', { params: { header }, body }))
    repeatName.forget()
    return keys
  })
}

/** Updates the given fields; absent ones stay unchanged. */
export const useUpdateCoupon = () =>
  useSave([couponsKey], (body: CouponUpdate) => dataOf(api.PUT('/api/redemption/', { body })))
