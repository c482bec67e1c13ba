import { useTranslation } from 'react-i18next'
import { ListEmpty } from '../../components/list/list-empty.tsx'
import { ListTable } from '../../components/list/list-table.tsx'
import { useListPaging } from '../../components/list/use-list-paging.ts'
import { Page } from '../../components/page.tsx'
import { useTaskAddress } from '../../components/tasks/task-address.ts'
import {
  otherActions,
  otherPlatforms,
  otherStatuses,
  useTaskLabels,
} from '../../components/tasks/task-labels.ts'
import { TaskToolbar } from '../../components/tasks/task-toolbar.tsx'
import { LinkButton } from '../../components/ui/button.tsx'
import { dateRangePresets } from '../../components/ui/range-ends.ts'
import { dateTime } from '../../format.ts'
import { links } from '../../routes.ts'
import { isAdmin, useSessionUser } from '../../state/session.ts'
import { useTaskColumns } from './task-columns.tsx'
import { TaskDetail } from './task-detail.tsx'
import { readAllTasks, useTasks, useTasksWithOpen } from './use-tasks.ts'

/** Today's music and video tasks: the user's own, or those of all users for administrators. */
export function TaskLogPage() {
  const { t } = useTranslation('tasks')
  const isForAll = isAdmin(useSessionUser())
  const state = useTaskAddress(isForAll, dateRangePresets.today)
  const paging = useListPaging(undefined, ['row'])
  const labels = useTaskLabels()
  const { filters } = state
  const tasks = useTasks(filters, isForAll, paging)
  const rows = useTasksWithOpen(tasks.data?.items, state.openRow, isForAll)
  const columns = useTaskColumns(isForAll)
  return (
    <Page title={t('other.title')} lead={t('other.lead')}>
      <ListTable
        list={tasks}
        paging={paging}
        label={t('other.title')}
        isDense
        storageKey="task-table-columns"
        columns={columns}
        rows={rows}
        keyOf={(task) => task.id}
        nameOf={(task) => t('row', { action: labels.action(task.action), time: dateTime(task.submit_time) })}
        detail={(task) => <TaskDetail task={task} />}
        open={{ key: state.openRow, onChange: (row) => state.set({ row }, { replace: true }) }}
        csv={{ fileName: 'task-log', load: () => readAllTasks(filters, isForAll) }}
        filters={{
          content: (
            <TaskToolbar
              state={state}
              isAdmin={isForAll}
              platforms={otherPlatforms}
              statuses={otherStatuses}
              actions={otherActions}
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
            text={t('other.empty')}
            action={<LinkButton href={links.tokens()}>{t('emptyAction')}</LinkButton>}
            command="tollgate task list"
          />
        }
      />
    </Page>
  )
}
