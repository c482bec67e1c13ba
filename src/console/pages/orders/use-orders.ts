import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import type { components } from '../../../../openapi/types.gen.ts'
import { isProblem } from '../../api/api-problem.ts'
import { api, dataOf } from '../../api/client.ts'
import { readAllPages } from '../../api/read-all-pages.ts'
import type { RepeatName } from '../../api/use-repeat-name.ts'

export type Order = components['schemas']['TopupOrder']

export const orderStates = ['pending', 'paid', 'expired', 'refunded'] as const
export type OrderState = (typeof orderStates)[number]

export interface OrderFilters {
  /** Beginning of an order number or a username. */
  readonly keyword: string
  readonly state: OrderState | undefined
}

interface Paging {
  /** Counted from 1. */
  readonly page: number
  readonly pageSize: number
}

const readOrders = ({ keyword, state }: OrderFilters, { page, pageSize }: Paging, signal?: AbortSignal) =>
  dataOf(
    api.GET('/api/topup/', {
      params: {
        query: { ...(keyword !== '' && { keyword }), ...(state && { state }), p: page, page_size: pageSize },
      },
      ...(signal && { signal }),
    }),
  )

const ordersKey = ['orders'] as const

/** Reads one page of all users' orders, newest first. */
export function useOrders(filters: OrderFilters, { page, pageSize }: Paging) {
  return useQuery({
    queryKey: [...ordersKey, filters, page, pageSize],
    queryFn: ({ signal }) => readOrders(filters, { page, pageSize }, signal),
    placeholderData: keepPreviousData,
  })
}

/** Reads every order that matches the filters. */
export const readAllOrders = (filters: OrderFilters): Promise<readonly Order[]> =>
  readAllPages((page) => readOrders(filters, page))

export interface Refund {
  readonly order: Order
  /** Decimal text; empty = everything not yet refunded. */
  readonly money: string
  readonly note: string
}

/**
 * Refunds money and takes the quota back. Happens only once, even if the form is sent again after a lost response.
 * @param repeatName to be forgotten when the user starts another refund
 */
export function useRefund(repeatName: RepeatName) {
  const { t } = useTranslation('orders')
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ order: { trade_no }, money, note }: Refund) => {
      const body = { ...(money !== '' && { money }), note }
      const header = repeatName.of({ trade_no, ...body })
      return dataOf(
        api.POST('/api/topup/{trade_no}/refund', { params: { path: { trade_no }, header }, body }),
      )
    },
    onSuccess: async (_refunded, { order }) => {
      repeatName.forget()
      toast.success(t('refund.done', { order: order.trade_no }))
      await queryClient.invalidateQueries({ queryKey: ordersKey })
    },
    onError: (error) => {
      // The payment provider refused, so the next attempt must be a new request.
      if (isProblem(error) && error.code === 'refund_failed') repeatName.forget()
      // The refund may have succeeded although the response was lost.
      void queryClient.invalidateQueries({ queryKey: ordersKey })
    },
    meta: { isShownInPlace: true },
  })
}
