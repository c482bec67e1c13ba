import { useTranslation } from 'react-i18next'
import { useHomePageContent } from '../../api/use-site-texts.ts'
import { useStatus } from '../../api/use-status.ts'
import { useDocumentTitle } from '../../components/page.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { SiteContent } from '../../components/site-content.tsx'
import { SiteNotice } from './site-notice.tsx'
import { Welcome } from './welcome.tsx'

/** The administrator's text for the home page, else a short welcome. */
export function HomePage() {
  const { t } = useTranslation('home')
  const name = useStatus().data?.system_name ?? ''
  useDocumentTitle(name)
  return (
    <>
      <SiteNotice />
      <QueryView query={useHomePageContent()} loading={null}>
        {(text) => (text === '' ? <Welcome /> : <SiteContent text={text} title={t('title')} />)}
      </QueryView>
    </>
  )
}
