import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../../components/ui/notice.tsx'
import { Segments } from '../../../components/ui/segments.tsx'
import { useSessionUser } from '../../../state/session.ts'
import type { Draft } from '../use-draft.ts'
import { useOptionName } from '../use-option-name.ts'
import type { Option } from '../use-options.ts'
import type { Refusals } from '../use-save-options.ts'
import { readTable, type Table, withoutEntry, withoutGroup, writeTable } from './group-tables.ts'
import { GroupsGrid } from './groups-grid.tsx'
import { SpecialGrid } from './special-grid.tsx'

const keys = ['GroupRatio', 'UserUsableGroups', 'GroupGroupRatio'] as const
export type GroupKey = (typeof keys)[number]

/** The group settings as a grid or as JSON. Both edit the same draft. */
export function GroupsView({
  options,
  draft,
  refusals,
  children,
}: {
  readonly options: readonly Option[]
  readonly draft: Draft
  readonly refusals: Refusals
  /** The settings as separate rows. */
  readonly children: ReactNode
}) {
  const { t } = useTranslation('settings')
  const nameOf = useOptionName()
  const role = useSessionUser()?.role ?? 0
  const [view, setView] = useState<'grid' | 'json'>('grid')
  const found = keys.flatMap((key) => options.find((option) => option.key === key) ?? [])
  const unreadable = found.find((option) => readTable(draft.textOf(option)) === undefined)
  // A search that matches one setting shows only that one; the grid needs all of them.
  if (found.length < keys.length) return children
  const isGrid = view === 'grid' && unreadable === undefined
  const tableOf = (key: GroupKey): Table => {
    const option = found.find((each) => each.key === key)
    return (option && readTable(draft.textOf(option))) ?? {}
  }
  const change = (key: GroupKey, table: Table) => {
    const option = found.find((each) => each.key === key)
    if (!option) return
    // A table equal to the stored one is not a change, whatever its layout.
    const stored = readTable(option.value)
    const isStored = stored !== undefined && JSON.stringify(stored) === JSON.stringify(table)
    draft.change(option, isStored ? option.value : writeTable(table))
  }
  const remove = (group: string) => {
    change('GroupRatio', withoutEntry(tableOf('GroupRatio'), group))
    change('UserUsableGroups', withoutEntry(tableOf('UserUsableGroups'), group))
    change('GroupGroupRatio', withoutGroup(tableOf('GroupGroupRatio'), group))
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 px-4 pt-3" data-groups={isGrid ? 'grid' : 'json'}>
        <Segments
          label={t('groups.view')}
          value={isGrid ? 'grid' : 'json'}
          options={(['grid', 'json'] as const).map((value) => ({ value, label: t(`groups.${value}`) }))}
          onChange={setView}
        />
        {unreadable && view === 'grid' && (
          <Notice tone="warn">{t('groups.unreadable', { name: nameOf(unreadable.key) })}</Notice>
        )}
      </div>
      {isGrid ? (
        <fieldset
          disabled={found.some((option) => role < (option.role ?? 0))}
          className="flex min-w-0 flex-col gap-4 px-4 py-3"
          data-groups-grid
        >
          <GroupsGrid
            ratios={tableOf('GroupRatio')}
            usable={tableOf('UserUsableGroups')}
            change={change}
            onRemove={remove}
          />
          <SpecialGrid
            special={tableOf('GroupGroupRatio')}
            groups={Object.keys(tableOf('GroupRatio'))}
            change={(table) => change('GroupGroupRatio', table)}
          />
          {found.map(
            ({ key }) =>
              refusals.has(key) && (
                <p key={key} role="alert" className="text-sm text-bad">
                  {nameOf(key)}: {refusals.get(key)}
                </p>
              ),
          )}
        </fieldset>
      ) : (
        children
      )}
    </>
  )
}
