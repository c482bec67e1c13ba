import { CircleUser, LogOut, WalletMinimal } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLogout } from '../../api/use-logout.ts'
import { hasPage } from '../../page-modules.ts'
import { links } from '../../routes.ts'
import type { SessionUser } from '../../state/session.ts'
import { Menu, MenuAction, MenuHeading, MenuLink } from '../ui/menu.tsx'

export function UserMenu({ user }: { readonly user: SessionUser }) {
  const { t } = useTranslation()
  const logout = useLogout()
  const name = user.display_name || user.username
  return (
    <Menu
      label={t('shell.userMenu', { name })}
      className="ml-1.5 grid size-7 shrink-0 place-items-center rounded-full bg-accent-weak text-xs font-semibold text-accent-text"
      button={[...name][0]?.toUpperCase() ?? '?'}
    >
      <MenuHeading>
        <span className="block max-w-52 truncate text-sm font-medium text-text">{name}</span>
        <span className="block max-w-52 truncate">{user.username}</span>
      </MenuHeading>
      {hasPage('me') && (
        <MenuLink href={links.me()} icon={<CircleUser size={15} aria-hidden className="text-muted" />}>
          {t('nav.me')}
        </MenuLink>
      )}
      {hasPage('wallet') && (
        <MenuLink href={links.wallet()} icon={<WalletMinimal size={15} aria-hidden className="text-muted" />}>
          {t('nav.wallet')}
        </MenuLink>
      )}
      <MenuAction
        icon={<LogOut size={15} aria-hidden className="text-muted" />}
        onSelect={() => logout.mutate()}
      >
        {t('shell.logout')}
      </MenuAction>
    </Menu>
  )
}
