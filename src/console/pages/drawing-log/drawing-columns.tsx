import { useTranslation } from 'react-i18next'
import { Moment } from '../../components/moment.tsx'
import { netCost, TaskCost } from '../../components/tasks/task-cost.tsx'
import { useTaskLabels } from '../../components/tasks/task-labels.ts'
import { Duration, Progress, Short, StatusBadge, secondsOf } from '../../components/tasks/task-parts.tsx'
import { Badge } from '../../components/ui/badge.tsx'
import type { Column } from '../../components/ui/table/columns.ts'
import { toDateText, useMoney } from '../../format.ts'
import { Picture } from './picture.tsx'
import type { Drawing } from './use-drawings.ts'

const channelOf = ({ channel_id, channel_name }: Drawing): string =>
  channel_id ? `${channel_id} ${channel_name ?? ''}`.trim() : ''

/** Returns the columns for drawing tasks. Users and channels are only shown to administrators. */
export function useDrawingColumns(isAdmin: boolean): readonly Column<Drawing>[] {
  const { t } = useTranslation('tasks')
  const labels = useTaskLabels()
  const money = useMoney()
  const seconds = (ms: number) => ms / 1000
  const text = (id: 'prompt' | 'promptEn' | 'failReason', of: (row: Drawing) => string): Column<Drawing> => ({
    id,
    header: t(`column.${id}`),
    ...(id === 'prompt' ? { card: 'wide' } : id === 'promptEn' ? { card: 'hidden' } : {}),
    cell: (row) => <Short text={of(row)} />,
    csv: of,
  })
  const adminColumns: readonly Column<Drawing>[] = [
    {
      id: 'user',
      header: t('column.user'),
      cell: (row) => <Short text={row.username ?? ''} />,
      csv: (row) => row.username ?? '',
    },
    {
      id: 'channel',
      header: t('column.channel'),
      cell: (row) =>
        channelOf(row) === '' ? null : <Badge className="max-w-28 max-sm:max-w-40">{channelOf(row)}</Badge>,
      csv: channelOf,
    },
  ]
  return [
    {
      id: 'submitted',
      header: t('column.submitted'),
      isFixed: true,
      pin: 'start',
      cell: (row) => <Moment hasYear={false} at={seconds(row.submit_time)} />,
      csv: (row) => toDateText(seconds(row.submit_time)),
    },
    {
      id: 'image',
      header: t('column.image'),
      cell: (row) => <Picture drawing={row} />,
      csv: (row) => row.image_url,
    },
    {
      id: 'action',
      header: t('column.action'),
      card: 'title',
      cell: (row) => <span className="font-medium">{labels.action(row.action)}</span>,
      csv: (row) => labels.action(row.action),
    },
    {
      id: 'status',
      header: t('column.status'),
      card: 'corner',
      cell: (row) => <StatusBadge status={row.status} />,
      csv: (row) => labels.status(row.status),
    },
    {
      id: 'progress',
      header: t('column.progress'),
      cell: (row) => <Progress progress={row.progress} status={row.status} />,
      csv: (row) => row.progress,
    },
    {
      id: 'duration',
      header: t('column.duration'),
      align: 'right',
      cell: (row) => <Duration from={seconds(row.submit_time)} until={seconds(row.finish_time)} />,
      csv: (row) => secondsOf({ from: seconds(row.submit_time), until: seconds(row.finish_time) }) ?? '',
    },
    text('prompt', (row) => row.prompt),
    text('promptEn', (row) => row.prompt_en),
    text('failReason', (row) => row.fail_reason),
    ...(isAdmin ? adminColumns : []),
    {
      id: 'id',
      header: t('column.id'),
      cell: (row) => <Short text={row.mj_id} isMono />,
      csv: (row) => row.mj_id,
    },
    {
      id: 'code',
      header: t('column.code'),
      cell: (row) => <Badge>{labels.code(row.code)}</Badge>,
      csv: (row) => row.code,
    },
    {
      id: 'finished',
      header: t('column.finished'),
      cell: (row) => <Moment hasYear={false} at={seconds(row.finish_time)} />,
      csv: (row) => (row.finish_time === 0 ? '' : toDateText(seconds(row.finish_time))),
    },
    {
      id: 'cost',
      header: t('column.cost'),
      align: 'right',
      pin: 'end',
      amount: (row) => money.shown(Number(row.quota_exact)),
      cell: (row, digits) => <TaskCost task={row} digits={digits} />,
      csv: netCost,
    },
  ]
}
