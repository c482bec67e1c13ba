import { type ComponentType, lazy, useSyncExternalStore } from 'react'
import { fetchPhrases } from './i18n/i18n.ts'
import { cataloguesOf } from './i18n/page-catalogues.ts'
import { type PageRoute, type RouteName, routeAt, routes } from './routes.ts'

/** One chunk per page. */
const modules = import.meta.glob<Readonly<Record<string, ComponentType>>>('./pages/*/*-page.tsx')

const loaderOf = (page: string) => modules[`./pages/${page}.tsx`]

/** Returns whether the page of a route exists; links to missing pages are not shown. */
export const hasPage = (name: RouteName): boolean => loaderOf(routes[name].page) !== undefined

/** Turns `tokens/tokens-page` into `TokensPage`. */
const exportOf = (page: string): string =>
  (page.split('/')[1] ?? '').replace(/(^|-)(\w)/g, (_match, _dash, letter: string) => letter.toUpperCase())

/** Pages whose code and texts have been fetched. */
const fetched = new Map<string, ComponentType>()

/** @throws Error if the code cannot be fetched */
async function fetchPage(
  page: string,
  load: NonNullable<ReturnType<typeof loaderOf>>,
): Promise<ComponentType> {
  // Fetches code and texts together: React shows each placeholder for at least 0.3 s, so fetching in turn took 0.6 s.
  const [module] = await Promise.all([load(), fetchPhrases(cataloguesOf(page))])
  const name = exportOf(page)
  const found = module[name]
  if (!found) throw new Error(`pages/${page}.tsx exports no ${name}`)
  fetched.set(page, found)
  return found
}

/**
 * The component that each page is rendered with. It stays the same, because with another one React would discard what
 * somebody has typed.
 */
const drawn = new Map<string, ComponentType>()

/**
 * Returns the page of a route. If its code has not been loaded yet, React loads it on render. Undefined if there is no
 * such file.
 */
export function pageOf({ page }: PageRoute): ComponentType | undefined {
  const known = drawn.get(page)
  if (known) return known
  const load = loaderOf(page)
  if (!load) return undefined
  const component = fetched.get(page) ?? lazy(async () => ({ default: await fetchPage(page, load) }))
  drawn.set(page, component)
  return component
}

/** Fetches a page in advance: on hover and on focus of a link to it. */
export function preloadPage(name: RouteName): void {
  void preload(routes[name])
}

/**
 * How long to wait for the first page before anything is rendered. After that, the layout is shown with a placeholder.
 */
const PATIENCE_MS = 300

let isAwaited = false
const watchers = new Set<() => void>()
const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/** Returns whether the first page is still awaited. */
export const useIsPageAwaited = (): boolean => useSyncExternalStore(watch, () => isAwaited)

/** Starts to fetch the page of an address at once, while the status is requested from the daemon. */
export function preloadPageAt(path: string, isSignedIn: boolean): void {
  const route = routeAt(path)
  if (!route) return
  isAwaited = true
  const stopWaiting = () => {
    isAwaited = false
    for (const watcher of watchers) watcher()
  }
  setTimeout(stopWaiting, PATIENCE_MS)
  void preload(route.access === 'public' || isSignedIn ? route : routes.login).then(stopWaiting)
}

async function preload({ page }: PageRoute): Promise<void> {
  const load = loaderOf(page)
  // If this fails, showing the page tries again and reports the error.
  if (load && !fetched.has(page)) await fetchPage(page, load).catch(() => undefined)
}
