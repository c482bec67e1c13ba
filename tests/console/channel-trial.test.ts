import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Simulator, startSimulator } from '../support/simulator/simulator.ts'
import { findFlaws } from './support/flaws.ts'
import { type Site, startSite } from './support/site.ts'

/** Tests the channel test, and checks that the exchange is shown without its secrets. */

const key = 'secret-key-of-the-upstream'
let upstream: Simulator
let site: Site
let page: Page
beforeAll(async () => {
  upstream = await startSimulator({ keys: [key] })
  site = await startSite()
  page = (await site.visitSignedIn()).page
})
afterAll(async () => {
  await site?.close()
  await upstream?.close()
})
afterEach(() => upstream.reset())

const pane = () => page.locator('[data-test-pane]')
const row = (model: string) => pane().getByRole('listitem').filter({ hasText: model })
/** Creates a channel whose protocol is set, so that each test is one call. */
const channel = (name: string, more: object = {}) =>
  site.admin.createChannel({
    name,
    key,
    base_url: upstream.url,
    models: 'first,second,third',
    setting: JSON.stringify({ speaks: 'chat' }),
    ...more,
  })

it('C-CHAN-24 a channel is saved and tested in one go, and request and answer are shown as they went over the wire', async () => {
  await page.goto('/channel/add')
  const drawer = page.locator('[data-drawer]')
  await drawer.getByRole('tab', { name: 'Test' }).click()
  await drawer.getByRole('button', { name: 'Save and test' }).click()
  await drawer.getByText('Please fill the channel name and key').waitFor()
  await drawer.getByLabel('Name').fill('tested-at-once')
  await drawer.getByLabel('API key').fill(key)
  await drawer.getByLabel('Base URL').fill(upstream.url)
  await drawer.getByLabel('Models', { exact: true }).fill('first,second')
  await drawer.getByRole('tab', { name: 'Test' }).click()
  await drawer.getByRole('button', { name: 'Save and test' }).click()
  await row('second').getByRole('button', { name: 'Test second' }).click()
  await row('second').getByText('Passed').waitFor()
  const request = await pane().getByRole('region', { name: 'Request' }).textContent()
  expect(request).toContain(`POST ${upstream.url}/v1/chat/completions`)
  expect(request).toContain('"model": "second"')
  expect(request).toContain('authorization: ***')
  const answer = await pane().getByRole('region', { name: 'Response' }).textContent()
  expect(answer).toContain('HTTP 200')
  expect(answer).toContain('"object": "chat.completion"')
  expect(await page.content()).not.toContain(key)
  expect(JSON.parse(String(upstream.requests.at(-1)?.body)).model).toBe('second')
  expect(await findFlaws(page)).toEqual([])
  await drawer.getByRole('button', { name: 'Cancel' }).click()
  await drawer.waitFor({ state: 'detached' })
})

it('C-CHAN-24 from the list, one model or all are tested, and a failure shows its reason and the answer behind it', async () => {
  await channel('from-list', { test_model: 'usual' })
  upstream.next({ status: 401, error: { message: `Incorrect API key: ${key} <img src=x onerror=pwned=1>` } })
  await page.goto('/admin/channels')
  await page.getByRole('button', { name: 'Actions on from-list' }).click()
  await page.getByRole('menuitem', { name: 'Test a model' }).click()
  const dialog = page.getByRole('dialog', { name: 'Test channel from-list' })
  await pane().waitFor()
  expect(await pane().getByRole('listitem').count()).toBe(4)
  await row('usual').getByText('test model').waitFor()
  await dialog.getByRole('searchbox').fill('third')
  await row('third').getByRole('button', { name: 'Test third' }).click()
  await row('third').getByText('Failed').waitFor()
  await row('third').getByText('Reason: 401 Incorrect API key: ***').waitFor()
  const answer = await pane().getByRole('region', { name: 'Response' }).textContent()
  expect(answer).toContain('HTTP 401')
  expect(answer).toContain('<img src=x')
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false)
  expect(await page.content()).not.toContain(key)
  expect(await findFlaws(page)).toEqual([])
  await dialog.getByRole('searchbox').fill('')
  await dialog.getByRole('button', { name: 'Test 4 models' }).click()
  await dialog.getByText('4 of 4 done').waitFor()
  expect(await pane().getByText('Passed').count()).toBe(4)
  expect(upstream.hits).toBe(5)
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await dialog.waitFor({ state: 'detached' })
})

it('stopping leaves the models that were not begun, and nobody there is an answer as well', async () => {
  await channel('stopped', { models: Array.from({ length: 9 }, (_, at) => `model-${at}`).join(',') })
  upstream.always({ holdAt: 'headers' })
  await page.goto('/admin/channels')
  await page.getByRole('button', { name: 'Actions on stopped' }).click()
  await page.getByRole('menuitem', { name: 'Test a model' }).click()
  await pane().getByRole('button', { name: 'Test 9 models' }).click()
  await expect.poll(() => upstream.hits).toBe(3)
  await pane().getByRole('button', { name: 'Stop' }).click()
  upstream.always({})
  for (const held of upstream.requests) held.resume()
  await pane().getByText('3 of 3 done').waitFor()
  expect(upstream.hits).toBe(3)

  const { id } = await channel('away', { base_url: 'http://127.0.0.1:9' })
  await page.goto(`/channel/edit/${id}`)
  await page.locator('[data-drawer]').getByRole('tab', { name: 'Test' }).click()
  await row('first').getByRole('button', { name: 'Test first' }).click()
  await row('first').getByText('Failed').waitFor()
  await pane().getByText('No response was received.').waitFor()
})
