import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Notice } from '../../components/ui/notice.tsx'
import { links } from '../../routes.ts'
import { isAdmin, useSessionUser } from '../../state/session.ts'

/** Says why nobody can ask anything in the chosen group, and leads an administrator to where that can be changed. */
export function NoModelsNotice() {
  const { t } = useTranslation('playground')
  // The field stays at the bottom, as it does with models.
  return (
    <div className="grow pb-4">
      <Notice tone="warn">
        {isAdmin(useSessionUser()) ? (
          <>
            {t('noModelsForAdmin')}{' '}
            <Link href={links.channels()} className="font-medium text-accent-text underline">
              {t('toChannels')}
            </Link>
          </>
        ) : (
          t('noModels')
        )}
      </Notice>
    </div>
  )
}
