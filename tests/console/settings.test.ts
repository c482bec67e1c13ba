import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { row, save, showAsJson } from './support/settings.ts'
import { type Site, startSite } from './support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.close())

interface Stored {
  readonly key: string
  readonly value: string
}

/** Records the calls to settings in the order in which they began and ended: `PUT key`, `/PUT key`, `GET`. */
const recordCalls = (page: Page): string[] => {
  const calls: string[] = []
  const nameOf = (request: Request): string | undefined => {
    if (new URL(request.url()).pathname !== '/api/option/') return undefined
    const body = request.postDataJSON() as { key: string } | null
    return body ? `PUT ${body.key}` : request.method()
  }
  page.on('request', (request) => {
    const name = nameOf(request)
    if (name) calls.push(name)
  })
  page.on('requestfinished', (request) => {
    const name = nameOf(request)
    if (name?.startsWith('PUT')) calls.push(`/${name}`)
  })
  return calls
}

it('previously A-TAB-01 A-TAB-03 the tab is in the address, operation by default, and the way back leads to the one', async () => {
  const { page, complaints, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings')
  const chosen = (name: string) => page.getByRole('tab', { name, selected: true }).waitFor()
  await chosen('Operation')
  expect(await page.locator('main').getByRole('heading', { level: 2 }).allTextContents()).toEqual([
    'General',
    'Drawing',
    'Sensitive words',
    'Logs',
    'Data dashboard',
    'Monitoring',
    'Check-in',
    'Quota',
    'Rebate',
    'Group ratios',
    'Fallback ratios',
    'Long prompts',
    'Chat',
    'Model prices',
  ])
  await page.getByRole('tab', { name: 'Models', exact: true }).click()
  await page.waitForURL('**/admin/settings?tab=models')
  await page.goBack()
  await chosen('Operation')
  for (const [tab, name] of Object.entries({ ratelimit: 'Rate limit', system: 'System', other: 'Other' })) {
    await page.goto(`/admin/settings?tab=${tab}`)
    await chosen(name)
  }
  expect(complaints).toEqual([])
  await leave()
})

it('every setting of the daemon has a name, its key and its default on the page, but for tables of prices', async () => {
  const { page, leave } = await site.visitSignedIn()
  const options = await site.admin.call<(Stored & { default: string; is_secret: boolean })[]>(
    'GET',
    '/api/option/',
  )
  const shown = new Map<string, string>()
  for (const tab of ['operation', 'ratelimit', 'models', 'system', 'other']) {
    await page.goto(`/admin/settings?tab=${tab}`)
    await page.locator('[data-option]').first().waitFor()
    await showAsJson(page)
    for (const each of await page.locator('[data-option]').all())
      shown.set((await each.getAttribute('data-option')) ?? '', (await each.textContent()) ?? '')
  }
  const inPanel = ['ModelRatio', 'ModelPrice', 'CompletionRatio', 'CacheRatio']
  expect([...shown.keys(), ...inPanel].sort()).toEqual(options.map(({ key }) => key).sort())
  for (const { key, is_secret: isSecret } of options.filter((each) => !inPanel.includes(each.key))) {
    const text = shown.get(key) ?? ''
    expect([key, text.includes(key), text.trim().length > key.length + 10]).toEqual([key, true, true])
    if (!isSecret) expect([key, /Default[: ]/.test(text)]).toEqual([key, true])
  }
  await leave()
})

it('A-OPTG-08 A-OPTG-09 sends one update per change, switches one by one first, and then reads the settings again', async () => {
  const { page, complaints, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings')
  await row(page, 'DemoSiteEnabled').waitFor()
  const calls = recordCalls(page)
  for (const key of ['DisplayTokenStatEnabled', 'DefaultCollapseSidebar'])
    await row(page, key).getByRole('switch').click()
  await row(page, 'TopUpLink').getByRole('textbox').fill('https://shop.example/')
  await row(page, 'general_setting.docs_link').getByRole('textbox').fill('https://docs.example')
  await row(page, 'RetryTimes').getByRole('spinbutton').fill('3')
  await page.getByText('5 unsaved changes').waitFor()
  const bodies: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') bodies.push(request.postDataJSON())
  })
  await save(page)
  await page.getByText('Saved successfully').waitFor()
  // The price panel sends its own reads when it opens.
  while (calls[0] === 'GET') calls.shift()
  expect(calls.slice(0, 4)).toEqual([
    'PUT DisplayTokenStatEnabled',
    '/PUT DisplayTokenStatEnabled',
    'PUT DefaultCollapseSidebar',
    '/PUT DefaultCollapseSidebar',
  ])
  // All other updates began before the first of them ended.
  expect(calls.slice(4, 7).sort()).toEqual([
    'PUT RetryTimes',
    'PUT TopUpLink',
    'PUT general_setting.docs_link',
  ])
  expect(calls.slice(7, 10).sort()).toEqual([
    '/PUT RetryTimes',
    '/PUT TopUpLink',
    '/PUT general_setting.docs_link',
  ])
  expect(calls.slice(10)).toEqual(['GET'])
  expect(bodies).toContainEqual({ key: 'DefaultCollapseSidebar', value: 'true', before: 'false' })
  expect(await row(page, 'TopUpLink').getByRole('textbox').inputValue()).toBe('https://shop.example')
  await page.reload()
  await row(page, 'RetryTimes').waitFor()
  expect(await row(page, 'RetryTimes').getByRole('spinbutton').inputValue()).toBe('3')
  expect(await row(page, 'DefaultCollapseSidebar').getByRole('switch').isChecked()).toBe(true)
  expect(complaints).toEqual([])
  await leave()
})
