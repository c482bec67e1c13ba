import { useTranslation } from 'react-i18next'
import { Tooltip } from '../../components/ui/tooltip.tsx'
import { percent } from '../../format.ts'
import type { ListRow } from './channel-rows.ts'
import { RoutingCell } from './routing-cell.tsx'

/**
 * A weight, edited in place, with the resulting share of the calls. The input extends beyond the cell, so the gap in
 * the code is wider than it looks.
 */
export function WeightCell({ row }: { readonly row: ListRow }) {
  const { t } = useTranslation('channels')
  const share = row.kind === 'channel' ? row.channel.share : undefined
  return (
    <span className="flex items-center justify-end gap-3">
      <RoutingCell row={row} field="weight" />
      {share && (
        <Tooltip text={t('share.hint')}>
          <span className="text-xs text-muted tabular-nums" data-share>
            {share.lowest === share.highest
              ? percent(share.highest)
              : t('share.range', { lowest: percent(share.lowest), highest: percent(share.highest) })}
          </span>
        </Tooltip>
      )}
    </span>
  )
}
