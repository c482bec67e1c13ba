import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, LinkButton } from '../../components/ui/button.tsx'
import { useCopy } from '../../components/ui/copy.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { SearchInput } from '../../components/ui/search-input.tsx'
import { Segments } from '../../components/ui/segments.tsx'
import { Select } from '../../components/ui/select.tsx'
import { DataTable } from '../../components/ui/table/data-table.tsx'
import { inForce } from '../../components/ui/table/filter-fold.tsx'
import { useSelection } from '../../components/ui/table/selection.ts'
import { hasPage } from '../../page-modules.ts'
import { links } from '../../routes.ts'
import { isAdmin, useSessionUser } from '../../state/session.ts'
import type { PriceGroup } from './group-switch.tsx'
import { usePriceColumns } from './price-columns.tsx'
import type { PriceItem } from './price-rows.ts'
import {
  filterItems,
  type PriceRow,
  priceTypes,
  sortRows,
  toPriceRow,
  UNKNOWN_VENDOR,
  vendorOf,
} from './price-rows.ts'
import type { PriceView } from './use-price-view.ts'

/**
 * The models with their prices in one group. All of them are loaded, so filters, sorting and pages need no requests.
 */
export function PriceTable({
  items,
  group,
  view,
  open,
}: {
  readonly items: readonly PriceItem[]
  readonly group: PriceGroup
  readonly view: PriceView
  readonly open: (model: string) => void
}) {
  const { t } = useTranslation(['pricing', 'common'])
  const { copy, dialog } = useCopy(t('common:copy.denied'))
  const { search, type, vendor } = view.filters
  const { column, isDescending } = view.sort
  const rows = useMemo(
    () =>
      sortRows(
        filterItems(items, { search, type, vendor }).map((item) => toPriceRow(item, group.name, group.ratio)),
        column,
        isDescending,
      ),
    [items, search, type, vendor, group.name, group.ratio, column, isDescending],
  )
  const pages = Math.max(1, Math.ceil(rows.length / view.pageSize))
  const page = Math.min(view.page, pages)
  const shown = rows.slice((page - 1) * view.pageSize, page * view.pageSize)
  const selection = useSelection(shown, keyOf)
  const columns = usePriceColumns(group.name, {
    open: (item) => open(item.model_name),
    copy: (item) => void copy(item.model_name),
    chooseGroup: view.setGroup,
  })
  const vendors = [...new Set(items.map(vendorOf))].sort()
  return (
    <>
      <DataTable
        label={t('title')}
        storageKey="pricing-table-columns"
        isDense
        columns={columns}
        rows={shown}
        keyOf={keyOf}
        nameOf={keyOf}
        isOff={(row) => !row.isServed}
        onOpen={(row) => open(row.item.model_name)}
        selection={selection}
        isSelectableOnPhone={false}
        sort={view.sort}
        onSort={(sort) => view.setSort(sort.column, sort.isDescending)}
        csv={{ fileName: `prices-${group.name}`, load: async () => rows }}
        paging={{
          page,
          pageSize: view.pageSize,
          total: rows.length,
          onPage: view.setPage,
          onPageSize: view.setPageSize,
        }}
        filters={{
          content: (
            <>
              <SearchInput label={t('search')} value={search} onChange={view.setSearch} className="w-60" />
              <Segments
                label={t('column.type')}
                value={type ?? 'all'}
                options={(['all', ...priceTypes] as const).map((each) => ({
                  value: each,
                  label: t(`type.${each}`),
                }))}
                onChange={(next) => view.setType(next === 'all' ? undefined : next)}
              />
              {(vendors.length > 1 || vendor !== '') && (
                <Select
                  label={t('column.vendor')}
                  value={vendor}
                  width="w-40 max-sm:w-full"
                  options={['', ...vendors].map((each) => ({
                    value: each,
                    label:
                      each === '' ? t('vendor.all') : each === UNKNOWN_VENDOR ? t('vendor.unknown') : each,
                  }))}
                  onChange={view.setVendor}
                />
              )}
            </>
          ),
          count: inForce(search !== '', type !== undefined, vendor !== ''),
        }}
        bulk={
          <Button
            size="sm"
            onClick={() =>
              void copy(selection.rows.map(keyOf).join(','), t('copied', { count: selection.rows.length }))
            }
          >
            {t('copyNames')}
          </Button>
        }
        empty={<NoPrices view={view} />}
      />
      {dialog}
    </>
  )
}

const keyOf = ({ item }: PriceRow): string => item.model_name

function NoPrices({ view }: { readonly view: PriceView }) {
  const { t } = useTranslation('pricing')
  const user = useSessionUser()
  if (view.isFiltered)
    return (
      <EmptyState
        text={t('empty.filtered')}
        action={<Button onClick={view.clear}>{t('empty.clear')}</Button>}
      />
    )
  if (!isAdmin(user)) return <EmptyState text={t('empty.text')} />
  return (
    <EmptyState
      text={t('empty.admin')}
      action={
        hasPage('channels') && (
          <LinkButton kind="primary" href={links.channels()}>
            {t('empty.channels')}
          </LinkButton>
        )
      }
      command="tollgate channel create --type openai --name main --models gpt-4o --key-file key.txt"
    />
  )
}
