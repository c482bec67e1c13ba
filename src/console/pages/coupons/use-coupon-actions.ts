import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { changeEach } from '../../api/change-each.ts'
import { answerOf, api, dataOf } from '../../api/client.ts'
import { type Done, sayDone } from '../../api/say-done.ts'
import { type Coupon, couponStatus, couponsKey } from './use-coupons.ts'

/** Runs a change of codes and reports the result in a toast, even if the page has been left. */
function useCouponChange<Variables, Answer>(
  run: (variables: Variables) => Promise<Answer>,
  said: (answer: Answer, variables: Variables, t: TFunction<'coupons'>) => string | Done,
) {
  const { t } = useTranslation('coupons')
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess: (answer, variables) => {
      const told = said(answer, variables, t)
      sayDone(typeof told === 'string' ? { text: told } : told)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: couponsKey }),
  })
}

const putStatus = (id: number, status: 1 | 2) =>
  dataOf(api.PUT('/api/redemption/', { params: { query: { status_only: true } }, body: { id, status } }))

/** Reverts status changes. */
function usePutBack() {
  const queryClient = useQueryClient()
  return async (coupons: readonly Coupon[], status: 1 | 2) => {
    const refused = await changeEach(coupons, ({ id }) => putStatus(id, status))
    await queryClient.invalidateQueries({ queryKey: couponsKey })
    return refused === 0
  }
}

/** Enables (1) or disables (2) one code without changing anything else. */
export function useSetCouponStatus() {
  const putBack = usePutBack()
  return useCouponChange(
    ({ coupon, status }: { readonly coupon: Coupon; readonly status: 1 | 2 }) => putStatus(coupon.id, status),
    (_answer, { coupon, status }, t) => ({
      text: t(status === 1 ? 'told.enabled' : 'told.disabled', { name: coupon.name }),
      undo: () => putBack([coupon], status === 1 ? 2 : 1),
    }),
  )
}

/** Deletes one code; it can no longer be redeemed. */
export const useDeleteCoupon = () =>
  useCouponChange(
    ({ id }: Coupon) => answerOf(api.DELETE('/api/redemption/{id}', { params: { path: { id } } })),
    (_answer, { name }, t) => t('told.deleted', { name }),
  )

/** Disables the given codes that are unused. */
export function useDisableCoupons() {
  const putBack = usePutBack()
  return useCouponChange(
    (coupons: readonly Coupon[]) =>
      dataOf(api.PUT('/api/redemption/batch-disable', { body: { ids: coupons.map(({ id }) => id) } })),
    (count, coupons, t) => {
      const unused = coupons.filter(({ status }) => status === couponStatus.unused)
      return {
        text: t('disabled', { count }),
        undo: count > 0 && count === unused.length ? () => putBack(unused, 1) : undefined,
      }
    },
  )
}

/** Deletes every disabled code; used ones are kept. */
export const useDeleteDisabled = () =>
  useCouponChange(
    () => dataOf(api.DELETE('/api/redemption/delete-disabled')),
    (count, _variables, t) => t('deleted', { count }),
  )

/** Deletes every code of exactly this name. */
export const useDeleteByName = () =>
  useCouponChange(
    (name: string) => dataOf(api.DELETE('/api/redemption/delete-by-name', { params: { query: { name } } })),
    (count, _variables, t) => t('deleted', { count }),
  )

/** Counts the codes with exactly this name; sends no request for an empty name. */
export function useCountByName(name: string) {
  return useQuery({
    queryKey: [...couponsKey, 'count', name],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/redemption/count-by-name', { params: { query: { name } }, signal })),
    enabled: name !== '',
    staleTime: 0,
  })
}
