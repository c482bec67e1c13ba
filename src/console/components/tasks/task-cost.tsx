import { useTranslation } from 'react-i18next'
import { useMoney } from '../../format.ts'
import { Amount } from '../amount.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import type { TaskStatus } from './task-labels.ts'

interface Charged {
  readonly status: TaskStatus
  readonly quota_exact: string
}

/** Returns whether the cost of a task was refunded because it failed after it had been charged. */
export const isRefunded = ({ status, quota_exact: quota }: Charged): boolean =>
  status === 'FAILURE' && Number(quota) !== 0

/** Returns the cost that remains after a refund, for an export in which costs are added up. */
export const netCost = (task: Charged): string => (isRefunded(task) ? '0' : task.quota_exact)

/** The cost of a task in a list, struck through if it was refunded. */
export function TaskCost({ task, digits }: { readonly task: Charged; readonly digits: number }) {
  const { t } = useTranslation('tasks')
  const money = useMoney()
  const quota = Number(task.quota_exact)
  const amount = <Amount text={money.shown(quota)} digits={digits} />
  return isRefunded(task) ? (
    <Tooltip text={t('refunded')}>
      <s className="text-muted">{amount}</s>
    </Tooltip>
  ) : (
    <Tooltip text={money.other(quota)}>
      <span>{amount}</span>
    </Tooltip>
  )
}
