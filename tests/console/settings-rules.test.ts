import { afterAll, beforeAll, expect, it } from 'vitest'
import { discard, recordUpdates, row, save, showAsJson } from './support/settings.ts'
import { giveRootAnotherWayIn, type Site, startSite } from './support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.close())

interface Stored {
  readonly key: string
  readonly value: string
  readonly is_set: boolean
}
const stored = async (key: string): Promise<Stored | undefined> =>
  (await site.admin.call<Stored[]>('GET', '/api/option/')).find((each) => each.key === key)

it('A-TAB-27 A-OPT-011 turning off password login asks, and the switch stays on when the answer is no', async () => {
  await giveRootAnotherWayIn(site)
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings?tab=system')
  const updates = recordUpdates(page)
  const toggle = row(page, 'PasswordLoginEnabled').getByRole('switch')
  await toggle.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await toggle.isChecked()).toBe(true)
  expect(updates).toEqual([])
  await toggle.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off password login' }).click()
  await save(page)
  await page.getByText('Saved successfully').waitFor()
  expect(updates).toEqual([{ key: 'PasswordLoginEnabled', value: 'false', before: 'true' }])
  await site.admin.setOption('PasswordLoginEnabled', 'true')
  await leave()
})

it('A-TAB-31 A-OPTG-17 a login provider is set up and turned on with one save', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings?tab=system')
  await row(page, 'GitHubOAuthEnabled').getByRole('switch').click()
  await save(page)
  await row(page, 'GitHubOAuthEnabled').getByRole('alert').getByText('GitHubClientId').waitFor()
  await row(page, 'GitHubClientId').getByRole('textbox').fill('gh-id')
  await row(page, 'GitHubClientSecret').locator('input').fill('gh-secret')
  await save(page)
  await page.getByText('Saved successfully').waitFor()
  expect((await stored('GitHubOAuthEnabled'))?.value).toBe('true')
  await leave()
})

it('A-TAB-16 fallback prices that contradict each other are refused by the rule, and none of them is saved', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings')
  const updates = recordUpdates(page)
  const fill = (key: string, text: string) => row(page, key).getByRole('spinbutton').fill(text)
  await row(page, 'fallback_pricing_enabled').getByRole('switch').click()
  await fill('fallback_single_price', '0.01')
  await fill('fallback_input_ratio', '1')
  const rule = page.locator('#fallback').getByText('please check the fallback ratio config')
  await save(page)
  await rule.waitFor()
  await fill('fallback_single_price', '')
  await save(page)
  await rule.waitFor()
  expect(updates).toEqual([])
  await fill('fallback_completion_ratio', '4')
  await save(page)
  await page.getByText('Saved successfully').waitFor()
  expect(updates.map(({ key }) => key).sort()).toEqual([
    'fallback_completion_ratio',
    'fallback_input_ratio',
    'fallback_pricing_enabled',
  ])
  await leave()
})

it('A-TAB-26 A-TAB-28 A-OPT-001 A-OPT-041 payment settings wait for the server address; domains are checked as they are added', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings?tab=system')
  const updates = recordUpdates(page)
  await row(page, 'PayAddress').getByRole('textbox').fill('https://pay.example/')
  await save(page)
  await page.getByText('Please fill in the server address first').waitFor()
  expect(updates).toEqual([])
  await row(page, 'ServerAddress').getByRole('textbox').fill('https://gw.example/')
  await save(page)
  await page.getByText('Saved successfully').first().waitFor()
  await row(page, 'PayAddress').getByText('Unsaved').waitFor({ state: 'detached' })
  expect((await stored('PayAddress'))?.value).toBe('https://pay.example')

  const domains = row(page, 'EmailDomainWhitelist')
  const add = async (domain: string) => {
    await domains.getByRole('textbox').fill(domain)
    await domains.getByRole('button', { name: 'Add' }).click()
  }
  await add('foo')
  await domains.getByText('Email domain format incorrect').waitFor()
  await add('gmail.com')
  await domains.getByText('Domain already in whitelist').waitFor()
  await add('Example.org')
  await domains.getByRole('button', { name: 'Remove qq.com' }).click()
  await save(page)
  await domains.getByText('Unsaved').waitFor({ state: 'detached' })
  const list = (await stored('EmailDomainWhitelist'))?.value.split(',') ?? []
  expect([list.includes('example.org'), list.includes('qq.com')]).toEqual([true, false])
  await leave()
})

it('a mail domain that is typed counts as added once its field is left; what is none is told and saves nothing', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings?tab=system')
  const domains = row(page, 'EmailDomainWhitelist')
  const field = domains.getByRole('textbox')
  await field.fill('typed.example')
  await save(page)
  await page.getByText('Saved successfully').first().waitFor()
  expect((await stored('EmailDomainWhitelist'))?.value.split(',')).toContain('typed.example')
  expect(await field.inputValue()).toBe('')
  await field.fill('foo')
  await field.press('Tab')
  await domains.getByText('Email domain format incorrect').waitFor()
  await field.fill('')
  await field.press('Tab')
  expect(await domains.getByRole('alert').count()).toBe(0)
  await leave()
})
it('A-TAB-14 A-OPT-097 the rebate’s percentage is 0 to 100 in steps of 0.1, and dead while there is no rebate', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings')
  const percentage = row(page, 'RebatePercentage').getByRole('spinbutton')
  await percentage.waitFor()
  expect(await percentage.isDisabled()).toBe(true)
  await row(page, 'RebateEnabled').getByRole('switch').click()
  for (const [text, says] of [
    ['100.1', 'Please enter a number from 0 to 100'],
    ['-1', 'Please enter a number from 0 to 100'],
    ['1.25', 'At most 1 decimal place'],
  ] as const) {
    await percentage.fill(text)
    await save(page)
    await row(page, 'RebatePercentage').getByRole('alert').getByText(says).waitFor()
  }
  await percentage.fill('1')
  await percentage.press('ArrowUp')
  expect(await percentage.inputValue()).toBe('1.1')
  await discard(page)
  await expect.poll(() => percentage.isDisabled()).toBe(true)
  expect((await stored('RebateEnabled'))?.value).toBe('false')
  await leave()
})

it('A-TAB-20 an exempt group is picked from the groups, also those being typed; one that is none is told while it counts', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings')
  await page.locator('#groups').waitFor()
  await showAsJson(page)
  await row(page, 'GroupRatio').locator('textarea').fill('{"default": 1, "bulk-users": 0.5}')
  await page.getByRole('tab', { name: 'Models', exact: true }).click()
  const own = row(page, 'global.rate_limit_exempt_group')
  const warning = own.getByText('No group has this name')
  const group = own.getByRole('combobox')
  expect(await group.inputValue()).toBe('bulk-ok')
  expect(await warning.count()).toBe(0)
  await row(page, 'global.rate_limit_exempt_enabled').getByRole('switch').click()
  await warning.waitFor()
  await group.click()
  const listed = page.getByRole('listbox').getByRole('option')
  await listed.first().waitFor()
  expect(await listed.allTextContents()).toEqual(['bulk-users', 'default'])
  await listed.first().click()
  await warning.waitFor({ state: 'detached' })
  await save(page)
  await page.getByText('Saved successfully').waitFor()
  expect((await stored('global.rate_limit_exempt_group'))?.value).toBe('bulk-users')
  await leave()
})
