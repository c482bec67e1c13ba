import { ReceiptText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useMutateOnce } from '../../api/use-mutate-once.ts'
import { type Status, useStatus } from '../../api/use-status.ts'
import { Badge, type Tone } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { dateTime, useMoney } from '../../format.ts'
import { type Order, useOwnOrders } from './use-own-orders.ts'
import { openTab, useContinuePayment } from './use-start-payment.ts'

const tones: Readonly<Record<Order['state'], Tone>> = {
  pending: 'warn',
  paid: 'ok',
  expired: 'neutral',
  refunded: 'info',
}

/** Returns whether an order can be paid now: it is pending, and its method is offered. */
const canContinue = ({ state, provider, method }: Order, status: Status | undefined): boolean =>
  state === 'pending' &&
  status?.self_use_mode_enabled === false &&
  status.topup_methods.some((each) => each.provider === provider && each.name === method)

/** The newest orders of online top-ups; renders nothing if there are none. */
export function OrdersCard() {
  const { t } = useTranslation('wallet')
  const orders = useOwnOrders().data?.items ?? []
  if (orders.length === 0) return null
  return (
    <section className="flex flex-col gap-3 rounded-lg border bg-surface p-5">
      <h2 className="flex items-center gap-2 font-semibold">
        <ReceiptText size={16} aria-hidden className="text-muted" />
        {t('orders.title')}
      </h2>
      <ul className="divide-y border-t" aria-label={t('orders.title')}>
        {orders.map((order) => (
          <OrderRow key={order.trade_no} order={order} />
        ))}
      </ul>
    </section>
  )
}

function OrderRow({ order }: { readonly order: Order }) {
  const { t } = useTranslation('wallet')
  const money = useMoney()
  const status = useStatus().data
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5 last:pb-0" data-order={order.trade_no}>
      <div className="min-w-0 grow basis-40">
        <p className="text-sm font-medium tabular-nums">
          {t('orders.line', {
            amount: money.shown(order.quota),
            money: order.money,
            currency: order.currency,
          })}
        </p>
        <p className="text-xs text-muted">
          <span>{dateTime(order.created_time)}</span>
          {' · '}
          <span className="font-mono wrap-anywhere">{order.trade_no.slice(0, 12)}</span>
        </p>
      </div>
      <Badge tone={tones[order.state]} hasDot>
        {t(`orders.state.${order.state}`)}
      </Badge>
      {order.state === 'paid' && Number(order.refunded_money) > 0 && (
        <Badge tone="info">{t('orders.partlyRefunded', { money: order.refunded_money })}</Badge>
      )}
      {canContinue(order, status) && <Continue order={order} />}
    </li>
  )
}

/** Opens the payment page again, in case its tab was closed. */
function Continue({ order }: { readonly order: Order }) {
  const { t } = useTranslation('wallet')
  const payment = useContinuePayment()
  const payOnce = useMutateOnce(payment)
  const { trade_no: tradeNo, money, currency } = order
  return (
    <Button
      size="sm"
      aria-label={t('orders.continueNamed', { money, currency })}
      isBusy={payment.isPending}
      onClick={() => !payment.isPending && payOnce({ tradeNo, tab: openTab() })}
    >
      {t('orders.continue')}
    </Button>
  )
}
