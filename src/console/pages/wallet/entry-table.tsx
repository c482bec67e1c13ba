import { useTranslation } from 'react-i18next'
import { ListTable } from '../../components/list/list-table.tsx'
import { useListPaging } from '../../components/list/use-list-paging.ts'
import { Button } from '../../components/ui/button.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { Segments } from '../../components/ui/segments.tsx'
import { inForce } from '../../components/ui/table/filter-fold.tsx'
import { useAddress } from '../../state/address.ts'
import { useEntryColumns } from './entry-columns.tsx'
import { entriesOf, readAllEntries, useEntries } from './use-entries.ts'

/** Every change of the balance, newest first. */
export function EntryTable() {
  const { t } = useTranslation(['wallet', 'common'])
  const address = useAddress()
  const paging = useListPaging()
  const of = entriesOf.find((each) => each === address.get('of')) ?? 'all'
  const entries = useEntries({ of, page: paging.page, pageSize: paging.pageSize })
  const columns = useEntryColumns()
  return (
    <ListTable
      list={entries}
      paging={paging}
      label={t('entries.title')}
      storageKey="wallet-table-columns"
      columns={columns}
      rows={entries.data?.items}
      keyOf={(entry) => entry.seq}
      csv={{ fileName: 'entries', load: () => readAllEntries(of) }}
      filters={{
        content: (
          <Segments
            label={t('entries.of')}
            value={of}
            options={entriesOf.map((value) => ({ value, label: t(`entries.${value}`) }))}
            onChange={(next) => address.set({ of: next === 'all' ? undefined : next, p: undefined })}
          />
        ),
        count: inForce(of !== 'all'),
      }}
      empty={
        <EmptyState
          text={t(of === 'all' ? 'empty.text' : 'empty.filtered')}
          action={
            of === 'all' ? undefined : (
              <Button onClick={() => address.set({ of: undefined, p: undefined })}>{t('empty.clear')}</Button>
            )
          }
          command="tollgate redeem CODE"
        />
      }
    />
  )
}
