import { SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { hasPage } from '../../page-modules.ts'
import { links } from '../../routes.ts'
import { useSessionUser } from '../../state/session.ts'
import { useDocumentTitle } from '../page.tsx'
import { LinkButton } from '../ui/button.tsx'

/** Says that nothing was found at this address, and links to other pages. */
export function NotFound() {
  const { t } = useTranslation(['notFound', 'common'])
  const user = useSessionUser()
  const [path] = useLocation()
  useDocumentTitle(t('title'))
  return (
    <div className="mx-auto flex max-w-lg flex-col items-center pt-[12vh] text-center">
      <span className="flex size-12 items-center justify-center rounded-full bg-sunken text-muted">
        <SearchX size={22} aria-hidden />
      </span>
      <h1 className="mt-4 text-xl font-semibold tracking-tight">{t('title')}</h1>
      <p className="mt-1 text-muted" data-not-found>
        {t('text')}
      </p>
      <code className="mt-4 max-w-full rounded-md border bg-sunken px-2.5 py-1 font-mono wrap-anywhere text-muted">
        {path}
      </code>
      <div className="mt-6 flex flex-wrap justify-center gap-2">
        <LinkButton kind="primary" href={links.home()}>
          {t('home')}
        </LinkButton>
        {user ? (
          <LinkButton href={links.tokens()}>{t('common:nav.tokens')}</LinkButton>
        ) : (
          hasPage('pricing') && <LinkButton href={links.pricing()}>{t('common:nav.pricing')}</LinkButton>
        )}
      </div>
      {user && <p className="mt-6 text-sm text-muted max-md:hidden">{t('search')}</p>}
    </div>
  )
}
