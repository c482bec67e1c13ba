import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { save, saveBar } from './support/settings.ts'
import { type Site, startSite } from './support/site.ts'

/** Tests the price tables as JSON, models without a price, and lists of default prices. */

const files = new Map<string, string>()
const host = createServer((request, response) => {
  const body = files.get(request.url ?? '')
  response.writeHead(body === undefined ? 404 : 200).end(body)
})
let site: Site
beforeAll(async () => {
  await once(host.listen(0, '127.0.0.1'), 'listening')
  site = await startSite({ env: { TOLLGATE_MEDIA_RANGES: '127.0.0.1/32' } })
  await site.admin.createChannel({
    name: 'main',
    key: 'k',
    models: 'priced,lonely-a,lonely-b,lonely-c',
    group: 'default',
  })
})
afterAll(async () => {
  await site?.close()
  host.close()
})

const open = async (path: string) => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto(path)
  await page.getByRole('tab', { name: 'Visual ratio settings' }).waitFor()
  return { page, leave }
}
beforeEach(async () => {
  await site.admin.setOption('ModelRatio', '{\n  "priced": 1\n}')
  await site.admin.setOption('ModelPrice', '{}')
  await site.admin.setOption('CompletionRatio', '{}')
  await site.admin.setOption('CacheRatio', '{}')
})

const option = async (key: string) => {
  const options = await site.admin.call<{ key: string; value: string; default: string }[]>(
    'GET',
    '/api/option/',
  )
  return options.find((each) => each.key === key)
}
const table = async (key: string) => JSON.parse((await option(key))?.value ?? '') as Record<string, number>
const editor = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })

it('the three tabs are in the address, back leads from one to the other', async () => {
  const { page, leave } = await open('/admin/settings')
  await page.getByRole('button', { name: 'Add model' }).waitFor()
  await page.getByRole('tab', { name: 'Model ratio settings' }).click()
  await page.waitForURL('**panel=model')
  await page.getByRole('tab', { name: 'Models without a ratio (3)' }).click()
  await page.waitForURL('**panel=unset_models')
  await page.goBack()
  await page.waitForURL('**panel=model')
  await page.reload()
  await editor(page, 'Model ratios').waitFor()
  await leave()
})

it('C-PRICE-15 C-PRICE-18 a text that is no JSON and a value that is no price name their line and are not saved; unchanged tables send nothing', async () => {
  const { page, leave } = await open('/admin/settings?panel=model')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.postData() ?? '')
  })
  await editor(page, 'Model ratios').waitFor()
  await save(page)
  await page.getByText('You seem not to have changed anything').waitFor()
  await editor(page, 'Model ratios').fill('{\n  "priced": 1,\n}')
  await page.getByText('Not a valid JSON string: line 3').waitFor()
  await save(page)
  await page.getByText('Please check the input').waitFor()
  await editor(page, 'Model ratios').fill('{\n  "priced": 1,\n  "wrong": -2\n}')
  await page.getByText('Line 3: the value of wrong must be a number from 0 to 1000000').waitFor()
  await save(page)
  expect(sent).toEqual([])
  await editor(page, 'Model ratios').fill('{\n  "priced": 1.250\n}')
  await editor(page, 'Cache ratios').fill('{ "priced": 0.1 }')
  await save(page)
  await page.getByText('Saved successfully').waitFor()
  expect(sent.map((each) => (JSON.parse(each) as { key: string }).key).sort()).toEqual([
    'CacheRatio',
    'ModelRatio',
  ])
  // The stored JSON keeps its layout and digits.
  expect((await option('ModelRatio'))?.value).toBe('{\n  "priced": 1.250\n}')
  await leave()
})

it('a table that somebody else saved meanwhile is not overwritten; both texts are there to choose from', async () => {
  const { page, leave } = await open('/admin/settings?panel=model')
  await editor(page, 'Model ratios').fill('{ "priced": 5 }')
  await editor(page, 'Cache ratios').fill('{ "priced": 0.5 }')
  await site.admin.setOption('ModelRatio', '{ "priced": 2, "theirs": 3 }')
  await save(page)
  await page.getByText('Someone else saved this table after you started editing').waitFor()
  await page.getByText('Some saves failed, please retry').waitFor()
  await page.getByText('{ "priced": 2, "theirs": 3 }').waitFor()
  expect(await table('ModelRatio')).toEqual({ priced: 2, theirs: 3 })
  expect(await table('CacheRatio')).toEqual({ priced: 0.5 })
  expect(await editor(page, 'Model ratios').inputValue()).toBe('{ "priced": 5 }')
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await save(page)
  await page.getByText('Saved successfully').waitFor()
  expect(await table('ModelRatio')).toEqual({ priced: 5 })
  await leave()
})

it('C-PRICE-15 a reset asks first and puts the built-in model ratios back, and nothing else', async () => {
  await site.admin.setOption('ModelPrice', '{"kept": 1}')
  const { page, leave } = await open('/admin/settings?panel=model')
  await page.getByRole('button', { name: 'Reset model ratios' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  expect(await table('ModelRatio')).toEqual({ priced: 1 })
  await page.getByRole('button', { name: 'Reset model ratios' }).click()
  const asked = page.waitForRequest((request) => request.url().endsWith('/api/option/rest_model_ratio'))
  await page.getByRole('dialog').getByRole('button', { name: 'Reset model ratios' }).click()
  expect((await asked).method()).toBe('POST')
  await page.getByText('Operation completed').waitFor()
  const { value, default: builtIn } = (await option('ModelRatio')) ?? {}
  expect(value).toBe(builtIn)
  expect(await table('ModelPrice')).toEqual({ kept: 1 })
  await expect.poll(() => editor(page, 'Model ratios').inputValue()).toBe(builtIn)
  await leave()
})

it('C-PRICE-16 models that channels serve without a price are listed, set singly or together, and gone once they are saved', async () => {
  const { page, leave } = await open('/admin/settings?panel=unset_models')
  await page.getByText('Models without a price: 3. Calls to them are refused').waitFor()
  await page.getByRole('textbox', { name: 'Model ratio of lonely-a' }).fill('2')
  for (const name of ['lonely-b', 'lonely-c'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('button', { name: 'Batch set' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Field to set' }).click()
  await page.getByRole('option', { name: 'Fixed price ($ per call)' }).click()
  await dialog.getByRole('textbox', { name: 'Value' }).fill('0.03')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('3 models with unsaved changes').waitFor()
  await save(page)
  await page.getByText('Every model served by a channel has a price').waitFor()
  expect(await table('ModelRatio')).toEqual({ priced: 1, 'lonely-a': 2 })
  expect(await table('ModelPrice')).toEqual({ 'lonely-b': 0.03, 'lonely-c': 0.03 })
  await leave()
})

it('C-PRICE-17 defaults of every source are filled in for review and saved only by hand; a host that is down changes nothing', async () => {
  const { page, leave } = await open('/admin/settings?panel=visual')
  const dialog = page.getByRole('dialog')
  const fillFrom = async (source: string) => {
    await page.getByRole('button', { name: 'Defaults' }).click()
    await dialog.getByRole('button', { name: 'Source' }).click()
    await page.getByRole('option', { name: source }).click()
    await dialog.getByRole('button', { name: 'Fill in' }).click()
  }
  await fillFrom('Mixed price files')
  await dialog.getByText('no address for price files is configured').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await site.admin.setOption(
    'general_setting.price_files_address',
    `http://127.0.0.1:${(host.address() as AddressInfo).port}`,
  )
  await fillFrom('Flexible price files')
  await dialog.getByText('the price files could not be read, so nothing was changed').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await saveBar(page).getByText('No unsaved changes').waitFor()

  for (const [source, label] of [
    ['flexible', 'Flexible price files'],
    ['openrouter', 'OpenRouter price files'],
    ['mixed', 'Mixed price files'],
  ] as const) {
    files.set(`/${source}/prompt.json`, `{"of-${source}": 1.5, "priced": 99}`)
    files.set(`/${source}/completion.json`, `{"of-${source}": 3}`)
    await fillFrom(label)
    await page.getByText('Filled in: 1.').last().waitFor()
    expect(await page.getByRole('textbox', { name: `Model ratio of of-${source}` }).inputValue()).toBe('1.5')
    expect(await page.getByRole('textbox', { name: `Completion ratio of of-${source}` }).inputValue()).toBe(
      '3',
    )
  }
  files.set('/legacy/completion.json', '{"priced": 2.5}')
  await page.getByRole('button', { name: 'Defaults' }).click()
  await dialog.getByRole('button', { name: 'Source' }).click()
  await page.getByRole('option', { name: 'Legacy completion ratio file' }).click()
  expect(await dialog.getByRole('checkbox', { name: 'Prompt (model ratios)' }).isDisabled()).toBe(true)
  await dialog.getByText('Only models without a price').click()
  await dialog.getByRole('button', { name: 'Fill in' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await table('ModelRatio')).toEqual({ priced: 1 })
  await save(page)
  await page.getByText('Saved successfully: 4 models').waitFor()
  expect(await table('ModelRatio')).toEqual({
    priced: 1,
    'of-flexible': 1.5,
    'of-openrouter': 1.5,
    'of-mixed': 1.5,
  })
  expect(await table('CompletionRatio')).toMatchObject({ priced: 2.5, 'of-mixed': 3 })

  await fillFrom('Built-in price list')
  await page.getByText(/^Filled in: \d{2,}\./).waitFor()
  await save(page)
  await page.getByText(/^Saved successfully: \d{2,} models/).waitFor()
  const builtIn = JSON.parse((await option('ModelRatio'))?.default ?? '') as object
  expect(await table('ModelRatio')).toMatchObject(builtIn)
  await leave()
})
