import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sections } from '../../src/console/pages/settings/sections.ts'
import { discard, recordUpdates, row, save, showAsJson } from './support/settings.ts'
import { settingsTable } from './support/settings-table.ts'
import { type Site, startSite } from './support/site.ts'

let site: Site
let page: Page
beforeAll(async () => {
  site = await startSite()
  page = (await site.visitSignedIn()).page
  await site.admin.setOption('ServerAddress', 'https://gw.example.com')
})
afterAll(() => site?.close())

interface Listed {
  readonly key: string
  readonly value: string
  readonly type: string
}
const options = () => site.admin.call<Listed[]>('GET', '/api/option/')

const jsonFields = settingsTable.flatMap(({ ids, tab, name, fields }) =>
  fields.filter(({ control }) => control === 'json').map(({ key }) => ({ ids, tab, name, key })),
)

it('A-OPTG-11 every setting that holds JSON is a field of this test or a table of the price panel', async () => {
  const inPanel = ['ModelRatio', 'ModelPrice', 'CompletionRatio', 'CacheRatio']
  const held = (await options()).filter(({ type }) => type === 'json').map(({ key }) => key)
  expect([...jsonFields.map(({ key }) => key), ...inPanel].sort()).toEqual(held.sort())
})

const named = ['GroupRatio', 'TopupGroupRatio']

it.each(jsonFields.filter(({ key }) => named.includes(key)))(
  'A-OPTG-11 $ids invalid JSON in $key is reported beside the field and not sent',
  async ({ tab, name, key }) => {
    await page.goto(`/admin/settings?tab=${tab}`)
    await page.locator(`#${name}`).waitFor()
    await showAsJson(page)
    const updates = recordUpdates(page)
    const before = (await options()).find((each) => each.key === key)?.value
    const own = row(page, key)
    const text = own.locator('textarea')
    await text.fill('{')
    await own.getByText('Not a valid JSON string').waitFor()
    await save(page)
    await page.getByText('Please check the input').first().waitFor()
    expect(await text.inputValue()).toBe('{')
    expect(await text.getAttribute('aria-invalid')).toBe('true')
    // The error names the line.
    await text.fill('{\n  "vip": }')
    await own.getByText('Not a valid JSON string: line 2').waitFor()
    await text.fill('')
    await save(page)
    await own.getByText('Not a valid JSON string').waitFor()
    await discard(page)
    expect(await text.inputValue()).toBe(before)
    expect(updates).toEqual([])
  },
)

it('A-OPTG-07 saving a tab of the settings without a change says so and sends nothing', async () => {
  const secrets = settingsTable.flatMap(({ fields }) => fields.filter(({ control }) => control === 'secret'))
  for (const { key } of secrets) await site.admin.setOption(key, 'stored-already')
  const updates = recordUpdates(page)
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && request.method() !== 'GET')
      asked.push(`${request.method()} ${pathname}`)
  })
  const seen: string[] = []
  for (const tab of ['operation', 'ratelimit', 'models', 'system', 'other']) {
    await page.goto(`/admin/settings?tab=${tab}`)
    await page.locator('section form:has([data-option])').first().waitFor()
    await showAsJson(page)
    seen.push(
      ...(await page.locator('section:has([data-option])').evaluateAll((all) => all.map(({ id }) => id))),
    )
    // A user starts to replace each secret and types nothing.
    const replace = page.locator('section').getByRole('button', { name: 'Replace', exact: true })
    for (let left = await replace.count(); left > 0; left -= 1) await replace.first().click()
    await save(page)
    await page.getByText('You seem to have changed nothing').first().waitFor()
  }
  expect(seen).toEqual(sections.map(({ name }) => name))
  expect([...updates, ...asked]).toEqual([])
})
