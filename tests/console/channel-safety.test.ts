import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Simulator, startSimulator } from '../support/simulator/simulator.ts'
import { untilSettled } from './support/settled.ts'
import { type Site, startSite } from './support/site.ts'

/** Returns markup that sets `window.pwned` if a browser interprets it. */
const attack = (where: string) =>
  `<img src=x onerror="window.pwned='${where}'"><svg onload="window.pwned='${where}'"></svg>`

let upstream: Simulator
let site: Site
beforeAll(async () => {
  upstream = await startSimulator({ models: [attack('upstream'), 'plain'] })
  site = await startSite()
})
afterAll(async () => {
  await site?.close()
  await upstream?.close()
})

const isUntouched = async (page: Page) => {
  await untilSettled(page)
  expect(await page.evaluate(() => (window as { pwned?: string }).pwned)).toBeUndefined()
  expect(await page.locator('img[src=x], svg[onload]').count()).toBe(0)
}

it('whatever a channel, its upstream or an answer says is text in every tab, in the picker and in tests', async () => {
  const { id } = await site.admin.createChannel({
    name: attack('name'),
    key: 'k',
    base_url: upstream.url,
    models: attack('model'),
    tag: attack('tag'),
    model_prefix: attack('prefix'),
    test_model: attack('test'),
    system_prompt: attack('prompt'),
    other: attack('other'),
    group: `default,${attack('group')}`,
    model_mapping: JSON.stringify({ a: attack('mapping') }),
  })
  upstream.always({ status: 400, error: { message: attack('answer') } })
  const { page, complaints, leave } = await site.visitSignedIn()
  const drawer = page.locator('[data-drawer]')
  await page.goto(`/channel/edit/${id}`)
  await drawer.getByText(attack('model')).first().waitFor()
  await isUntouched(page)
  for (const name of ['Routing', 'Requests', 'Show as', 'Test']) {
    await drawer.getByRole('tab', { name }).click()
    await isUntouched(page)
  }
  await drawer.getByRole('button', { name: 'Test 2 models' }).click()
  await drawer.getByText('2 of 2 done').waitFor()
  await drawer.getByText(attack('answer')).first().waitFor()
  await drawer
    .getByRole('button', { name: /^Details of/ })
    .first()
    .click()
  await isUntouched(page)
  await drawer.getByRole('tab', { name: 'Basics' }).click()
  upstream.always({})
  await drawer.getByRole('button', { name: 'Fetch from upstream' }).click()
  await drawer.getByText(attack('upstream')).waitFor()
  await isUntouched(page)
  expect(complaints).toEqual([])
  await leave()
})
