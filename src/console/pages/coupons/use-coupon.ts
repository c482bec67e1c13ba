import { api, dataOf } from '../../api/client.ts'
import { useOne } from '../../api/use-one.ts'
import { couponsKey } from './use-coupons.ts'

/** Reads one code, again each time a form opens; undefined ID = nothing to read. */
export const useCoupon = (id: number | undefined) =>
  useOne(couponsKey, id, (one, signal) =>
    dataOf(api.GET('/api/redemption/{id}', { params: { path: { id: one } }, signal })),
  )
