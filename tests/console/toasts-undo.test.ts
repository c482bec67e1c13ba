import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { themes, widths } from './support/browser.ts'
import { type Site, startSite } from './support/site.ts'
import { toasts, told } from './support/toasts.ts'
import { tokensNamed } from './support/tokens.ts'

/** Tests the look, the position, the text and the undo button of toasts. */

let site: Site
beforeAll(async () => {
  site = await startSite()
  for (let i = 1; i <= 12; i += 1)
    await site.admin.createChannel({ name: `row-${i}`, key: 'k', models: 'gpt-4o', tag: 'all', priority: i })
  await site.admin.createToken({ name: 'ci' })
  await site.admin.createToken({ name: 'cd' })
})
afterAll(() => site?.close())

const channel = async (name: string) => {
  const { items } = await site.admin.call<{
    items: { name: string; status: number; priority: number; tag: string }[]
  }>('GET', '/api/channel/?p=1&page_size=100')
  return items.find((each) => each.name === name)
}
const undo = (page: Page, text: string) => toasts(page, text).getByRole('button', { name: 'Undo' }).click()
const doTo = async (page: Page, menu: string, entry: string) => {
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}
const liesOn = async (one: Locator, other: Locator) => {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()]
  if (!a || !b) throw new Error('one of them is not drawn')
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

it.each(themes)(
  'console 10: in %s a toast has the font, an icon and the colours of the product',
  async (theme) => {
    const { page, leave } = await site.visitSignedIn({ theme })
    await page.goto('/admin/channels')
    await doTo(page, 'Actions on row-11', 'Disable')
    await told(page, 'Channel row-11 disabled')
    const toast = toasts(page, 'Channel row-11 disabled')
    const look = await toast.evaluate((element) => {
      const probe = document.createElement('i')
      document.body.append(probe)
      const colour = (name: string) => {
        probe.style.color = `var(--${name})`
        return getComputedStyle(probe).color
      }
      const icon = element.querySelector('[data-icon]')
      const style = getComputedStyle(element)
      return {
        hasFont: style.fontFamily === getComputedStyle(document.body).fontFamily,
        isLucide: icon?.querySelector('svg.lucide') !== null,
        hasIconColour: icon !== null && getComputedStyle(icon).color === colour('ok'),
        hasGround: style.backgroundColor === colour('surface'),
        hasText: style.color === colour('text'),
        isNotGreen: colour('ok') !== colour('text'),
      }
    })
    expect(Object.values(look), JSON.stringify(look)).toEqual(Object.values(look).map(() => true))
    await undo(page, 'Channel row-11 disabled')
    await told(page, 'Undone: Channel row-11 disabled')
    expect((await channel('row-11'))?.status).toBe(1)
    await leave()
  },
)

it.each([
  ['a desktop', widths.desktop, 900],
  ['a small window', 1024, 640],
  ['a phone', widths.phone, 812],
])(
  'console 10: on %s toasts never lie on the pages of the list, wherever it is scrolled',
  async (_name, width, height) => {
    const { page, leave } = await site.visitSignedIn({ width })
    await page.setViewportSize({ width, height })
    await page.goto('/admin/channels')
    const pager = page.locator('[data-pager]')
    const last = page.locator('[data-row]').last()
    await last.waitFor()
    const toast = page.locator('[data-sonner-toast]').first()
    const box = page.getByRole('textbox', { name: /^Priority of row-12/ })
    await box.fill('40')
    await box.press('Enter')
    await told(page, 'Priority of row-12 set to 40')
    await toast.hover()
    for (const share of [0, 0.25, 0.5, 0.75, 1]) {
      await page.evaluate((part) => {
        const room = document.documentElement.scrollHeight - innerHeight
        scrollTo({ top: room * part, behavior: 'instant' })
      }, share)
      await expect.poll(() => liesOn(toast, pager)).toBe(false)
    }
    // Scrolls the pager to where the toasts are, which is the case that the rule is for.
    const { y = 0, height: own = 0 } = (await pager.boundingBox()) ?? {}
    await page.evaluate((by) => scrollBy({ top: by, behavior: 'instant' }), y + own - (height - 80))
    await expect.poll(() => liesOn(toast, pager)).toBe(false)
    await undo(page, 'Priority of row-12 set to 40')
    await expect.poll(async () => (await channel('row-12'))?.priority).toBe(12)
    await leave()
  },
)

it('console 10: channels are named, and what was done to one, to several and to those of a tag is taken back', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.addInitScript(() => localStorage.setItem('page-size', '20'))
  await page.goto('/admin/channels')
  await doTo(page, 'Actions on row-2', 'Disable')
  await told(page, 'Channel row-2 disabled')
  await expect.poll(async () => (await channel('row-2'))?.status).toBe(2)
  for (const name of ['row-2', 'row-3', 'row-4'])
    await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check()
  await page.locator('[data-bulk]').getByRole('button', { name: 'Disable' }).click()
  await told(page, '3 channels disabled')
  await undo(page, '3 channels disabled')
  await told(page, 'Undone: 3 channels disabled')
  // Only the effects of the undone change are reverted.
  expect([(await channel('row-2'))?.status, (await channel('row-3'))?.status]).toEqual([2, 1])
  await page.goto('/admin/channels?tag_mode=true')
  await doTo(page, 'Actions on all', 'Disable all')
  await told(page, '12 channels with the tag all disabled')
  await undo(page, '12 channels with the tag all disabled')
  await told(page, 'Undone: 12 channels')
  expect([(await channel('row-2'))?.status, (await channel('row-9'))?.status]).toEqual([2, 1])
  await leave()
})

it('console 10: tokens, codes and users are named and put back, in a menu as in a form', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/app/tokens')
  await doTo(page, 'Actions on ci', 'Disable')
  await told(page, 'Token ci disabled')
  await undo(page, 'Token ci disabled')
  await told(page, 'Undone: Token ci disabled')
  expect((await tokensNamed(site, 'ci'))[0]?.status).toBe(1)
  const [token] = await tokensNamed(site, 'cd')
  await page.goto(`/app/tokens?edit=${token?.id}`)
  const drawer = page.locator('[data-drawer]')
  await expect.poll(() => drawer.getByLabel('Name').inputValue()).toBe('cd')
  await drawer.getByLabel('Name').fill('deploy')
  await drawer.getByRole('button', { name: 'Save', exact: true }).click()
  await told(page, 'Token deploy saved')
  expect(await tokensNamed(site, 'deploy')).toHaveLength(1)
  await undo(page, 'Token deploy saved')
  await told(page, 'Undone: Token deploy saved')
  expect(await tokensNamed(site, 'deploy')).toHaveLength(0)

  await site.admin.call('POST', '/api/user/', {
    username: 'ann',
    password: 'password-of-ann',
    display_name: 'ann',
  })
  await page.goto('/admin/users')
  await doTo(page, 'Actions on ann', 'Disable')
  await told(page, 'User ann disabled')
  await undo(page, 'User ann disabled')
  await told(page, 'Undone: User ann disabled')
  await page.getByRole('row', { name: /ann/ }).getByText('Activated').waitFor()

  await site.admin.call('POST', '/api/redemption/', { name: 'spring', quota: 1000 })
  await page.goto('/admin/coupons')
  await doTo(page, 'Actions on spring', 'Disable')
  await told(page, 'Code spring disabled')
  await undo(page, 'Code spring disabled')
  await told(page, 'Undone: Code spring disabled')
  // Actions that cannot be undone have no undo button.
  await page.goto('/app/tokens')
  await doTo(page, 'Actions on ci', 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await told(page, 'Token ci deleted')
  expect(await toasts(page, 'Token ci deleted').getByRole('button', { name: 'Undo' }).count()).toBe(0)
  await leave()
})
