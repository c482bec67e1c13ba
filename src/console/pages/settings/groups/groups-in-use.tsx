import { useTranslation } from 'react-i18next'
import type { GroupInUse } from './read-groups-in-use.ts'

/** Says what happens when groups are removed, and how many objects use them. */
export function GroupsInUse({ groups }: { readonly groups: readonly GroupInUse[] }) {
  const { t } = useTranslation('settings')
  return (
    <div className="flex flex-col gap-3">
      <p>{t('groups.inUse.text')}</p>
      <ul className="flex max-h-60 flex-col gap-1 overflow-y-auto text-text">
        {groups.map(({ group, use }) => (
          <li key={group} className="wrap-anywhere">
            {t('groups.inUse.counts', { group, ...use })}
          </li>
        ))}
      </ul>
    </div>
  )
}
