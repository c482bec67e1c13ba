import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { answerOf, api, dataOf } from '../../api/client.ts'
import { couponsKey } from './use-coupons.ts'

/** A change of codes that says in a toast what it did, also after the page was left. */
function useCouponChange<Variables, Answer>(
  run: (variables: Variables) => Promise<Answer>,
  said: (answer: Answer, t: TFunction<['coupons', 'common']>) => string,
) {
  const { t } = useTranslation(['coupons', 'common'])
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess: (answer) => void toast.success(said(answer, t)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: couponsKey }),
  })
}

/** Enables (1) or disables (2) one code, nothing else of it changes. */
export const useSetCouponStatus = () =>
  useCouponChange(
    ({ id, status }: { readonly id: number; readonly status: 1 | 2 }) =>
      dataOf(api.PUT('/api/redemption/', { params: { query: { status_only: true } }, body: { id, status } })),
    (_answer, t) => t('common:done'),
  )

/** Deletes one code; it can no longer be redeemed. */
export const useDeleteCoupon = () =>
  useCouponChange(
    (id: number) => answerOf(api.DELETE('/api/redemption/{id}', { params: { path: { id } } })),
    (_answer, t) => t('common:done'),
  )

/** Disables the unused ones among the given. */
export const useDisableCoupons = () =>
  useCouponChange(
    (ids: readonly number[]) => dataOf(api.PUT('/api/redemption/batch-disable', { body: { ids: [...ids] } })),
    (count, t) => t('disabled', { count }),
  )

/** Deletes every disabled code; used ones stay. */
export const useDeleteDisabled = () =>
  useCouponChange(
    () => dataOf(api.DELETE('/api/redemption/delete-disabled')),
    (count, t) => t('deleted', { count }),
  )

/** Deletes every code of exactly this name. */
export const useDeleteByName = () =>
  useCouponChange(
    (name: string) => dataOf(api.DELETE('/api/redemption/delete-by-name', { params: { query: { name } } })),
    (count, t) => t('deleted', { count }),
  )

/** How many codes have exactly this name; an empty name is not asked for. */
export function useCountByName(name: string) {
  return useQuery({
    queryKey: [...couponsKey, 'count', name],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/redemption/count-by-name', { params: { query: { name } }, signal })),
    enabled: name !== '',
    staleTime: 0,
  })
}
