import { Bell } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useUnreadCount } from '../../api/use-unread-count.ts'
import { preloadPage } from '../../page-modules.ts'
import { links } from '../../routes.ts'
import type { SessionUser } from '../../state/session.ts'
import { buttonClass } from '../ui/button.tsx'
import { Tooltip } from '../ui/tooltip.tsx'

/** Larger counts are not worth the space. */
const SHOWN_MAX = 99

/** Links to the inbox and shows the number of unread messages. */
export function InboxBell({ user }: { readonly user: SessionUser }) {
  const { t } = useTranslation()
  const count = useUnreadCount(user) ?? 0
  const label = count === 0 ? t('nav.inbox') : t('shell.unread', { count })
  return (
    <Tooltip text={label}>
      <Link
        href={links.inbox()}
        aria-label={label}
        className={buttonClass('ghost', 'icon', 'relative')}
        onPointerEnter={() => preloadPage('inbox')}
        onFocus={() => preloadPage('inbox')}
      >
        <Bell size={16} aria-hidden />
        {count > 0 && (
          <span
            aria-hidden
            data-unread
            className="absolute top-0.5 left-3.5 h-4 min-w-4 rounded-full bg-accent px-1 text-center text-[10px] leading-4 font-semibold text-on-accent tabular-nums"
          >
            {count > SHOWN_MAX ? `${SHOWN_MAX}+` : count}
          </span>
        )}
      </Link>
    </Tooltip>
  )
}
