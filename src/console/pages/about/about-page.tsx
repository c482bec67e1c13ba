import { useTranslation } from 'react-i18next'
import { useAbout } from '../../api/use-site-texts.ts'
import { Page } from '../../components/page.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { SiteContent } from '../../components/site-content.tsx'
import { BuiltInAbout } from './built-in-about.tsx'

export function AboutPage() {
  const { t } = useTranslation('about')
  return (
    <Page title={t('title')}>
      <QueryView query={useAbout()}>
        {(text) => (text === '' ? <BuiltInAbout /> : <SiteContent text={text} title={t('title')} />)}
      </QueryView>
    </Page>
  )
}
