import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newChannel, readChannels } from './support/channels.ts'
import { type Site, startSite } from './support/site.ts'

/** Tests which fields a channel requires, and the message that the form shows beside each of them. */

let site: Site
let page: Page
let complaints: readonly string[]
/** Calls that create or change a channel. */
const writes: string[] = []
beforeAll(async () => {
  site = await startSite()
  const visitor = await site.visitSignedIn()
  page = visitor.page
  complaints = visitor.complaints
  page.on('request', (request) => {
    if (request.method() !== 'GET' && new URL(request.url()).pathname.startsWith('/api/channel/'))
      writes.push(request.method())
  })
})
afterAll(() => site?.close())
beforeEach(() => {
  expect(complaints).toEqual([])
  writes.length = 0
})

const drawer = () => page.locator('[data-drawer]')
const field = (label: string) => drawer().getByLabel(label, { exact: true })
const tab = (name: string) => drawer().getByRole('tab', { name }).click()
const submit = (name: 'Create' | 'Save') => drawer().getByRole('button', { name, exact: true }).click()
const openNew = async () => {
  await page.goto('/channel/add')
  await field('Type').waitFor()
}
/** Fills in all required fields. */
const fill = async (name: string) => {
  await field('Name').fill(name)
  await field('API key').fill('k')
  await field('Models').fill('m,')
}
/** Returns the error message that describes a field, or an empty string if the field is valid. */
const complaintOf = (label: string) =>
  field(label).evaluate((control) => {
    if (control.getAttribute('aria-invalid') !== 'true') return ''
    const [first = ''] = (control.getAttribute('aria-describedby') ?? '').split(' ')
    return control.ownerDocument.getElementById(first)?.textContent ?? ''
  })
const expectComplaint = (label: string, text: string) => expect.poll(() => complaintOf(label)).toBe(text)
const nothingWasSent = async () => {
  expect(writes).toEqual([])
  expect(await drawer().count()).toBe(1)
}

it('C-CHAN-36 name and key are asked for beside their fields; with a name the key alone; an edit needs no key', async () => {
  await openNew()
  await field('Models').fill('m,')
  await submit('Create')
  await expectComplaint('Name', 'Please fill the channel name and key')
  await expectComplaint('API key', 'Please fill in the key')
  await field('Name').fill('asked-for')
  await submit('Create')
  await expectComplaint('Name', '')
  await expectComplaint('API key', 'Please fill in the key')
  expect(await drawer().getByText('Please fill the channel name and key').count()).toBe(0)
  await nothingWasSent()
  // Filled fields are not asked for: finding console 4.
  await field('Name').fill('')
  await field('API key').fill('k')
  await submit('Create')
  await expectComplaint('Name', 'Enter a name')
  await field('Name').fill('asked-for')
  await field('API key').fill('  ')
  await submit('Create')
  await expectComplaint('API key', 'Please fill in the key')
  await nothingWasSent()
  await field('API key').fill('k')
  await submit('Create')
  await drawer().waitFor({ state: 'detached' })
  expect(writes).toEqual(['POST'])
  const [made] = await readChannels(site)
  expect(made).toMatchObject({ name: 'asked-for', key_count: 1 })

  await page.goto(`/channel/edit/${made?.id}`)
  await field('Name').fill('renamed-without-key')
  await submit('Save')
  await drawer().waitFor({ state: 'detached' })
  const [saved] = await readChannels(site)
  expect(saved).toEqual({ ...made, name: 'renamed-without-key' })
})

it('C-CHAN-37 at least one model is asked for, of a new channel and of one that had some', async () => {
  const sentence = 'Please select at least one model'
  await openNew()
  await fill('without-models')
  await drawer().getByRole('button', { name: 'Remove m', exact: true }).click()
  await submit('Create')
  await expectComplaint('Models', sentence)
  await field('Models').fill(' , ,')
  await submit('Create')
  await expectComplaint('Models', sentence)
  await nothingWasSent()

  const { id } = await newChannel(site, { url: 'http://127.0.0.1:9' }, 'losing-models', { models: 'one' })
  await page.goto(`/channel/edit/${id}`)
  await drawer().getByRole('button', { name: 'Remove one', exact: true }).click()
  await submit('Save')
  await expectComplaint('Models', sentence)
  await nothingWasSent()
})

it('C-CHAN-42 at least one group is asked for, of a new channel and of one that had some', async () => {
  const sentence = 'Please select at least one group'
  await openNew()
  await fill('without-groups')
  await drawer().getByRole('button', { name: 'Remove default', exact: true }).click()
  await submit('Create')
  await expectComplaint('Groups', sentence)
  await nothingWasSent()

  const { id } = await newChannel(site, { url: 'http://127.0.0.1:9' }, 'losing-groups', { group: 'vip' })
  await page.goto(`/channel/edit/${id}`)
  await drawer().getByRole('button', { name: 'Remove vip', exact: true }).click()
  await submit('Save')
  await expectComplaint('Groups', sentence)
  await nothingWasSent()
})

describe('C-CHAN-38 a field of JSON that is none is refused beside it, and saved once it is fixed', () => {
  it.each([
    ['Model mapping', 'model_mapping', '{"a":"b"}'],
    ['Status code mapping', 'status_code_mapping', '{"400":"500"}'],
    ['Parameter override', 'param_override', '{"temperature":0}'],
    ['Extra settings', 'setting', '{"force_format":true}'],
  ] as const)('%s', async (label, column, valid) => {
    await openNew()
    await fill(column)
    await tab('Requests')
    await field(label).fill('{')
    await expectComplaint(label, 'Not a valid JSON string: line 1')
    await submit('Create')
    await drawer()
      .getByRole('tab', { name: /Requests.*1 field to fix/ })
      .waitFor()
    await nothingWasSent()
    expect(await field(label).inputValue()).toBe('{')
    await field(label).fill(valid)
    await expectComplaint(label, '')
    await submit('Create')
    await drawer().waitFor({ state: 'detached' })
    const made = (await readChannels(site)).find(({ name }) => name === column)
    expect(made).toMatchObject({ [column]: valid })
  })
})
