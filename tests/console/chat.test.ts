import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminPassword } from '../support/gateway/admin.ts'
import { widths } from './support/browser.ts'
import { runUntilSeen, stopClock } from './support/clock.ts'
import { type Site, startSite } from './support/site.ts'

let site: Site
/** A chat client on another site. It shows the URL that it was opened with. */
let client: Server
let clientUrl: string
let token: { id: number; key: string }

const setToken = (id: number, status: 1 | 2) =>
  site.admin.call('PUT', '/api/token/?status_only=true', { id, status })

beforeAll(async () => {
  site = await startSite()
  client = createServer((request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<p>opened</p><script>try { top.pwned = 1 } catch {}</script>${request.method}`)
  }).listen(0, '127.0.0.1')
  await once(client, 'listening')
  // A different host name makes it another origin and another site.
  clientUrl = `http://localhost:${(client.address() as AddressInfo).port}`
  const chats = [
    { 'Web client': `${clientUrl}/chat?key={key}&server={address}` },
    { Program: 'ama://set-api-key?server={address}&key={key}' },
  ]
  await site.admin.setOption('Chats', JSON.stringify(chats))
  const disabled = await site.admin.createToken({ name: 'disabled' })
  token = await site.admin.createToken({ name: 'enabled' })
  const newer = await site.admin.createToken({ name: 'newer, disabled' })
  for (const { id } of [disabled, newer]) await setToken(id, 2)
})
afterAll(async () => {
  await site?.close()
  client?.close()
})

const filled = () => `key=${token.key}&server=${encodeURIComponent(site.url)}`
const isUntouched = async (page: Page) => expect(await page.evaluate(() => 'pwned' in window)).toBe(false)

it('C-CHAT-08 A-OPT-104 C-SHELL-15 C-SHELL-19 the sidebar unfolds the saved chats, one entry each, and is 240 px wide meanwhile', async () => {
  const { page, complaints, leave } = await site.visitSignedIn()
  await page.goto('/app/tokens')
  const width = async () => (await page.locator('aside').boundingBox())?.width
  const chats = page.locator('aside').getByRole('button', { name: 'Chats' })
  await chats.waitFor()
  expect(await page.locator('aside').getByRole('link', { name: 'Web client' }).count()).toBe(0)
  expect(await width()).toBe(200)
  await chats.click()
  expect(await chats.getAttribute('aria-expanded')).toBe('true')
  await expect.poll(width).toBe(240)
  expect(await page.locator('aside a[href^="/chat/"]').allTextContents()).toEqual(['Web client', 'Program'])
  await page.getByRole('button', { name: 'Collapse sidebar' }).click()
  await expect.poll(width).toBe(60)
  await page.locator('aside').getByRole('button', { name: 'Chats' }).click()
  await expect.poll(width).toBe(240)
  await page.locator('aside').getByRole('link', { name: 'Web client' }).click()
  await page.waitForURL('**/chat/0')
  expect(await page.locator('aside').count()).toBe(0)
  expect(complaints.filter((text) => !/localhost|sandbox/.test(text))).toEqual([])
  await leave()
})

it('C-CHAT-09 C-CHAT-14 C-SHELL-22 a chat stands in a frame with address and an enabled key filled in, and cannot reach the console', async () => {
  const { page, leave } = await site.visitSignedIn()
  for (const path of ['/chat/0', '/chat']) {
    await page.goto(path)
    const frame = page.locator('iframe')
    await frame.waitFor()
    expect([path, await frame.getAttribute('src')]).toEqual([path, `${clientUrl}/chat?${filled()}`])
    await page.frameLocator('iframe').getByText('opened').waitFor()
    const box = await frame.boundingBox()
    expect([box?.x, box?.y, box?.width, box?.height]).toEqual([0, 56, widths.desktop, 900 - 56])
  }
  await isUntouched(page)
  await leave()
})

it('C-CHAT-14 a chat that is a program gets a link, one that would run a script or is not there an explanation', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/chat/1')
  const link = page.getByRole('link', { name: 'Open Program' })
  await link.waitFor()
  expect(await link.getAttribute('href')).toBe(
    `ama://set-api-key?server=${encodeURIComponent(site.url)}&key=${token.key}`,
  )
  // The daemon rejects such a link, so the route puts one into its answer.
  await page.route('**/api/status', async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: { chats: object[] } }
    const chats = [...answer.data.chats, { Evil: 'javascript:window.pwned=2//{key}' }]
    await route.fulfill({ json: { ...answer, data: { ...answer.data, chats } } })
  })
  await page.goto('/chat/2')
  await page.getByText('Chat link config error, contact the administrator').waitFor()
  for (const path of ['/chat/9', '/chat/x', '/chat/-1', '/chat/%3Cscript%3E']) {
    await page.goto(path)
    await page.getByText('This chat does not exist.').waitFor()
  }
  expect(await page.locator('iframe').count()).toBe(0)
  await isUntouched(page)
  await leave()
})

it('C-CHAT-09 C-CHAT-10 a visitor signs in first and comes back', async () => {
  const { page, leave } = await site.visit()
  for (const path of ['/chat/0', '/chat2link']) {
    await page.goto(path)
    await page.waitForURL((url) => url.pathname === '/login' && url.searchParams.get('returnTo') === path)
  }
  await page.goto('/chat/0')
  await page.getByLabel('Username or email').fill('root')
  await page.getByLabel('Password', { exact: true }).fill(adminPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/chat/0')
  await page.locator('iframe').waitFor()
  await leave()
})

it('C-CHAT-11 /chat2link leads on to the first chat', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/chat2link')
  await page.waitForURL(`${clientUrl}/**`)
  expect(page.url()).toBe(`${clientUrl}/chat?${filled()}`)
  await leave()
})

it.each([
  ['enabled token', 'root'],
  ['own token', 'tokenless'],
])(
  'C-CHAT-10 C-CHAT-11 without an %s both say so and lead to the tokens after a second and a half',
  async (_, username) => {
    if (username === 'root') await setToken(token.id, 2)
    else await site.admin.call('POST', '/api/user/', { username, password: adminPassword })
    for (const path of ['/chat/0', '/chat2link']) {
      const { page, leave } = await site.visitAs(username, adminPassword)
      await stopClock(page)
      await page.goto(path)
      await runUntilSeen(page, page.getByText('No enabled token available'))
      await page.clock.runFor(1_300)
      expect(new URL(page.url()).pathname).toBe(path)
      await page.clock.runFor(200)
      await page.waitForURL('**/app/tokens')
      await leave()
    }
    await setToken(token.id, 1)
  },
)

it('C-CHAT-12 saved chats that cannot be parsed are reported and fetched again', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.addInitScript(() => localStorage.setItem('chats', '{'))
  await page.goto('/app/tokens')
  await page.getByText('The saved chat data could not be parsed').waitFor()
  const names = await page.evaluate(() =>
    (JSON.parse(localStorage.getItem('chats') ?? '[]') as object[]).flatMap((entry) => Object.keys(entry)),
  )
  expect(names).toEqual(['Web client', 'Program'])
  await leave()
})
