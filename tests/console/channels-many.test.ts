import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Simulator, startSimulator } from '../support/simulator/simulator.ts'
import { type Channel, newChannel, readChannels, rowOf } from './support/channels.ts'
import { type Site, startSite } from './support/site.ts'

/** Tests the actions on many channels at once. */

let site: Site
let upstream: Simulator
beforeAll(async () => {
  upstream = await startSimulator({ models: ['gpt-4o'] })
  site = await startSite()
})
afterAll(async () => {
  await site?.close()
  await upstream?.close()
})
beforeEach(async () => {
  upstream.reset()
  const ids = (await readChannels(site)).map(({ id }) => id)
  if (ids.length > 0) await site.admin.call('POST', '/api/channel/batch', { ids })
})

const make = (name: string, fields: Readonly<Record<string, unknown>> = {}) =>
  newChannel(site, upstream, name, fields)
const read = (id: number) => site.admin.call<Channel>('GET', `/api/channel/${id}`)
const open = async (path = '/admin/channels') => {
  const visitor = await site.visitSignedIn()
  await visitor.page.goto(path)
  await visitor.page.getByRole('heading', { name: 'Channels' }).waitFor()
  return visitor
}
const select = (page: Page, name: string) =>
  page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check()
const batch = async (page: Page, action: string) => {
  await page.getByRole('button', { name: 'Batch actions' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}
const bulk = (page: Page, action: string) =>
  page.locator('[data-bulk]').getByRole('button', { name: action }).click()

it('C-CHAN-21 deletes the selected channels after asking, and says so when none is selected', async () => {
  for (const name of ['keep', 'go-1', 'go-2']) await make(name)
  const { page, leave, complaints } = await open()
  await rowOf(page, 'keep').waitFor()
  await batch(page, 'Delete')
  await page.getByText('Please pick at least one channel').waitFor()
  await select(page, 'go-1')
  await select(page, 'go-2')
  await bulk(page, 'Delete')
  const question = page.getByRole('dialog', { name: 'Delete 2 channels?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await readChannels(site)).toHaveLength(3)
  await bulk(page, 'Delete')
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('2 channels deleted').waitFor()
  await rowOf(page, 'go-1').waitFor({ state: 'detached' })
  expect((await readChannels(site)).map(({ name }) => name)).toEqual(['keep'])
  expect(complaints).toEqual([])
  await leave()
})

it('of several channels that are disabled at once those that are refused are told by their names, and the others are disabled', async () => {
  const [first, , last] = [await make('first'), await make('gone'), await make('last')]
  const { page, leave } = await open()
  for (const name of ['first', 'gone', 'last']) await select(page, name)
  // Another administrator deletes one channel while the page still shows it.
  const gone = (await readChannels(site)).find(({ name }) => name === 'gone')
  await site.admin.call('DELETE', `/api/channel/${gone?.id}`)
  await bulk(page, 'Disable')
  await page.getByText('gone: channel not found, refresh and retry').waitFor()
  await page.getByText('2 of 3 channels changed').waitFor()
  expect([(await read(first.id)).status, (await read(last.id)).status]).toEqual([2, 2])
  await rowOf(page, 'gone').waitFor({ state: 'detached' })
  await page.getByText('2 selected').waitFor()
  await leave()
})

it('C-CHAN-22 gives the selected channels a tag; an empty tag is refused, and two clicks send one call', async () => {
  for (const name of ['one', 'two', 'three']) await make(name)
  const { page, leave } = await open()
  await rowOf(page, 'one').waitFor()
  await batch(page, 'Set tag')
  await page.getByText('Please pick at least one channel').waitFor()
  await select(page, 'one')
  await select(page, 'two')
  await bulk(page, 'Set tag')
  const dialog = page.getByRole('dialog', { name: 'Set the tag of 2 channels' })
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await dialog.getByText('Please enter a tag').waitFor()
  await dialog.getByRole('combobox').fill('eu')
  await dialog.getByRole('combobox').press('Enter')
  let calls = 0
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>()
  await page.route('**/api/channel/batch/tag', async (route) => {
    calls += 1
    await mayGoOn
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await dialog.getByRole('button', { name: 'Apply' }).click({ force: true })
  await page.getByText('Submission failed, do not submit twice').waitFor()
  goOn()
  await page.getByText('2 channels tagged eu').waitFor()
  expect(calls).toBe(1)
  await rowOf(page, 'one').getByText('eu', { exact: true }).waitFor()
  const tags = Object.fromEntries((await readChannels(site)).map(({ name, tag }) => [name, tag]))
  expect(tags).toEqual({ one: 'eu', two: 'eu', three: '' })
  await leave()
})

it('C-CHAN-06 C-CHAN-20 groups by tag: one row opens to its channels, untagged ones stay, and all of a tag is switched and routed at once', async () => {
  const members = [
    await make('t-1', { tag: 't', priority: 1, weight: 2 }),
    await make('t-2', { tag: 't', priority: 5, weight: 2 }),
    await make('t-3', { tag: 't', priority: 5, weight: 2, status: 2 }),
  ]
  const other = await make('alone')
  const { page, leave } = await open()
  await page.getByRole('button', { name: 'Group by tag' }).click()
  await page.waitForURL('**/admin/channels?tag_mode=true')
  await page.getByText('1–2 of 2').waitFor()
  const tag = rowOf(page, 't').first()
  await tag.getByText('3 channels · OpenAI').waitFor()
  await tag.getByText('2 of 3 enabled').waitFor()
  await rowOf(page, 'alone').waitFor()
  expect(await rowOf(page, 't-1').count()).toBe(0)
  expect(await page.getByRole('textbox', { name: 'Priority of t', exact: true }).inputValue()).toBe('1–5')
  await tag.getByRole('button', { expanded: false }).first().click()
  for (const { name } of members) await rowOf(page, name).waitFor()

  await page.getByRole('button', { name: 'Actions on t', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Disable all' }).click()
  await page.getByText(/\d channels with the tag t disabled/).waitFor()
  for (const { id } of members) expect((await read(id)).status).toBe(2)
  expect((await read(other.id)).status).toBe(1)
  await page.getByRole('button', { name: 'Actions on t', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Enable all' }).click()
  await tag.getByText('Enabled', { exact: true }).waitFor()
  for (const { id } of members) expect((await read(id)).status).toBe(1)

  const weight = page.getByRole('textbox', { name: 'Weight of t', exact: true })
  await weight.fill('9')
  await weight.press('Enter')
  await expect.poll(async () => (await read(members[0]?.id ?? 0)).weight).toBe(9)
  for (const { id } of members) expect((await read(id)).weight).toBe(9)
  expect((await read(other.id)).weight).toBe(other.weight)
  await leave()
})

it('C-CHAN-19 C-CHAN-44 edits a tag: mistakes stand beside their fields, empty fields leave each channel as it is', async () => {
  const first = await make('t-1', { tag: 'old', priority: 1, weight: 2, models: 'gpt-4o' })
  const second = await make('t-2', { tag: 'old', priority: 5, weight: 3, models: 'o3' })
  const { page, leave } = await open('/admin/channels?tag_mode=true')
  await page.getByRole('button', { name: 'Edit the tag old' }).click()
  await page.waitForURL('**/admin/channels?tag_mode=true&tag=old')
  const drawer = page.locator('[data-drawer]')
  await drawer.getByText('Applies to 2 channels').waitFor()
  await drawer.getByText('Now: 5, 1').waitFor()
  await drawer.getByRole('button', { name: 'Save' }).click()
  await page.getByText('You seem to have changed nothing').waitFor()

  await drawer.getByLabel('Priority').fill('1.5')
  await drawer.getByLabel('Weight').fill('-1')
  await drawer.getByLabel('Model mapping').fill('{')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await drawer.getByText('The priority must be a whole number').waitFor()
  await drawer.getByText('The weight must be a whole number of at least 0').waitFor()
  await drawer.getByText('Not a valid JSON string', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await drawer.getByLabel('Priority').fill('8')
  await drawer.getByLabel('Weight').fill('')
  await drawer.getByLabel('Model mapping').fill('')
  await drawer.getByLabel('New tag').fill('new')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await page.getByText('2 channels with the tag old changed').waitFor()
  await rowOf(page, 'new').first().waitFor()
  expect(await read(first.id)).toEqual({ ...first, tag: 'new', priority: 8 })
  expect(await read(second.id)).toEqual({ ...second, tag: 'new', priority: 8 })

  await page.getByRole('button', { name: 'Edit the tag new' }).click()
  await drawer.getByLabel('Models').fill('gpt-4o,o3,')
  await drawer.getByLabel('Groups').click()
  await page.getByRole('option', { name: 'vip', exact: true }).click()
  await page.keyboard.press('Escape')
  await drawer.getByLabel('Model mapping').fill('{"gpt-4o":"gpt-4o-2024"}')
  await drawer.getByLabel('Weight').fill('0')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => (await read(second.id)).models).toBe('gpt-4o,o3')
  for (const { id } of [first, second])
    expect(await read(id)).toMatchObject({
      models: 'gpt-4o,o3',
      group: 'vip',
      model_mapping: '{"gpt-4o":"gpt-4o-2024"}',
      weight: 0,
      priority: 8,
    })
  await leave()
})

it('C-CHAN-25 tests all channels with the progress on the screen, and then says which failed and why', async () => {
  for (const name of ['good-1', 'good-2']) await make(name)
  await make('bad', { key: 'refused-key' })
  upstream.when(({ headers }) => headers.authorization === 'Bearer refused-key', { status: 401 })
  upstream.next({ holdAt: 'headers' })
  const { page, leave } = await open()
  await page.getByRole('button', { name: 'Test all' }).click()
  const held = await upstream.received(1)
  await page.getByText(/Testing channels: \d of 3/).waitFor()
  expect(await page.getByRole('button', { name: 'Update balances' }).isDisabled()).toBe(true)
  held.resume()
  await page.getByText('Test finished: 2 passed, 1 failed').waitFor()
  await page.getByRole('button', { name: 'Results' }).click()
  const results = page.getByRole('dialog', { name: 'Test results' })
  expect(await results.getByRole('listitem').first().textContent()).toMatch(/^bad.*401.*Failed$/)
  await page.keyboard.press('Escape')
  for (const name of ['good-1', 'good-2'])
    expect(await rowOf(page, name).locator('[data-response]').getAttribute('data-response')).not.toBe(
      'neutral',
    )
  await leave()
})

it('C-CHAN-28 deletes all disabled channels, by hand and automatically disabled ones, after saying how many', async () => {
  await make('stays')
  await make('off', { status: 2 })
  await make('dead', { key: 'dead-key' })
  await site.admin.setOption('AutomaticDisableChannelEnabled', 'true')
  upstream.when(({ headers }) => headers.authorization === 'Bearer dead-key', { status: 401 })
  const { page, leave } = await open()
  await page.getByRole('button', { name: 'Test all' }).click()
  await rowOf(page, 'dead').getByText('Auto-disabled').waitFor()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete all disabled channels' }).click()
  const question = page.getByRole('dialog', { name: 'Delete 2 disabled channels?' })
  await question.getByText('1 disabled manually, 1 automatically.').waitFor()
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('2 channels deleted').waitFor()
  expect((await readChannels(site)).map(({ name }) => name)).toEqual(['stays'])
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete all disabled channels' }).click()
  await page.getByText('No disabled channels').waitFor()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Repair the routing table' }).click()
  await page.getByText('Rebuilt the routing table; fixed 0 routes').waitFor()
  await leave()
})

it('takes a tag off all of its channels, which stay as they are otherwise; a new name typed before does not count', async () => {
  const members = [
    await make('t-1', { tag: 'old', priority: 1 }),
    await make('t-2', { tag: 'old', priority: 5 }),
  ]
  const other = await make('t-3', { tag: 'kept' })
  const { page, leave } = await open('/admin/channels?tag_mode=true')
  await page.getByRole('button', { name: 'Edit the tag old' }).click()
  const drawer = page.locator('[data-drawer]')
  await drawer.getByLabel('New tag').fill('never')
  await drawer.getByLabel('Remove the tag from these channels').check()
  expect(await drawer.getByLabel('New tag').isDisabled()).toBe(true)
  await drawer.getByRole('button', { name: 'Save' }).click()
  await page.getByText('2 channels with the tag old changed').waitFor()
  await rowOf(page, 't-1').first().waitFor()
  expect(await page.getByRole('button', { name: 'Edit the tag old' }).count()).toBe(0)
  for (const each of members) expect(await read(each.id)).toEqual({ ...each, tag: '' })
  expect(await read(other.id)).toEqual(other)
  await leave()
})

it('a long change of many channels says how far it is, cannot be sent twice, and says its end on another page too', async () => {
  const names = Array.from({ length: 9 }, (_, index) => `many-${index}`)
  for (const name of names) await make(name)
  const { page, leave, complaints } = await open()
  await rowOf(page, 'many-0').waitFor()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  const sent: number[] = []
  const held: (() => void)[] = []
  let isHeld = true
  await page.route('**/api/channel/', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    sent.push((route.request().postDataJSON() as { id: number }).id)
    if (isHeld) await new Promise<void>((goOn) => held.push(goOn))
    await route.continue()
  })
  await page.clock.install()
  await bulk(page, 'Disable')
  await expect.poll(() => held.length).toBe(4)
  held.shift()?.()
  await expect.poll(() => held.length).toBe(4)
  await page.clock.runFor(2000)
  await page.getByText('Changing the selection: 1 of 9 done').waitFor()
  await page.locator('[data-bulk]').getByRole('button', { name: 'Disable' }).click({ force: true })
  await page.locator('[data-bulk]').getByRole('button', { name: 'Enable' }).click({ force: true })
  await page.getByRole('button', { name: 'Batch actions' }).click()
  await page.getByRole('menuitem', { name: 'Disable', disabled: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Users' }).click()
  await page.getByRole('heading', { name: 'Users' }).waitFor()
  isHeld = false
  for (const goOn of held) goOn()
  await page.getByText('9 channels disabled').waitFor()
  await page.getByText('Changing the selection').waitFor({ state: 'detached' })
  expect(sent.toSorted((a, b) => a - b)).toEqual(
    (await readChannels(site)).map(({ id }) => id).toSorted((a, b) => a - b),
  )
  expect(complaints).toEqual([])
  await leave()
})

it('a change of many channels that loses the connection says how many were changed', async () => {
  for (let index = 0; index < 6; index += 1) await make(`cut-${index}`)
  const { page, leave } = await open()
  await rowOf(page, 'cut-0').waitFor()
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  let puts = 0
  await page.route('**/api/channel/', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    puts += 1
    return puts > 1 ? route.abort() : route.continue()
  })
  await bulk(page, 'Disable')
  await page.getByText('1 of 6 were changed').waitFor()
  await page.getByText('Cannot reach the server').waitFor()
  expect((await readChannels(site)).filter(({ status }) => status === 2)).toHaveLength(1)
  await leave()
})
