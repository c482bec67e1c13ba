import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Simulator, startSimulator } from '../support/simulator/simulator.ts'
import { type Site, startSite } from './support/site.ts'
import { rowOf, tokensNamed } from './support/tokens.ts'

let site: Site
let upstream: Simulator
beforeAll(async () => {
  upstream = await startSimulator()
  site = await startSite()
  await site.admin.createChannel({ name: 'up', key: 'k', base_url: upstream.url, models: 'gpt-4o' })
})
afterAll(async () => {
  await site?.close()
  await upstream?.close()
})

it('a budget and tokens per minute are set in the form, and what was spent stands in list and form', async () => {
  const { key } = await site.admin.createToken({ name: 'thrifty' })
  const visitor = await site.visitSignedIn()
  const { page, complaints, leave } = visitor
  await page.goto('/app/tokens?keyword=thrifty')
  await rowOf(page, 'thrifty').getByRole('button', { name: 'thrifty' }).first().click()
  const form = page.locator('[data-drawer]')
  await form.getByLabel('Renewing budget').click()
  await page.getByRole('option', { name: 'Every day' }).click()
  const perMinute = form.getByRole('textbox', { name: 'Tokens per minute' })
  await perMinute.fill('20000')
  await form.getByText('Of that, it may spend up to $1.00 each day.').waitFor()
  await form.getByText('It may use up to 20,000 tokens a minute.').waitFor()
  await form.getByRole('button', { name: 'Save' }).click()
  await rowOf(page, 'thrifty').getByText('$0.00 of $1.00 today').waitFor()
  await rowOf(page, 'thrifty').getByText('20,000 tokens a minute').waitFor()
  expect((await tokensNamed(site, 'thrifty'))[0]).toMatchObject({
    budget_period: 'day',
    budget_quota: 500_000,
    tokens_per_minute: 20_000,
  })
  const answer = await fetch(`${site.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'hello' }] }),
  })
  expect(answer.status).toBe(200)
  expect(Number((await tokensNamed(site, 'thrifty'))[0]?.budget_used_quota_exact)).toBeGreaterThan(0)
  await page.reload()
  await rowOf(page, 'thrifty').getByRole('button', { name: 'thrifty' }).first().click()
  await form.getByText(/of \$1\.00 today · renews /).waitFor()
  expect(complaints).toEqual([])
  await leave()
})

it('a budget of nothing is refused in the form', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/app/tokens?edit=new')
  const form = page.locator('[data-drawer]')
  await form.getByRole('textbox', { name: 'Name' }).fill('nothing a week')
  await form.getByLabel('Renewing budget').click()
  await page.getByRole('option', { name: 'Every week' }).click()
  await form.getByLabel('Budget per period').fill('0')
  await form.getByRole('button', { name: 'Create', exact: true }).click()
  await form.getByText('The budget must be a number of at least 1').waitFor()
  expect(await tokensNamed(site, 'nothing a week')).toEqual([])
  await leave()
})
