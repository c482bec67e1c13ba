import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startSimulator } from '../support/simulator/simulator.ts'
import { type Site, startSite } from './support/site.ts'

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

const row = (page: Page, key: string) => page.locator(`[data-option="${key}"]`)
const save = (page: Page, section: string) =>
  page.locator(`#${section}`).getByRole('button', { name: 'Save' }).first().click()

/** The updates that the page sends from now on: key and text. */
const recordUpdates = (page: Page) => {
  const updates: { key: string; value: string }[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().endsWith('/api/option/'))
      updates.push(request.postDataJSON() as { key: string; value: string })
  })
  return updates
}

it('a secret is never sent back: an empty field keeps it, a new one replaces it', async () => {
  await site.admin.setOption('SMTPToken', 'marker-first')
  const { page, leave } = await site.visitSignedIn()
  const answers: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.url().includes('/api/')) answers.push(response.text().catch(() => ''))
  })
  await page.goto('/admin/settings?tab=system')
  const updates = recordUpdates(page)
  await row(page, 'SMTPToken').getByText('Set, fingerprint').waitFor()
  await row(page, 'SMTPToken').getByRole('button', { name: 'Replace' }).click()
  expect(await row(page, 'SMTPToken').locator('input').inputValue()).toBe('')
  await row(page, 'SMTPPort').getByRole('spinbutton').fill('2525')
  await save(page, 'smtp')
  await page.getByText('Saved successfully').waitFor()
  expect(updates.map(({ key }) => key)).toEqual(['SMTPPort'])
  expect((await stored('SMTPToken'))?.is_set).toBe(true)
  await row(page, 'SMTPToken').locator('input').fill('marker-second')
  await save(page, 'smtp')
  await row(page, 'SMTPToken').getByText('Set, fingerprint').waitFor()
  expect(updates.at(-1)).toEqual({ key: 'SMTPToken', value: 'marker-second' })
  expect(await page.content()).not.toContain('marker-')
  expect((await Promise.all(answers)).join('\n')).not.toContain('marker-')
  await leave()
})

it('turning off password login asks, and the switch stays on when the answer is no', async () => {
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
  await save(page, 'login')
  await page.getByText('Saved successfully').waitFor()
  expect(updates).toEqual([{ key: 'PasswordLoginEnabled', value: 'false', before: 'true' }])
  await site.admin.setOption('PasswordLoginEnabled', 'true')
  await leave()
})

it('a login provider is set up and turned on with one save', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings?tab=system')
  await row(page, 'GitHubOAuthEnabled').getByRole('switch').click()
  await save(page, 'github')
  await row(page, 'GitHubOAuthEnabled').getByRole('alert').getByText('GitHubClientId').waitFor()
  await row(page, 'GitHubClientId').getByRole('textbox').fill('gh-id')
  await row(page, 'GitHubClientSecret').locator('input').fill('gh-secret')
  await save(page, 'github')
  await page.getByText('Saved successfully').waitFor()
  expect((await stored('GitHubOAuthEnabled'))?.value).toBe('true')
  await leave()
})

it('fallback prices that contradict each other are refused by the rule, and none of them is saved', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings')
  const updates = recordUpdates(page)
  const fill = (key: string, text: string) => row(page, key).getByRole('spinbutton').fill(text)
  await row(page, 'fallback_pricing_enabled').getByRole('switch').click()
  await fill('fallback_single_price', '0.01')
  await fill('fallback_input_ratio', '1')
  const rule = page.locator('#fallback').getByText('please check the fallback ratio config')
  await save(page, 'fallback')
  await rule.waitFor()
  await fill('fallback_single_price', '')
  await save(page, 'fallback')
  await rule.waitFor()
  expect(updates).toEqual([])
  await fill('fallback_completion_ratio', '4')
  await save(page, 'fallback')
  await page.getByText('Saved successfully').waitFor()
  expect(updates.map(({ key }) => key).sort()).toEqual([
    'fallback_completion_ratio',
    'fallback_input_ratio',
    'fallback_pricing_enabled',
  ])
  await leave()
})

it('payment settings wait for the server address; domains are checked as they are added', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings?tab=system')
  const updates = recordUpdates(page)
  await row(page, 'PayAddress').getByRole('textbox').fill('https://pay.example/')
  await save(page, 'payment')
  await page.getByText('Please fill in the server address first').waitFor()
  expect(updates).toEqual([])
  await row(page, 'ServerAddress').getByRole('textbox').fill('https://gw.example/')
  await save(page, 'server')
  await page.getByText('Saved successfully').first().waitFor()
  await save(page, 'payment')
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
  await save(page, 'domains')
  await domains.getByText('Unsaved').waitFor({ state: 'detached' })
  const list = (await stored('EmailDomainWhitelist'))?.value.split(',') ?? []
  expect([list.includes('example.org'), list.includes('qq.com')]).toEqual([true, false])
  await leave()
})

it('old logs are cleaned from a chosen time on, a month ago at first, and the count is told', async () => {
  const upstream = await startSimulator({ models: ['gpt-4o-mini'], keys: ['k'] })
  await site.admin.createChannel({ name: 'c', key: 'k', base_url: upstream.url, models: 'gpt-4o-mini' })
  const { key } = await site.admin.createToken()
  const answer = await fetch(`${site.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'hi' }] }),
  })
  expect(answer.status).toBe(200)
  await upstream.close()
  const rows = async () => (await site.admin.call<{ total: number }>('GET', '/api/log/')).total
  await expect.poll(rows).toBeGreaterThan(0)

  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/settings')
  const time = page.getByLabel('Clean logs before')
  const aMonthAgo = new Date((await time.inputValue()).replace(' ', 'T')).getTime()
  const days = (Date.now() - aMonthAgo) / 86_400_000
  expect(days).toBeGreaterThan(27.9)
  expect(days).toBeLessThan(31.1)
  const clean = async (isSure: boolean) => {
    await page.locator('#logs').getByRole('button', { name: 'Clean logs' }).click()
    if (isSure) await page.getByRole('dialog').getByRole('button', { name: 'Clean logs' }).click()
  }
  await time.fill('')
  await clean(false)
  await page.getByText('Please choose log time').first().waitFor()
  await time.fill('2020-01-01 00:00:00')
  await clean(true)
  await page.getByText('0 logs cleaned').waitFor()
  const before = await rows()
  await time.fill('2099-01-01 00:00:00')
  await page.route('**/api/log/*', (route) => route.fulfill({ status: 500, json: { success: false } }))
  await clean(true)
  await page.getByText('Log clean failed').waitFor()
  expect(await rows()).toBe(before)
  await page.unroute('**/api/log/*')
  await clean(true)
  await page.getByText(before === 1 ? '1 log cleaned' : `${before} logs cleaned`).waitFor()
  expect((await site.admin.audit()).isClean).toBe(true)
  await leave()
})
