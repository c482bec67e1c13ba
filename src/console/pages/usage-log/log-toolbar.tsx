import { useTranslation } from 'react-i18next'
import { DateRangeInput } from '../../components/ui/date-range.tsx'
import { SearchInput } from '../../components/ui/search-input.tsx'
import { Segments } from '../../components/ui/segments.tsx'
import { CONSUMPTION, ERROR, type LogAddress, logTypes, type TextFilter } from './log-filters.ts'

/** In order of importance: calls, failures, then other changes of balances. */
const shownTypes = [0, CONSUMPTION, ERROR, 1, 3, 4, 5] as const

const ownFields = [
  ['model_name', 'filter.model'],
  ['token_name', 'filter.token'],
  ['group', 'filter.group'],
  ['request_id', 'filter.request'],
] as const
const adminFields = [
  ['username', 'filter.username'],
  ['channel', 'filter.channel'],
] as const

/** Filters, all of which are kept in the address. */
export function LogToolbar({ state, isAdmin }: { readonly state: LogAddress; readonly isAdmin: boolean }) {
  const { t } = useTranslation('usageLog')
  const change = (name: TextFilter, value: string) =>
    state.filter({ [name]: name === 'channel' ? value.replace(/\D/g, '') : value }, true)
  return (
    <>
      <DateRangeInput label={t('filter.time')} value={state.filters.range} onChange={state.setRange} />
      {[...ownFields, ...(isAdmin ? adminFields : [])].map(([name, label]) => (
        <SearchInput
          key={name}
          label={t(label)}
          value={state.filters[name]}
          className={name === 'model_name' ? 'w-56' : 'w-44'}
          onChange={(value) => change(name, value)}
        />
      ))}
      <Segments
        label={t('filter.type')}
        value={String(state.filters.type)}
        options={shownTypes.map((type) => ({
          value: String(type),
          label: t(type === 0 ? 'type.all' : `type.${logTypes[type]}`),
        }))}
        onChange={(type) => state.filter({ type: Number(type) }, false)}
      />
    </>
  )
}
