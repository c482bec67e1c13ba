import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Simulator, startSimulator } from '../support/simulator/simulator.ts'
import { widths } from './support/browser.ts'
import { type Site, startSite } from './support/site.ts'

/** Tests the price list for visitors and users. */

const groups = { default: 1, vip: 0.8, a: 1.1, b: 3, c: 3.1, d: 5, e: 5.1 }
const markup = '<img src=x onerror=window.pwned=1>'
const names = Array.from({ length: 240 }, (_, index) => `bulk-${index}`)

let upstream: Simulator
let site: Site
beforeAll(async () => {
  upstream = await startSimulator({ models: ['by-use', 'per-call', 'unpriced'], keys: ['upstream-key'] })
  site = await startSite()
  const { admin } = site
  await admin.setOption('GroupRatio', JSON.stringify(groups))
  await admin.setOption(
    'UserUsableGroups',
    JSON.stringify({ default: 'Standard', vip: markup, a: 'A', b: 'B', c: 'C', d: 'D', e: 'E' }),
  )
  await admin.setOption('ModelRatio', '{"by-use": 1.25}')
  await admin.setOption('CompletionRatio', '{"by-use": 4}')
  await admin.setOption('CacheRatio', '{"by-use": 0.1}')
  await admin.setOption('ModelPrice', '{"per-call": 0.04}')
  const channel = { key: 'upstream-key', base_url: upstream.url }
  await admin.createChannel({
    ...channel,
    name: 'main',
    models: `by-use,per-call,unpriced,${markup}`,
    group: 'default,vip',
  })
  await admin.createChannel({ name: 'other', key: 'k', type: 14, models: 'claude-x', group: 'a' })
})
afterAll(async () => {
  await site?.close()
  await upstream?.close()
})

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const cells = async (page: Page, name: string) => row(page, name).getByRole('cell').allTextContents()

it('C-PRICE-01 C-PRICE-05 C-PRICE-06 a visitor reads prices per million and per call, and the group switch recomputes them', async () => {
  const { page, complaints, leave } = await site.visit()
  await page.goto('/pricing')
  await row(page, 'by-use').waitFor()
  expect((await cells(page, 'by-use')).slice(2, 7)).toEqual(['Per token', '$2.50', '$0.25', '$10.00', ''])
  expect((await cells(page, 'per-call')).slice(2, 7)).toEqual(['Per call', '', '', '', '$0.04'])
  expect(await row(page, 'by-use').textContent()).toContain('model 1.25 · output 4 · cache 0.1')
  expect((await cells(page, 'by-use'))[8]).toBe('defaultvip')
  expect((await cells(page, 'unpriced'))[2]).toBe('Per tokenNo price set')
  // finding console 17: prices that are not set are not shown.
  expect((await cells(page, 'unpriced')).slice(3, 8)).toEqual(['', '', '', '', ''])

  await page.getByRole('button', { name: /^Group: / }).click()
  await page.getByRole('option', { name: 'vip' }).click()
  await page.waitForURL('**/pricing?group=vip')
  expect((await cells(page, 'by-use')).slice(3, 6)).toEqual(['$2.00', '$0.20', '$8.00'])
  expect((await cells(page, 'per-call'))[6]).toBe('$0.032')
  // A group name in a row also selects that group, and going back undoes the choice.
  await row(page, 'by-use').getByRole('button', { name: 'Show the prices of group default' }).click()
  await page.waitForURL('**/pricing?group=default')
  await page.goBack()
  await page.waitForURL('**/pricing?group=vip')
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false)
  await page.getByText(markup, { exact: true }).first().waitFor()
  expect(complaints).toEqual([])
  await leave()
})

it('C-PRICE-05 C-PRICE-19 group ratios are red over 5, orange over 3, blue over 1 and green otherwise', async () => {
  const { page, leave } = await site.visit()
  await page.goto('/pricing?model=by-use')
  await page.getByRole('dialog').getByText('How the price in group default is calculated').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Group: / }).click()
  const seen: Record<string, string | undefined> = {}
  for (const ratio of ['×5.1', '×5', '×3.1', '×3', '×1.1', '×1']) {
    const tag = page.getByRole('option').getByText(ratio, { exact: true }).locator('..')
    seen[ratio] = /text-(bad|orange|info|ok)\b/.exec((await tag.getAttribute('class')) ?? '')?.[1]
  }
  expect(seen).toEqual({
    '×5.1': 'bad',
    '×5': 'orange',
    '×3.1': 'orange',
    '×3': 'info',
    '×1.1': 'info',
    '×1': 'ok',
  })
  await leave()
})

it('C-PRICE-19 and so they are beside tokens, in their form, in the playground and in the prices of a model', async () => {
  for (const name of Object.keys(groups)) await site.admin.createToken({ name: `of-${name}`, group: name })
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/app/tokens')
  const tone = async (scope: Locator, ratio: string) => {
    const tag = scope.getByText(`×${ratio}`, { exact: true }).locator('..')
    return /text-(bad|orange|info|ok)\b/.exec((await tag.first().getAttribute('class')) ?? '')?.[1]
  }
  const tones = [
    ['e', '5.1', 'bad'],
    ['d', '5', 'orange'],
    ['c', '3.1', 'orange'],
    ['b', '3', 'info'],
    ['a', '1.1', 'info'],
    ['default', '1', 'ok'],
  ] as const
  for (const [name, ratio, wanted] of tones)
    expect([name, await tone(row(page, `of-${name}`), ratio)]).toEqual([name, wanted])
  const options = async () => {
    await page.getByLabel('Group').first().click()
    for (const [name, ratio, wanted] of tones)
      expect([name, await tone(page.getByRole('option'), ratio)]).toEqual([name, wanted])
  }
  await page.goto('/app/tokens?edit=new')
  await page.locator('[data-drawer]').getByLabel('Name').waitFor()
  await options()
  await page.goto('/playground')
  await page.getByRole('heading', { name: 'Playground' }).waitFor()
  await options()
  await page.goto('/pricing?model=claude-x')
  await page.getByRole('dialog').getByRole('row').nth(1).waitFor()
  expect(await tone(page.getByRole('dialog'), '1.1')).toBe('info')
  await leave()
})

it('search, filters, order and page are in the address, and an address shows the same to anybody', async () => {
  const { page, context, leave } = await site.visit()
  await page.goto('/pricing')
  await page.getByRole('searchbox', { name: 'Model name' }).fill('USE')
  await page.waitForURL('**/pricing?q=USE')
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await page.getByText('Per call', { exact: true }).first().click()
  await page.waitForURL('**/pricing?type=call')
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  await page.getByText('All', { exact: true }).click()
  await page.getByRole('button', { name: 'Vendor' }).click()
  await page.getByRole('option', { name: 'anthropic' }).click()
  await row(page, 'claude-x').waitFor()
  expect(await page.getByRole('row').count()).toBe(2)
  await page.goto('/pricing?sort=input&order=desc&group=vip')
  await row(page, 'unpriced').waitFor()
  const order = async () => {
    const texts = await page.getByRole('row').allTextContents()
    return texts.slice(1).map((text) => /by-use|unpriced|per-call/.exec(text)?.[0] ?? 'x')
  }
  const seen = await order()
  expect(seen.indexOf('by-use')).toBeLessThan(seen.indexOf('per-call'))
  // finding console 17: a model without a price is sorted last.
  expect(seen.at(-1)).toBe('unpriced')
  const shared = await context.newPage()
  await shared.goto(page.url())
  await row(shared, 'unpriced').waitFor()
  expect((await shared.getByRole('row').allTextContents()).length).toBe(seen.length + 1)
  await page.goto('/pricing?q=nothing-like-it')
  await page.getByText('No models match these filters').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await row(page, 'by-use').waitFor()
  await leave()
})

it('C-PRICE-07 a page has ten models, and hundreds of them are as many pages', async () => {
  const { id } = await site.admin.createChannel({
    name: 'bulk',
    key: 'k',
    models: names.join(','),
    group: 'default',
  })
  const { page, leave } = await site.visit()
  await page.goto('/pricing?q=bulk&p=2')
  await page.getByText('11–20 of 240').waitFor()
  expect(await page.getByRole('row').count()).toBe(11)
  await page.getByRole('button', { name: 'Page 24' }).click()
  await page.getByText('231–240 of 240').waitFor()
  await row(page, 'bulk-239').waitFor()
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('100')
  await page.waitForURL('**/pricing?q=bulk&size=100')
  await page.getByText('1–100 of 240').waitFor()
  await page.reload()
  await page.getByText('1–100 of 240').waitFor()
  await page.goto('/pricing?p=999')
  await page.getByText('of 245').waitFor()
  await leave()
  await site.admin.call('DELETE', `/api/channel/${id}`)
})

it('C-PRICE-01 C-PRICE-06 a user finds their own group chosen, names copied on a click, and the price of a model in every group', async () => {
  await site.admin.call('POST', '/api/user/', { username: 'vivian', password: 'correct-horse' })
  const { items } = await site.admin.call<{ items: { id: number; username: string }[] }>(
    'GET',
    '/api/user/search?keyword=vivian',
  )
  await site.admin.call('PUT', '/api/user/', { id: items[0]?.id, group: 'vip' })
  const { page, leave } = await site.visitAs('vivian', 'correct-horse')
  await page.goto('/pricing')
  await row(page, 'by-use').waitFor()
  expect((await cells(page, 'by-use')).slice(3, 6)).toEqual(['$2.00', '$0.20', '$8.00'])
  await page.getByText('Your group:').waitFor()
  await page.getByRole('button', { name: 'Copy by-use' }).click()
  await page.getByText('Copied: by-use').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('by-use')
  await page.getByRole('button', { name: 'by-use', exact: true }).click()
  await page.waitForURL('**/pricing?model=by-use')
  const drawer = page.getByRole('dialog')
  await drawer
    .getByText('Input: $2.00 × model ratio 1.25 × group ratio 0.8 = $2.00 per million tokens')
    .waitFor()
  await drawer.getByText('Output: input price × 4 = $8.00 per million tokens').waitFor()
  expect(await drawer.getByRole('row').allTextContents()).toEqual([
    'GroupInputCached inputOutput',
    'default×1$2.50$0.25$10.00',
    'vip×0.8$2.00$0.20$8.00',
  ])
  await page.goBack()
  await drawer.waitFor({ state: 'detached' })
  await leave()
})

it('on a phone a model is a card with only the prices it has, and nothing to select', async () => {
  const { page, leave } = await site.visit({ width: widths.phone })
  await page.goto('/pricing?q=per-call')
  await row(page, 'per-call').waitFor()
  const visible = await row(page, 'per-call')
    .getByRole('cell')
    .evaluateAll((all) =>
      all.filter((each) => (each as HTMLElement).offsetHeight > 0).map((each) => each.textContent),
    )
  expect(visible).toEqual(['per-call', 'Per call', '$0.04', 'defaultvip'])
  expect(await page.getByRole('checkbox').count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(widths.phone)
  await leave()
})

it('C-PRICE-20 C-PRICE-21 a fallback price is shown and charged for a model without a price, and never replaces an explicit one', async () => {
  const { admin } = site
  await admin.setOption('fallback_single_price', '0.01')
  await admin.setOption('fallback_pricing_enabled', 'true')
  const { page, leave } = await site.visit()
  await page.goto('/pricing')
  await row(page, 'unpriced').waitFor()
  expect((await cells(page, 'unpriced')).slice(2, 7)).toEqual(['Per callFallback price', '', '', '', '$0.01'])
  expect((await cells(page, 'by-use')).slice(2, 6)).toEqual(['Per token', '$2.50', '$0.25', '$10.00'])

  const { key } = await admin.createToken({ name: 'calls' })
  upstream.always({
    text: 'Hello',
    usageValues: { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 },
  })
  const call = (model: string) =>
    fetch(`${site.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hi' }] }),
    })
  expect((await call('unpriced')).status).toBe(200)
  expect((await call('by-use')).status).toBe(200)
  // 0.01 dollars per call. 1000 tokens in at 2.50 and 100 out at 10 dollars per million.
  const quotas = async () => {
    const { items } = await admin.call<{ items: { model_name: string; quota: number }[] }>(
      'GET',
      '/api/log/?type=2',
    )
    return Object.fromEntries(items.map(({ model_name, quota }) => [model_name, quota]))
  }
  await expect.poll(quotas).toEqual({ unpriced: 5000, 'by-use': 1750 })
  await admin.setOption('fallback_pricing_enabled', 'false')
  await leave()
})

it('without any model there is a sentence, and for administrators what to do about it', async () => {
  const bare = await startSite()
  const visitor = await bare.visit()
  await visitor.page.goto('/pricing')
  await visitor.page.getByText('No models are available at the moment').waitFor()
  await visitor.leave()
  const { page, leave } = await bare.visitSignedIn()
  await page.goto('/pricing')
  await page.getByText('No channel offers any models yet').waitFor()
  await page.getByText('tollgate channel create').waitFor()
  await leave()
  await bare.close()
})

it('the list with its usual columns fits a window of 1280 pixels beside the sidebar, names and all', async () => {
  const ratios = { 'by-use': 1.25, 'usual-sonnet-4-5': 1.5, 'usual-4o-mini': 0.075 }
  await site.admin.setOption('ModelRatio', JSON.stringify(ratios))
  const models = 'usual-sonnet-4-5,usual-4o-mini,usual-unset'
  await site.admin.createChannel({
    name: 'usual',
    key: 'upstream-key',
    base_url: upstream.url,
    models,
    group: 'default',
  })
  const { page, leave } = await site.visitSignedIn({ width: 1280 })
  await page.goto('/pricing')
  await page.getByRole('searchbox', { name: 'Model name' }).fill('usual-')
  await expect.poll(() => page.locator('tbody tr[data-row]').count()).toBe(3)
  const beyond = await page
    .locator('div', { has: page.getByRole('table') })
    .last()
    .evaluate((part) => part.scrollWidth - part.clientWidth)
  expect(beyond).toBe(0)
  await leave()
})
