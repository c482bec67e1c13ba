import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Simulator, startSimulator } from '../support/simulator/simulator.ts'
import { themes, widths } from './support/browser.ts'
import { type Channel, newChannel, readChannels, rowOf } from './support/channels.ts'
import { changeLook } from './support/scene.ts'
import { type Site, startSite } from './support/site.ts'

let site: Site
let upstream: Simulator
beforeAll(async () => {
  upstream = await startSimulator()
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
const names = (page: Page) =>
  page.locator('tbody tr[data-row] td:nth-child(2) button > span:first-child').allTextContents()
const open = async (path = '/admin/channels') => {
  const visitor = await site.visitSignedIn()
  await visitor.page.goto(path)
  await visitor.page.getByRole('heading', { name: 'Channels' }).waitFor()
  return visitor
}

it('C-CHAN-01 without channels it says what to do, with the line for the terminal; users are sent away', async () => {
  const { page, leave } = await open()
  await page.getByText('No channels yet.').waitFor()
  await page.getByText(/^tollgate channel create --type openai/).waitFor()
  await page.locator('main').getByRole('button', { name: 'Add channel' }).last().click()
  await page.waitForURL('**/channel/add')
  await leave()

  await site.admin.call('POST', '/api/user/', { username: 'reader', password: 'correct-horse' })
  const reader = await site.visit()
  await reader.page.goto('/login')
  await reader.page.getByLabel('Username or email').fill('reader')
  await reader.page.getByLabel('Password', { exact: true }).fill('correct-horse')
  await reader.page.getByRole('button', { name: 'Sign in' }).click()
  await reader.page.waitForURL('**/app/tokens')
  expect(await reader.page.getByRole('link', { name: 'Channels' }).count()).toBe(0)
  for (const path of ['/admin/channels', '/channel/add', '/channel/edit/1']) {
    await reader.page.goto(path)
    await reader.page.waitForURL((url) => url.pathname === '/')
  }
  await reader.leave()
})

it('C-CHAN-02 C-CHAN-03 C-CHAN-04 C-CHAN-05 pages through 25 channels, remembers the page size, searches and sorts; the address keeps all of it', async () => {
  for (let i = 1; i <= 25; i += 1)
    await make(`c-${String(i).padStart(2, '0')}`, {
      priority: i % 5,
      models: i <= 3 ? 'gpt-4o,rare-model' : 'gpt-4o',
      group: i <= 2 ? 'default,vip' : 'default',
    })
  const { page, leave, complaints } = await open()
  await page.getByText('1–10 of 25').waitFor()
  expect((await names(page))[0]).toBe('c-24')
  await page.getByRole('button', { name: 'Page 3' }).click()
  await page.getByText('21–25 of 25').waitFor()
  await page.goBack()
  await page.getByText('1–10 of 25').waitFor()
  await page.getByRole('button', { name: 'Sort by ID' }).click()
  await expect.poll(() => names(page)).toContain('c-25')
  expect((await names(page))[0]).toBe('c-25')
  await page.getByLabel('Rows per page').selectOption('50')
  await page.getByText('1–25 of 25').waitFor()
  await page.reload()
  await page.getByText('1–25 of 25').waitFor()
  expect((await names(page))[0]).toBe('c-25')

  await page.getByRole('searchbox', { name: 'Model' }).fill('rare')
  await page.getByText('1–3 of 3').waitFor()
  await page.getByRole('button', { name: 'Group: All groups' }).click()
  await page.getByRole('option', { name: 'vip', exact: true }).click()
  await page.getByText('1–2 of 2').waitFor()
  await page.getByRole('searchbox', { name: 'Name or ID' }).fill('c-02')
  await page.getByText('1–1 of 1').waitFor()
  await page.reload()
  await page.getByText('1–1 of 1').waitFor()
  await page.getByRole('searchbox', { name: 'Name or ID' }).fill('nothing')
  await page.getByText('No channels match these filters.').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByText('1–25 of 25').waitFor()
  expect(complaints).toEqual([])
  await leave()
})

it('C-CHAN-12 the response badge follows the thresholds of 1, 3 and 5 seconds', async () => {
  const expected = [
    [0, 'neutral', 'Not tested'],
    [1000, 'ok', '1 s'],
    [1001, 'fair', '1 s'],
    [3000, 'fair', '3 s'],
    [3001, 'warn', '3 s'],
    [5000, 'warn', '5 s'],
    [5001, 'bad', '5 s'],
  ] as const
  for (const [milliseconds] of expected) await make(`took-${milliseconds}`)
  const { page, leave } = await site.visitSignedIn()
  // No real upstream takes exactly this many milliseconds.
  await page.route('**/api/channel/?*', async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: { items: Channel[] } }
    const items = answer.data.items.map((channel) => ({
      ...channel,
      response_time: Number(channel.name.split('-')[1]),
    }))
    await route.fulfill({ json: { ...answer, data: { ...answer.data, items } } })
  })
  await page.goto('/admin/channels')
  for (const [milliseconds, tone, text] of expected) {
    const badge = rowOf(page, `took-${milliseconds}`).locator('[data-response]')
    expect([milliseconds, await badge.getAttribute('data-response'), await badge.textContent()]).toEqual([
      milliseconds,
      tone,
      text,
    ])
  }
  await leave()
})

it('C-CHAN-10 a channel that was disabled automatically says why and since when; enabling it by hand clears that', async () => {
  await site.admin.setOption('AutomaticDisableChannelEnabled', 'true')
  upstream.always({ status: 401 })
  const { id } = await make('dead-key')
  const { page, leave } = await open()
  await page.getByRole('button', { name: 'Test all' }).click()
  await page.getByText('Test finished: 0 passed, 1 failed').waitFor()
  const row = rowOf(page, 'dead-key')
  await row.getByText('Auto-disabled').hover()
  const tooltip = await page.getByRole('tooltip').textContent()
  expect(tooltip).toMatch(/^Auto-disabled: .*401.* Since \w+ \d+, 20\d\d/)
  expect(await row.evaluate((each) => getComputedStyle(each).backgroundColor)).not.toBe('rgba(0, 0, 0, 0)')
  await page.getByText('1 channel, 0 enabled.').waitFor()
  await page.getByRole('link', { name: '1 needs attention.' }).click()
  await page.waitForURL('**/admin/channels?status=3')
  await page.getByRole('button', { name: 'Actions on dead-key' }).click()
  await page.getByRole('menuitem', { name: 'Enable' }).click()
  await page.getByText('No channels match these filters.').waitFor()
  const channel = await site.admin.call<Channel>('GET', `/api/channel/${id}`)
  expect(channel).toMatchObject({ status: 1, other_info: '' })
  await leave()
})

it('C-CHAN-11 the rows of disabled channels are shaded, by hand or automatically, in both themes', async () => {
  await site.admin.setOption('AutomaticDisableChannelEnabled', 'true')
  const { id: dead } = await make('by-itself')
  upstream.next({ status: 401 })
  await site.admin.call('GET', '/api/channel/test')
  const statusOf = async () => (await site.admin.call<Channel>('GET', `/api/channel/${dead}`)).status
  await expect.poll(statusOf).toBe(3)
  const { id } = await make('by-hand')
  await site.admin.call('PUT', '/api/channel/', { id, status: 2 })
  await make('in-use')
  const { page, leave } = await open()
  const background = (name: string) =>
    rowOf(page, name).evaluate((each) => getComputedStyle(each).backgroundColor)
  await rowOf(page, 'by-itself').waitFor()
  for (const theme of themes) {
    await changeLook(page, { theme, width: widths.desktop })
    await page.mouse.move(0, 0)
    const colours = () => Promise.all(['in-use', 'by-hand', 'by-itself'].map(background))
    await expect
      .poll(async () => {
        const [used, byHand, byItself] = await colours()
        return [theme, byHand === used, byItself === byHand]
      })
      .toEqual([theme, false, true])
  }
  await leave()
})

it('C-CHAN-13 priority and weight are changed in their row: whole numbers only, a weight below 0 becomes 0, nothing else changes', async () => {
  const before = await make('routed', { priority: 3, weight: 4, system_prompt: 'Be brief.' })
  const { page, leave } = await open()
  const now = () => site.admin.call<Channel>('GET', `/api/channel/${before.id}`)
  const priority = page.getByRole('textbox', { name: 'Priority of routed' })
  const weight = page.getByRole('textbox', { name: 'Weight of routed' })

  await priority.fill('7')
  await priority.press('Enter')
  await expect.poll(async () => (await now()).priority).toBe(7)
  await priority.fill('1.5')
  await priority.press('Enter')
  await page.getByText('Please enter a whole number').waitFor()
  expect(await priority.inputValue()).toBe('1.5')
  expect(await priority.getAttribute('aria-invalid')).toBe('true')
  await priority.press('Escape')
  await expect.poll(() => priority.inputValue()).toBe('7')
  await weight.fill('-3')
  await weight.blur()
  await expect.poll(async () => (await now()).weight).toBe(0)
  await expect.poll(() => weight.inputValue()).toBe('0')
  expect(await now()).toEqual({ ...before, priority: 7, weight: 0 })

  await weight.fill('5')
  await site.admin.call('DELETE', `/api/channel/${before.id}`)
  await weight.press('Enter')
  await page.getByText('channel not found, refresh and retry').waitFor()
  await page.getByText('No channels yet.').waitFor()
  await leave()
})

it('who goes on to the next number at once stays there: no box takes the focus back', async () => {
  await make('routed')
  const { page, leave } = await open()
  await page.getByRole('textbox', { name: 'Weight of routed' }).waitFor()
  const visited = await page.evaluate(async () => {
    const box = (name: string) => document.querySelector<HTMLElement>(`[aria-label="${name} of routed"]`)
    const visits: (string | null)[] = []
    document.addEventListener('focusin', ({ target }) =>
      visits.push((target as HTMLElement).getAttribute('aria-label')),
    )
    box('Priority')?.focus()
    box('Weight')?.focus()
    for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame)
    return visits
  })
  expect(visited).toEqual(['Priority of routed', 'Weight of routed'])
  await leave()
})

it('C-CHAN-07 columns are shown and hidden, remembered, and the exported file has every channel of the filter and no key', async () => {
  for (let i = 1; i <= 12; i += 1) await make(`exported-${i}`)
  await make('=cmd()', { models: 'other' })
  const { page, leave } = await open()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Balance' }).uncheck()
  await page.getByRole('checkbox', { name: 'Models' }).check()
  await page.keyboard.press('Escape')
  await page.reload()
  await page.getByRole('columnheader', { name: 'Models' }).waitFor()
  expect(await page.getByRole('columnheader', { name: 'Balance' }).count()).toBe(0)
  const download = async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export', exact: true }).click(),
    ])
    return readFile(await file.path(), 'utf8')
  }
  const all = await download()
  expect(all.trim().split('\r\n')).toHaveLength(14)
  expect(all).toContain(`'=cmd()`)
  expect(all).not.toContain('upstream-key')
  await page.goto('/admin/channels?model=gpt')
  await page.getByText('1–10 of 12').waitFor()
  expect((await download()).trim().split('\r\n')).toHaveLength(13)
  await leave()
})

it('everything above the list fits in one line where the window is 1440 pixels wide, also beside a scroll bar', async () => {
  for (const [locale, label, exported] of [
    ['en-US', 'Name or ID', 'Export'],
    ['zh-CN', '名称或编号', '导出'],
  ] as const)
    for (const width of [1440, 1425]) {
      const { page, leave } = await site.visitSignedIn({ locale, width })
      await page.goto('/admin/channels')
      const middleOf = async (shown: Locator) => {
        const box = await shown.boundingBox()
        return box && Math.round(box.y + box.height / 2)
      }
      const search = page.getByRole('searchbox', { name: label, exact: true })
      await search.waitFor()
      expect(await middleOf(page.getByRole('button', { name: exported, exact: true }))).toBe(
        await middleOf(search),
      )
      await leave()
    }
})
