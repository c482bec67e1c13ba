import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminPassword } from '../support/gateway/admin.ts'
import { type Address, addresses, fillAddresses, untilThere } from './support/addresses.ts'
import { signIn, type Visitor } from './support/browser.ts'
import { type Site, startSite } from './support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
  await fillAddresses(site)
})
afterAll(() => site?.close())

const pathOf = (page: Page) => new URL(page.url()).pathname
const openAndReload = async (page: Page, address: Address) => {
  await page.goto(address.path)
  await untilThere(page, address)
  await page.reload()
  await untilThere(page, address)
  expect(pathOf(page)).toBe(address.path)
}

describe('C-SHELL-23 A-LOGIN-16 to who is signed in every address shows its page, after a reload too, and every call of it names the user, the language and no-store:', () => {
  let visitor: Visitor
  let calls: { readonly path: string; readonly carried: readonly unknown[] }[]
  beforeAll(async () => {
    visitor = await site.visitSignedIn()
    visitor.page.on('request', (request) => {
      const { pathname: path } = new URL(request.url())
      const headers = request.headers()
      const carried = [headers['tollgate-user'], headers['cache-control'], headers['accept-language']]
      if (/^\/(api|pg)\//.test(path)) calls.push({ path, carried })
    })
  })
  afterAll(() => visitor?.leave())

  it.each(addresses.filter((each) => !each.isForVisitors))('$path', async (address) => {
    const { page, complaints } = visitor
    const seen = complaints.length
    calls = []
    await openAndReload(page, address)
    await page.waitForLoadState('networkidle')
    expect(calls.length).toBeGreaterThan(1)
    expect(calls.filter(({ carried }) => carried.join() !== '1,no-store,en')).toEqual([])
    // The browser asks before it starts a program.
    expect(complaints.slice(seen).filter((text) => !text.startsWith('Not allowed to launch'))).toEqual([])
  })
})

it('C-SHELL-23 C-SHELL-24 a visitor opens every public address, and reloads it', async () => {
  const { page, complaints, leave } = await site.visit()
  const unknown = { path: '/nope/at/all', access: 'public', heading: 'Page not found' } as const
  for (const address of [...addresses.filter((each) => each.access === 'public'), unknown])
    await openAndReload(page, address)
  expect(complaints).toEqual([])
  await leave()
})

describe('A-LOGIN-14 C-SHELL-24 a visitor signs in first, and comes back to', () => {
  it.each(addresses.filter((each) => each.access !== 'public'))('$path', async (address) => {
    const { page, leave } = await site.visit()
    await page.goto(`${address.path}?from=a+link`)
    await page.waitForURL((url) => url.pathname === '/login')
    const query = new URL(page.url()).searchParams
    // Nothing has expired: he was never here.
    expect([query.get('returnTo'), query.get('expired')]).toEqual([`${address.path}?from=a+link`, null])
    await page.getByLabel('Username or email').fill('root')
    await page.getByLabel('Password', { exact: true }).fill(adminPassword)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL((url) => url.pathname === address.path && url.search === '?from=a+link')
    await untilThere(page, address)
    await leave()
  })
})

it('C-SHELL-24 C-SHELL-29 an ordinary user opens what is for users, and is sent home from what is for administrators', async () => {
  const { page, leave } = await site.visit()
  await signIn(page, 'walked', adminPassword)
  for (const address of addresses) {
    await page.goto(address.path)
    if (address.access === 'admin') await page.waitForURL(`${site.url}/`)
    // He has no token, so there is no chat for him.
    else if (!address.isForVisitors && !address.path.startsWith('/chat')) {
      await untilThere(page, address)
      expect(pathOf(page)).toBe(address.path)
    }
  }
  await leave()
})
