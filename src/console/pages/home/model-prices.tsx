import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { decimalsShown } from '../../amounts.ts'
import { Amount } from '../../components/amount.tsx'
import { LinkButton } from '../../components/ui/button.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { links } from '../../routes.ts'
import { isAdmin, useSessionUser } from '../../state/session.ts'
import { isPerSecond, type PriceRow, price, typeOf } from '../pricing/price-rows.ts'

const columns = ['input', 'cached', 'output'] as const

/** A selection of models and their prices, with a link to all of them. */
export function ModelPrices({
  rows,
  total,
  group,
}: {
  readonly rows: readonly PriceRow[]
  /** Number of available models, including those without a price. */
  readonly total: number
  /** The group whose prices are shown, if there is a choice; otherwise empty. */
  readonly group: string
}) {
  const { t } = useTranslation('home')
  return (
    <section aria-labelledby="models">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 id="models" className="text-xl font-semibold tracking-tight">
            {t('models.title')}
          </h2>
          {rows.length > 0 && (
            <p className="mt-0.5 text-muted">
              {group === '' ? t('models.lead') : t('models.leadOfGroup', { group })}
            </p>
          )}
        </div>
        {total > 0 && <LinkButton href={links.pricing()}>{t('models.all', { count: total })}</LinkButton>}
      </div>
      <div className="mt-4 rounded-lg border bg-surface">
        {rows.length > 0 ? <PriceRows rows={rows} /> : <NoPrices hasModels={total > 0} />}
      </div>
    </section>
  )
}

function PriceRows({ rows }: { readonly rows: readonly PriceRow[] }) {
  const { t } = useTranslation('home')
  const digits = new Map(
    columns.map((column) => [
      column,
      decimalsShown(rows.flatMap((row) => (row[column] === undefined ? [] : price(row[column])))),
    ]),
  )
  return (
    <table aria-label={t('models.title')} className="w-full text-[13.5px] tabular-nums max-sm:block">
      <thead className="max-sm:hidden">
        <tr className="border-b">
          {(['model', ...columns] as const).map((column) => (
            <th
              key={column}
              scope="col"
              className={`h-[34px] bg-sunken px-4 text-xs font-medium text-muted first:rounded-tl-lg last:rounded-tr-lg ${column === 'model' ? 'text-left' : 'text-right'}`}
            >
              {t(`models.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y max-sm:block">
        {rows.map((row) => (
          <tr key={row.item.model_name} className="max-sm:block max-sm:px-4 max-sm:py-3">
            <th scope="row" className="h-11 px-4 text-left font-normal max-sm:block max-sm:h-auto max-sm:p-0">
              <Link href={links.pricing({ model: row.item.model_name })} className="hover:underline">
                <code className="font-mono text-[13px] wrap-anywhere">{row.item.model_name}</code>
              </Link>
            </th>
            {typeOf(row.item) === 'call' ? (
              <td colSpan={columns.length} className={cellClass}>
                {row.perCall !== undefined &&
                  t(isPerSecond(row.item) ? 'models.perSecond' : 'models.perCall', {
                    price: price(row.perCall),
                  })}
              </td>
            ) : (
              columns.map((column) => (
                <td
                  key={column}
                  data-label={t(`models.${column}`)}
                  className={`${cellClass} max-sm:empty:hidden max-sm:before:text-muted max-sm:before:content-[attr(data-label)] ${column === 'cached' ? 'text-muted' : ''}`}
                >
                  {row[column] !== undefined && (
                    <Amount text={price(row[column])} digits={digits.get(column) ?? 0} />
                  )}
                </td>
              ))
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const cellClass =
  'px-4 text-right max-sm:mt-1 max-sm:flex max-sm:justify-between max-sm:gap-3 max-sm:p-0 max-sm:text-sm'

/** Shown without prices; administrators are told how to set them. */
function NoPrices({ hasModels }: { readonly hasModels: boolean }) {
  const { t } = useTranslation('home')
  const user = useSessionUser()
  if (!isAdmin(user)) return <EmptyState text={t(hasModels ? 'models.unpriced' : 'models.none')} />
  return hasModels ? (
    <EmptyState
      text={t('models.unpricedAdmin')}
      action={
        <LinkButton kind="primary" href={links.settings({ tab: 'operation' })}>
          {t('models.setPrices')}
        </LinkButton>
      }
    />
  ) : (
    <EmptyState
      text={t('models.noneAdmin')}
      action={
        <LinkButton kind="primary" href={links.channels()}>
          {t('models.channels')}
        </LinkButton>
      }
      command="tollgate channel create --type openai --name main --models gpt-4o --key-file key.txt"
    />
  )
}
