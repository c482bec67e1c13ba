import { expect, it } from 'vitest'
import { routeAt, routes } from '../../../src/console/routes.ts'
import { addresses } from '../support/addresses.ts'

it('C-SHELL-24 C-SHELL-29 every address lets in whom the specification says', () => {
  // The page itself sends a visitor on: it is public, but needs a token of whoever asks.
  for (const { path, access } of addresses)
    expect([path, routeAt(path)?.access]).toEqual([
      path,
      path.startsWith('/chat/') || path === '/chat' ? 'public' : access,
    ])
})

it('C-SHELL-24 every route is visited by the tests of addresses, but for those that only other sites lead to', () => {
  const visited = new Set(addresses.map(({ path }) => routeAt(path)?.path))
  const led = Object.values(routes).filter(
    ({ page }) => page !== 'oauth/oauth-page' && page !== 'setup/setup-page',
  )
  expect(led.filter(({ path }) => !visited.has(path)).map(({ path }) => path)).toEqual([])
})

it.each(['/nope', '/app', '/app/tokens/7', '/app/inbox/', '/chat/0/1', ''])(
  '"%s" is the address of no page',
  (path) => {
    expect(routeAt(path)).toBe(undefined)
  },
)
