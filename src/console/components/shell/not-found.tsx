import { useTranslation } from 'react-i18next'
import { links } from '../../routes.ts'
import { Page } from '../page.tsx'
import { LinkButton } from '../ui/button.tsx'

export function NotFound() {
  const { t } = useTranslation()
  return (
    <Page title={t('notFound.title')}>
      <p className="text-muted" data-not-found>
        {t('notFound.text')}
      </p>
      <div className="mt-4">
        <LinkButton href={links.home()}>{t('notFound.home')}</LinkButton>
      </div>
    </Page>
  )
}
