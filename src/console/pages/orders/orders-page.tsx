import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { ListEmpty } from '../../components/list/list-empty.tsx'
import { ListTable } from '../../components/list/list-table.tsx'
import { useListPaging } from '../../components/list/use-list-paging.ts'
import { Page } from '../../components/page.tsx'
import { LinkButton } from '../../components/ui/button.tsx'
import { SearchInput } from '../../components/ui/search-input.tsx'
import { Segments } from '../../components/ui/segments.tsx'
import { inForce } from '../../components/ui/table/filter-fold.tsx'
import { links } from '../../routes.ts'
import { useAddress } from '../../state/address.ts'
import { useOrderColumns } from './order-columns.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { type Order, orderStates, readAllOrders, useOrders } from './use-orders.ts'

/** Online top-up orders of all users. */
export function OrdersPage() {
  const { t } = useTranslation('orders')
  const address = useAddress()
  const paging = useListPaging()
  const [refunding, setRefunding] = useState<Order>()
  const keyword = address.get('keyword')
  const state = orderStates.find((each) => each === address.get('state'))
  const filters = { keyword, state }
  const orders = useOrders(filters, { page: paging.page, pageSize: paging.pageSize })
  const columns = useOrderColumns(setRefunding)
  // The list may show a refund whose response was lost.
  const toRefund = orders.data?.items.find((each) => each.trade_no === refunding?.trade_no) ?? refunding
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      actions={
        <Link
          href={links.trail({ keyword: 'payment.refuse' })}
          className="text-sm text-accent-text hover:underline"
        >
          {t('refused')}
        </Link>
      }
    >
      <ListTable
        list={orders}
        paging={paging}
        label={t('title')}
        isDense
        storageKey="orders-table-columns"
        columns={columns}
        rows={orders.data?.items}
        keyOf={(order) => order.trade_no}
        csv={{ fileName: 'orders', load: () => readAllOrders(filters) }}
        filters={{
          content: (
            <>
              <SearchInput
                label={t('search')}
                className="w-64"
                value={keyword}
                onChange={(next) => address.set({ keyword: next, p: undefined }, { isTyped: true })}
              />
              <Segments
                label={t('column.state')}
                value={state ?? 'all'}
                options={(['all', ...orderStates] as const).map((value) => ({
                  value,
                  label: t(`state.${value}`),
                }))}
                onChange={(next) => address.set({ state: next === 'all' ? undefined : next, p: undefined })}
              />
            </>
          ),
          count: inForce(keyword !== '', state !== undefined),
        }}
        empty={
          <ListEmpty
            isFiltered={keyword !== '' || state !== undefined}
            filtered={t('empty.filtered')}
            clear={t('empty.clear')}
            onClear={() => address.set({ keyword: undefined, state: undefined, p: undefined })}
            text={t('empty.text')}
            action={
              <LinkButton href={`${links.settings({ tab: 'system' })}#payment`}>
                {t('empty.settings')}
              </LinkButton>
            }
            command="tollgate order list --every"
          />
        }
      />
      <RefundDialog order={toRefund} close={() => setRefunding(undefined)} />
    </Page>
  )
}
