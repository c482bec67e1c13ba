import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { type PageRoute, type RouteName, routes } from './routes.ts'

/** One chunk per page; what is not there has no chunk. */
const modules = import.meta.glob<Readonly<Record<string, ComponentType>>>('./pages/*/*-page.tsx')

const loaderOf = (page: string) => modules[`./pages/${page}.tsx`]

/** Whether the page of a route exists; links to pages that do not are not shown. */
export const hasPage = (name: RouteName): boolean => loaderOf(routes[name].page) !== undefined

/** `tokens/tokens-page` → `TokensPage`. */
const exportOf = (page: string): string =>
  (page.split('/')[1] ?? '').replace(/(^|-)(\w)/g, (_match, _dash, letter: string) => letter.toUpperCase())

const components = new Map<string, LazyExoticComponent<ComponentType>>()

/** The page of a route, loaded when it is first shown; undefined while its file does not exist. */
export function pageOf(route: PageRoute): LazyExoticComponent<ComponentType> | undefined {
  const known = components.get(route.page)
  if (known) return known
  const load = loaderOf(route.page)
  if (!load) return undefined
  const component = lazy(async () => {
    const name = exportOf(route.page)
    const found = (await load())[name]
    if (!found) throw new Error(`pages/${route.page}.tsx exports no ${name}`)
    return { default: found }
  })
  components.set(route.page, component)
  return component
}

/** Fetches a page before it is asked for: on hover and on focus of a link to it. */
export function preloadPage(name: RouteName): void {
  void loaderOf(routes[name].page)?.()
}
