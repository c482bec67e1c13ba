import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sections } from '../../src/console/pages/settings/sections.ts'
import { discard, recordUpdates, row, save, section, showAsJson } from './support/settings.ts'
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

it.each(jsonFields)(
  'A-OPTG-11 $ids a single { in $key is refused beside the field and by the daemon',
  async ({ tab, name, key }) => {
    const isOpen = new URL(page.url()).searchParams.get('tab') === tab
    if (!isOpen) await page.goto(`/admin/settings?tab=${tab}`)
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
    // It names the line.
    await text.fill('{\n  "vip": }')
    await own.getByText('Not a valid JSON string: line 2').waitFor()
    await text.fill('')
    await save(page)
    await own.getByText('Not a valid JSON string').waitFor()
    await discard(page)
    expect(await text.inputValue()).toBe(before)
    expect(updates).toEqual([])
    await expect(site.admin.setOption(key, '{')).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('not a valid JSON string'),
    })
    expect((await options()).find((each) => each.key === key)?.value).toBe(before)
  },
)

it('A-OPTG-07 every settings form that is saved untouched says that nothing was changed, and sends nothing', async () => {
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
    const names = await page
      .locator('section:has([data-option])')
      .evaluateAll((all) => all.map(({ id }) => id))
    for (const name of names) {
      // A secret that is about to be replaced and then is not.
      const replace = section(page, name).getByRole('button', { name: 'Replace' })
      for (let left = await replace.count(); left > 0; left -= 1) await replace.first().click()
      await save(page)
      const notice = page.getByText('You seem to have changed nothing').first()
      await notice.waitFor()
      // It may have gone by itself on a slow machine.
      await page.locator('[data-close-button]').evaluateAll((buttons) => {
        for (const button of buttons) if (button instanceof HTMLElement) button.click()
      })
      await notice.waitFor({ state: 'detached' })
      seen.push(name)
    }
  }
  expect(seen).toEqual(sections.map(({ name }) => name))
  expect([...updates, ...asked]).toEqual([])
})
