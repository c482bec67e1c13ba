import { useTranslation } from 'react-i18next'
import { GroupRatioTag } from '../../components/group-ratio-tag.tsx'
import { Segments } from '../../components/ui/segments.tsx'
import { Select } from '../../components/ui/select.tsx'

/** If there are more groups, they are shown in a drop-down list. */
const SHOWN_AT_ONCE = 6

export interface PriceGroup {
  readonly name: string
  readonly description: string
  readonly ratio: number
  /** The signed-in user belongs to this group. */
  readonly isOwn: boolean
}

/** Chooses the group whose prices the list shows. It offers every group that the visitor may choose, with its ratio. */
export function GroupSwitch({
  groups,
  chosen,
  onChange,
}: {
  readonly groups: readonly PriceGroup[]
  readonly chosen: PriceGroup
  readonly onChange: (name: string) => void
}) {
  const { t } = useTranslation('pricing')
  return (
    <section
      aria-label={t('group.title')}
      className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border bg-surface px-3 py-2.5"
    >
      <span className="text-sm font-medium">{t('group.title')}</span>
      {groups.length > SHOWN_AT_ONCE ? (
        <span className="flex items-center gap-2">
          <Select
            label={t('group.title')}
            value={chosen.name}
            width="w-48"
            options={groups.map((group) => ({
              value: group.name,
              label: group.name,
              detail: <GroupRatioTag ratio={group.ratio} />,
            }))}
            onChange={onChange}
          />
          <GroupRatioTag ratio={chosen.ratio} />
        </span>
      ) : (
        <Segments
          label={t('group.title')}
          value={chosen.name}
          options={groups.map((group) => ({
            value: group.name,
            label: (
              <span className="inline-flex items-center gap-1.5">
                <span className="max-w-40 truncate">{group.name}</span>
                <GroupRatioTag ratio={group.ratio} />
              </span>
            ),
          }))}
          onChange={onChange}
        />
      )}
      <span className="min-w-0 text-sm text-muted">
        {t(chosen.isOwn ? 'group.own' : 'group.other', {
          description: chosen.description || chosen.name,
        })}
      </span>
    </section>
  )
}
