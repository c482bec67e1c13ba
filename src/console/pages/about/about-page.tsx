import { useTranslation } from 'react-i18next'
import { useAbout } from '../../api/use-site-texts.ts'
import { useStatus } from '../../api/use-status.ts'
import { Page } from '../../components/page.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { SiteContent } from '../../components/site-content.tsx'

export function AboutPage() {
  const { t } = useTranslation('about')
  const status = useStatus().data
  return (
    <Page title={t('title')}>
      <QueryView query={useAbout()}>
        {(text) =>
          text === '' ? (
            <div className="max-w-prose">
              <p>{t('text')}</p>
              <p className="mt-3 text-muted">{t('version', { version: status?.version ?? '' })}</p>
            </div>
          ) : (
            <SiteContent text={text} title={t('title')} />
          )
        }
      </QueryView>
    </Page>
  )
}
