import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Site, startSite } from './support/site.ts'

/** Tests the channel form as an administrator fills it in. */

interface Channel {
  readonly id: number
  readonly key_count: number
  readonly key_fingerprint: string
  readonly [column: string]: string | number
}

const key = 'secret-key-of-the-upstream'
let site: Site
let page: Page
let complaints: readonly string[]
beforeAll(async () => {
  site = await startSite()
  const visitor = await site.visitSignedIn()
  page = visitor.page
  complaints = visitor.complaints
})
afterAll(() => site?.close())
beforeEach(() => expect(complaints).toEqual([]))

const drawer = () => page.locator('[data-drawer]')
const field = (label: string) => drawer().getByLabel(label, { exact: true })
const tab = (name: string) => drawer().getByRole('tab', { name }).click()
const submit = (name: 'Create' | 'Save') => drawer().getByRole('button', { name, exact: true }).click()
const read = (id: number) => site.admin.call<Channel>('GET', `/api/channel/${id}`)
const named = async (name: string) => {
  const { items } = await site.admin.call<{ items: Channel[] }>('GET', `/api/channel/search?keyword=${name}`)
  return items
}
const open = async (path: string) => {
  await page.goto(path)
  await drawer().getByRole('tab', { name: 'Basics' }).waitFor()
}
const isClosed = () => drawer().waitFor({ state: 'detached' })

it('C-CHAN-15 C-CHAN-35 every field is stored as it was filled in, and the key is in no answer', async () => {
  await open('/channel/add')
  await field('Name').fill('every-field')
  await field('API key').fill(`${key}\n${key}-2`)
  await field('Base URL').fill('https://upstream.example/')
  await field('Organization').fill('org-1')
  await field('Models').fill('gpt-4o,gpt-4o-mini,')
  await field('Models').fill('typed-last')
  await field('Groups').fill('vip,')
  await page.keyboard.press('Escape')
  await tab('Routing')
  await field('Priority').fill('7')
  await field('Weight').fill('-3')
  await field('Tag').fill('openai')
  await field('Model prefix').fill('eu/')
  // Not confirmed with Enter, but typed text counts as soon as it is in the field.
  await field('Test model').fill('gpt-4o-minister')
  await field('Maximum input tokens').fill('9000')
  await drawer().getByText('Auto-disable on failure').click()
  await tab('Requests')
  const tables = {
    'Model mapping': '{"a":"b"}',
    'Status code mapping': '{"400":"500"}',
    'Parameter override': '{"temperature":0}',
    'Extra settings': '{"force_format":true}',
  }
  for (const [label, text] of Object.entries(tables)) await field(label).fill(text)
  await field('System prompt').fill('Be brief.\n')
  await tab('Show as')
  const shown = (await drawer().textContent()) ?? ''
  for (const part of ['tollgate channel create', '--key-env UPSTREAM_KEY', 'keys: { env: UPSTREAM_KEY }'])
    expect(shown).toContain(part)
  expect(shown).not.toContain(key)
  await submit('Create')
  await page.getByText('Channel every-field created').waitFor()
  await isClosed()
  const [made] = await named('every-field')
  expect(made).toMatchObject({
    type: 1,
    base_url: 'https://upstream.example',
    openai_organization: 'org-1',
    models: 'gpt-4o,gpt-4o-mini,typed-last',
    group: 'default,vip',
    priority: 7,
    weight: 0,
    tag: 'openai',
    model_prefix: 'eu/',
    test_model: 'gpt-4o-minister',
    max_input_tokens: 9000,
    auto_ban: 0,
    model_mapping: '{"a":"b"}',
    status_code_mapping: '{"400":"500"}',
    param_override: '{"temperature":0}',
    setting: '{"force_format":true}',
    system_prompt: 'Be brief.\n',
    key_count: 2,
  })
  expect(JSON.stringify(made)).not.toContain(key)
})

it('C-CHAN-43 what is wrong is said beside its field, in its tab, and nothing that was typed is lost', async () => {
  await open('/channel/add')
  await submit('Create')
  for (const text of [
    'Please fill the channel name and key',
    'Please fill in the key',
    'Please select at least one model',
  ])
    await drawer().getByText(text, { exact: true }).waitFor()
  await field('Name').fill('mistaken')
  await drawer().getByText('Please fill the channel name and key').waitFor({ state: 'detached' })
  await field('API key').fill('k')
  await field('Models').fill('m')
  await drawer().getByRole('button', { name: 'Remove default' }).click()
  await tab('Routing')
  await field('Priority').fill('1.5')
  await field('Weight').fill('many')
  await tab('Requests')
  await field('Model mapping').fill('{\n  "a": 1,\n')
  await drawer().getByText('Not a valid JSON string: line 3').waitFor()
  await field('Parameter override').fill('[1]')
  await submit('Create')
  await drawer().getByText('Please select at least one group').waitFor()
  await drawer()
    .getByRole('tab', { name: /Basics.*1 field to fix/ })
    .waitFor()
  await drawer()
    .getByRole('tab', { name: /Routing.*2 fields to fix/ })
    .click()
  expect(await drawer().getByText('Please enter a whole number').count()).toBe(2)
  expect([await field('Priority').inputValue(), await field('Weight').inputValue()]).toEqual(['1.5', 'many'])
  await drawer()
    .getByRole('tab', { name: /Requests.*2 fields to fix/ })
    .click()
  await drawer().getByText('Must be a JSON object').waitFor()
  expect(await field('Model mapping').inputValue()).toBe('{\n  "a": 1,\n')
  // Mistakes that only the daemon can find also appear at their field.
  await field('Model mapping').fill('{"a":"b"}')
  await field('Parameter override').fill('')
  await field('Extra settings').fill('{"prox":1}')
  await tab('Routing')
  await field('Priority').fill('1')
  await field('Weight').fill('1')
  await tab('Basics')
  await field('Groups').fill('default,')
  await page.keyboard.press('Escape')
  await submit('Create')
  await field('Extra settings').waitFor()
  expect(await drawer().getByText('setting does not accept the key prox').count()).toBe(2)
  expect(await field('Extra settings').getAttribute('aria-invalid')).toBe('true')
  await tab('Basics')
  expect(await field('API key').inputValue()).toBe('k')
  await page.keyboard.press('Escape')
  await page.getByText('Unsaved changes').waitFor()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  expect(await field('Name').inputValue()).toBe('mistaken')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await isClosed()
  expect(await named('mistaken')).toEqual([])
})

it('C-CHAN-16 C-CHAN-17 keys are write-only: replaced on purpose, kept otherwise, asked for again when they would go to another host', async () => {
  const { id } = await site.admin.createChannel({
    name: 'keys',
    key,
    models: 'm',
    base_url: 'https://one.example',
  })
  const before = await read(id)
  await open(`/channel/edit/${id}`)
  await drawer().getByText('1 key stored').waitFor()
  await drawer().getByText(before.key_fingerprint).waitFor()
  expect(await page.content()).not.toContain(key)
  await submit('Save')
  await page.getByText('You seem to have changed nothing').waitFor()
  await field('Base URL').fill('https://two.example')
  await submit('Save')
  await drawer().getByText('the address points to another host: enter the key again').first().waitFor()
  await field('API key').fill('another-key')
  await submit('Save')
  await page.getByText(/^Channel .* saved$/).waitFor()
  await isClosed()
  const after = await read(id)
  expect(after.base_url).toBe('https://two.example')
  expect(after.key_fingerprint).not.toBe(before.key_fingerprint)

  await open(`/channel/edit/${id}`)
  await drawer().getByRole('button', { name: 'Replace' }).click()
  await field('API key').fill('mistake')
  await drawer().getByRole('button', { name: 'Keep the stored key' }).click()
  await field('Name').fill('keys-renamed')
  await submit('Save')
  await isClosed()
  expect(await read(id)).toMatchObject({ name: 'keys-renamed', key_fingerprint: after.key_fingerprint })
})

it('C-CHAN-40 an address that ends in /v1 is saved only when that is confirmed', async () => {
  const { id } = await site.admin.createChannel({ name: 'version', key, models: 'm' })
  await open(`/channel/edit/${id}`)
  await drawer().getByRole('button', { name: 'Replace' }).click()
  await field('API key').fill('k')
  await field('Base URL').fill('https://x.example/v1/')
  await submit('Save')
  const question = page.getByRole('dialog', { name: 'The address ends in /v1' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  expect((await read(id)).base_url).toBe('')
  expect(await field('Base URL').inputValue()).toBe('https://x.example/v1')
  await submit('Save')
  await question.getByRole('button', { name: 'Save anyway' }).click()
  await isClosed()
  expect((await read(id)).base_url).toBe('https://x.example/v1')
  // The change was confirmed, so other changes are not asked about again.
  await open(`/channel/edit/${id}`)
  await field('Name').fill('version-2')
  await submit('Save')
  await isClosed()
  expect((await read(id)).name).toBe('version-2')
})

it('C-CHAN-46 a form that is sent twice makes one channel, also when the answer to the first was lost', async () => {
  const posts: string[] = []
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/channel/', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    posts.push(route.request().headers()['idempotency-key'] ?? '')
    if (posts.length > 1) return route.continue()
    await held
    await route.fetch()
    await route.abort()
  })
  await open('/channel/add')
  await field('Name').fill('only-once')
  await field('API key').fill('k')
  await field('Models').fill('m')
  await submit('Create')
  // The button says that it is busy, but a quick user presses it again.
  await drawer().getByRole('button', { name: 'Create', exact: true }).click({ force: true })
  await page.getByText('Submission failed, do not submit twice').waitFor()
  expect(posts.length).toBe(1)
  release()
  await drawer().getByText('Cannot reach the server').waitFor()
  expect(await field('API key').inputValue()).toBe('k')
  await submit('Create')
  await isClosed()
  expect(posts[1]).toBe(posts[0])
  expect((await named('only-once')).length).toBe(1)
  await page.unroute('**/api/channel/')
})

it('going back asks before what was typed is thrown away, and going on brings the form back', async () => {
  await page.goto('/admin/channels?keyword=nothing')
  await page.getByRole('button', { name: 'Add channel' }).first().click()
  await field('Name').fill('going-back')
  await page.goBack()
  await page.getByText('Unsaved changes').waitFor()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.waitForURL('**/channel/add?keyword=nothing')
  expect(await field('Name').inputValue()).toBe('going-back')
  await page.goBack()
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await isClosed()
  await page.waitForURL('**/admin/channels?keyword=nothing')
})

it('C-CHAN-47 what was typed is there again after another page was opened, and a channel that is gone is said to be', async () => {
  const { id } = await site.admin.createChannel({ name: 'leaving', key, models: 'm' })
  await page.goto('/admin/channels')
  await open(`/channel/edit/${id}`)
  await field('Name').fill('half-typed')
  await page.evaluate(() => history.pushState({}, '', '/app/tokens'))
  await page.getByRole('heading', { name: 'API tokens' }).waitFor()
  await page.getByText('Your changes are kept').waitFor()
  await page.goBack()
  await drawer().getByText('These are the changes you made but did not save.').waitFor()
  expect(await field('Name').inputValue()).toBe('half-typed')
  await site.admin.call('DELETE', `/api/channel/${id}/`)
  await submit('Save')
  await drawer().getByText('channel not found, refresh and retry').waitFor()
  expect(await field('Name').inputValue()).toBe('half-typed')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await page.goto(`/channel/edit/${id}`)
  await drawer().getByText('channel not found, refresh and retry').waitFor()
})

it('finding relay 19: beside the weight the form shows the shares that it makes, as it is typed', async () => {
  const create = (name: string, weight: number) =>
    site.admin.call('POST', '/api/channel/', { type: 1, name, key, models: 'shared-model', weight })
  await create('shares-zero', 0)
  await create('shares-thirty', 30)
  const [zero] = await named('shares-zero')
  await open(`/channel/edit/${zero?.id}`)
  await tab('Routing')
  const shares = drawer().locator('[data-weight-shares]')
  await shares.getByText('this channel 20% and shares-thirty 80%').waitFor()
  await field('Weight').fill('30')
  await shares.getByText('this channel 50% and shares-thirty 50%').waitFor()
  await page.goto('/admin/channels')
  const row = page.getByRole('row', { name: /shares-thirty/ })
  const share = row.locator('[data-share]', { hasText: '80%' })
  await share.waitFor()
  // The share is beside the field, not on its border.
  const [weight, beside] = [await row.getByLabel('Weight of').boundingBox(), await share.boundingBox()]
  expect((beside?.x ?? 0) - (weight?.x ?? 0) - (weight?.width ?? 0)).toBeGreaterThan(3)
})
