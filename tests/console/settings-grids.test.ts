import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { widths } from './support/browser.ts'
import { discard, recordUpdates, row, save, saveBar } from './support/settings.ts'
import { untilSettled } from './support/settled.ts'
import { type Site, startSite } from './support/site.ts'
import { toasts, told } from './support/toasts.ts'

/** Tests prices and groups as grids and as JSON, and the save bar, which saves all changes on the page. */

let site: Site
beforeAll(async () => {
  site = await startSite()
  await site.admin.createChannel({ name: 'main', key: 'k', models: 'priced' })
})
afterAll(() => site?.close())
beforeEach(async () => {
  for (const [key, value] of [
    ['GroupRatio', '{"default":1,"vip":0.5}'],
    ['UserUsableGroups', '{"default":"Everybody"}'],
    ['GroupGroupRatio', '{}'],
    ['TopupGroupRatio', '{"default":1}'],
    ['ModelRatio', '{"priced":1}'],
    ['RetryTimes', '0'],
    ['CheckInQuota', '1000'],
  ] as const)
    await site.admin.setOption(key, value)
})

const stored = async (key: string): Promise<string> => {
  const options = await site.admin.call<{ key: string; value: string }[]>('GET', '/api/option/')
  return options.find((each) => each.key === key)?.value ?? ''
}
const table = async (key: string) => JSON.parse(await stored(key)) as unknown

it('console 19: prices open as a grid, and their tables as JSON are the last tab', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings?price_search=priced')
  await page.getByRole('tab', { name: 'Visual ratio settings', selected: true }).waitFor()
  await page.getByRole('textbox', { name: 'Model ratio of priced' }).waitFor()
  const names = await page.locator('#prices').getByRole('tab').allTextContents()
  expect(names.map((name) => name.trim()).at(-1)).toBe('Model ratio settings')
  await leave()
})

it('console 19: groups open as a grid; ratios, who may choose them and special ratios are saved with one press', async () => {
  const { page, leave, complaints } = await site.visitSignedIn()
  await page.goto('/admin/settings')
  const groups = page.locator('#groups')
  expect(await groups.locator('textarea').count()).toBe(0)
  await groups.getByLabel('Ratio of vip').fill('0.80')
  await groups.getByRole('checkbox', { name: 'Users may choose vip' }).check()
  await groups.getByLabel('Description of vip').fill('The dear ones')
  await groups.getByLabel('New group').fill('vip')
  await groups.getByText('This group exists already').waitFor()
  await groups.getByLabel('New group').fill('trial')
  await groups.getByRole('button', { name: 'Add group' }).click()
  await groups.getByLabel('Ratio of trial').fill('2')
  await groups.getByLabel('Users of').click()
  await page.getByRole('option', { name: 'vip' }).click()
  await groups.getByLabel('With tokens of').click()
  await page.getByRole('option', { name: 'default' }).click()
  await groups.getByRole('button', { name: 'Add special ratio' }).click()
  await groups.getByRole('spinbutton', { name: 'Ratio for users of vip with tokens of default' }).fill('0.9')
  await saveBar(page).getByText('3 unsaved changes').waitFor()
  await save(page)
  await told(page, 'Saved successfully')
  expect(await table('GroupRatio')).toEqual({ default: 1, vip: 0.8, trial: 2 })
  expect(await table('UserUsableGroups')).toEqual({ default: 'Everybody', vip: 'The dear ones' })
  expect(await table('GroupGroupRatio')).toEqual({ vip: { default: 0.9 } })

  // JSON shows the same values, and what is typed as JSON appears in the grid.
  await groups
    .locator('label')
    .filter({ hasText: /^JSON$/ })
    .click()
  const json = row(page, 'GroupRatio').locator('textarea')
  expect(JSON.parse(await json.inputValue())).toEqual({ default: 1, vip: 0.8, trial: 2 })
  await json.fill('{"default": 1, "vip": 0.25}')
  await groups
    .locator('label')
    .filter({ hasText: /^Grid$/ })
    .click()
  expect(await groups.getByLabel('Ratio of vip').inputValue()).toBe('0.25')
  expect(await groups.getByLabel('Ratio of trial').count()).toBe(0)
  await discard(page)
  await expect.poll(() => groups.getByLabel('Ratio of vip').inputValue()).toBe('0.8')
  await groups.getByRole('button', { name: 'Remove trial' }).click()
  await save(page)
  await expect.poll(() => table('GroupRatio')).toEqual({ default: 1, vip: 0.8 })
  expect(complaints).toEqual([])
  await leave()
})

it('a group in use is removed only after a question that says who uses it, and default not at all', async () => {
  await site.admin.setOption('UserUsableGroups', '{"default":"Everybody","vip":"Some"}')
  await site.admin.setOption('GroupGroupRatio', '{"vip":{"default":0.9},"default":{"vip":2,"default":1}}')
  const { id } = await site.admin.createChannel({
    name: 'of-vip',
    key: 'k',
    models: 'a',
    group: 'default,vip',
  })
  await site.admin.createToken({ name: 'of-vip', group: 'vip' })
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings')
  const updates = recordUpdates(page)
  const groups = page.locator('#groups')
  await groups.getByRole('button', { name: 'Remove vip' }).click()
  await saveBar(page).getByText('3 unsaved changes').waitFor()
  await save(page)
  const question = page.getByRole('dialog', { name: 'Remove a group that is in use?' })
  await question.getByText('vip (accounts: 0, channels: 1, API tokens: 1)').waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  await untilSettled(page)
  expect(updates).toEqual([])
  await saveBar(page).getByText('3 unsaved changes').waitFor()
  await save(page)
  await question.getByRole('button', { name: 'Remove anyway' }).click()
  await told(page, 'Saved successfully')
  expect(await table('GroupRatio')).toEqual({ default: 1 })
  expect(await table('GroupGroupRatio')).toEqual({ default: { default: 1 } })

  await groups.getByRole('button', { name: 'Remove default' }).click()
  await save(page)
  await page.getByText('The group “default” cannot be removed').waitFor()
  await untilSettled(page)
  expect(await table('GroupRatio')).toEqual({ default: 1 })
  await site.admin.call('DELETE', `/api/channel/${id}`)
  await leave()
})

it('a removed group loses its price factor of top-ups too, and the factors that others have stay as they are', async () => {
  await site.admin.setOption('GroupRatio', '{"default":1,"trial":0.5}')
  await site.admin.setOption('TopupGroupRatio', '{"default":1,"trial":0.5,"other":2}')
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings?tab=system')
  const factors = row(page, 'TopupGroupRatio')
  // A draft that is not saved yet and must not bring the group back later.
  await factors.getByLabel('Price factor of other').fill('3')
  await row(page, 'ServerAddress').getByRole('textbox').fill('https://gw.example')
  await page.getByRole('tab', { name: 'Operation' }).click()
  const groups = page.locator('#groups')
  await groups.getByRole('button', { name: 'Remove trial' }).click()
  await save(page)
  await told(page, 'Saved successfully')
  expect(await table('GroupRatio')).toEqual({ default: 1 })
  expect(await table('TopupGroupRatio')).toEqual({ default: 1, other: 2 })
  await page.getByRole('tab', { name: 'System' }).click()
  await save(page)
  await expect.poll(() => table('TopupGroupRatio')).toEqual({ default: 1, other: 3 })

  // Undoing the removal brings back the group with its factor.
  await site.admin.setOption('GroupRatio', '{"default":1,"other":0.5}')
  await page.goto('/admin/settings')
  await groups.getByRole('button', { name: 'Remove other' }).click()
  await save(page)
  await expect.poll(() => table('TopupGroupRatio')).toEqual({ default: 1 })
  await toasts(page, 'Saved successfully').getByRole('button', { name: 'Undo' }).click()
  await told(page, 'Undone: Saved successfully')
  expect(await table('GroupRatio')).toEqual({ default: 1, other: 0.5 })
  expect(await table('TopupGroupRatio')).toEqual({ default: 1, other: 3 })
  await leave()
})

it('a group that somebody else has just changed is not removed, and keeps its price factor', async () => {
  await site.admin.setOption('GroupRatio', '{"default":1,"trial":0.5}')
  await site.admin.setOption('TopupGroupRatio', '{"default":1,"trial":0.5}')
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings')
  await page.locator('#groups').getByRole('button', { name: 'Remove trial' }).click()
  await site.admin.setOption('GroupRatio', '{"default":1,"trial":0.6}')
  await save(page)
  await page.locator('#groups').getByRole('alert').getByText('Group ratios: ').waitFor()
  await untilSettled(page)
  expect(await table('GroupRatio')).toEqual({ default: 1, trial: 0.6 })
  expect(await table('TopupGroupRatio')).toEqual({ default: 1, trial: 0.5 })
  await leave()
})

it('console 19: a special ratio is removed with its row, and the others of its group stay', async () => {
  await site.admin.setOption('GroupGroupRatio', '{"vip":{"default":0.9,"vip":0.8},"default":{"vip":2}}')
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings')
  const groups = page.locator('#groups')
  const named = 'Remove the ratio for users of'
  await groups.getByRole('button', { name: `${named} vip with tokens of default` }).click()
  await groups.getByRole('button', { name: `${named} default with tokens of vip` }).click()
  expect(
    await groups.getByRole('spinbutton', { name: 'Ratio for users of vip with tokens of vip' }).inputValue(),
  ).toBe('0.8')
  await save(page)
  await told(page, 'Saved successfully')
  expect(await table('GroupGroupRatio')).toEqual({ vip: { vip: 0.8 } })
  await leave()
})

it('console 19: a ratio that is none is told in its row and saves nothing; text that is no table is left to JSON', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings')
  const updates = recordUpdates(page)
  const groups = page.locator('#groups')
  await groups.getByLabel('Ratio of vip').fill('-1')
  await groups.getByRole('alert').getByText('Enter a number of at least 0').waitFor()
  await save(page)
  await page.getByText('Please check the input').waitFor()
  await groups.getByRole('alert').getByText('Group ratios: ').waitFor()
  expect(updates).toEqual([])
  await discard(page)
  await groups
    .locator('label')
    .filter({ hasText: /^JSON$/ })
    .click()
  await row(page, 'GroupRatio').locator('textarea').fill('[1]')
  await groups
    .locator('label')
    .filter({ hasText: /^Grid$/ })
    .click()
  await groups.getByText('is no table of groups').waitFor()
  expect(await row(page, 'GroupRatio').locator('textarea').inputValue()).toBe('[1]')
  await leave()
})

it('a ratio and a group name that could not be stored are told while they are typed, and stay as typed', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings')
  const groups = page.locator('#groups')
  const ratio = groups.getByLabel('Ratio of vip')
  for (const text of ['Infinity', '1e999', '0x10', '1,5']) {
    await ratio.fill(text)
    await groups.getByRole('alert').getByText('Enter a number of at least 0').waitFor()
    expect(await ratio.inputValue()).toBe(text)
  }
  await discard(page)
  const name = groups.getByLabel('New group')
  await name.fill('vip,gold')
  await groups.getByRole('alert').getByText('A name cannot contain a comma').waitFor()
  await name.press('Enter')
  expect(await groups.getByLabel('Ratio of vip,gold').count()).toBe(0)
  await name.fill('gold')
  await name.press('Enter')
  await groups.getByLabel('Ratio of gold').waitFor()
  await discard(page)
  await leave()
})

it('console 19: price factors of top-ups are a grid too', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings?tab=system')
  const own = row(page, 'TopupGroupRatio')
  await own.getByLabel('New group').fill('vip')
  await own.getByLabel('New group').press('Enter')
  await own.getByLabel('Price factor of vip').fill('0.9')
  await row(page, 'ServerAddress').getByRole('textbox').fill('https://gw.example')
  await save(page)
  await told(page, 'Saved successfully')
  expect(await table('TopupGroupRatio')).toEqual({ default: 1, vip: 0.9 })
  await leave()
})

it.each([widths.desktop, widths.phone])(
  'console 19: %i pixels wide, each tab has one button that saves, in view wherever the page is scrolled',
  async (width) => {
    const { page, leave } = await site.visitSignedIn({ width })
    for (const tab of ['operation', 'ratelimit', 'models', 'system', 'other']) {
      await page.goto(`/admin/settings?tab=${tab}`)
      await page.locator('section:has([data-option])').first().waitFor()
      await untilSettled(page)
      expect(await page.getByRole('button', { name: /^Save/ }).count()).toBe(1)
      for (const share of [0, 0.5]) {
        await page.evaluate(
          (part) =>
            scrollTo({
              top: (document.documentElement.scrollHeight - innerHeight) * part,
              behavior: 'instant',
            }),
          share,
        )
        const isInView = await saveBar(page)
          .getByRole('button', { name: 'Save' })
          .evaluate((button) => {
            const { left, top, width: w, height: h } = button.getBoundingClientRect()
            return button.contains(document.elementFromPoint(left + w / 2, top + h / 2))
          })
        expect([tab, share, isInView]).toEqual([tab, share, true])
      }
      expect([tab, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([tab, width])
    }
    await leave()
  },
)

it('console 19: one press saves the changes of several blocks, prices among them, and they can be taken back', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings?price_search=priced')
  await row(page, 'RetryTimes').getByRole('spinbutton').fill('7')
  await row(page, 'CheckInQuota').getByRole('spinbutton').fill('2000')
  await page.getByRole('textbox', { name: 'Model ratio of priced' }).fill('3')
  await saveBar(page).getByText('3 unsaved changes').waitFor()
  await save(page)
  await told(page, 'Saved successfully: 1 model')
  await saveBar(page).getByText('No unsaved changes').waitFor()
  expect([await stored('RetryTimes'), await stored('CheckInQuota'), await table('ModelRatio')]).toEqual([
    '7',
    '2000',
    { priced: 3 },
  ])
  // One toast is about the settings, the other about the prices. The first can be undone in the toast, the second in
  // the grid.
  await toasts(page, 'Saved successfully').getByRole('button', { name: 'Undo' }).click()
  await told(page, 'Undone: Saved successfully')
  expect([await stored('RetryTimes'), await stored('CheckInQuota')]).toEqual(['0', '1000'])
  expect(await table('ModelRatio')).toEqual({ priced: 3 })
  await leave()
})

it('console 19: a mistake in one block keeps all of them; Enter in a field saves as the bar does', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings')
  const updates = recordUpdates(page)
  await row(page, 'RetryTimes').getByRole('spinbutton').fill('7')
  await row(page, 'CheckInQuota').getByRole('spinbutton').fill('-5')
  await save(page)
  await page.getByText('Please check the input').waitFor()
  expect(updates).toEqual([])
  await row(page, 'CheckInQuota').getByRole('spinbutton').fill('1500')
  await row(page, 'CheckInQuota').getByRole('spinbutton').press('Enter')
  await told(page, 'Saved successfully')
  expect([await stored('RetryTimes'), await stored('CheckInQuota')]).toEqual(['7', '1500'])
  await leave()
})
