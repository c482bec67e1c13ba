import { useLocation, useRoute, useSearchParams } from 'wouter'
import { links, routes } from '../../routes.ts'
import { type DrawerState, useGuardedDrawer } from '../../state/drawer.ts'

/** The drawer of one account: `/admin/users?edit=7` from the list, whose filters stay, and `/user/edit/7` from elsewhere. */
export function useUserDrawer(): DrawerState {
  const [, parameters] = useRoute(routes.userEdit.path)
  const [query] = useSearchParams()
  const [, navigate] = useLocation()
  return useGuardedDrawer(parameters?.id ?? query.get('edit') ?? undefined, (value, isReplaced) => {
    const filters = Object.fromEntries(new URLSearchParams(location.search))
    navigate(links.users({ ...filters, edit: value }), { replace: isReplaced })
  })
}
