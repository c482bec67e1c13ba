import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHasFactoryPassword } from '../../state/factory-password.ts'
import { useIsOnline } from '../../state/online.ts'
import { useIsProofAsked } from '../../state/proof-question.ts'
import { useIsSessionHeld, useSessionUser } from '../../state/session.ts'
import { useWasTrue } from '../../state/was-true.ts'
import { classNames } from '../class-names.ts'
import { Notice } from '../ui/notice.tsx'
import { CommandPalette } from './command-palette.tsx'
import { Footer } from './footer.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'

// Fetched on first use.
const SidebarDrawer = lazy(async () => ({ default: (await import('./sidebar-drawer.tsx')).SidebarDrawer }))

const FactoryPasswordDialog = lazy(async () => ({
  default: (await import('../../pages/login/factory-password-dialog.tsx')).FactoryPasswordDialog,
}))

const SessionDialog = lazy(async () => ({
  default: (await import('../../pages/login/session-dialog.tsx')).SessionDialog,
}))

const ProofDialog = lazy(async () => ({
  default: (await import('../second-factor/proof-dialog.tsx')).ProofDialog,
}))

/** The layout around a page. The sidebar is for signed-in users; home, chats and setup do without it. */
export function Frame({
  isWide = false,
  children,
}: {
  readonly isWide?: boolean
  readonly children: ReactNode
}) {
  const { t } = useTranslation()
  const user = useSessionUser()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  const hasSidebar = user !== undefined && !isWide
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-surface focus:px-3 focus:py-2 focus:shadow-pop"
      >
        {t('shell.skip')}
      </a>
      <TopBar openMenu={() => setMenuOpen(true)} openPalette={() => setPaletteOpen(true)} />
      <div className="flex grow">
        {hasSidebar && <Sidebar />}
        <div className="flex min-w-0 grow flex-col">
          <main
            id="content"
            tabIndex={-1}
            className={classNames(
              'w-full min-w-0 grow px-4 py-4 focus:outline-none sm:px-7 sm:pt-6 sm:pb-10',
              hasSidebar ? 'max-w-[1440px]' : 'mx-auto max-w-[1200px]',
            )}
          >
            {!useIsOnline() && (
              <Notice tone="warn" head={t('problem.offline')} className="mb-4">
                {t('problem.offlineHint')}
              </Notice>
            )}
            {children}
          </main>
          <Footer />
        </div>
      </div>
      <Suspense>
        {useWasTrue(isMenuOpen) && <SidebarDrawer isOpen={isMenuOpen} close={() => setMenuOpen(false)} />}
        {useHasFactoryPassword(user) && <FactoryPasswordDialog />}
        {useWasTrue(useIsProofAsked()) && <ProofDialog />}
        {useWasTrue(useIsSessionHeld()) && <SessionDialog />}
      </Suspense>
      <CommandPalette isOpen={isPaletteOpen} setOpen={setPaletteOpen} />
    </div>
  )
}
