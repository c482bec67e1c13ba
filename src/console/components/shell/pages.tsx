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

/** Shows every component in every state; not part of production builds. */
const Gallery =
  import.meta.env.MODE === 'production'
    ? undefined
    : lazy(async () => ({ default: (await import('../../gallery/gallery.tsx')).Gallery }))

const DemandedPage = lazy(async () => ({
  default: (await import('../../pages/me/second-factor/demanded-page.tsx')).DemandedPage,
}))

// Most visitors never see this page.
const NotFound = lazy(async () => ({ default: (await import('./not-found.tsx')).NotFound }))

/** Renders the page at the current address if this visitor may see it. */
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
  // The status stored on the last visit may be out of date, so nobody is redirected because of it.
  if (!status.isPlaceholderData) {
    if (!status.data.setup && path !== routes.setup.path) return <Redirect to={links.setup()} replace />
    if (status.data.setup && path === routes.setup.path && !isSettingUp)
      return <Redirect to={links.home()} replace />
  }
  return (
    <Switch>
      {Object.values<PageRoute>(routes).map((route) => (
        // Addresses of one page share its key, so that a drawer with its own address opens over the page without
        // remounting it.
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

/** Pages that this document may show if the site's owner added custom code to it; the list comes from the daemon. */
const openPages = document.querySelector<HTMLMetaElement>('meta[name="custom-pages"]')?.content.split(' ')
const mayStay = (path: string): boolean => openPages === undefined || openPages.includes(path)

/**
 * Reloads the document, so that code added to public pages does not reach pages with keys and passwords, and nothing of
 * one user reaches the next.
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

/** Redirects visitors to the sign-in page, which leads them back, and users without the role to the home page. */
function Guarded({ route }: { readonly route: PageRoute }) {
  const user = useSessionUser()
  const isUserAwaited = useFreshUser()
  const isHeld = useIsFactorDemanded() && route.access !== 'public' && user !== undefined
  const Page = pageOf(route)
  const [path] = useLocation()
  const place = isShared(route) ? route.page : path
  useEffect(() => {
    // Scroll to the top of a new page.
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

/** Returns whether the page has other addresses too. */
const isShared = ({ page }: PageRoute): boolean =>
  Object.values<PageRoute>(routes).filter((route) => route.page === page).length > 1
