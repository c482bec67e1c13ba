import { expect, it } from 'vitest'
import { routes } from '../../../src/console/routes.ts'
import { addresses } from '../support/addresses.ts'

/** The route that an address is of: the first whose parts are the same, or stand for anything. */
const routeOf = (path: string) =>
  Object.values(routes).find((route) => {
    const parts = route.path.split('/')
    const given = path.split('/')
    return (
      given.length <= parts.length &&
      parts.every((part, index) => part === given[index] || (part.startsWith(':') && given[index] !== '')) &&
      (given.length === parts.length || parts.at(-1)?.endsWith('?'))
    )
  })

it('C-SHELL-24 C-SHELL-29 every address lets in whom the specification says', () => {
  // The page itself sends a visitor on: it is public, but needs a token of whoever asks.
  for (const { path, access } of addresses)
    expect([path, routeOf(path)?.access]).toEqual([
      path,
      path.startsWith('/chat/') || path === '/chat' ? 'public' : access,
    ])
})

it('C-SHELL-24 every route is visited by the tests of addresses, but for those that only other sites lead to', () => {
  const visited = new Set(addresses.map(({ path }) => routeOf(path)?.path))
  const led = Object.values(routes).filter(
    ({ page }) => page !== 'oauth/oauth-page' && page !== 'setup/setup-page',
  )
  expect(led.filter(({ path }) => !visited.has(path)).map(({ path }) => path)).toEqual([])
})
