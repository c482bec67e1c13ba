import { useTranslation } from 'react-i18next'
import { Amount } from '../../components/amount.tsx'
import { Moment } from '../../components/moment.tsx'
import { Badge, type Tone } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import type { Column } from '../../components/ui/table/columns.ts'
import { Tooltip } from '../../components/ui/tooltip.tsx'
import { toDateText, useMoney } from '../../format.ts'
import { ROLE, useSessionUser } from '../../state/session.ts'
import type { Order } from './use-orders.ts'

const tones: Readonly<Record<Order['state'], Tone>> = {
  pending: 'warn',
  paid: 'ok',
  expired: 'neutral',
  refunded: 'info',
}

/** Returns whether only part of the money was refunded, which the state alone does not show. */
const isPartlyRefunded = ({ state, refunded_money: refunded }: Order): boolean =>
  state === 'paid' && Number(refunded) > 0

/** Returns the columns of the list of orders. @param refund opens the refund form */
export function useOrderColumns(refund: (order: Order) => void): readonly Column<Order>[] {
  const { t } = useTranslation('orders')
  const money = useMoney()
  const isRoot = useSessionUser()?.role === ROLE.root
  return [
    {
      id: 'number',
      header: t('column.number'),
      isFixed: true,
      isElastic: true,
      pin: 'start',
      card: 'title',
      cell: (order) => (
        <span className="block min-w-0">
          <span className="block truncate font-mono text-xs" title={order.trade_no}>
            {order.trade_no}
          </span>
          {order.payment_ref !== '' && (
            <span className="block truncate font-mono text-xs text-muted" title={order.payment_ref}>
              {order.payment_ref}
            </span>
          )}
        </span>
      ),
      csv: (order) => order.trade_no,
    },
    {
      id: 'user',
      header: t('column.user'),
      cell: (order) => order.username,
      csv: (order) => order.username,
    },
    {
      id: 'state',
      header: t('column.state'),
      card: 'corner',
      cell: (order) => (
        <span className="flex flex-wrap gap-1">
          <Badge tone={tones[order.state]} hasDot>
            {t(`state.${order.state}`)}
          </Badge>
          {order.is_late && <Badge>{t('late')}</Badge>}
          {isPartlyRefunded(order) && (
            <Badge tone="info">{t('partlyRefunded', { money: order.refunded_money })}</Badge>
          )}
        </span>
      ),
      csv: (order) => t(`state.${order.state}`),
    },
    {
      id: 'quota',
      header: t('column.quota'),
      align: 'right',
      amount: (order) => money.shown(order.quota),
      cell: (order, digits) => (
        <Tooltip text={money.other(order.quota)}>
          <span>
            <Amount text={money.shown(order.quota)} digits={digits} />
          </span>
        </Tooltip>
      ),
      csv: (order) => order.quota_exact,
    },
    {
      id: 'money',
      header: t('column.money'),
      align: 'right',
      cell: (order) => `${order.money} ${order.currency}`,
      csv: (order) => `${order.money} ${order.currency}`,
    },
    {
      id: 'refunded',
      header: t('column.refunded'),
      // Refunds are rare on most sites, and without this column the row fits a usual window.
      isOffAtFirst: true,
      align: 'right',
      cell: (order) => (order.refunded_time === 0 ? '' : order.refunded_money),
      csv: (order) => order.refunded_money,
    },
    {
      id: 'method',
      header: t('column.method'),
      cell: (order) => <span className="text-muted">{`${order.provider} ${order.method}`}</span>,
      csv: (order) => `${order.provider} ${order.method}`,
    },
    {
      id: 'created',
      header: t('column.created'),
      cell: (order) => <Moment at={order.created_time} />,
      csv: (order) => toDateText(order.created_time),
    },
    {
      id: 'paid',
      header: t('column.paid'),
      cell: (order) => <Moment at={order.paid_time} />,
      csv: (order) => (order.paid_time === 0 ? '' : toDateText(order.paid_time)),
    },
    {
      id: 'actions',
      header: t('column.actions'),
      isFixed: true,
      pin: 'end',
      cell: (order) =>
        isRoot &&
        order.state === 'paid' && (
          <Button
            size="sm"
            aria-label={t('refund.named', { number: order.trade_no })}
            onClick={() => refund(order)}
          >
            {t('refund.action')}
          </Button>
        ),
    },
  ]
}
