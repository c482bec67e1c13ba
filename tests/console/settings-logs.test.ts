import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Simulator, startSimulator } from '../support/simulator/simulator.ts'
import { section } from './support/settings.ts'
import { type Site, startSite } from './support/site.ts'

let upstream: Simulator
let site: Site
beforeAll(async () => {
  upstream = await startSimulator({ models: ['gpt-4o-mini'], keys: ['k'] })
  site = await startSite()
  await site.admin.createChannel({ name: 'c', key: 'k', base_url: upstream.url, models: 'gpt-4o-mini' })
})
afterAll(async () => {
  await site?.close()
  await upstream?.close()
})

interface LogRow {
  readonly id: number
  readonly created_at: number
}
const logs = async () =>
  (await site.admin.call<{ items: LogRow[]; total: number }>('GET', '/api/log/?page_size=100')).items
const second = () => Math.floor(Date.now() / 1000)

const call = async (key: string, count: number): Promise<void> => {
  const before = (await logs()).length
  for (let i = 0; i < count; i += 1) {
    const answer = await fetch(`${site.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'hi' }] }),
    })
    expect(answer.status).toBe(200)
    await answer.text()
  }
  await expect.poll(async () => (await logs()).length).toBe(before + count)
}

/** Formats a time as the field does, in local time. */
const shown = (unixSeconds: number): string => {
  const date = new Date(unixSeconds * 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`
}

it('A-TAB-07 the time to clean before is a month ago at first; of a longer month its last day', async () => {
  for (const [now, before] of [
    ['2026-06-15T08:30:07', '2026-05-15 08:30:07'],
    ['2026-03-31T12:00:00', '2026-02-28 12:00:00'],
    ['2027-01-10T00:00:00', '2026-12-10 00:00:00'],
  ] as const) {
    const { page, leave } = await site.visitSignedIn()
    await page.clock.setFixedTime(new Date(now))
    await page.goto('/admin/settings')
    expect(await page.getByLabel('Clean logs before').inputValue()).toBe(before)
    await leave()
  }
})

it('A-TAB-07 A-TAB-08 A-TAB-09 rows from before the chosen time go, later ones stay, balances and books do not move', async () => {
  const { key } = await site.admin.createToken()
  const { page, leave } = await site.visitSignedIn()
  await call(key, 7)
  const newest = Math.max(...(await logs()).map((each) => each.created_at))
  await expect.poll(second).toBeGreaterThan(newest)
  const older = new Set((await logs()).map(({ id }) => id))
  await call(key, 2)
  const younger = (await logs()).filter(({ id }) => !older.has(id))
  const boundary = Math.min(...younger.map((each) => each.created_at))
  const books = async () => ({
    user: await site.admin.call<{ quota: number; used_quota: number; request_count: number }>(
      'GET',
      '/api/user/self',
    ),
    entries: await site.admin.call<{ total: number }>('GET', '/api/user/self/entries'),
    audit: (await site.admin.audit()).isClean,
  })
  const balance = async () => {
    const { user, entries, audit } = await books()
    return [user.quota, user.used_quota, user.request_count, entries.total, audit]
  }
  const before = await balance()
  expect(before.at(-1)).toBe(true)

  await page.goto('/admin/settings')
  const time = page.getByLabel('Clean logs before')
  const own = section(page, 'logs')
  const press = () => own.getByRole('button', { name: 'Clean logs' }).click()
  const dialog = page.getByRole('dialog')
  const confirm = () => dialog.getByRole('button', { name: 'Clean logs' }).click()
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'DELETE') asked.push(new URL(request.url()).search)
  })

  for (const [text, says] of [
    ['', 'Please choose log time'],
    ['yesterday', 'Use the format YYYY-MM-DD'],
  ] as const) {
    await time.fill(text)
    await press()
    await own.getByRole('alert').getByText(says).waitFor()
  }
  await time.fill(shown(boundary))
  await press()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(asked).toEqual([])

  await page.route('**/api/log/*', (route) => route.fulfill({ status: 500, json: { success: false } }))
  await press()
  await confirm()
  await page.getByText('Log clean failed').waitFor()
  await page.unroute('**/api/log/*')
  expect(await logs()).toHaveLength(older.size + younger.length)

  await press()
  await confirm()
  await page.getByText(`${older.size} logs cleaned`).waitFor()
  expect(asked.at(-1)).toBe(`?target_timestamp=${boundary}`)
  expect((await logs()).map(({ id }) => id).sort()).toEqual(younger.map(({ id }) => id).sort())
  expect(await balance()).toEqual(before)

  await press()
  await confirm()
  await page.getByText('0 logs cleaned').waitFor()
  await leave()
})
