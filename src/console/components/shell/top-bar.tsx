import { Menu as MenuIcon, PartyPopper, Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useStatus } from '../../api/use-status.ts'
import { hasPage } from '../../page-modules.ts'
import { links } from '../../routes.ts'
import { useSessionUser } from '../../state/session.ts'
import { Badge } from '../ui/badge.tsx'
import { buttonClass, IconButton } from '../ui/button.tsx'
import { Brand } from './brand.tsx'
import { InboxBell } from './inbox-bell.tsx'
import { LanguageMenu } from './language-menu.tsx'
import { SiteLinks } from './site-links.tsx'
import { ThemeMenu } from './theme-menu.tsx'
import { UserMenu } from './user-menu.tsx'

export function TopBar({
  openMenu,
  openPalette,
}: {
  readonly openMenu: () => void
  readonly openPalette: () => void
}) {
  const { t } = useTranslation()
  const user = useSessionUser()
  return (
    <header
      data-stays="top"
      className="sticky top-0 z-30 flex h-14 shrink-0 items-center gap-1 border-b bg-surface px-4"
    >
      <IconButton
        label={t('shell.openMenu')}
        icon={<MenuIcon size={18} aria-hidden />}
        className="-ml-2 md:hidden"
        onClick={openMenu}
      />
      <Brand />
      <div className="hidden md:block">
        <SiteLinks />
      </div>
      <ModeBadges />
      <div className="grow" />
      <NewYear />
      <button
        type="button"
        onClick={openPalette}
        className="mr-1 hidden h-8 min-w-55 items-center gap-2 rounded-md border bg-bg pr-2 pl-2.5 text-faint hover:border-line-strong lg:flex"
      >
        <Search size={15} aria-hidden />
        {t('palette.open')}
        <kbd className="ml-auto rounded-sm border px-1 text-[11px] leading-[18px]">Ctrl K</kbd>
      </button>
      <IconButton
        label={t('palette.open')}
        icon={<Search size={16} aria-hidden />}
        className="lg:hidden"
        onClick={openPalette}
      />
      <ThemeMenu />
      <LanguageMenu />
      {user && hasPage('inbox') && <InboxBell user={user} />}
      {user ? <UserMenu user={user} /> : <SignInLinks />}
    </header>
  )
}

/** Sign-up is hidden where it is closed, and on phones, where the sign-in page links to it. */
function SignInLinks() {
  const { t } = useTranslation()
  const status = useStatus().data
  if (status && !status.setup) return null
  const canRegister = hasPage('register') && status?.register_enabled && !status.self_use_mode_enabled
  return (
    <>
      <Link href={links.login()} className={buttonClass('ghost')}>
        {t('nav.login')}
      </Link>
      {canRegister && (
        <Link href={links.register()} className={buttonClass('secondary', 'md', 'max-sm:hidden')}>
          {t('nav.register')}
        </Link>
      )}
    </>
  )
}

function ModeBadges() {
  const { t } = useTranslation()
  const status = useStatus().data
  return (
    <div className="ml-2 flex gap-1">
      {status?.self_use_mode_enabled && <Badge tone="accent">{t('shell.selfUse')}</Badge>}
      {status?.demo_site_enabled && <Badge tone="warn">{t('shell.demo')}</Badge>}
    </div>
  )
}

/** A greeting on January 1. */
function NewYear() {
  const { t } = useTranslation()
  const today = new Date()
  if (today.getMonth() !== 0 || today.getDate() !== 1) return null
  return (
    <span className="mr-2 flex items-center gap-1.5 text-sm text-accent-text">
      <PartyPopper size={16} aria-hidden />
      <span className="max-sm:sr-only">{t('shell.newYear', { year: today.getFullYear() })}</span>
    </span>
  )
}
