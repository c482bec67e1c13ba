import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminPassword } from '../support/gateway/admin.ts'
import { type Simulator, startSimulator } from '../support/simulator/simulator.ts'
import { signIn } from './support/browser.ts'
import { type Site, startSite } from './support/site.ts'
import { choose, clipboard, rowOf, type Token, tokensNamed } from './support/tokens.ts'

let site: Site
let upstream: Simulator
beforeAll(async () => {
  upstream = await startSimulator()
  site = await startSite()
  await site.admin.createChannel({
    name: 'up',
    key: 'upstream-key',
    base_url: upstream.url,
    models: 'gpt-4o',
  })
})
afterAll(async () => {
  await site?.close()
  await upstream?.close()
})

const open = async (keyword: string) => {
  const visitor = await site.visitSignedIn()
  await visitor.page.goto(`/app/tokens?keyword=${encodeURIComponent(keyword)}`)
  return visitor
}
const statusOf = async (name: string) => (await tokensNamed(site, name))[0]?.status
const ask = (key: string) =>
  fetch(`${site.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'hello' }] }),
  })

it('C-TOKEN-01 whoever signs in lands on the tokens; without a session they are closed', async () => {
  await site.admin.call('POST', '/api/user/', { username: 'lander', password: 'correct-horse' })
  for (const username of ['lander', 'root']) {
    const { page, leave } = await site.visit()
    await page.goto('/app/tokens')
    await page.waitForURL('**/login?**')
    await signIn(page, username, adminPassword)
    await page.getByRole('heading', { name: 'API tokens', level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/app/tokens')
    await leave()
  }
})

it.each([
  ['en-US', 'Tokens cannot precisely limit usage, are for your own use and must not be handed out.'],
  ['zh-CN', '令牌无法精确限制使用额度，只允许自用，请勿分发给他人。'],
])('C-TOKEN-02 the page warns in %s', async (locale, warning) => {
  const visitor = await site.visitSignedIn({ locale })
  await visitor.page.goto('/app/tokens')
  await visitor.page.getByText(warning).waitFor()
  await visitor.leave()
})

it('C-TOKEN-03 25 tokens are paged in every size, one call a page', async () => {
  const { id } = await site.admin.call<{ id: number }>('POST', '/api/user/', {
    username: 'pager',
    password: 'correct-horse',
  })
  const { page, leave, context } = await site.visitAs('pager', 'correct-horse')
  for (let i = 1; i <= 25; i += 1) {
    const made = await context.request.post('/api/token/', {
      data: { name: `paged-${i}` },
      headers: { 'tollgate-user': String(id) },
    })
    expect(made.status()).toBe(200)
  }
  const queries: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/token/' && request.method() === 'GET')
      queries.push(`p=${searchParams.get('p')}&size=${searchParams.get('size')}`)
  })
  await page.goto('/app/tokens')
  const rows = page.locator('tbody tr[data-row]')
  const shows = async (range: string, count: number) => {
    await page.getByText(`${range} of 25`).waitFor()
    await expect.poll(() => rows.count()).toBe(count)
  }
  await shows('1–10', 10)
  await page.getByRole('button', { name: 'Page 3' }).click()
  await shows('21–25', 5)
  for (const [size, count] of [
    ['20', 20],
    ['50', 25],
    ['100', 25],
    ['10', 10],
  ] as const) {
    await page.getByLabel('Rows per page').selectOption(size)
    await shows(`1–${count}`, count)
  }
  expect(new Set(queries)).toEqual(
    new Set(['p=1&size=10', 'p=3&size=10', 'p=1&size=20', 'p=1&size=50', 'p=1&size=100']),
  )
  await leave()
})

it('C-TOKEN-10 each action of a row does what it says', async () => {
  await site.admin.setOption('Chats', '[{"Chatty":"https://chat.example.com/?k={key}"}]')
  const { key } = await site.admin.createToken({ name: 'acted on' })
  const { page, context, leave, complaints } = await open('acted')
  const row = rowOf(page, 'acted on')
  await row.getByText('Enabled', { exact: true }).waitFor()
  await choose(page, 'acted on', 'Disable')
  await row.getByText('Disabled', { exact: true }).waitFor()
  expect(await statusOf('acted on')).toBe(2)
  expect((await ask(key)).status).toBe(401)
  await choose(page, 'acted on', 'Enable')
  await row.getByText('Enabled', { exact: true }).waitFor()
  expect(await statusOf('acted on')).toBe(1)

  await row.getByRole('button', { name: 'Copy key' }).click()
  await page.getByText('Key copied').waitFor()
  expect(await clipboard(page)).toBe(key)

  await context.route('https://chat.example.com/**', (route) => route.fulfill({ body: 'a chat' }))
  const [chat] = await Promise.all([context.waitForEvent('page'), choose(page, 'acted on', 'Open in Chatty')])
  await chat.waitForURL(`https://chat.example.com/?k=${key}`)
  await chat.close()

  await choose(page, 'acted on', 'Delete')
  const sure = page.getByRole('dialog', { name: 'Delete this token?' })
  await sure.getByRole('button', { name: 'Cancel' }).click()
  await sure.waitFor({ state: 'detached' })
  expect(await statusOf('acted on')).toBe(1)
  await choose(page, 'acted on', 'Delete')
  await sure.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No matching tokens.').waitFor()
  expect(await tokensNamed(site, 'acted on')).toEqual([])
  expect((await ask(key)).status).toBe(401)
  expect(complaints).toEqual([])
  await leave()
})

it('C-TOKEN-11 what is done to a selection is done to each of it, and asks for one where there is none', async () => {
  const names = ['batch-1', 'batch-2', 'batch-3', 'batch-4']
  for (const name of names) await site.admin.createToken({ name })
  const { page, leave, complaints } = await open('batch-')
  const statuses = async () =>
    (await tokensNamed(site, 'batch-')).map(({ name, status }) => [name, status]).sort()
  const batch = async (entry: string) => {
    await page.getByRole('button', { name: 'Batch actions', exact: true }).click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  await rowOf(page, 'batch-4').waitFor()
  for (const entry of ['Copy', 'Enable', 'Disable', 'Delete']) {
    await batch(entry)
    const said = page.getByText('Please pick at least one token')
    await said.waitFor()
    await page.reload()
    await rowOf(page, 'batch-4').waitFor()
  }
  expect(await page.getByRole('dialog').count()).toBe(0)

  for (const name of names.slice(0, 3)) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await batch('Copy')
  await page.getByText('3 keys copied').waitFor()
  const keys = (await tokensNamed(site, 'batch-')).filter(({ name }) => name !== 'batch-4').map(clientKey)
  expect((await clipboard(page)).split('\n')).toEqual(keys)

  const others = page.locator('[data-bulk]')
  await others.getByText('3 selected').waitFor()
  await others.getByRole('button', { name: 'Disable' }).click()
  await expect.poll(statuses).toEqual(names.map((name) => [name, name === 'batch-4' ? 1 : 2]))
  await batch('Enable')
  await expect.poll(statuses).toEqual(names.map((name) => [name, 1]))
  await others.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete 3 tokens?' }).getByRole('button', { name: 'Delete' }).click()
  await expect.poll(statuses).toEqual([['batch-4', 1]])
  await rowOf(page, 'batch-3').waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
  await leave()
})

const clientKey = ({ key }: Token): string => `sk-${key}`

it('C-TOKEN-26 of several tokens those that may be enabled are; the one that may not is told by its name', async () => {
  for (const name of ['some-1', 'some-3']) {
    const { id } = await site.admin.createToken({ name })
    await site.admin.call('PUT', '/api/token/?status_only=true', { id, status: 2 })
  }
  const { key } = await site.admin.createToken({ name: 'some-2', unlimited_quota: false, remain_quota: 0 })
  expect((await ask(key)).ok).toBe(false)
  await expect.poll(() => statusOf('some-2')).toBe(4)
  const { page, leave, complaints } = await open('some-')
  await rowOf(page, 'some-2').getByText('Exhausted').waitFor()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.locator('[data-bulk]').getByRole('button', { name: 'Enable' }).click()
  await page.getByText(/^some-2: .*quota/).waitFor()
  for (const name of ['some-1', 'some-3']) {
    await rowOf(page, name).getByText('Enabled', { exact: true }).waitFor()
    expect(await statusOf(name)).toBe(1)
  }
  expect(await statusOf('some-2')).toBe(4)
  expect(complaints).toEqual([])
  await leave()
})

it('C-TOKEN-12 the key is shown with sk- and works as it is copied', async () => {
  const { key } = await site.admin.createToken({ name: 'shown key' })
  const { page, leave } = await open('shown key')
  const row = rowOf(page, 'shown key')
  await row.getByText(/^sk-/).waitFor()
  expect(await row.getByText(/^sk-/).textContent()).toBe(`${key.slice(0, 7)}…${key.slice(-4)}`)
  await row.getByRole('button', { name: 'Copy key' }).click()
  await page.getByText('Key copied').waitFor()
  const copied = await clipboard(page)
  expect(copied).toMatch(/^sk-\w{48}$/)
  expect((await ask(copied)).status).toBe(200)
  await leave()
})

it('C-TOKEN-18 a token of few models says so in its status', async () => {
  await site.admin.createToken({ name: 'limited', model_limits_enabled: true, model_limits: 'gpt-4o' })
  await site.admin.createToken({ name: 'limited-not' })
  const { page, leave } = await open('limited')
  await rowOf(page, 'limited').getByText('Enabled with model limits', { exact: true }).waitFor()
  await rowOf(page, 'limited-not').getByText('Enabled', { exact: true }).waitFor()
  await leave()
})
