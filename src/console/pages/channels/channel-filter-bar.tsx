import { useTranslation } from 'react-i18next'
import { useGroupNames } from '../../api/use-group-names.ts'
import { SearchInput } from '../../components/ui/search-input.tsx'
import { Select } from '../../components/ui/select.tsx'
import { ToggleButton } from '../../components/ui/toggle-button.tsx'
import { useAddress } from '../../state/address.ts'
import type { ChannelFilters } from './use-channels.ts'

const statuses = ['enabled', 'disabled', 'disabledAutomatically'] as const

/** Reads the filters and the view of the list from the address. */
export function useChannelFilters() {
  const address = useAddress()
  const status = Number(address.get('status'))
  const filters: ChannelFilters = {
    keyword: address.get('keyword'),
    model: address.get('model'),
    group: address.get('group'),
    status: Number.isInteger(status) && status >= 1 && status <= 3 ? status : 0,
  }
  return {
    filters,
    isById: address.get('id_sort') === 'true',
    isByTag: address.get('tag_mode') === 'true',
    clear: () =>
      address.set({
        keyword: undefined,
        model: undefined,
        group: undefined,
        status: undefined,
        p: undefined,
      }),
  }
}

/** Keyword, model, group, status, and the two view options of the list. */
export function ChannelFilterBar() {
  const { t } = useTranslation('channels')
  const address = useAddress()
  const { filters, isById, isByTag } = useChannelFilters()
  const groups = useGroupNames().data ?? []
  const type = (change: Readonly<Record<string, string>>) =>
    address.set({ ...change, p: undefined }, { isTyped: true })
  const choose = (change: Readonly<Record<string, string | number | undefined>>) =>
    address.set({ ...change, p: undefined })
  return (
    <>
      <SearchInput
        label={t('search.keyword')}
        value={filters.keyword}
        className="w-32 grow sm:max-w-40"
        onChange={(keyword) => type({ keyword })}
      />
      <SearchInput
        label={t('search.model')}
        value={filters.model}
        className="w-32 grow sm:max-w-40"
        onChange={(model) => type({ model })}
      />
      <Select
        label={t('search.group')}
        value={filters.group}
        width="w-36 max-sm:w-full"
        options={[
          { value: '', label: t('search.anyGroup') },
          ...withChosen(groups, filters.group).map((value) => ({ value, label: value })),
        ]}
        onChange={(group) => choose({ group })}
      />
      <Select
        label={t('search.status')}
        value={filters.status}
        width="w-36 max-sm:w-full"
        options={[
          { value: 0, label: t('search.anyStatus') },
          ...statuses.map((name, index) => ({ value: index + 1, label: t(`status.${name}`) })),
        ]}
        onChange={(status) => choose({ status: status === 0 ? undefined : status })}
      />
      <ToggleButton isOn={isByTag} onChange={(isOn) => choose({ tag_mode: isOn ? 'true' : undefined })}>
        {t('groupByTag')}
      </ToggleButton>
      <ToggleButton isOn={isById} onChange={(isOn) => choose({ id_sort: isOn ? 'true' : undefined })}>
        {t('sortById')}
      </ToggleButton>
    </>
  )
}

/** Adds the chosen group, because a link may contain one that no longer exists. */
const withChosen = (groups: readonly string[], chosen: string): readonly string[] =>
  chosen === '' || groups.includes(chosen) ? groups : [...groups, chosen]
