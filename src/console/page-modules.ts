import { type ComponentType, lazy, useSyncExternalStore } from 'react'
import { fetchPhrases } from './i18n/i18n.ts'
import { cataloguesOf } from './i18n/page-catalogues.ts'
import { type PageRoute, type RouteName, routeAt, routes } from './routes.ts'

/** One chunk per page; what is not there has no chunk. */
const modules = import.meta.glob<Readonly<Record<string, ComponentType>>>('./pages/*/*-page.tsx')

const loaderOf = (page: string) => modules[`./pages/${page}.tsx`]

/** Whether the page of a route exists; links to pages that do not are not shown. */
export const hasPage = (name: RouteName): boolean => loaderOf(routes[name].page) !== undefined

/** `tokens/tokens-page` → `TokensPage`. */
const exportOf = (page: string): string =>
  (page.split('/')[1] ?? '').replace(/(^|-)(\w)/g, (_match, _dash, letter: string) => letter.toUpperCase())

/** Pages that have been fetched, with their texts. */
const fetched = new Map<string, ComponentType>()

/** @throws Error if the code cannot be fetched */
async function fetchPage(
  page: string,
  load: NonNullable<ReturnType<typeof loaderOf>>,
): Promise<ComponentType> {
  // Fetch code and texts together. React shows each placeholder for at least 0.3 s, so one after the other took 0.6 s.
  const [module] = await Promise.all([load(), fetchPhrases(cataloguesOf(page))])
  const name = exportOf(page)
  const found = module[name]
  if (!found) throw new Error(`pages/${page}.tsx exports no ${name}`)
  fetched.set(page, found)
  return found
}

/** The component that each page is drawn with. It stays the same, because with another one React would lose what somebody has typed. */
const drawn = new Map<string, ComponentType>()

/** The page of a route. If it is not here yet, React fetches it to show it. Undefined if there is no such file. */
export function pageOf({ page }: PageRoute): ComponentType | undefined {
  const known = drawn.get(page)
  if (known) return known
  const load = loaderOf(page)
  if (!load) return undefined
  const component = fetched.get(page) ?? lazy(async () => ({ default: await fetchPage(page, load) }))
  drawn.set(page, component)
  return component
}

/** Fetches a page before it is asked for: on hover and on focus of a link to it. */
export function preloadPage(name: RouteName): void {
  void preload(routes[name])
}

/** How long we wait for the first page before we draw anything. After that we draw the frame with a placeholder. */
const PATIENCE_MS = 300

let isAwaited = false
const watchers = new Set<() => void>()
const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/** Whether we still wait for the first page. */
export const useIsPageAwaited = (): boolean => useSyncExternalStore(watch, () => isAwaited)

/** Starts to fetch the page of an address at once, while we ask the daemon for its status. */
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
