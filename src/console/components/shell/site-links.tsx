import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'wouter'
import { useStatus } from '../../api/use-status.ts'
import { hasPage } from '../../page-modules.ts'
import { links } from '../../routes.ts'
import { classNames } from '../class-names.ts'

/** Home, console, pricing, documentation, about: side by side in the top bar, stacked in the phone's drawer. */
export function SiteLinks({ isStacked = false }: { readonly isStacked?: boolean }) {
  const { t } = useTranslation()
  const status = useStatus().data
  const [path] = useLocation()
  // If the dashboard is switched off, the console starts at the tokens.
  const console = hasPage('dashboard') && status?.enable_data_export ? links.dashboard() : links.tokens()
  return (
    <nav aria-label={t('shell.siteNavigation')} className={isStacked ? 'mb-2 border-b pb-2' : 'flex gap-1'}>
      <SiteLink href={links.home()} isHere={path === '/'} isStacked={isStacked}>
        {t('nav.home')}
      </SiteLink>
      <SiteLink href={console} isHere={/^\/(app|admin|channel)\//.test(path)} isStacked={isStacked}>
        {t('nav.console')}
      </SiteLink>
      {hasPage('pricing') && (
        <SiteLink href={links.pricing()} isHere={path === '/pricing'} isStacked={isStacked}>
          {t('nav.pricing')}
        </SiteLink>
      )}
      {status && /^https?:\/\//.test(status.docs_link) && (
        <a href={status.docs_link} target="_blank" rel="noreferrer" className={linkClass(false, isStacked)}>
          {t('nav.docs')}
          <ExternalLink size={12} aria-hidden className="ml-1 inline opacity-60" />
          <span className="sr-only">{t('shell.newTab')}</span>
        </a>
      )}
      <SiteLink href={links.about()} isHere={path === '/about'} isStacked={isStacked}>
        {t('nav.about')}
      </SiteLink>
    </nav>
  )
}

const linkClass = (isHere: boolean, isStacked: boolean) =>
  classNames(
    'rounded-md px-2.5 py-1.5 transition-colors hover:text-text',
    isStacked && 'block hover:bg-hover',
    isHere ? 'text-text' : 'text-muted',
  )

function SiteLink(props: {
  readonly href: string
  readonly isHere: boolean
  readonly isStacked: boolean
  readonly children: ReactNode
}) {
  return (
    <Link
      href={props.href}
      aria-current={props.isHere ? 'page' : undefined}
      className={linkClass(props.isHere, props.isStacked)}
    >
      {props.children}
    </Link>
  )
}
