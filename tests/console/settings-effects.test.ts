import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { row, save } from './support/settings.ts'
import { type Site, startSite } from './support/site.ts'

/** Another host, with a page to frame and a picture. */
let host: Server
let address: string
let site: Site
const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>'
beforeAll(async () => {
  host = createServer((request, response) => {
    const isPicture = request.url === '/logo.svg'
    response.setHeader('content-type', isPicture ? 'image/svg+xml' : 'text/html')
    response.end(isPicture ? picture : '<h1>Who we are elsewhere</h1>')
  })
  await once(host.listen(0, '127.0.0.1'), 'listening')
  address = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
  site = await startSite()
})
afterAll(async () => {
  await site?.close()
  host?.close()
})

const other = '/admin/settings?tab=other'
/** Opens the settings page from any page, without reloading the console. */
const openSettings = async (page: Page) => {
  await page.locator('header').getByRole('link', { name: 'Console' }).click()
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('tab', { name: 'Other' }).click()
  await row(page, 'SystemName').waitFor()
}
const write = (page: Page, key: string, text: string) => row(page, key).locator('input, textarea').fill(text)

it('A-TAB-39 A-OPT-051 A-OPT-052 the top bar and the title of the window have the saved name and logo; empty ones are the built-in', async () => {
  const { page, complaints, leave } = await site.visitSignedIn()
  await page.goto(other)
  await page.waitForFunction(() => document.title.endsWith('Tollgate'))
  const banner = page.locator('header')
  expect(await banner.locator('img').count()).toBe(0)

  await write(page, 'SystemName', 'Northern gate')
  await save(page)
  await page.getByText('System name updated').waitFor()
  await banner.getByText('Northern gate', { exact: true }).waitFor()
  await page.waitForFunction(() => document.title.endsWith('Northern gate'))

  await write(page, 'Logo', `${address}/logo.svg`)
  await save(page)
  await page.getByText('Logo updated').waitFor()
  const drawnWidth = () =>
    banner
      .locator('img')
      .evaluate((image) => (image as HTMLImageElement).naturalWidth, undefined, { timeout: 60_000 })
  await expect.poll(drawnWidth).toBe(40)
  await page.reload()
  await banner.getByText('Northern gate', { exact: true }).waitFor()
  await expect.poll(drawnWidth).toBe(40)

  await write(page, 'Logo', 'javascript:alert(1)')
  await save(page)
  await row(page, 'Logo').getByRole('alert').waitFor()
  await write(page, 'SystemName', '')
  await write(page, 'Logo', '')
  await save(page)
  await row(page, 'Logo').getByText('Unsaved').waitFor({ state: 'detached' })
  await banner.getByText('Tollgate', { exact: true }).waitFor()
  expect(await banner.locator('img').count()).toBe(0)
  expect((await page.request.get('/logo.png')).status()).toBe(200)
  expect(complaints).toEqual([])
  await leave()
})

it('A-TAB-40 A-OPT-055 the home page shows the saved text, Markdown or HTML at once, and a link as a frame', async () => {
  const { page, complaints, leave } = await site.visitSignedIn()
  const main = page.locator('main')
  for (const [text, isShown] of [
    ['A plain sentence.', () => main.getByText('A plain sentence.').waitFor()],
    ['## Markdown head', () => main.getByRole('heading', { name: 'Markdown head' }).waitFor()],
    [
      '<section><h2>HTML head</h2></section>',
      () => main.getByRole('heading', { name: 'HTML head' }).waitFor(),
    ],
    [`${address}/home`, () => main.locator(`iframe[src="${address}/home"]`).waitFor()],
  ] as const) {
    await page.goto(other)
    await write(page, 'HomePageContent', text)
    await save(page)
    await page.getByText('Saved successfully').waitFor()
    await page.locator('header').getByRole('link', { name: 'Home' }).click()
    await isShown()
    await page.reload()
    await isShown()
  }
  expect(complaints).toEqual([])
  await leave()
})

it('A-TAB-40 A-OPT-054 /about shows what was saved although another text was there a moment ago; a link value is the address of an iframe', async () => {
  const { page, complaints, leave } = await site.visitSignedIn()
  await page.goto('/app/tokens')
  const openAbout = () => page.locator('header').getByRole('link', { name: 'About' }).click()
  await openAbout()
  await page.locator('main').getByText('Tollgate').first().waitFor()
  for (const [text, head] of [
    ['# In Markdown', 'In Markdown'],
    ['<h2>In HTML</h2>', 'In HTML'],
  ] as const) {
    await openSettings(page)
    await write(page, 'About', text)
    await save(page)
    await row(page, 'About').getByText('Unsaved').waitFor({ state: 'detached' })
    await openAbout()
    await page.locator('main').getByRole('heading', { name: head }).waitFor()
  }
  await openSettings(page)
  await write(page, 'About', `${address}/about-us`)
  await save(page)
  await row(page, 'About').getByText('Unsaved').waitFor({ state: 'detached' })
  await leave()

  const visitor = await site.visit()
  await visitor.page.goto('/about')
  const frame = visitor.page.locator('main iframe')
  expect(await frame.getAttribute('src')).toBe(`${address}/about-us`)
  await frame.contentFrame().getByRole('heading', { name: 'Who we are elsewhere' }).waitFor()
  expect([...complaints, ...visitor.complaints]).toEqual([])
  await visitor.leave()
})

it('A-TAB-41 A-OPT-053 footer, markup for the head, style and script act from the next load on', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto(other)
  await write(page, 'Footer', '<b>Run by nobody</b> <a href="https://example.com/imprint">Imprint</a>')
  await write(page, 'custom_head_html', '<meta name="site-check" content="41">')
  await write(page, 'global_css', 'body { outline: 3px solid rgb(4, 1, 0) }')
  await write(page, 'global_js', 'window.fromSettings = document.title.length > 0')
  await save(page)
  await page.getByText('Saved successfully').waitFor()
  await leave()

  const visitor = await site.visit()
  await visitor.page.goto('/')
  const footer = visitor.page.locator('footer')
  await footer.getByText('Run by nobody').waitFor()
  expect(await footer.getByRole('link', { name: 'Imprint' }).getAttribute('href')).toBe(
    'https://example.com/imprint',
  )
  expect(await visitor.page.locator('head meta[name=site-check]').getAttribute('content')).toBe('41')
  expect(
    await visitor.page.evaluate(() => [
      getComputedStyle(document.body).outlineColor,
      'fromSettings' in window,
    ]),
  ).toEqual(['rgb(4, 1, 0)', true])
  expect(visitor.complaints).toEqual([])
  await visitor.leave()
})

it('A-TAB-04 A-OPT-061 changing 500000 warns of amounts with six decimals, taking it back takes the warning away', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings')
  const own = row(page, 'QuotaPerUnit')
  const units = own.getByRole('spinbutton')
  expect(await units.inputValue()).toBe('500000')
  const warning = own.getByText('Changing this yields amounts with six decimals')
  expect(await warning.count()).toBe(0)
  await units.fill('1000000')
  await warning.waitFor()
  await units.fill('500000')
  await warning.waitFor({ state: 'detached' })
  await leave()
})

it('A-TAB-10 A-TAB-24 three granularities and two reverse proxies can be chosen, no others', async () => {
  const { page, leave } = await site.visitSignedIn()
  for (const [tab, key, names] of [
    ['operation', 'DataExportDefaultTime', ['Hour', 'Day', 'Week']],
    ['system', 'ReverseProxyProvider', ['nginx', 'cloudflare']],
  ] as const) {
    await page.goto(`/admin/settings?tab=${tab}`)
    await row(page, key).locator('button[aria-haspopup=listbox]').click()
    const listed = page.getByRole('listbox').getByRole('option')
    await listed.first().waitFor()
    expect(await listed.allInnerTexts()).toEqual(names)
    await page.keyboard.press('Escape')
    await expect(site.admin.setOption(key, 'other')).rejects.toMatchObject({
      status: 400,
      code: 'option_choice',
    })
  }
  await leave()
})
