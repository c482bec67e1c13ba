import { useTranslation } from 'react-i18next'
import { Link, matchRoute, useLocation, useRouter } from 'wouter'
import { useStatus } from '../../api/use-status.ts'
import { hasPage, preloadPage } from '../../page-modules.ts'
import { useSessionUser } from '../../state/session.ts'
import { classNames } from '../class-names.ts'
import { Tooltip } from '../ui/tooltip.tsx'
import { ChatEntries } from './chat-entries.tsx'
import { addressesOf, type NavigationItem, navigationOf } from './navigation.ts'

/** The groups of entries that this user may see; the entry of the open page is marked. */
export function SidebarEntries({
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
  const { parser } = useRouter()
  const isHere =
    path.startsWith(`${item.path}/`) ||
    addressesOf(item.name).some((pattern) => matchRoute(parser, pattern, path)[0])
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
