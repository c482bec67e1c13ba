import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import { ListEmpty } from '../../components/list/list-empty.tsx'
import { ListTable } from '../../components/list/list-table.tsx'
import { useListPaging } from '../../components/list/use-list-paging.ts'
import { LinkButton } from '../../components/ui/button.tsx'
import { dateTime } from '../../format.ts'
import { links } from '../../routes.ts'
import { useLogColumns } from './log-columns.tsx'
import { LogDetail } from './log-detail.tsx'
import { type LogAddress, logTypes } from './log-filters.ts'
import { LogHistogram } from './log-histogram.tsx'
import { LogToolbar } from './log-toolbar.tsx'
import { EXPORT_MAX, readAllLogs, useLogs, useLogsWithOpen } from './use-logs.ts'

/** The rows with their filters, and the histogram of all of them. */
export function LogTable({ state, isAdmin }: { readonly state: LogAddress; readonly isAdmin: boolean }) {
  const { t } = useTranslation(['usageLog', 'common'])
  const paging = useListPaging(undefined, ['row'])
  const { filters } = state
  const logs = useLogs({ filters, isAdmin, page: paging.page, pageSize: paging.pageSize }, state.isLive)
  const rows = useLogsWithOpen(logs.data?.items, state.openRow, isAdmin)
  const columns = useLogColumns({ isAdmin, openUser: (user) => state.set({ user }) })
  return (
    <ListTable
      list={logs}
      paging={paging}
      label={t('title')}
      isDense
      storageKey="logs-table-columns"
      columns={columns}
      rows={rows}
      keyOf={(log) => log.id}
      nameOf={(log) =>
        t('row', { type: t(`type.${logTypes[log.type] ?? 'model'}`), time: dateTime(log.created_at) })
      }
      detail={(log) => <LogDetail log={log} />}
      open={{
        key: state.openRow,
        onChange: (row) => state.set({ row }, { replace: true }),
      }}
      picture={
        <LogHistogram
          filters={filters}
          isAdmin={isAdmin}
          isLive={state.isLive}
          choose={(from, to) => state.setRange({ from, to })}
        />
      }
      csv={{
        fileName: 'usage-log',
        load: async () => {
          const all = await readAllLogs(filters, isAdmin)
          if (all.length >= EXPORT_MAX) toast.info(t('exportLimit', { count: EXPORT_MAX }))
          return all
        },
      }}
      filters={{
        content: <LogToolbar state={state} isAdmin={isAdmin} />,
        count: state.filterCount,
      }}
      empty={
        <ListEmpty
          isFiltered={state.isFiltered}
          filtered={t(state.isToday ? 'empty.today' : 'empty.filtered')}
          clear={t(state.isToday ? 'empty.allTime' : 'empty.clear')}
          onClear={state.clear}
          text={t('empty.text')}
          action={<LinkButton href={links.tokens()}>{t('empty.tokens')}</LinkButton>}
          command="tollgate logs -f"
        />
      }
    />
  )
}
