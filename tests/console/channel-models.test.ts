import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Simulator, startSimulator } from '../support/simulator/simulator.ts'
import { findFlaws } from './support/flaws.ts'
import { type Site, startSite } from './support/site.ts'

/** Tests how the models of a channel are chosen. */

const atUpstream = ['gpt-4o', 'gpt-4o-mini', 'gpt-99-brand-new', 'someone/model', 'unheard-of']
let upstream: Simulator
let site: Site
let page: Page
beforeAll(async () => {
  upstream = await startSimulator({ models: atUpstream, keys: ['right-key'] })
  site = await startSite()
  page = (await site.visitSignedIn()).page
})
afterAll(async () => {
  await site?.close()
  await upstream?.close()
})

const drawer = () => page.locator('[data-drawer]')
const models = () => drawer().locator('[data-models]')
const chips = () => models().locator('li').allTextContents()
const press = (name: string) => models().getByRole('button', { name, exact: true }).click()
const picker = () => drawer().locator('[data-picker]')
const view = (name: string) => picker().locator('fieldset label').filter({ hasText: name })
const open = async (path: string) => {
  await page.goto(path)
  await models().waitFor()
}
const read = (id: number) => site.admin.call<{ models: string }>('GET', `/api/channel/${id}`)

it('the list is filled by typing, pasting, from the type and from all types, copied and cleared', async () => {
  await open('/channel/add')
  const input = drawer().getByLabel('Models', { exact: true })
  await input.fill('own-model')
  await input.press('Enter')
  await page.evaluate(() => navigator.clipboard.writeText('a b/c\npasted-1,pasted-2\nown-model'))
  await input.press('Control+v')
  expect(await chips()).toEqual(['own-model', 'a b/c', 'pasted-1', 'pasted-2'])
  await press('Remove a b/c')
  await press('Copy')
  await page.getByText('3 model names copied').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('own-model,pasted-1,pasted-2')
  await press('Clear')
  expect(await chips()).toEqual([])
  const types = await site.admin.call<{ type: number; models: string[] }[]>('GET', '/api/channel/types')
  const related = types.find(({ type }) => type === 1)?.models ?? []
  await press('Add related')
  expect((await chips()).sort()).toEqual([...related].sort())
  await press('Add all')
  const all = new Set(types.flatMap((type) => type.models))
  await models().getByText(`${all.size} models`, { exact: true }).waitFor()
})

it('A-STORE-05 the models of each type are kept in the browser, and offered from there until they are read again', async () => {
  const { page: other, leave } = await site.visitSignedIn()
  await other.goto('/about')
  const kept = () => other.evaluate(() => localStorage.getItem('channel_models'))
  expect(await kept()).toBeNull()
  await other.goto('/channel/add')
  await expect.poll(kept).not.toBeNull()
  const byType = await site.admin.call<Record<string, string[]>>('GET', '/api/channel/models')
  expect(JSON.parse((await kept()) ?? '')).toEqual(byType)
  expect(byType['14']?.some((name) => name.startsWith('claude'))).toBe(true)

  await other.route('**/api/channel/models', () => {})
  await other.reload()
  await other.getByRole('button', { name: 'Add all', exact: true }).click()
  const count = new Set(Object.values(byType).flat()).size
  await other.getByText(`${count} models`, { exact: true }).waitFor()
  for (const unreadable of ['{', '[1]', '{"1":"gpt-4o"}']) {
    await other.evaluate((text) => localStorage.setItem('channel_models', text), unreadable)
    await other.reload()
    await other.locator('[data-models]').getByText('0 models', { exact: true }).waitFor()
  }
  await leave()
})

it('C-CHAN-65 a refused clipboard is said', async () => {
  const { page: other, leave } = await site.visitSignedIn()
  await other.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('denied'))
  })
  await other.goto('/channel/add')
  await other.getByRole('button', { name: 'Add related' }).click()
  await other.locator('[data-models]').getByRole('button', { name: 'Copy', exact: true }).click()
  await other.getByText('Copy failed').waitFor()
  await leave()
})

it('C-CHAN-33 models of an upstream are fetched before the channel is saved; a failure is told and needs a key', async () => {
  await open('/channel/add')
  await drawer().getByLabel('Base URL').fill(upstream.url)
  await press('Fetch from upstream')
  await drawer().getByText('Please fill in the key for this address').waitFor()
  await drawer().getByLabel('API key').fill('wrong-key')
  await press('Fetch from upstream')
  await models().getByText('fetching model list failed').waitFor()
  await drawer().getByLabel('API key').fill('right-key')
  await press('Fetch from upstream')
  await view('Upstream').waitFor()
  await picker().getByLabel('Choose all openai models').check()
  await picker().getByText('3 chosen').waitFor()
  await drawer().getByRole('button', { name: 'Done' }).click()
  expect((await chips()).sort()).toEqual(['gpt-4o', 'gpt-4o-mini', 'gpt-99-brand-new'])
  expect(await drawer().getByLabel('API key').inputValue()).toBe('right-key')
})

it('C-CHAN-34 the picker works by keyboard alone, marks what is new and what is gone, and loses nothing on the way', async () => {
  const { id } = await site.admin.createChannel({
    name: 'picked',
    key: 'right-key',
    base_url: upstream.url,
    models: 'gpt-4o,gone-model',
  })
  await open(`/channel/edit/${id}`)
  await drawer().getByLabel('Name').fill('picked-2')
  await models().getByRole('button', { name: 'Choose models' }).focus()
  await page.keyboard.press('Enter')
  const search = picker().getByRole('searchbox')
  await expect.poll(() => search.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await picker().getByRole('radio', { name: /^New/ }).waitFor()
  expect(await picker().getByText('new', { exact: true }).count()).toBe(4)
  for (const place of ['Upstream', 'Chosen']) {
    await view(place).click()
    expect([place, await findFlaws(page)]).toEqual([place, []])
  }
  await picker().getByText('not found upstream').waitFor()
  await picker().getByLabel('gone-model').uncheck()
  await view('Upstream').click()
  await search.fill('brand')
  await page.keyboard.press('Enter')
  await search.fill('my-own-name')
  await page.keyboard.press('Enter')
  await picker().getByText('3 chosen').waitFor()
  // The focus never reaches anything behind the drawer, and Escape goes back one step instead of closing the form.
  for (let step = 0; step < 25; step += 1) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('#root') === null)).toBe(true)
  }
  await page.keyboard.press('Escape')
  const back = models().getByRole('button', { name: 'Choose models' })
  await expect.poll(() => back.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await drawer().getByLabel('Name', { exact: true }).inputValue()).toBe('picked-2')
  await drawer().getByRole('button', { name: 'Save' }).click()
  await page.getByText(/^Channel .* saved$/).waitFor()
  expect((await read(id)).models).toBe('gpt-4o,gpt-99-brand-new,my-own-name')
})

it('an upstream with thousands of models is searched and taken whole without a standstill', async () => {
  const many = await startSimulator({ models: Array.from({ length: 5_000 }, (_, at) => `many-${at}`) })
  try {
    await open('/channel/add')
    await drawer().getByLabel('Base URL').fill(many.url)
    await drawer().getByLabel('API key').fill('k')
    await press('Fetch from upstream')
    await picker().getByLabel('Choose all Other models').check()
    await picker().getByText('5,000 chosen').waitFor()
    await picker().getByRole('searchbox').fill('many-4999')
    await picker().getByLabel('many-4999').uncheck()
    await drawer().getByRole('button', { name: 'Done' }).click()
    await models().getByText('4,999 models', { exact: true }).waitFor()
    expect((await chips()).length).toBe(121)
  } finally {
    await many.close()
  }
})
