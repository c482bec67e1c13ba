import { useTranslation } from 'react-i18next'
import { ListEmpty } from '../../components/list/list-empty.tsx'
import { ListTable } from '../../components/list/list-table.tsx'
import { useListPaging } from '../../components/list/use-list-paging.ts'
import { Page } from '../../components/page.tsx'
import { useTaskAddress } from '../../components/tasks/task-address.ts'
import { drawingActions, drawingStatuses, useTaskLabels } from '../../components/tasks/task-labels.ts'
import { TaskToolbar } from '../../components/tasks/task-toolbar.tsx'
import { LinkButton } from '../../components/ui/button.tsx'
import { dateRangePresets } from '../../components/ui/range-ends.ts'
import { dateTime } from '../../format.ts'
import { links } from '../../routes.ts'
import { isAdmin, useSessionUser } from '../../state/session.ts'
import { useDrawingColumns } from './drawing-columns.tsx'
import { DrawingDetail } from './drawing-detail.tsx'
import { readAllDrawings, useDrawings, useDrawingsWithOpen } from './use-drawings.ts'

/** Drawing tasks of the last 30 days: the user's own, or those of all users for administrators. */
export function DrawingLogPage() {
  const { t } = useTranslation('tasks')
  const isForAll = isAdmin(useSessionUser())
  const state = useTaskAddress(isForAll, dateRangePresets.month)
  const paging = useListPaging(undefined, ['row'])
  const labels = useTaskLabels()
  const { filters } = state
  const drawings = useDrawings(filters, isForAll, paging)
  const rows = useDrawingsWithOpen(drawings.data?.items, state.openRow, isForAll)
  const columns = useDrawingColumns(isForAll)
  return (
    <Page title={t('drawing.title')} lead={t('drawing.lead')}>
      <ListTable
        list={drawings}
        paging={paging}
        label={t('drawing.title')}
        isDense
        storageKey="drawing-table-columns"
        columns={columns}
        rows={rows}
        keyOf={(drawing) => drawing.id}
        nameOf={(drawing) =>
          t('row', { action: labels.action(drawing.action), time: dateTime(drawing.submit_time / 1000) })
        }
        detail={(drawing) => <DrawingDetail drawing={drawing} />}
        open={{ key: state.openRow, onChange: (row) => state.set({ row }, { replace: true }) }}
        csv={{ fileName: 'drawing-log', load: () => readAllDrawings(filters, isForAll) }}
        filters={{
          content: (
            <TaskToolbar
              state={state}
              isAdmin={isForAll}
              statuses={drawingStatuses}
              actions={drawingActions}
            />
          ),
          count: state.filterCount,
        }}
        empty={
          <ListEmpty
            isFiltered={state.isFiltered}
            filtered={t('filtered')}
            clear={t('clear')}
            onClear={state.clear}
            text={t('drawing.empty')}
            action={<LinkButton href={links.tokens()}>{t('emptyAction')}</LinkButton>}
            command="tollgate task list --platform midjourney"
          />
        }
      />
    </Page>
  )
}
