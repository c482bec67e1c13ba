import { useTranslation } from 'react-i18next'
import { TextInput } from '../../../components/ui/field.tsx'
import { AddGroup } from './add-row.tsx'
import { Grid } from './grid.tsx'
import { type Table, withEntry, withoutEntry } from './group-tables.ts'
import { RatioCell } from './ratio-cell.tsx'

/** Every group with its ratio, and whether users may choose it. */
export function GroupsGrid({
  ratios,
  usable,
  change,
  onRemove,
}: {
  readonly ratios: Table
  /** Descriptions of the groups that users may choose. */
  readonly usable: Table
  readonly change: (key: 'GroupRatio' | 'UserUsableGroups', table: Table) => void
  readonly onRemove: (group: string) => void
}) {
  const { t } = useTranslation('settings')
  const groups = [...new Set([...Object.keys(ratios), ...Object.keys(usable)])]
  return (
    <>
      {groups.length > 0 && (
        <Grid
          label={t('groups.table')}
          heads={[t('groups.name'), t('groups.ratio'), t('groups.usable'), t('groups.description')]}
          columns="sm:grid-cols-[minmax(6rem,1fr)_7rem_8.5rem_minmax(8rem,2fr)_1.75rem]"
          rows={groups.map((group) => {
            const isUsable = group in usable
            const description = usable[group]
            return {
              key: group,
              cells: [
                <span key="name" className="font-medium wrap-anywhere">
                  {group}
                </span>,
                <RatioCell
                  key="ratio"
                  label={t('groups.ratioOf', { group })}
                  value={ratios[group] ?? ''}
                  onChange={(value) => change('GroupRatio', withEntry(ratios, group, value))}
                />,
                <label key="usable" className="flex h-8 items-center gap-2">
                  <input
                    type="checkbox"
                    className="size-4"
                    aria-label={t('groups.usableOf', { group })}
                    checked={isUsable}
                    onChange={() =>
                      change(
                        'UserUsableGroups',
                        isUsable ? withoutEntry(usable, group) : withEntry(usable, group, group),
                      )
                    }
                  />
                </label>,
                isUsable && (
                  <TextInput
                    key="description"
                    aria-label={t('groups.descriptionOf', { group })}
                    value={typeof description === 'string' ? description : ''}
                    onChange={(event) =>
                      change('UserUsableGroups', withEntry(usable, group, event.target.value))
                    }
                  />
                ),
              ],
              removeLabel: t('groups.remove', { group }),
              onRemove: () => onRemove(group),
            }
          })}
        />
      )}
      <AddGroup
        label={t('groups.newName')}
        action={t('groups.add')}
        taken={groups}
        onAdd={(name) => change('GroupRatio', withEntry(ratios, name, 1))}
      />
    </>
  )
}
