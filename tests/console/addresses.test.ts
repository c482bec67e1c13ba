import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminPassword } from '../support/gateway/admin.ts'
import { type Address, addresses, fillAddresses, untilThere } from './support/addresses.ts'
import type { Visitor } from './support/browser.ts'
import { changeLanguages } from './support/languages.ts'
import { untilSettled } from './support/settled.ts'
import { type Site, startSite } from './support/site.ts'

let site: Site
let root: Visitor
beforeAll(async () => {
  site = await startSite()
  await fillAddresses(site)
  root = await site.visitSignedIn()
})
afterAll(() => site?.close())

const pathOf = (page: Page) => new URL(page.url()).pathname
/** Reports whether the address sends people straight on to a program. */
const leadsOn = ({ path }: Address) => path === '/chat2link'

describe('C-SHELL-23 A-LOGIN-16 C-SHELL-28 to who is signed in every address shows its page, every call of it names the user, the language and no-store, and the other language changes every text that has one, and back:', () => {
  let calls: { readonly path: string; readonly carried: readonly unknown[] }[]
  beforeAll(() => {
    root.page.on('request', (request) => {
      const { pathname: path } = new URL(request.url())
      const headers = request.headers()
      const carried = [headers['tollgate-user'], headers['cache-control'], headers['accept-language']]
      if (/^\/(api|pg)\//.test(path)) calls.push({ path, carried })
    })
  })

  it.each(addresses.filter((each) => !each.isForVisitors))('$path', async (address) => {
    const { page, complaints } = root
    const seen = complaints.length
    calls = []
    await page.goto(address.path)
    await untilThere(page, address)
    expect(pathOf(page)).toBe(address.path)
    await untilSettled(page)
    expect(calls.length).toBeGreaterThan(1)
    expect(calls.filter(({ carried }) => carried.join() !== '1,no-store,en')).toEqual([])
    if (!leadsOn(address)) await changeLanguages(page, address)
    // The browser asks before it starts a program.
    expect(complaints.slice(seen).filter((text) => !text.startsWith('Not allowed to launch'))).toEqual([])
  })
})

it.each(addresses.filter((each) => each.isForVisitors))(
  'C-SHELL-28 to a visitor the other language changes every text of $path that has one, and back',
  async (address) => {
    const { page, leave } = await site.visit()
    await page.goto(address.path)
    await untilThere(page, address)
    await changeLanguages(page, address)
    await leave()
  },
)

it('C-SHELL-23 C-SHELL-24 a visitor opens every public address, and reloads an unknown one', async () => {
  const { page, complaints, leave } = await site.visit()
  const unknown = { path: '/nope/at/all', access: 'public', heading: 'Page not found' } as const
  for (const address of [...addresses.filter((each) => each.access === 'public'), unknown]) {
    await page.goto(address.path)
    await untilThere(page, address)
    expect(pathOf(page)).toBe(address.path)
  }
  await page.reload()
  await untilThere(page, unknown)
  expect(complaints).toEqual([])
  await leave()
})

// A test without a browser checks who may open each route. These are one address of each form.
const closed = [
  '/chat/0',
  '/app/tokens',
  '/app/inbox/1',
  '/admin/channels',
  '/channel/edit/1',
  '/user/edit/2',
]

describe('A-LOGIN-14 C-SHELL-24 a visitor is sent to sign in, which is remembered, and then comes back to', () => {
  it.each(addresses.filter(({ path }) => closed.includes(path)))('$path', async (address) => {
    const { page, leave } = await site.visit()
    await page.goto(`${address.path}?from=a+link`)
    await page.waitForURL((url) => url.pathname === '/login')
    const query = new URL(page.url()).searchParams
    // Nothing has expired, because nobody has signed in yet.
    expect([query.get('returnTo'), query.get('expired')]).toEqual([`${address.path}?from=a+link`, null])
    await page.getByLabel('Username or email').fill('root')
    await page.getByLabel('Password', { exact: true }).fill(adminPassword)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL((url) => url.pathname === address.path && url.search === '?from=a+link')
    await untilThere(page, address)
    await leave()
  })
})

it('C-SHELL-24 C-SHELL-29 an ordinary user opens what is for users, and is sent home from what is for administrators', async () => {
  const { page, leave } = await site.visitAs('walked', adminPassword)
  const opened = ['/app/tokens', '/app/inbox/1', '/user/edit']
  for (const address of addresses.filter(({ path }) => [...closed, ...opened].includes(path))) {
    await page.goto(address.path)
    if (address.access === 'admin') await page.waitForURL(`${site.url}/`)
    // The account has no token, so it has no chat.
    else if (!address.path.startsWith('/chat')) {
      await untilThere(page, address)
      expect(pathOf(page)).toBe(address.path)
    }
  }
  await leave()
})
