import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSimulator } from '../support/simulator/simulator.ts'
import { type Site, startSite } from './support/site.ts'

/** Tests how the forms of channel types behave. What each form asks for is in `channel-type-forms.test.ts`. */

let site: Site
let page: Page
beforeAll(async () => {
  site = await startSite()
  page = (await site.visitSignedIn()).page
})
afterAll(() => site?.close())

const drawer = () => page.locator('[data-drawer]')
const field = (label: string) => drawer().getByLabel(label, { exact: true })
const openNew = async () => {
  await page.goto('/channel/add')
  await field('Type').waitFor()
}
const choose = async (label: string) => {
  await field('Type').fill(label)
  await page.getByRole('option', { name: label }).first().click()
}
const create = async (name: string) => {
  await field('Name').fill(name)
  await field('Models').fill('m')
  await drawer().getByRole('button', { name: 'Create', exact: true }).click()
}
const stored = async (name: string) => {
  await drawer().waitFor({ state: 'detached' })
  const found = await site.admin.call<{ items: Record<string, unknown>[] }>(
    'GET',
    `/api/channel/search?keyword=${name}`,
  )
  return found.items[0]
}

it('C-TYPE-00 the picker of types lists exactly those of the catalogue', async () => {
  await openNew()
  await field('Type').fill('')
  await page.getByRole('option').first().waitFor()
  const shown = await page.getByRole('option').allTextContents()
  const types = await site.admin.call<{ label: string; type: number }[]>('GET', '/api/channel/types')
  expect(shown).toEqual(types.map(({ label, type }) => `${label}${type}`))
  expect(shown.length).toBe(37)
})

it('C-TYPE-18 C-CHAN-41 Spark is saved with version v2.1 where none is given, and its placeholder says so', async () => {
  await openNew()
  await choose('iFlytek Spark')
  expect(await field('Version').getAttribute('placeholder')).toBe('v2.1')
  await field('Key').fill('app|secret|key')
  await create('spark')
  expect(await stored('spark')).toMatchObject({ type: 18, other: 'v2.1' })
})

it('C-TYPE-41 C-CHAN-39 Vertex AI takes a region as text or as JSON with a default, and its key is one key', async () => {
  await openNew()
  await choose('Vertex AI')
  await drawer()
    .locator('input[type=file]')
    .setInputFiles({
      name: 'account.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{"client_email":"a@b","private_key":"x,y,z","project_id":"p"}'),
    })
  await expect.poll(() => field('Service account').inputValue()).toContain('x,y,z')
  await create('vertex')
  await drawer().getByText('Please fill in: Region').waitFor()
  await field('Region').fill('{us')
  await drawer().getByText('Not a valid JSON string: line 1').waitFor()
  await field('Region').fill('{"claude":"europe-west1"}')
  await drawer().getByText('The region JSON must contain default').waitFor()
  await field('Region').fill('us-central1')
  await create('vertex')
  const made = await stored('vertex')
  expect(made).toMatchObject({ type: 41, other: 'us-central1', key_count: 1 })
  await page.goto(`/channel/edit/${made?.id}`)
  await field('Region').fill('{"default":"us-east5"}')
  await drawer().getByRole('button', { name: 'Save' }).click()
  expect(await stored('vertex')).toMatchObject({ other: '{"default":"us-east5"}' })
})

it('a key file that cannot be read is said, and what was typed stays', async () => {
  await openNew()
  await choose('Vertex AI')
  await field('Service account').fill('typed')
  // The browser's error for a file that no longer exists or may not be read.
  await page.evaluate(() => {
    Blob.prototype.text = () => Promise.reject(new DOMException('gone', 'NotReadableError'))
  })
  const buffer = Buffer.from('{}')
  await drawer()
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer })
  await page.getByText('The file cannot be read').waitFor()
  expect(await field('Service account').inputValue()).toBe('typed')
})

it('a local upstream needs no key, and what another type had filled in stays until it is saved', async () => {
  await openNew()
  await choose('Cloudflare')
  await field('Account id').fill('kept')
  await choose('OpenRouter')
  await drawer().getByText('Not used by this type').waitFor()
  expect(await field('Extra').inputValue()).toBe('kept')
  await choose('Ollama')
  await field('API').fill('')
  await field('Base URL').fill('http://127.0.0.1:11434')
  await create('local')
  expect(await stored('local')).toMatchObject({ type: 4, key_count: 0 })
})

it('finding relay 5: the API of the upstream is chosen beside the other extra settings, and what was found is told', async () => {
  await openNew()
  await field('API key').fill('k')
  await field('Base URL').fill('http://127.0.0.1:9')
  await drawer().getByRole('tab', { name: 'Requests' }).click()
  await drawer().getByRole('button', { name: 'Fill in an example: Extra settings' }).click()
  await field('API of the upstream').click()
  await page.getByRole('option', { name: 'Chat Completions only' }).click()
  await drawer().getByRole('tab', { name: 'Basics' }).click()
  await create('chat-only')
  const made = await stored('chat-only')
  const setting = JSON.parse(String(made?.setting)) as Record<string, unknown>
  expect(setting).toMatchObject({ speaks: 'chat', thinking_to_content: false })
  await using upstream = await startSimulator()
  upstream.when(({ path }) => path === '/v1/responses', { status: 404, json: { detail: 'Not Found' } })
  const found = { type: 1, name: 'found', key: 'k', models: 'm', base_url: upstream.url }
  const { id } = await site.admin.call<{ id: number }>('POST', '/api/channel/', found)
  await site.admin.call('GET', `/api/channel/test/${id}`)
  await page.goto(`/channel/edit/${id}`)
  await drawer().getByRole('tab', { name: 'Requests' }).click()
  await drawer().getByText('This upstream was found to have Chat Completions only').waitFor()
})
