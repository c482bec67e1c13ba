import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type GatewayProcess, startGateway } from '../../support/gateway/gateway-process.ts'
import { type Simulator, startSimulator } from '../../support/simulator/simulator.ts'
import { openBrowser, visit } from '../support/browser.ts'

/** Walks from an empty install to a priced answer, with a browser and the command that the browser shows. */

const model = 'gpt-4o-mini'
let upstream: Simulator
let gateway: GatewayProcess
let browser: Browser
beforeAll(async () => {
  upstream = await startSimulator({ models: [model], keys: ['upstream-key'] })
  gateway = await startGateway()
  browser = await openBrowser()
})
afterAll(async () => {
  await gateway?.stop()
  await upstream?.close()
})

it('C-SETUP-01 C-SETUP-02 C-SHELL-22 sets up, tries the first channel, shows the first request and its price, and leads to the tokens', async () => {
  const { page, complaints, leave } = await visit(browser, gateway.url)
  for (const path of ['/', '/login', '/app/tokens', '/admin/channels', '/nope']) {
    await page.goto(path)
    await page.waitForURL('**/setup')
  }

  await page.getByRole('button', { name: 'Set up and continue' }).click()
  await page.getByText('Please enter the admin username').waitFor()
  await page.getByText('Password must be at least 8 characters').waitFor()
  await page.getByLabel('Admin username').fill('root')
  await page.getByLabel('Password', { exact: true }).fill('correct-horse')
  await page.getByLabel('Confirm password').fill('correct-hors')
  await page.getByText('The two passwords differ').waitFor()
  await page.getByLabel('Confirm password').fill('correct-horse')
  await page.getByText('Personal use').click()
  await page.getByRole('button', { name: 'Set up and continue' }).click()

  await page.getByText('Self-use mode').waitFor()
  await page.reload()
  await page.getByLabel('Key', { exact: true }).fill('wrong-key')
  await page.getByRole('button', { name: 'Show secret' }).click()
  expect(await page.getByLabel('Key', { exact: true }).getAttribute('type')).toBe('text')
  expect(await page.locator('aside').count()).toBe(0)
  await page.getByLabel('Base URL').fill(upstream.url)
  await page.getByLabel('Models').fill(`${model},`)
  await page.getByLabel('Models').press('Escape')
  await page.getByRole('button', { name: 'Save and test' }).click()
  await page.getByRole('alert').first().waitFor()
  await page.getByLabel('Key', { exact: true }).fill('upstream-key')
  await page.getByRole('button', { name: 'Save and test' }).click()
  await page.getByText(`It works: ${model} answered`).waitFor()
  await page.getByRole('button', { name: 'Next' }).click()

  await page.getByText('Waiting for your request').waitFor()
  const code = await page.getByRole('region', { name: 'curl' }).textContent()
  expect(code).toContain(`curl ${gateway.url}/v1/chat/completions`)
  const key = /Bearer (sk-\w{48})"/.exec(code ?? '')?.[1]
  const body = /-d '([^']+)'/.exec(code ?? '')?.[1]
  upstream.always({
    text: 'Good day',
    usageValues: { prompt_tokens: 1000, completion_tokens: 500, total_tokens: 1500 },
  })
  const answer = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: body ?? '',
  })
  expect(answer.status).toBe(200)
  // 1000 tokens in at 0.15 and 500 out at 0.60 dollars per million.
  const result = page.locator('[data-first-call]')
  await result.getByText(`${model} answered`).waitFor()
  expect(await result.textContent()).toContain('1,000 tokens in, 500 out')
  expect(await result.textContent()).toContain('$0.00045')

  await page.getByRole('button', { name: 'Open the console' }).click()
  await page.waitForURL('**/app/tokens')
  await page.getByRole('row', { name: /first/ }).getByText('of $1.00').waitFor()
  await page.goto('/setup')
  await page.waitForURL((url) => url.pathname === '/')
  expect(complaints).toEqual([])
  await leave()
})

it('creates, edits, disables and deletes a token, and loses nothing that was typed', async () => {
  const { page, complaints, leave } = await visit(browser, gateway.url)
  await page.goto('/app/tokens')
  await page.waitForURL('**/login?returnTo=%2Fapp%2Ftokens')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Please enter username and password').waitFor()
  await page.getByLabel('Username or email').fill('root')
  await page.getByLabel('Password', { exact: true }).fill('correct-horse')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Login successful').waitFor()

  await page.getByRole('button', { name: 'New token' }).first().click()
  const drawer = page.locator('[data-drawer]')
  expect((await drawer.boundingBox())?.width).toBe(600)
  await drawer.getByRole('button', { name: 'Create' }).click()
  await drawer.getByText('Please enter a name').waitFor()
  await drawer.getByLabel('Name').fill('ci-pipeline')
  await page.goBack()
  await page.getByText('Unsaved changes').waitFor()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  expect(await drawer.getByLabel('Name').inputValue()).toBe('ci-pipeline')
  await drawer.getByRole('button', { name: '$10', exact: true }).click()
  await drawer.getByLabel('Expires').fill('abc')
  await drawer.getByRole('button', { name: 'Create' }).click()
  await drawer.getByText('Expiry time format error').waitFor()
  await drawer.getByRole('button', { name: '1 day' }).click()
  await drawer.getByLabel('Allowed addresses').fill('not an address')
  await drawer.getByRole('button', { name: 'Create' }).click()
  await drawer
    .getByText(/not.*address/i)
    .first()
    .waitFor()
  await drawer.getByLabel('Allowed addresses').fill('127.0.0.0/8')
  await drawer.getByRole('tab', { name: 'Show as' }).click()
  await drawer.getByText('tollgate token create').waitFor()
  await drawer.getByRole('button', { name: 'Create' }).click()

  const created = page.getByRole('dialog', { name: 'Token created' })
  const key = await created.getByRole('region', { name: 'Key' }).textContent()
  expect(key).toMatch(/^sk-\w{48}$/)
  await created.getByRole('button', { name: 'Copy' }).first().click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)
  await created.getByRole('button', { name: 'Done' }).click()

  const row = page.getByRole('row', { name: /ci-pipeline/ })
  await row.getByText('of $10.00').waitFor()
  await row.getByText('127.0.0.0/8').waitFor()
  await row
    .getByRole('button', { name: /ci-pipeline/ })
    .first()
    .click()
  await page.waitForURL('**/app/tokens?edit=*')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await page.getByText('You seem to have changed nothing').waitFor()
  await drawer.getByLabel('Name').fill('ci')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Token ci saved').waitFor()

  await page.getByRole('button', { name: 'Batch actions' }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await page.getByText('Please pick at least one token').waitFor()
  await page.getByRole('checkbox', { name: 'Select ci' }).check()
  await page.locator('[data-bulk]').getByRole('button', { name: 'Disable' }).click()
  await page
    .getByRole('row', { name: /^.*\bci\b/ })
    .getByText('Disabled')
    .waitFor()
  await page.locator('[data-bulk]').getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: 'Delete this token?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await page.getByRole('checkbox', { name: 'Select ci' }).waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
  await leave()
})
