import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Site, signInAsRoot, startSite } from './support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
  await site.admin.setOption(
    'custom_head_html',
    '<meta name="site-check" content="42"><script>window.fromHead = 1</script>',
  )
  await site.admin.setOption('global_css', 'body { outline: 3px solid rgb(1, 2, 3) }')
  await site.admin.setOption('global_js', 'window.fromScript = 1')
})
afterAll(() => site?.close())

const marks = (page: Page) => page.evaluate(() => ['fromHead' in window, 'fromScript' in window])
const outline = (page: Page) => page.evaluate(() => getComputedStyle(document.body).outlineColor)

it('C-SHELL-30 A-OPT-056 A-OPT-057 A-OPT-058 markup, style and script of the site act on its public pages without a complaint of the content policy', async () => {
  const { page, complaints, leave } = await site.visit()
  await page.goto('/')
  await page.locator('main h1').waitFor()
  expect(await marks(page)).toEqual([true, true])
  expect(await page.locator('meta[name=site-check]').getAttribute('content')).toBe('42')
  await page.locator('header').getByRole('link', { name: 'About' }).click()
  await page.waitForURL('**/about')
  expect([await outline(page), ...(await marks(page))]).toEqual(['rgb(1, 2, 3)', true, true])
  expect(complaints).toEqual([])
  await leave()
})

it('A-OPT-058 scripts of the site do not come along to pages with passwords and keys, whichever way one goes there', async () => {
  const { page, leave } = await site.visit()
  await page.goto('/')
  expect(await marks(page)).toEqual([true, true])
  await page.locator('header').getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Username or email').waitFor()
  expect(await marks(page)).toEqual([false, false])
  await signInAsRoot(page)
  await page.getByRole('heading', { name: 'API tokens' }).waitFor()
  expect([await outline(page), ...(await marks(page))]).toEqual(['rgb(1, 2, 3)', false, false])
  await page.goto('/about')
  expect(await marks(page)).toEqual([true, true])
  await page.locator('header').getByRole('link', { name: 'Console' }).click()
  await page.locator('aside').waitFor()
  expect(await marks(page)).toEqual([false, false])
  await leave()
})
