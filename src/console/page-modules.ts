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

/** Pages whose code and texts are here. */
const fetched = new Map<string, ComponentType>()

/** @throws Error when the code cannot be fetched */
async function fetchPage(
  page: string,
  load: NonNullable<ReturnType<typeof loaderOf>>,
): Promise<ComponentType> {
  // Together, so that the page appears in one step: React shows what comes after a placeholder no sooner than 0.3 s later.
  const [module] = await Promise.all([load(), fetchPhrases(cataloguesOf(page))])
  const name = exportOf(page)
  const found = module[name]
  if (!found) throw new Error(`pages/${page}.tsx exports no ${name}`)
  fetched.set(page, found)
  return found
}

/** What was once drawn for a page: another component in its place would lose what was typed into it. */
const drawn = new Map<string, ComponentType>()

/** The page of a route, fetched when it is first shown unless it is here; undefined while its file does not exist. */
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

/** How long nothing is drawn at most because the first page is on its way; then its frame is, with a placeholder. */
const PATIENCE_MS = 300

let isAwaited = false
const watchers = new Set<() => void>()
const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/** Whether the first page is on its way, and may be here in a moment. */
export const useIsPageAwaited = (): boolean => useSyncExternalStore(watch, () => isAwaited)

/** Fetches the page of an address before anything is drawn, while the daemon is asked for its status. */
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
  // What cannot be fetched now is fetched, and told, when it is shown.
  if (load && !fetched.has(page)) await fetchPage(page, load).catch(() => undefined)
}
