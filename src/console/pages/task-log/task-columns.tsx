import { useTranslation } from 'react-i18next'
import { Moment } from '../../components/moment.tsx'
import { netCost, TaskCost } from '../../components/tasks/task-cost.tsx'
import { useTaskLabels } from '../../components/tasks/task-labels.ts'
import { Duration, Progress, Short, StatusBadge, secondsOf } from '../../components/tasks/task-parts.tsx'
import { Badge } from '../../components/ui/badge.tsx'
import type { Column } from '../../components/ui/table/columns.ts'
import { toDateText, useMoney } from '../../format.ts'
import { clipsOf, lyricsOf } from './task-result.ts'
import type { Task } from './use-tasks.ts'

const channelOf = ({ channel_id, channel_name }: Task): string =>
  channel_id ? `${channel_id} ${channel_name ?? ''}`.trim() : ''

/** Returns the columns for tasks. Users and channels are only shown to administrators. */
export function useTaskColumns(isAdmin: boolean): readonly Column<Task>[] {
  const { t } = useTranslation('tasks')
  const labels = useTaskLabels()
  const money = useMoney()
  const adminColumns: readonly Column<Task>[] = [
    {
      id: 'user',
      header: t('column.user'),
      cell: (task) => <Short text={task.username ?? ''} />,
      csv: (task) => task.username ?? '',
    },
    {
      id: 'channel',
      header: t('column.channel'),
      cell: (task) =>
        channelOf(task) === '' ? null : <Badge className="max-w-28 max-sm:max-w-40">{channelOf(task)}</Badge>,
      csv: channelOf,
    },
  ]
  return [
    {
      id: 'submitted',
      header: t('column.submitted'),
      isFixed: true,
      pin: 'start',
      cell: (task) => <Moment hasYear={false} at={task.submit_time} />,
      csv: (task) => toDateText(task.submit_time),
    },
    {
      id: 'platform',
      header: t('column.platform'),
      cell: (task) => <Badge>{t(`platform.${task.platform}`)}</Badge>,
      csv: (task) => task.platform,
    },
    {
      id: 'action',
      header: t('column.action'),
      card: 'title',
      cell: (task) => <span className="font-medium">{labels.action(task.action)}</span>,
      csv: (task) => labels.action(task.action),
    },
    {
      id: 'status',
      header: t('column.status'),
      card: 'corner',
      cell: (task) => <StatusBadge status={task.status} />,
      csv: (task) => labels.status(task.status),
    },
    {
      id: 'progress',
      header: t('column.progress'),
      cell: (task) => <Progress progress={task.progress} status={task.status} />,
      csv: (task) => task.progress,
    },
    {
      id: 'duration',
      header: t('column.duration'),
      align: 'right',
      cell: (task) => <Duration from={task.submit_time} until={task.finish_time} />,
      csv: (task) => secondsOf({ from: task.submit_time, until: task.finish_time }) ?? '',
    },
    {
      id: 'result',
      header: t('column.result'),
      cell: (task) => <ResultInShort task={task} />,
    },
    {
      id: 'failReason',
      header: t('column.failReason'),
      cell: (task) => <Short text={task.fail_reason} />,
      csv: (task) => task.fail_reason,
    },
    ...(isAdmin ? adminColumns : []),
    {
      id: 'id',
      header: t('column.id'),
      cell: (task) => <Short text={task.task_id} isMono />,
      csv: (task) => task.task_id,
    },
    {
      id: 'model',
      header: t('column.model'),
      isOffAtFirst: true,
      card: 'hidden',
      cell: (task) => task.properties.model,
      csv: (task) => task.properties.model,
    },
    {
      id: 'prompt',
      header: t('column.prompt'),
      isOffAtFirst: true,
      card: 'hidden',
      cell: (task) => <Short text={task.properties.input} />,
      csv: (task) => task.properties.input,
    },
    {
      id: 'finished',
      header: t('column.finished'),
      cell: (task) => <Moment hasYear={false} at={task.finish_time} />,
      csv: (task) => (task.finish_time === 0 ? '' : toDateText(task.finish_time)),
    },
    {
      id: 'cost',
      header: t('column.cost'),
      align: 'right',
      pin: 'end',
      amount: (task) => money.shown(Number(task.quota_exact)),
      cell: (task, digits) => <TaskCost task={task} digits={digits} />,
      csv: netCost,
    },
  ]
}

/** Titles of songs and lyrics; the open row has the players. */
function ResultInShort({ task }: { readonly task: Task }) {
  const { t } = useTranslation('tasks')
  const titles = [...clipsOf(task), ...lyricsOf(task)].map(({ title }) => title || t('detail.untitled'))
  if (titles.length === 0) return null
  return <Short text={titles.join(t('titleSeparator'))} />
}
