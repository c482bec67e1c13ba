import { expect, it } from 'vitest'
import { routeAt, routes } from '../../../src/console/routes.ts'
import { addresses } from '../support/addresses.ts'

it('C-SHELL-24 C-SHELL-29 every address is open to the people that the specification names', () => {
  // The chat is a public route. The page itself sends visitors to sign in, because it needs one of their tokens.
  for (const { path, access } of addresses)
    expect([path, routeAt(path)?.access]).toEqual([
      path,
      path.startsWith('/chat/') || path === '/chat' ? 'public' : access,
    ])
})

it('C-SHELL-24 the tests of addresses visit every route, except setup and those that other sites lead to', () => {
  const visited = new Set(addresses.map(({ path }) => routeAt(path)?.path))
  const led = Object.values(routes).filter(
    ({ page }) => page !== 'oauth/oauth-page' && page !== 'setup/setup-page',
  )
  expect(led.filter(({ path }) => !visited.has(path)).map(({ path }) => path)).toEqual([])
})

it.each(['/nope', '/app', '/app/tokens/7', '/app/inbox/', '/chat/0/1', ''])(
  'no page has the address "%s"',
  (path) => {
    expect(routeAt(path)).toBe(undefined)
  },
)
