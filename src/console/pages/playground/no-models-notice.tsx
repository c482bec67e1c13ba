import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Notice } from '../../components/ui/notice.tsx'
import { links } from '../../routes.ts'
import { isAdmin, useSessionUser } from '../../state/session.ts'

/** Says why the chosen group has no models. Administrators get a link to the channels. */
export function NoModelsNotice() {
  const { t } = useTranslation('playground')
  // Keeps the text field at the bottom, where it also is when there are models.
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
