import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminPassword } from '../support/gateway/admin.ts'
import { openBrowser, visit } from './support/browser.ts'
import { copyStore, startDaemonOn, startEmptyDaemon, type TestDaemon } from './support/daemon.ts'
import { readPhrases } from './support/phrases.ts'

/** Tests the first step of the setup, and its errors. `setup-to-token.test.ts` walks through all steps. */

let fresh: TestDaemon
let browser: Browser
beforeAll(async () => {
  fresh = await startEmptyDaemon()
  browser = await openBrowser()
})
afterAll(() => fresh?.stop())

const languages = [
  ['en', 'en-US'],
  ['zh', 'zh-CN'],
] as const
const submitted = (page: Page) => {
  const calls: Request[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') calls.push(request)
  })
  return calls
}
const errorOf = (page: Page, label: string) =>
  page.locator('[data-field]', { has: page.getByLabel(label, { exact: true }) }).getByRole('alert')

it.each(languages)(
  'C-SETUP-04 C-SETUP-06 C-SETUP-07 in %s the form asks for account and mode, and says beside the field what is wrong without sending it',
  async (language, locale) => {
    const say = await readPhrases(language, ['setup'])
    const { page, leave } = await visit(browser, fresh.url, { locale })
    const calls = submitted(page)
    await page.goto('/setup')
    const [name, password, confirm] = ['username', 'password', 'confirmPassword'].map((key) =>
      say(`setup:${key}`),
    ) as [string, string, string]
    const field = (label: string) => page.getByLabel(label, { exact: true })
    const submit = () => page.getByRole('button', { name: say('setup:submit') }).click()
    await field(name).waitFor()
    expect(await page.locator('form [data-field] label').allTextContents()).toEqual([name, password, confirm])
    const modes = page.getByRole('radio')
    expect([await modes.count(), await modes.first().isChecked()]).toEqual([3, true])

    await submit()
    expect(await errorOf(page, name).textContent()).toBe(say('setup:usernameRequired'))
    await field(name).fill('   ')
    await field(password).fill('7 chars')
    await field(confirm).fill('7 chars')
    await submit()
    expect(await errorOf(page, name).textContent()).toBe(say('setup:usernameRequired'))
    expect(await errorOf(page, password).textContent()).toBe(say('setup:passwordShort'))
    expect(await errorOf(page, confirm).count()).toBe(0)
    await field(name).fill('owner')
    await field(password).fill(adminPassword)
    await field(confirm).fill('correct-horses')
    await submit()
    expect(await errorOf(page, confirm).textContent()).toBe(say('setup:passwordsDiffer'))
    expect([await errorOf(page, name).count(), await errorOf(page, password).count()]).toEqual([0, 0])
    expect(calls).toEqual([])
    await leave()
  },
)

it.each(languages)(
  'C-SETUP-08 in %s a state that cannot be read and a set-up that fails are said, and can be tried again',
  async (language, locale) => {
    const say = await readPhrases(language, ['setup', 'common'])
    const { page, leave } = await visit(browser, fresh.url, { locale })
    let isDown = true
    await page.route('**/api/setup', (route) =>
      isDown ? route.fulfill({ status: 500, body: 'a proxy in between' }) : route.fallback(),
    )
    await page.goto('/setup')
    await page.getByText(say('setup:stateFailed'), { exact: true }).waitFor()
    expect(await page.getByLabel(say('setup:username'), { exact: true }).count()).toBe(0)
    isDown = false
    await page.getByRole('button', { name: say('common:action.retry') }).click()
    await page.getByLabel(say('setup:username'), { exact: true }).fill('owner')
    for (const key of ['password', 'confirmPassword'])
      await page.getByLabel(say(`setup:${key}`), { exact: true }).fill(adminPassword)
    isDown = true
    await page.getByRole('button', { name: say('setup:submit') }).click()
    await page.getByText(say('setup:failed'), { exact: true }).waitFor()
    // The typed text is kept.
    expect(await page.getByLabel(say('setup:username'), { exact: true }).inputValue()).toBe('owner')
    expect(await page.getByLabel(say('setup:password'), { exact: true }).inputValue()).toBe(adminPassword)
    await expect.poll(() => page.getByRole('button', { name: say('setup:submit') }).isEnabled()).toBe(true)
    await leave()
  },
)

it.each(languages)(
  'M6: in %s somebody elsewhere is asked for the set-up code, and a wrong one is said beside it',
  async (language, locale) => {
    const say = await readPhrases(language, ['setup'])
    const { page, leave } = await visit(browser, fresh.url, { locale })
    // Requests look as if they came through a proxy, wherever the browser runs.
    await page.setExtraHTTPHeaders({ 'x-forwarded-for': '203.0.113.9' })
    await page.goto('/setup')
    const field = (key: string) => page.getByLabel(say(`setup:${key}`), { exact: true })
    await field('username').fill('owner')
    for (const key of ['password', 'confirmPassword']) await field(key).fill(adminPassword)
    const submit = () => page.getByRole('button', { name: say('setup:submit') }).click()
    await submit()
    expect(await errorOf(page, say('setup:code')).textContent()).toBe(say('setup:codeRequired'))
    await field('code').fill('wrong')
    await submit()
    await expect
      .poll(() => errorOf(page, say('setup:code')).textContent())
      .not.toBe(say('setup:codeRequired'))
    expect(await field('username').inputValue()).toBe('owner')
    await leave()
  },
)

it('C-SETUP-02 C-SETUP-04 where the administrator exists only the mode is asked, and afterwards /setup leads home', async () => {
  const dataDir = await copyStore()
  const store = new DatabaseSync(join(dataDir, 'tollgate.db'))
  store.exec('DELETE FROM setup')
  store.close()
  const gateway = await startDaemonOn(dataDir)
  const { page, complaints, leave } = await visit(browser, gateway.url)
  await page.goto('/about')
  await page.waitForURL('**/setup')
  await page.getByRole('radio').first().waitFor()
  expect(await page.getByRole('textbox').count()).toBe(0)
  expect(await page.locator('input[type=password]').count()).toBe(0)
  await page.getByText('Demo').click()
  await page.getByRole('button', { name: 'Set up and continue' }).click()
  await page.waitForURL(`${gateway.url}/`)
  await page.getByText('Demo site').waitFor()
  await page.goto('/setup')
  await page.waitForURL(`${gateway.url}/`)
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
  expect(complaints).toEqual([])
  await leave()
  await gateway.stop()
})
