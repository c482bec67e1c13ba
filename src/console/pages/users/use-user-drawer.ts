import { useLocation, useRoute, useSearchParams } from 'wouter'
import { links, routes } from '../../routes.ts'
import { type DrawerState, useGuardedDrawer } from '../../state/drawer.ts'
import { leaveTo } from '../../state/leave-to.ts'

/**
 * Controls the drawer of one account: `/admin/users?edit=7` from the list, whose filters are kept, and `/user/edit/7`
 * from other pages.
 */
export function useUserDrawer(): DrawerState {
  const [, parameters] = useRoute(routes.userEdit.path)
  const [query] = useSearchParams()
  const [, navigate] = useLocation()
  return useGuardedDrawer(parameters?.id ?? query.get('edit') ?? undefined, (value, isClosing) => {
    const filters = Object.fromEntries(new URLSearchParams(location.search))
    const href = links.users({ ...filters, edit: value })
    if (isClosing) leaveTo(href, () => navigate(href, { replace: true }))
    else navigate(href)
  })
}
