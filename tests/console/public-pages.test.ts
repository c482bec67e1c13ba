import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Visitor, type VisitorOptions, widths } from './support/browser.ts'
import { findFlaws } from './support/flaws.ts'
import { row, save } from './support/settings.ts'
import { type Site, startSite } from './support/site.ts'

/** Tests what everybody sees: home, about, the top bar, and the answer to an unknown address. */

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.close())

const visitors: Visitor[] = []
afterEach(async () => {
  for (const visitor of visitors.splice(0)) await visitor.leave()
})
const open = async (
  path: string,
  options: VisitorOptions & { readonly isRoot?: true } = {},
): Promise<Page> => {
  const visitor = await (options.isRoot ? site.visitSignedIn(options) : site.visit(options))
  visitors.push(visitor)
  await visitor.page.goto(path)
  return visitor.page
}
const siteLinks = (page: Page) => page.locator('header').getByRole('navigation', { name: 'Site' })

it('C-SHELL-01 home is a welcome, or what the administrator wrote for it', async () => {
  const page = await open('/')
  await page.getByRole('heading', { name: 'Tollgate', level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  await site.admin.setOption('HomePageContent', '# Our own gate')
  await page.reload()
  await page.getByRole('heading', { name: 'Our own gate' }).waitFor()
  expect(await page.getByRole('heading', { name: 'Tollgate', level: 1 }).count()).toBe(0)
  await site.admin.setOption('HomePageContent', '')
})

it('the welcome names one address per protocol, three steps, and models with their prices, which lead on', async () => {
  const page = await open('/')
  await page.getByRole('heading', { name: 'Models and prices' }).waitFor()
  await page.getByText('No models are available at the moment.').waitFor()
  await site.admin.createChannel({ name: 'home', key: 'k', models: 'home-9,home-10,home-unpriced' })
  await site.admin.call('PUT', '/api/option/entries', {
    entries: [
      { key: 'ModelRatio', name: 'home-9', value: '0.625' },
      { key: 'CompletionRatio', name: 'home-9', value: '8' },
      { key: 'ModelPrice', name: 'home-10', value: '0.04' },
    ],
  })
  await page.reload()
  const table = page.getByRole('table', { name: 'Models and prices' })
  await table.waitFor()
  expect(await table.locator('tbody tr').allTextContents()).toEqual([
    'home-9$1.25$1.25$10.00',
    'home-10$0.04 per call',
  ])
  expect(await page.locator('pre').textContent()).toContain('"model":"home-9"')
  const protocols = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^Copy the/ }) })
  expect(await protocols.locator('code').allTextContents()).toEqual([`${site.url}/v1`, site.url, site.url])
  expect(await page.locator('main ol h3').allTextContents()).toEqual([
    'Create an account',
    'Create a token',
    'Set the base address and the key',
  ])
  await page.getByRole('link', { name: 'See all 3 models' }).waitFor()
  await table.getByRole('link', { name: 'home-9' }).click()
  await page.waitForURL(`${site.url}/pricing?model=home-9`)
})

it('the welcome offers an account only where one can be made', async () => {
  const page = await open('/')
  const offers = page.locator('main').getByRole('link', { name: 'Create an account' })
  await expect.poll(() => offers.count()).toBe(2)
  await site.admin.setOption('RegisterEnabled', 'false')
  await page.reload()
  await page.getByText('Use the account that the administrator gave you.').waitFor()
  expect(await offers.count()).toBe(0)
  await site.admin.setOption('RegisterEnabled', 'true')
})

it('A-OPT-050 A-TAB-38 a notice that is saved stands on the home page, as Markdown, until it is emptied', async () => {
  const root = await open('/admin/settings?tab=other', { isRoot: true })
  await row(root, 'Notice').locator('textarea').fill('Maintenance **tonight**')
  await save(root)
  await root.getByText('Notice updated').waitFor()
  const page = await open('/')
  await page.getByText('Maintenance tonight').waitFor()
  expect(await page.locator('strong').getByText('tonight').count()).toBe(1)
  await site.admin.setOption('Notice', '')
  await page.reload()
  await page.getByRole('heading', { name: 'Tollgate', level: 1 }).waitFor()
  expect(await page.getByText('Maintenance').count()).toBe(0)
})

it('a wide table and long lines of code in a notice scroll inside its dialog on a phone', async () => {
  const wide = 'x'.repeat(200)
  await site.admin.setOption('Notice', `| a |\n|---|\n| ${wide} |\n\n\`\`\`\n${wide}\n\`\`\`\n`)
  const page = await open('/', { width: widths.phone })
  const dialog = page.getByRole('dialog')
  for (const element of ['table', 'pre']) {
    await dialog.locator(element).waitFor()
    const [inner, outer] = [
      await dialog.locator(element).boundingBox(),
      await dialog.getByRole('button', { name: 'Got it' }).boundingBox(),
    ]
    const endOf = (box: typeof inner) => (box?.x ?? 0) + (box?.width ?? 0)
    expect([element, endOf(inner) <= endOf(outer) + 1]).toEqual([element, true])
    expect(await dialog.locator(element).evaluate((each) => each.scrollWidth > each.clientWidth)).toBe(true)
  }
  expect(await findFlaws(page)).toEqual([])
  await site.admin.setOption('Notice', '')
})

it('C-SHELL-03 about is a text, the page behind a link, or a line about this program', async () => {
  const page = await open('/about')
  await page.locator('main').getByText('Tollgate').first().waitFor()
  await site.admin.setOption('About', '## Who we are\n\nFour people.')
  await page.reload()
  await page.getByRole('heading', { name: 'Who we are' }).waitFor()
  expect(await page.locator('iframe').count()).toBe(0)
  await site.admin.setOption('About', `${site.url}/healthz`)
  await page.reload()
  expect(await page.locator('main iframe').getAttribute('src')).toBe(`${site.url}/healthz`)
  await page.frameLocator('main iframe').getByText('ok').waitFor()
  await site.admin.setOption('About', '')
})

it('C-SHELL-02 an unknown address says so, to visitors and to users', async () => {
  for (const options of [{}, { isRoot: true }] as const) {
    const page = await open('/nope', options)
    await page.getByText('Page does not exist, check your browser address').waitFor()
    expect(new URL(page.url()).pathname).toBe('/nope')
    expect(await page.locator('main code').textContent()).toBe('/nope')
    await page.getByRole('link', { name: 'Go to the home page' }).click()
    await page.waitForURL(`${site.url}/`)
  }
})

it('C-SHELL-05 A-OPT-060 the bar leads home, to the console, to prices and about, and to the docs in a new tab once there are any', async () => {
  const page = await open('/', { isRoot: true })
  await siteLinks(page).getByRole('link', { name: 'Pricing' }).waitFor()
  expect(await siteLinks(page).getByRole('link').allTextContents()).toEqual([
    'Home',
    'Console',
    'Pricing',
    'About',
  ])
  for (const [name, path] of [
    ['Pricing', '/pricing'],
    ['About', '/about'],
    ['Console', '/app/dashboard'],
    ['Home', '/'],
  ] as const) {
    await siteLinks(page).getByRole('link', { name }).click()
    await page.waitForURL((url) => url.pathname === path)
  }
  await site.admin.setOption('general_setting.docs_link', `${site.url}/healthz`)
  await page.reload()
  const [docs] = await Promise.all([
    page.context().waitForEvent('page'),
    siteLinks(page).getByRole('link', { name: 'Docs' }).click(),
  ])
  await docs.waitForURL('**/healthz')
  expect(new URL(page.url()).pathname).toBe('/')
  await site.admin.setOption('general_setting.docs_link', '')
})

it('C-SHELL-06 visitors may log in and sign up; signing up is not offered on a phone and in self-use mode', async () => {
  const logIn = (page: Page) => page.locator('header').getByRole('link', { name: 'Sign in' })
  const signUp = (page: Page) => page.locator('header').getByRole('link', { name: 'Sign up' })
  const wide = await open('/')
  await signUp(wide).waitFor()
  expect(await logIn(wide).getAttribute('href')).toBe('/login')
  expect(await signUp(wide).getAttribute('href')).toBe('/register')
  const phone = await open('/', { width: widths.phone })
  await logIn(phone).waitFor()
  expect(await signUp(phone).isVisible()).toBe(false)
  const root = await open('/', { isRoot: true })
  await root.getByRole('button', { name: /^Account/ }).waitFor()
  expect([await logIn(root).count(), await signUp(root).count()]).toEqual([0, 0])
  await site.admin.setOption('SelfUseModeEnabled', 'true')
  await wide.reload()
  await wide.getByText('Self-use mode').waitFor()
  expect([await logIn(wide).count(), await signUp(wide).count()]).toEqual([1, 0])
  await site.admin.setOption('SelfUseModeEnabled', 'false')
})

it('C-SHELL-22 the sidebar stands beside pages of the console, and not beside home', async () => {
  const page = await open('/app/tokens', { isRoot: true })
  await page.locator('aside').waitFor()
  await siteLinks(page).getByRole('link', { name: 'Home' }).click()
  await page.waitForURL(`${site.url}/`)
  await page.locator('aside').waitFor({ state: 'detached' })
  await siteLinks(page).getByRole('link', { name: 'About' }).click()
  await page.locator('aside').waitFor()
})
