import {
  ChartColumn,
  CircleUser,
  Cog,
  Gift,
  History,
  Images,
  KeyRound,
  ListTree,
  type LucideIcon,
  Mail,
  MessagesSquare,
  Music,
  Plug,
  ReceiptText,
  Users,
  WalletMinimal,
} from 'lucide-react'
import type { Status } from '../../api/use-status.ts'
import { hasPage } from '../../page-modules.ts'
import { type RouteName, routes } from '../../routes.ts'
import { isAdmin, type SessionUser } from '../../state/session.ts'

export interface NavigationItem {
  readonly name: NavigationName
  readonly path: string
  readonly icon: LucideIcon
}

export interface NavigationGroup {
  readonly name: 'top' | 'console' | 'account' | 'admin'
  readonly items: readonly NavigationItem[]
}

/** Pages that have an entry and a phrase `nav.<name>`. */
export type NavigationName = Extract<
  RouteName,
  | 'playground'
  | 'dashboard'
  | 'tokens'
  | 'usageLog'
  | 'drawingLog'
  | 'taskLog'
  | 'wallet'
  | 'me'
  | 'channels'
  | 'coupons'
  | 'orders'
  | 'messages'
  | 'users'
  | 'trail'
  | 'settings'
>

interface Entry {
  readonly name: NavigationName
  readonly icon: LucideIcon
  readonly isShown?: (status: Status) => boolean
}

const groups: readonly { readonly name: NavigationGroup['name']; readonly entries: readonly Entry[] }[] = [
  { name: 'top', entries: [{ name: 'playground', icon: MessagesSquare }] },
  {
    name: 'console',
    entries: [
      { name: 'dashboard', icon: ChartColumn, isShown: (status) => status.enable_data_export },
      { name: 'tokens', icon: KeyRound },
      { name: 'usageLog', icon: ListTree },
      { name: 'drawingLog', icon: Images, isShown: (status) => status.enable_drawing },
      { name: 'taskLog', icon: Music, isShown: (status) => status.enable_task },
    ],
  },
  {
    name: 'account',
    entries: [
      { name: 'wallet', icon: WalletMinimal },
      { name: 'me', icon: CircleUser },
    ],
  },
  {
    name: 'admin',
    entries: [
      { name: 'channels', icon: Plug },
      { name: 'coupons', icon: Gift },
      { name: 'orders', icon: ReceiptText },
      { name: 'messages', icon: Mail },
      { name: 'users', icon: Users },
      { name: 'settings', icon: Cog },
      { name: 'trail', icon: History },
    ],
  },
]

/** Returns all addresses of an entry's page: a form for an account, for example, has its own. */
export const addressesOf = (name: NavigationName): readonly string[] =>
  Object.values(routes)
    .filter(({ page }) => page === routes[name].page)
    .map(({ path }) => path)

/** Returns this user's entries for the sidebar and the command palette: pages that exist and that they may open. */
export function navigationOf(user: SessionUser | undefined, status: Status): readonly NavigationGroup[] {
  if (!user) return []
  return groups
    .map(({ name, entries }) => ({
      name,
      items: entries
        .filter((each) => hasPage(each.name) && (each.isShown?.(status) ?? true))
        .filter((each) => routes[each.name].access !== 'admin' || isAdmin(user))
        .map(({ name: route, icon }) => ({ name: route, icon, path: routes[route].path })),
    }))
    .filter((group) => group.items.length > 0)
}
