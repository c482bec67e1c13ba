import { useTranslation } from 'react-i18next'
import { ListEmpty } from '../../components/list/list-empty.tsx'
import { ListTable } from '../../components/list/list-table.tsx'
import { useListPaging } from '../../components/list/use-list-paging.ts'
import { Page } from '../../components/page.tsx'
import { isBounded } from '../../components/ui/range-ends.ts'
import { inForce } from '../../components/ui/table/filter-fold.tsx'
import { type Address, useAddress } from '../../state/address.ts'
import { useTrailColumns } from './trail-columns.tsx'
import { TrailSearch } from './trail-search.tsx'
import { isFiltered, noFilters, readWholeTrail, type TrailFilters, useTrail } from './use-trail.ts'

/** The audit trail: who changed what. */
export function TrailPage() {
  const { t } = useTranslation('trail')
  const address = useAddress()
  const paging = useListPaging('trail-page-size')
  const filters = readFilters(address)
  const trail = useTrail({ filters, page: paging.page, pageSize: paging.pageSize })
  const columns = useTrailColumns()
  const query = ({ keyword, by, kind, range }: TrailFilters) =>
    address.set({ keyword, by, kind, from: range.from, to: range.to, p: undefined })
  return (
    <Page title={t('title')} lead={t('lead')}>
      <ListTable
        list={trail}
        paging={paging}
        failed={t('loadFailed')}
        label={t('title')}
        storageKey="trail-table-columns"
        columns={columns}
        rows={trail.data?.items}
        keyOf={(event) => event.id}
        nameOf={(event) => `${event.action} ${event.target_id}`}
        csv={{ fileName: 'audit-trail', load: () => readWholeTrail(filters) }}
        filters={{
          content: <TrailSearch filters={filters} onQuery={query} />,
          count: inForce(
            filters.keyword !== '',
            filters.by !== '',
            filters.kind !== '',
            isBounded(filters.range),
          ),
        }}
        empty={
          <ListEmpty
            isFiltered={isFiltered(filters)}
            filtered={t('empty.filtered')}
            clear={t('empty.clear')}
            onClear={() => query(noFilters)}
            text={t('empty.text')}
            action={null}
            command="tollgate trail"
          />
        }
      />
    </Page>
  )
}

function readFilters(address: Address): TrailFilters {
  const seconds = (name: string): number | undefined =>
    /^\d{1,12}$/.test(address.get(name)) ? Number(address.get(name)) : undefined
  return {
    keyword: address.get('keyword'),
    by: address.get('by'),
    kind: address.get('kind'),
    range: { from: seconds('from'), to: seconds('to') },
  }
}
