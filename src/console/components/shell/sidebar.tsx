import { Dialog, DialogBackdrop, DialogPanel } from '@headlessui/react'
import { PanelLeftClose, PanelLeftOpen, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'wouter'
import { useStatus } from '../../api/use-status.ts'
import { hasPage, preloadPage } from '../../page-modules.ts'
import { useSessionUser } from '../../state/session.ts'
import { useIsCollapsed } from '../../state/sidebar.ts'
import { classNames } from '../class-names.ts'
import { IconButton } from '../ui/button.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { ChatEntries } from './chat-entries.tsx'
import { type NavigationItem, navigationOf } from './navigation.ts'
import { SiteLinks } from './site-links.tsx'

/** 200 px wide, 60 px collapsed, 240 px with the chats open. Hidden on phones, where the drawer takes its place. */
export function Sidebar() {
  const { t } = useTranslation()
  const [isCollapsed, setCollapsed] = useIsCollapsed()
  const [isChatsOpen, setChatsOpen] = useState(false)
  return (
    <aside
      className={classNames(
        'sticky top-14 hidden h-[calc(100dvh-56px)] shrink-0 flex-col overflow-y-auto border-r bg-surface px-2 py-3 transition-[width] md:flex',
        isCollapsed ? 'w-[60px]' : isChatsOpen ? 'w-60' : 'w-[200px]',
      )}
    >
      <Navigation
        isCollapsed={isCollapsed}
        isChatsOpen={isChatsOpen && !isCollapsed}
        setChatsOpen={(isOpen) => {
          setChatsOpen(isOpen)
          if (isCollapsed) setCollapsed(false)
        }}
      />
      <div className="grow" />
      <IconButton
        label={t(isCollapsed ? 'shell.expand' : 'shell.collapse')}
        icon={
          isCollapsed ? <PanelLeftOpen size={16} aria-hidden /> : <PanelLeftClose size={16} aria-hidden />
        }
        className="mt-2 ml-1"
        onClick={() => setCollapsed(!isCollapsed)}
      />
    </aside>
  )
}

/** The same entries, and those of the top bar, over the page. */
export function SidebarDrawer({ isOpen, close }: { readonly isOpen: boolean; readonly close: () => void }) {
  const { t } = useTranslation()
  const [isChatsOpen, setChatsOpen] = useState(false)
  return (
    <Dialog open={isOpen} onClose={close} className="relative z-40">
      <DialogBackdrop className="fixed inset-0 bg-overlay transition starting:opacity-0" />
      <DialogPanel className="fixed inset-y-0 left-0 flex w-72 max-w-[85vw] flex-col overflow-y-auto bg-surface p-3 shadow-pop transition starting:-translate-x-full">
        <div className="mb-2 flex justify-end">
          <IconButton label={t('action.close')} icon={<X size={16} aria-hidden />} onClick={close} />
        </div>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: closes after a link inside was followed. */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link clicks. */}
        <div
          onClick={(event) => {
            if (event.target instanceof Element && event.target.closest('a')) close()
          }}
        >
          <SiteLinks isStacked />
          <Navigation isCollapsed={false} isChatsOpen={isChatsOpen} setChatsOpen={setChatsOpen} />
        </div>
      </DialogPanel>
    </Dialog>
  )
}

function Navigation({
  isCollapsed,
  isChatsOpen,
  setChatsOpen,
}: {
  readonly isCollapsed: boolean
  readonly isChatsOpen: boolean
  readonly setChatsOpen: (isOpen: boolean) => void
}) {
  const { t } = useTranslation()
  const user = useSessionUser()
  const status = useStatus().data
  if (!status) return null
  return (
    <nav aria-label={t('shell.navigation')} className="flex flex-col">
      {navigationOf(user, status).map(({ name, items }) => (
        <div key={name} className="flex flex-col gap-px">
          {name !== 'top' && (
            <h2
              className={classNames(
                'px-2.5 pt-3.5 pb-1 text-xs font-medium text-faint',
                isCollapsed && 'invisible h-3 overflow-hidden pt-1 pb-0',
              )}
            >
              {t(`nav.group.${name}`)}
            </h2>
          )}
          {items.map((item) => (
            <Entry key={item.name} item={item} isCollapsed={isCollapsed} />
          ))}
          {name === 'top' && hasPage('chat') && (
            <ChatEntries isOpen={isChatsOpen} setOpen={setChatsOpen} isCollapsed={isCollapsed} />
          )}
        </div>
      ))}
    </nav>
  )
}

function Entry({ item, isCollapsed }: { readonly item: NavigationItem; readonly isCollapsed: boolean }) {
  const { t } = useTranslation()
  const [path] = useLocation()
  const isHere = path === item.path || path.startsWith(`${item.path}/`)
  const label = t(`nav.${item.name}`)
  const link = (
    <Link
      href={item.path}
      aria-current={isHere ? 'page' : undefined}
      aria-label={isCollapsed ? label : undefined}
      onPointerEnter={() => preloadPage(item.name)}
      onFocus={() => preloadPage(item.name)}
      className={classNames(
        'flex h-8 items-center gap-2.5 rounded-md text-[13.5px] transition-colors',
        isCollapsed ? 'justify-center' : 'px-2.5',
        isHere ? 'bg-sunken font-medium text-text' : 'text-muted hover:bg-hover hover:text-text',
      )}
    >
      <item.icon size={16} strokeWidth={1.6} aria-hidden className="shrink-0" />
      {!isCollapsed && <span className="truncate">{label}</span>}
    </Link>
  )
  return isCollapsed ? <Tooltip text={label}>{link}</Tooltip> : link
}
