import { lazy, Suspense, useEffect } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { isProblem } from '../../api/api-problem.ts'
import { useFreshUser } from '../../api/use-fresh-user.ts'
import { useStatus } from '../../api/use-status.ts'
import { pageOf, useIsPageAwaited } from '../../page-modules.ts'
import { links, type PageRoute, routes } from '../../routes.ts'
import { useIsFactorDemanded } from '../../state/factor-demand.ts'
import { isAdmin, useIsTakenOver, useSessionUser } from '../../state/session.ts'
import { useIsSettingUp } from '../../state/setup-wizard.ts'
import { ErrorBoundary } from '../error-boundary.tsx'
import { Frame } from './frame.tsx'
import { PageSkeleton } from './page-skeleton.tsx'
import { StatusProblem } from './status-problem.tsx'

/** Every component in every state; not part of what is shipped. */
const Gallery =
  import.meta.env.MODE === 'production'
    ? undefined
    : lazy(async () => ({ default: (await import('../../gallery/gallery.tsx')).Gallery }))

const DemandedPage = lazy(async () => ({
  default: (await import('../../pages/me/second-factor/demanded-page.tsx')).DemandedPage,
}))

// Most visitors never see it.
const NotFound = lazy(async () => ({ default: (await import('./not-found.tsx')).NotFound }))

/** Which page stands at the address, and whether this visitor may see it. */
export function Pages() {
  const status = useStatus()
  const [path] = useLocation()
  const isSettingUp = useIsSettingUp()
  const isAwaited = useIsPageAwaited()
  const isTakenOver = useIsTakenOver()

  if (isTakenOver || !mayStay(path)) return <FreshDocument />
  if (!status.data) {
    if (!status.isError) return null
    return (
      <StatusProblem isRefused={isProblem(status.error) && status.error.status > 0} retry={status.refetch} />
    )
  }
  if (isAwaited) return null
  // What the last visit stored may be out of date; nobody is sent anywhere because of it.
  if (!status.isPlaceholderData) {
    if (!status.data.setup && path !== routes.setup.path) return <Redirect to={links.setup()} replace />
    if (status.data.setup && path === routes.setup.path && !isSettingUp)
      return <Redirect to={links.home()} replace />
  }
  return (
    <Switch>
      {Object.values<PageRoute>(routes).map((route) => (
        // Addresses of one page share its key: a drawer with an address of its own opens over the page as it is.
        <Route key={route.page} path={route.path}>
          <Guarded route={route} />
        </Route>
      ))}
      {Gallery && (
        <Route path="/gallery">
          <Suspense>
            <Gallery />
          </Suspense>
        </Route>
      )}
      <Route>
        <Missing />
      </Route>
    </Switch>
  )
}

/** Pages that this document may show, where the site's owner added their own code to it; the daemon says which. */
const openPages = document.querySelector<HTMLMetaElement>('meta[name="custom-pages"]')?.content.split(' ')
const mayStay = (path: string): boolean => openPages === undefined || openPages.includes(path)

/**
 * Code that was added to public pages does not come along to those with keys and passwords, and nothing of one person to
 * the next.
 */
function FreshDocument() {
  useEffect(() => location.reload(), [])
  return null
}

function Missing() {
  return (
    <Frame>
      <Suspense fallback={<PageSkeleton />}>
        <NotFound />
      </Suspense>
    </Frame>
  )
}

/** Visitors are sent to sign in and come back; users without the role are sent home. */
function Guarded({ route }: { readonly route: PageRoute }) {
  const user = useSessionUser()
  const isUserAwaited = useFreshUser()
  const isHeld = useIsFactorDemanded() && route.access !== 'public' && user !== undefined
  const Page = pageOf(route)
  const [path] = useLocation()
  const place = isShared(route) ? route.page : path
  useEffect(() => {
    // A page begins at its top.
    if (place) window.scrollTo(0, 0)
  }, [place])
  if (!Page) return <Missing />
  if (route.access !== 'public' && !user)
    return <Redirect to={links.login({ returnTo: location.pathname + location.search })} replace />
  if (route.access === 'admin' && !isAdmin(user))
    return isUserAwaited ? null : <Redirect to={links.home()} replace />
  return (
    <Frame isWide={route.isWide === true}>
      <ErrorBoundary key={isHeld ? 'demanded' : route.page}>
        <Suspense fallback={<PageSkeleton />}>{isHeld ? <DemandedPage /> : <Page />}</Suspense>
      </ErrorBoundary>
    </Frame>
  )
}

/** Whether other addresses lead to the same page. */
const isShared = ({ page }: PageRoute): boolean =>
  Object.values<PageRoute>(routes).filter((route) => route.page === page).length > 1
