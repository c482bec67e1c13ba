import { Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../components/ui/badge.tsx'
import { IconButton } from '../../components/ui/button.tsx'
import type { Column } from '../../components/ui/table/columns.ts'
import { Tooltip } from '../../components/ui/tooltip.tsx'
import { decimalNumber, wholeNumber } from '../../format.ts'
import type { PriceItem } from './price-rows.ts'
import { hasPrice, isPerSecond, type PriceRow, price, typeOf } from './price-rows.ts'

export interface PriceColumnActions {
  readonly open: (item: PriceItem) => void
  readonly copy: (item: PriceItem) => void
  readonly chooseGroup: (group: string) => void
}

/** Returns the columns of the list of models. */
export function usePriceColumns(group: string, actions: PriceColumnActions): readonly Column<PriceRow>[] {
  const { t } = useTranslation('pricing')
  const amount = (id: 'input' | 'cached' | 'output' | 'perCall', isStrong: boolean): Column<PriceRow> => ({
    id,
    header: t(`column.${id}`),
    align: 'right',
    isSortable: true,
    cell: (row) =>
      row[id] !== undefined && (
        <span className={isStrong ? 'font-medium' : ''}>
          {id === 'perCall' && isPerSecond(row.item)
            ? t('aSecond', { price: price(row[id]) })
            : price(row[id])}
        </span>
      ),
    csv: (row) => row[id] ?? '',
  })
  return [
    {
      id: 'model',
      header: t('column.model'),
      isFixed: true,
      isSortable: true,
      isElastic: true,
      pin: 'start',
      card: 'title',
      cell: ({ item }) => <ModelName item={item} open={actions.open} copy={actions.copy} />,
      csv: ({ item }) => item.model_name,
    },
    {
      id: 'type',
      header: t('column.type'),
      card: 'corner',
      cell: ({ item }) => <TypeBadge item={item} />,
      csv: ({ item }) => t(`type.${typeOf(item)}`),
    },
    amount('input', true),
    amount('cached', false),
    amount('output', true),
    amount('perCall', true),
    {
      id: 'ratios',
      header: t('column.ratios'),
      card: 'wide',
      cell: ({ item }) => typeOf(item) === 'use' && hasPrice(item) && <Ratios item={item} />,
      csv: ({ item }) =>
        typeOf(item) === 'call' || !hasPrice(item)
          ? ''
          : `${item.model_ratio} ${item.completion_ratio} ${item.cache_ratio}`,
    },
    {
      id: 'vendor',
      header: t('column.vendor'),
      isOffAtFirst: true,
      card: 'hidden',
      cell: ({ item }) => item.owner_by || <span className="text-faint">–</span>,
      csv: ({ item }) => item.owner_by,
    },
    {
      id: 'groups',
      header: t('column.groups'),
      card: 'wide',
      cell: ({ item }) => <Groups item={item} group={group} choose={actions.chooseGroup} />,
      csv: ({ item }) => item.enable_groups.join(' '),
    },
  ]
}

function ModelName({
  item,
  open,
  copy,
}: { readonly item: PriceItem } & Pick<PriceColumnActions, 'open' | 'copy'>) {
  const { t } = useTranslation('pricing')
  return (
    <div className="flex min-w-0 items-center gap-1">
      <button
        type="button"
        className="min-w-0 truncate rounded-sm text-left font-mono text-[13px] hover:underline max-sm:whitespace-normal max-sm:break-all"
        title={item.model_name}
        onClick={() => open(item)}
      >
        {item.model_name}
      </button>
      <IconButton
        size="icon-sm"
        label={t('copy', { name: item.model_name })}
        icon={<Copy size={14} aria-hidden />}
        onClick={() => copy(item)}
      />
    </div>
  )
}

/** Says whether a model is charged by use or per call, and whether its price is the site's fallback or missing. */
export function TypeBadge({
  item,
}: {
  readonly item: Pick<PriceItem, 'quota_type' | 'price_source' | 'call_unit'>
}) {
  const { t } = useTranslation('pricing')
  const source = item.price_source
  return (
    <span className="inline-flex gap-1 max-sm:flex-wrap max-sm:justify-end">
      <Badge tone={item.quota_type === 1 ? 'accent' : 'neutral'}>
        {t(item.quota_type === 1 ? (isPerSecond(item) ? 'type.second' : 'type.call') : 'type.use')}
      </Badge>
      {source !== 'explicit' && (
        <Tooltip text={t(`source.${source}Hint`)}>
          <span className="inline-flex">
            <Badge tone={source === 'fallback' ? 'info' : 'warn'}>{t(`source.${source}`)}</Badge>
          </span>
        </Tooltip>
      )}
    </span>
  )
}

function Ratios({ item }: { readonly item: PriceItem }) {
  const { t } = useTranslation('pricing')
  return (
    <span className="block text-sm text-muted sm:w-44 sm:whitespace-normal">
      {t('ratios', {
        model: decimalNumber(item.model_ratio, 6),
        completion: decimalNumber(item.completion_ratio, 6),
        cache: decimalNumber(item.cache_ratio, 6),
      })}
      {item.long_prompt && (
        <span className="block">
          {t('longRatios', {
            above: wholeNumber(item.long_prompt.above),
            input: decimalNumber(Number(item.long_prompt.input_ratio), 6),
            output: decimalNumber(Number(item.long_prompt.output_ratio), 6),
          })}
        </span>
      )}
    </span>
  )
}

/** The groups of a model; clicking one chooses it. */
function Groups({
  item,
  group,
  choose,
}: {
  readonly item: PriceItem
  readonly group: string
  readonly choose: (group: string) => void
}) {
  const { t } = useTranslation('pricing')
  return (
    <span className="flex flex-wrap gap-1">
      {item.enable_groups.map((each) => (
        <button
          key={each}
          type="button"
          className="max-w-40 rounded-[5px]"
          aria-pressed={each === group}
          aria-label={t('chooseGroup', { group: each })}
          onClick={() => choose(each)}
        >
          <Badge tone={each === group ? 'accent' : 'neutral'}>{each}</Badge>
        </button>
      ))}
    </span>
  )
}
