import { useTranslation } from 'react-i18next'
import { ProblemNotice } from '../../components/problem-notice.tsx'
import { Button } from '../../components/ui/button.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { Segments } from '../../components/ui/segments.tsx'
import { DataTable } from '../../components/ui/table/data-table.tsx'
import { usePageSize } from '../../components/ui/table/paging.tsx'
import { useAddress } from '../../state/address.ts'
import { useEntryColumns } from './entry-columns.tsx'
import { entriesOf, readAllEntries, useEntries } from './use-entries.ts'

/** Every change of the balance, newest first. */
export function EntryTable() {
  const { t } = useTranslation(['wallet', 'common'])
  const address = useAddress()
  const [pageSize, setPageSize] = usePageSize()
  const page = address.page()
  const of = entriesOf.find((each) => each === address.get('of')) ?? 'all'
  const entries = useEntries({ of, page, pageSize })
  const rows = entries.data?.items
  const columns = useEntryColumns()
  if (entries.isError && rows === undefined)
    return (
      <div className="flex flex-col items-start gap-3">
        <ProblemNotice error={entries.error} />
        <Button onClick={() => void entries.refetch()}>{t('common:action.retry')}</Button>
      </div>
    )
  return (
    <DataTable
      label={t('entries.title')}
      storageKey="wallet-table-columns"
      columns={columns}
      rows={rows}
      keyOf={(entry) => entry.seq}
      isStale={entries.isPlaceholderData}
      csv={{ fileName: 'entries', load: () => readAllEntries(of) }}
      paging={{
        page,
        pageSize,
        total: entries.data?.total ?? 0,
        onPage: (p) => address.set({ p: p === 1 ? undefined : p }),
        onPageSize: (size) => {
          setPageSize(size)
          address.set({ p: undefined }, { replace: true })
        },
      }}
      toolbar={
        <Segments
          label={t('entries.of')}
          value={of}
          options={entriesOf.map((value) => ({ value, label: t(`entries.${value}`) }))}
          onChange={(next) => address.set({ of: next === 'all' ? undefined : next, p: undefined })}
        />
      }
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
