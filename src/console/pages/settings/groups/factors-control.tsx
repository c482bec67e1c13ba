import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { JsonEditor } from '../../../components/ui/json-editor.tsx'
import { Segments } from '../../../components/ui/segments.tsx'
import { AddGroup } from './add-row.tsx'
import { Grid } from './grid.tsx'
import { readTable, withEntry, withoutEntry, writeTable } from './group-tables.ts'
import { RatioCell } from './ratio-cell.tsx'

/** A number for each group, in a grid or as JSON. */
export function FactorsControl({
  text,
  stored,
  onChange,
  isDisabled,
}: {
  readonly text: string
  /** The saved text: the same table in another layout is not a change. */
  readonly stored: string
  readonly onChange: (text: string) => void
  readonly isDisabled: boolean
}) {
  const { t } = useTranslation('settings')
  const [view, setView] = useState<'grid' | 'json'>('grid')
  const table = readTable(text)
  const isGrid = view === 'grid' && table !== undefined
  const change = (next: object) => {
    const isStored = JSON.stringify(readTable(stored)) === JSON.stringify(next)
    onChange(isStored ? stored : writeTable({ ...next }))
  }
  return (
    <fieldset
      disabled={isDisabled}
      className="flex min-w-0 flex-col gap-3"
      data-groups={isGrid ? 'grid' : 'json'}
    >
      <Segments
        label={t('groups.view')}
        value={isGrid ? 'grid' : 'json'}
        options={(['grid', 'json'] as const).map((value) => ({ value, label: t(`groups.${value}`) }))}
        onChange={setView}
      />
      {!isGrid ? (
        <JsonEditor value={text} onChange={onChange} rows={6} isDisabled={isDisabled} />
      ) : (
        <>
          {Object.keys(table).length > 0 && (
            <Grid
              label={t('groups.factor')}
              heads={[t('groups.name'), t('groups.factor')]}
              columns="sm:grid-cols-[minmax(6rem,1fr)_7rem_1.75rem]"
              rows={Object.entries(table).map(([group, value]) => ({
                key: group,
                cells: [
                  <span key="name" className="font-medium wrap-anywhere">
                    {group}
                  </span>,
                  <RatioCell
                    key="factor"
                    label={t('groups.factorOf', { group })}
                    value={value}
                    onChange={(next) => change(withEntry(table, group, next))}
                  />,
                ],
                removeLabel: t('groups.remove', { group }),
                onRemove: () => change(withoutEntry(table, group)),
              }))}
            />
          )}
          <AddGroup
            label={t('groups.newName')}
            action={t('groups.add')}
            taken={Object.keys(table)}
            onAdd={(name) => change(withEntry(table, name, 1))}
          />
        </>
      )}
    </fieldset>
  )
}
