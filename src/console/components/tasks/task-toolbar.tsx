import { useTranslation } from 'react-i18next'
import { DateRangeInput } from '../ui/date-range.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { Select } from '../ui/select.tsx'
import type { TaskAddress } from './task-address.ts'
import { type TaskStatus, useTaskLabels } from './task-labels.ts'

const everything = {
  status: 'filter.allStatuses',
  action: 'filter.allActions',
  platform: 'filter.allPlatforms',
} as const

/** Filters of a page of tasks; all of them are kept in the address. */
export function TaskToolbar({
  state,
  isAdmin,
  statuses,
  actions,
  platforms = [],
}: {
  readonly state: TaskAddress
  readonly isAdmin: boolean
  readonly statuses: readonly TaskStatus[]
  readonly actions: readonly string[]
  readonly platforms?: readonly ('suno' | 'video')[]
}) {
  const { t } = useTranslation('tasks')
  const labels = useTaskLabels()
  const { filters } = state
  const choices = (name: keyof typeof everything, options: Option[]) => (
    <Select
      key={name}
      width="w-34 max-sm:w-full"
      label={t(`filter.${name}`)}
      value={filters[name]}
      options={[{ value: '', label: t(everything[name]) }, ...options]}
      onChange={(value) => state.filter(name, value, false)}
    />
  )
  return (
    <>
      <DateRangeInput label={t('filter.time')} value={filters.range} onChange={state.setRange} />
      <SearchInput
        label={t('filter.id')}
        className="w-36"
        value={filters.id}
        onChange={(value) => state.filter('id', value.trim(), true)}
      />
      {isAdmin && (
        <SearchInput
          label={t('filter.channel')}
          className="w-36"
          value={filters.channel}
          onChange={(value) => state.filter('channel', value.replace(/\D/g, ''), true)}
        />
      )}
      {platforms.length > 0 &&
        choices(
          'platform',
          platforms.map((value) => ({ value, label: t(`platform.${value}`) })),
        )}
      {choices(
        'status',
        statuses.map((value) => ({ value, label: labels.status(value) })),
      )}
      {choices(
        'action',
        actions.map((value) => ({ value, label: labels.action(value) })),
      )}
    </>
  )
}

interface Option {
  readonly value: string
  readonly label: string
}
