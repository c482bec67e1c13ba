import { useTranslation } from 'react-i18next'
import { useStatus } from '../../api/use-status.ts'
import { GroupRatioTag } from '../../components/group-ratio-tag.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { baseAddress } from '../../components/snippets.ts'
import { Snippets } from '../../components/snippets-card.tsx'
import { Button } from '../../components/ui/button.tsx'
import { CopyButton } from '../../components/ui/copy.tsx'
import { Drawer } from '../../components/ui/drawer.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { decimalNumber, dollars, useMoney, wholeNumber } from '../../format.ts'
import type { DrawerState } from '../../state/drawer.ts'
import { useSessionUser } from '../../state/session.ts'
import type { PriceGroup } from './group-switch.tsx'
import { TypeBadge } from './price-columns.tsx'
import { hasPrice, price } from './price-rows.ts'
import { useModelPrice } from './use-model-price.ts'

/** One model: its price in every group, how it is calculated, and an example request. */
export function ModelDrawer({
  drawer,
  groups,
  chosen,
}: {
  readonly drawer: DrawerState
  readonly groups: readonly PriceGroup[]
  readonly chosen: PriceGroup
}) {
  const { t } = useTranslation(['pricing', 'common'])
  const status = useStatus().data
  // Signed-in users can choose to accept the cost of models without a price.
  const user = useSessionUser()
  const model = useModelPrice(drawer.value)
  const name = drawer.value ?? ''
  return (
    <Drawer
      drawer={drawer}
      title={name}
      lead={t('drawer.lead')}
      footer={<Button onClick={drawer.close}>{t('common:action.close')}</Button>}
    >
      <QueryView query={model}>
        {(terms) => (
          <div className="flex flex-col gap-6">
            <div className="flex flex-wrap items-center gap-2">
              <TypeBadge item={terms} />
              <span className="grow" />
              <CopyButton text={name} label={t('copy', { name })} refused={t('common:copy.denied')} />
            </div>
            {hasPrice(terms) || user !== undefined ? (
              <>
                <section>
                  <h3 className="mb-2 font-semibold">{t('drawer.groups')}</h3>
                  <GroupPrices
                    terms={terms}
                    groups={groups.filter((group) => terms.enable_groups.includes(group.name))}
                  />
                </section>
                <section>
                  <h3 className="mb-2 font-semibold">{t('drawer.formula', { group: chosen.name })}</h3>
                  <Formula terms={terms} group={chosen} />
                  {terms.priced_as !== terms.model_name && (
                    <p className="mt-2 text-sm text-muted">
                      {t('drawer.pricedAs', { name: terms.priced_as })}
                    </p>
                  )}
                </section>
              </>
            ) : (
              <Notice tone="warn">{t('source.unpricedHint')}</Notice>
            )}
            <section>
              <h3 className="mb-2 font-semibold">{t('drawer.try')}</h3>
              <Snippets address={baseAddress(status)} apiKey="$TOLLGATE_KEY" model={name} />
            </section>
          </div>
        )}
      </QueryView>
    </Drawer>
  )
}

type Terms = NonNullable<ReturnType<typeof useModelPrice>['data']>

function GroupPrices({ terms, groups }: { readonly terms: Terms; readonly groups: readonly PriceGroup[] }) {
  const { t } = useTranslation('pricing')
  const columns =
    terms.quota_type === 1
      ? ([[terms.call_unit === 'second' ? 'perSecond' : 'perCall', terms.call_usd]] as const)
      : ([
          ['input', terms.input_usd],
          ['cached', terms.cache_read_usd],
          ['output', terms.output_usd],
        ] as const)
  return (
    <div className="overflow-x-auto rounded-lg border">
      <table className="w-full text-[13.5px] tabular-nums">
        <thead>
          <tr className="border-b bg-sunken text-xs text-muted">
            <th scope="col" className="px-3 py-2 text-left font-medium">
              {t('group.column')}
            </th>
            {columns.map(([id]) => (
              <th key={id} scope="col" className="px-3 py-2 text-right font-medium">
                {t(`column.${id}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.name} className="border-b last:border-b-0">
              <th scope="row" className="px-3 py-2 text-left font-normal">
                <span className="inline-flex items-center gap-2">
                  {group.name}
                  <GroupRatioTag ratio={group.ratio} />
                </span>
              </th>
              {columns.map(([id, usd]) => (
                <td key={id} className="px-3 py-2 text-right">
                  {price(Number(usd) * group.ratio)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The calculation with its numbers, as the usage log shows it for a call. */
function Formula({ terms, group }: { readonly terms: Terms; readonly group: PriceGroup }) {
  const { t } = useTranslation('pricing')
  const { quotaPerUnit } = useMoney()
  const ratio = decimalNumber(group.ratio, 6)
  const number = (text: string) => decimalNumber(Number(text), 9)
  const base = dollars(1_000_000 / quotaPerUnit, 6)
  const lines =
    terms.quota_type === 1
      ? [
          t(terms.call_unit === 'second' ? 'formula.second' : 'formula.call', {
            price: price(Number(terms.model_price)),
            group: ratio,
            result: price(Number(terms.call_usd) * group.ratio),
          }),
        ]
      : [
          t('formula.input', {
            base,
            model: number(terms.model_ratio),
            group: ratio,
            result: price(Number(terms.input_usd) * group.ratio),
          }),
          t('formula.cached', {
            factor: number(terms.cache_ratio),
            result: price(Number(terms.cache_read_usd) * group.ratio),
          }),
          t('formula.output', {
            factor: number(terms.completion_ratio),
            result: price(Number(terms.output_usd) * group.ratio),
          }),
          ...(terms.long_prompt
            ? [
                t('formula.long', {
                  above: wholeNumber(terms.long_prompt.above),
                  input: number(terms.long_prompt.input_ratio),
                  output: number(terms.long_prompt.output_ratio),
                }),
              ]
            : []),
        ]
  return (
    <div className="rounded-lg border bg-sunken px-3 py-2.5 text-sm leading-6 tabular-nums">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}
