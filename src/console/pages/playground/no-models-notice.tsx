import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Notice } from '../../components/ui/notice.tsx'
import { links } from '../../routes.ts'
import { isAdmin, useSessionUser } from '../../state/session.ts'

/** Why nothing can be asked in the chosen group. An administrator is led to where that is changed. */
export function NoModelsNotice() {
  const { t } = useTranslation('playground')
  // What is typed below stays at the bottom, where it is with models.
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
