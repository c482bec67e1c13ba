import { RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../components/ui/button.tsx'
import { Tooltip } from '../../components/ui/tooltip.tsx'
import { currencyAmount, dateTime } from '../../format.ts'
import type { ListRow } from './channel-rows.ts'
import { useUpdateBalance } from './use-channel-actions.ts'
import type { Channel } from './use-channels.ts'

/** The balance at the upstream as of the last query; clicking queries it again. */
export function BalanceCell({ row, canAsk }: { readonly row: ListRow; readonly canAsk: boolean }) {
  if (row.kind === 'channel') return <ChannelBalance channel={row.channel} canAsk={canAsk} />
  return balanceText(row.channels) || <span className="text-faint">—</span>
}

/** Formats one sum per currency. */
export function balanceText(channels: readonly Channel[]): string {
  const sums = new Map<string, number>()
  for (const { balance, balance_currency: currency, balance_updated_time: asked } of channels)
    if (asked > 0) sums.set(currency, (sums.get(currency) ?? 0) + balance)
  return [...sums].map(([currency, sum]) => currencyAmount(sum, currency)).join(' + ')
}

function ChannelBalance({ channel, canAsk }: { readonly channel: Channel; readonly canAsk: boolean }) {
  const { t } = useTranslation('channels')
  const update = useUpdateBalance()
  const text = balanceText([channel])
  if (!canAsk) return text || <span className="text-faint">—</span>
  const asked = channel.balance_updated_time
  return (
    <Tooltip text={asked === 0 ? t('balance.update') : t('balance.asked', { when: dateTime(asked) })}>
      <Button
        kind="ghost"
        size="sm"
        className="-mr-2 tabular-nums"
        aria-label={t('balance.updateOf', { name: channel.name, balance: text })}
        isBusy={update.isPending}
        icon={<RefreshCw size={13} aria-hidden className="opacity-60" />}
        onClick={() => update.mutate(channel)}
      >
        {text || '—'}
      </Button>
    </Tooltip>
  )
}
