import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import type { components } from '../../../../openapi/types.gen.ts'
import { api, dataOf } from '../../api/client.ts'
import { useLogFeed } from '../../api/use-log-feed.ts'
import { useMoney } from '../../format.ts'
import { walletKey } from './use-balance.ts'

export type Order = components['schemas']['TopupOrder']

export const ownOrdersKey = [...walletKey, 'orders'] as const

/** Type of the log rows created by payments. */
const TOP_UP = 1

/** Reads the user's newest orders. While one is waiting for its payment, the page follows the log for updates. */
export function useOwnOrders() {
  const queryClient = useQueryClient()
  const orders = useQuery({
    queryKey: ownOrdersKey,
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/user/topup/self', { params: { query: { page_size: 10 } }, signal })),
  })
  const items = orders.data?.items
  useLogFeed(items?.some(isWaiting) ?? false, TOP_UP, () => {
    void queryClient.invalidateQueries({ queryKey: walletKey })
    void queryClient.invalidateQueries({ queryKey: ['self'] })
  })
  useToldPayments(items)
  return orders
}

const DAY_S = 86_400

/** Returns whether an order may still be paid. Payments of expired orders can arrive too, but hardly after a day. */
const isWaiting = ({ state, created_time: created }: Order): boolean =>
  state === 'pending' || (state === 'expired' && created > Date.now() / 1000 - DAY_S)

/** Reports when an order that was seen waiting has been paid. */
function useToldPayments(items: readonly Order[] | undefined): void {
  const { t } = useTranslation('wallet')
  const money = useMoney()
  const waiting = useRef(new Set<string>())
  useEffect(() => {
    for (const order of items ?? []) {
      if (isWaiting(order)) waiting.current.add(order.trade_no)
      else if (waiting.current.delete(order.trade_no) && order.state === 'paid')
        toast.success(t('orders.credited', { amount: money.shown(order.quota) }))
    }
  }, [items, t, money])
}
