import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Site, startSite } from './support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.close())

const frame = 'nav'
const placeholder = 'main [data-skeleton]'

it('a page appears in one step: its code and texts load while the console asks for the status', async () => {
  const { page, complaints, leave } = await site.visitSignedIn()
  // Records whether the frame was ever shown without its page.
  await page.addInitScript(() => {
    const seen = { isEmptyFrame: false }
    Object.assign(window, { seen })
    new MutationObserver(() => {
      if (document.querySelector('main') && !document.querySelector('main h1')) seen.isEmptyFrame = true
    }).observe(document, { childList: true, subtree: true })
  })
  const fetched: string[] = []
  page.on('requestfinished', (request) => fetched.push(new URL(request.url()).pathname))
  const hasBoth = () =>
    ['tokens-page', 'tokens-'].every((name) => fetched.some((path) => path.includes(name)))
  await page.route('**/api/status', async (route) => {
    await expect.poll(hasBoth).toBe(true)
    await route.continue()
  })
  await page.goto('/app/tokens')
  await page.getByRole('heading', { name: 'API tokens', level: 1 }).waitFor()
  expect(await page.evaluate(() => 'seen' in window && window.seen)).toEqual({ isEmptyFrame: false })
  expect(complaints).toEqual([])
  await leave()
})

it('a page that takes long to load is announced by a placeholder in the frame, and then replaces it', async () => {
  const { page, complaints, leave } = await site.visitSignedIn()
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>()
  await page.route('**/assets/tokens-page-*', async (route) => {
    await mayCome
    await route.continue()
  })
  await page.goto('/app/tokens')
  await page.locator(placeholder).first().waitFor()
  await page.locator(frame).first().waitFor()
  letCome()
  await page.getByRole('heading', { name: 'API tokens', level: 1 }).waitFor()
  await expect.poll(() => page.locator(placeholder).count()).toBe(0)
  expect(complaints).toEqual([])
  await leave()
})

it('only the texts of the current language are loaded', async () => {
  for (const [locale, heading] of [
    ['en-US', 'API tokens'],
    ['zh-CN', 'API 令牌'],
  ] as const) {
    const { page, leave } = await site.visitSignedIn({ locale })
    const catalogues: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (/\/tokens-(?!page)[^/]*\.js$/.test(pathname)) catalogues.push(pathname)
    })
    await page.goto('/app/tokens')
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
    expect(catalogues).toHaveLength(1)
    await leave()
  }
})

it('a drawer or a dialog whose code takes long to come says that it opens', async () => {
  await site.admin.createToken({ name: 'slow' })
  const { page, complaints, leave } = await site.visitSignedIn()
  for (const [path, chunk, press] of [
    ['/app/tokens', '**/assets/token-drawer-*', 'New token'],
    ['/admin/users', '**/assets/user-drawer-*', 'New user'],
    ['/admin/coupons', '**/assets/dialog-window-*', 'Delete by name'],
  ] as const) {
    await page.goto(path)
    const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>()
    await page.route(chunk, async (route) => {
      await mayCome
      await route.continue()
    })
    await page.getByRole('button', { name: press }).click()
    const opening = page.getByRole('status').filter({ hasText: 'Opening…' })
    await expect
      .poll(() => opening.evaluate((shown) => getComputedStyle(shown).opacity).catch(() => 'absent'))
      .toBe('1')
    letCome()
    await page.getByRole('dialog').getByRole('heading').first().waitFor()
    await opening.waitFor({ state: 'detached' })
    await page.unroute(chunk)
  }
  expect(complaints).toEqual([])
  await leave()
})
