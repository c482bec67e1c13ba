import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminPassword } from '../support/gateway/admin.ts'
import { type Simulator, startSimulator } from '../support/simulator/simulator.ts'
import { signIn } from './support/browser.ts'
import { type Site, startSite } from './support/site.ts'

const model = 'gpt-4o-mini'
let upstream: Simulator
let site: Site
beforeAll(async () => {
  upstream = await startSimulator({ models: [model], keys: ['upstream-key'] })
  site = await startSite()
  await site.admin.createChannel({ name: 'up', key: 'upstream-key', base_url: upstream.url, models: model })
})
afterAll(async () => {
  await site?.close()
  await upstream?.close()
})

const make = async (body: Readonly<Record<string, unknown>> = {}): Promise<string> => {
  const [key = ''] = await site.admin.call<string[]>('POST', '/api/redemption/', {
    name: 'test',
    quota: 500_000,
    ...body,
  })
  return key
}
const balance = async () =>
  (await site.admin.call<{ quota_exact: string }>('GET', '/api/user/self')).quota_exact
const thousandths = (text: string) => Math.round(Number(text) * 1000)
const openWallet = async (query = '') => {
  const visitor = await site.visitSignedIn()
  await visitor.page.goto(`/app/wallet${query}`)
  const shown = visitor.page.locator('[data-balance]')
  await shown.waitFor()
  const redeem = async (code: string) => {
    await visitor.page.getByLabel('Code').fill(code)
    await visitor.page.getByRole('button', { name: 'Redeem', exact: true }).click()
  }
  return { ...visitor, redeem, shownBalance: () => shown.getAttribute('data-balance') }
}

it('C-WALLET-01 C-WALLET-02 C-WALLET-13 a redeemed code raises the balance on the page, in the ledger and in the log, an ordinary one and a gift', async () => {
  const before = thousandths(await balance())
  const { page, leave, redeem, shownBalance, complaints } = await openWallet()
  expect(await shownBalance()).toBe(await balance())
  await redeem(`  ${await make()} `)
  await page.getByText('$1.00 credited').waitFor()
  await expect.poll(shownBalance).toBe(await balance())
  expect(await page.getByLabel('Code').inputValue()).toBe('')
  await redeem(await make({ is_gift: true, quota: 250_000 }))
  await page.getByText('Gift of $0.50 credited').waitFor()
  await expect.poll(shownBalance).toBe(await balance())
  expect(thousandths(await balance()) - before).toBe(750_000_000)
  const logs = await site.admin.call<{ items: { quota: number }[] }>('GET', '/api/log/self/?type=1')
  expect(logs.items.map(({ quota }) => quota)).toEqual([250_000, 500_000])
  expect(complaints).toEqual([])
  await leave()
})

it('C-WALLET-02 the next code can be typed as soon as one is credited, while the page still asks for the balance', async () => {
  const { page, leave, redeem, shownBalance } = await openWallet()
  const codes = [await make(), await make()]
  let answer = () => {}
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/user/self/**', async (route) => {
    await mayAnswer
    await route.continue()
  })
  await redeem(codes[0] ?? '')
  await page.getByText('$1.00 credited').waitFor()
  const field = page.getByLabel('Code')
  await expect.poll(() => field.inputValue()).toBe('')
  await field.fill(codes[1] ?? '')
  answer()
  await expect.poll(shownBalance).toBe(await balance())
  expect(await field.inputValue()).toBe(codes[1])
  await leave()
})

it('C-WALLET-03 a link brings the code along, also through the sign-in page', async () => {
  const code = await make()
  const { page, leave } = await site.visit()
  await signIn(page, 'root', adminPassword, `/app/wallet?code=${code}`)
  await page.waitForURL(`**/app/wallet?code=${code}`)
  expect(await page.getByLabel('Code').inputValue()).toBe(code)
  await page.getByRole('button', { name: 'Redeem', exact: true }).click()
  await page.getByText('$1.00 credited').waitFor()
  await page.waitForURL((url) => url.search === '')
  await leave()
})

it('C-WALLET-04 C-WALLET-05 every code that cannot be redeemed is refused with its own reason, keeps standing there and costs nothing', async () => {
  const now = Math.floor(Date.now() / 1000)
  const used = await make()
  await site.admin.call('POST', '/api/user/topup', { key: used })
  const disabled = await make({ name: 'off' })
  const [off] = (
    await site.admin.call<{ items: { id: number }[] }>('GET', '/api/redemption/search?keyword=off')
  ).items
  await site.admin.call('PUT', '/api/redemption/?status_only=true', { id: off?.id, status: 2 })
  const mine = await make({ is_gift: true })
  await site.admin.call('POST', '/api/user/topup', { key: mine })
  const before = await balance()
  const refusals = [
    ['no-such-code', 'this redemption code is not valid'],
    [used, 'this redemption code has been used'],
    [disabled, 'this redemption code is disabled'],
    [await make({ valid_from: now + 3600 }), 'this redemption code is not valid yet'],
    [await make({ valid_until: now - 60 }), 'this redemption code has expired'],
    [mine, 'you have already used this gift code'],
  ] as const
  const { page, leave, redeem } = await openWallet()
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/user/topup')) sent.push(request.method())
  })
  await redeem('   ')
  await page.getByText('Please enter the code').waitFor()
  expect(sent).toEqual([])
  for (const [code, reason] of refusals) {
    await redeem(code)
    await page.getByText(reason, { exact: false }).waitFor()
    expect(await page.getByLabel('Code').inputValue()).toBe(code)
  }
  expect(sent.length).toBe(refusals.length)
  expect(await balance()).toBe(before)
  await leave()
})

it('C-WALLET-01 the balance is the sum of the entries that are shown, to the thousandth, with calls among them', async () => {
  upstream.always({ usageValues: { prompt_tokens: 17, completion_tokens: 5, total_tokens: 22 } })
  await site.admin.call('POST', '/api/user/topup', { key: await make() })
  const { key } = await site.admin.createToken({ name: 'data-ci' })
  for (let call = 0; call < 3; call += 1) {
    const answer = await fetch(`${site.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, messages: [{ role: 'user', content: 'hello' }] }),
    })
    expect(answer.status).toBe(200)
    await answer.text()
  }
  await site.admin.call('POST', '/api/user/credit', { id: 1, delta: '-0.125', note: '<b>rounded</b>' })
  const { page, leave, shownBalance } = await openWallet()
  const exact = await balance()
  expect(await shownBalance()).toBe(exact)
  expect(await page.locator('[data-sum]').getAttribute('data-sum')).toBe(exact)
  await page.getByLabel('Rows per page').selectOption('100')
  const amounts = page.locator('table [data-exact]')
  const { total } = await site.admin.call<{ total: number }>('GET', '/api/user/self/entries')
  await expect.poll(() => amounts.count()).toBe(2 * total)
  const texts = await amounts.evaluateAll((all) => all.map((each) => each.getAttribute('data-exact') ?? ''))
  const sum = texts.filter((_, index) => index % 2 === 0).reduce((all, each) => all + thousandths(each), 0)
  expect(sum).toBe(thousandths(exact))
  expect(texts[1]).toBe(exact)
  await page.getByText('<b>rounded</b>').waitFor()

  const call = page.getByRole('row').filter({ hasText: 'data-ci' }).first()
  expect(await call.textContent()).toContain(model)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ])
  expect((await readFile(await download.path(), 'utf8')).trim().split('\r\n').length).toBe(total + 1)

  await call.getByRole('link', { name: model }).click()
  await page.waitForURL('**/app/logs/api-usage?request_id=*')
  await page.getByText('1–1 of 1').waitFor()
  await page.getByRole('row').filter({ hasText: 'data-ci' }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'log row' }).first().click()
  await page.waitForURL('**/app/logs/api-usage?type=3&from=*')
  await page.getByText('1–1 of 1').waitFor()
  await page.goBack()

  await page.getByText('Calls', { exact: true }).last().click()
  await page.waitForURL('**/app/wallet?of=charges')
  await page.getByText('1–3 of 3').waitFor()
  await page.getByText('Top-ups and bookings').click()
  await page.getByText(`1–${total - 3} of ${total - 3}`).waitFor()
  await page
    .getByRole('link', { name: /^code \d+$/ })
    .first()
    .click()
  await page.waitForURL('**/admin/coupons?keyword=*')
  await leave()
})

it('C-WALLET-10 C-WALLET-11 A-OPT-059 finding console 14: codes can be had where the administrator says; without a link that is said and there is no button, and a script is no link', async () => {
  const { page, leave, context } = await openWallet()
  const get = page.getByRole('button', { name: 'Get codes' })
  await page.getByText('The super administrator has not set a top-up link').waitFor()
  expect(await get.count()).toBe(0)
  await page.getByText('The administrator has not enabled online top-up').waitFor()
  await page.route('**/api/status', async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: object }
    await route.fulfill({ json: { ...answer, data: { ...answer.data, top_up_link: 'javascript:alert(1)' } } })
  })
  await page.reload()
  await page.getByText('The super administrator has not set a top-up link').waitFor()
  expect(await get.count()).toBe(0)
  await page.unroute('**/api/status')
  await site.admin.setOption('TopUpLink', `${site.url}/healthz`)
  await page.reload()
  const [shop] = await Promise.all([context.waitForEvent('page'), get.click()])
  await shop.waitForURL('**/healthz')
  await leave()
})

it('C-WALLET-14 in self-use mode nothing is sold, and the daemon refuses', async () => {
  await site.admin.setOption('SelfUseModeEnabled', 'true')
  const { page, leave, redeem } = await openWallet()
  await page.getByText('This site is for its owner only; nothing is sold here.').waitFor()
  await redeem(await make())
  await page.getByRole('alert').first().waitFor()
  await leave()
  await site.admin.setOption('SelfUseModeEnabled', 'false')
})

it('in quota units the decimal points of the entries stand below one another, on a call and on what is whole', async () => {
  const { admin, url } = site
  const { key } = await admin.createToken({ name: 'decimals' })
  await admin.call('POST', '/api/user/credit', { id: 1, delta: '1000' })
  const answer = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'one' }] }),
  })
  await answer.text()
  await admin.setOption('DisplayInCurrencyEnabled', 'false')
  const { page, leave } = await openWallet()
  await page.locator('[data-row="1"]').waitFor()
  for (const column of ['Amount', 'Balance after']) {
    const cells = page.locator(`[data-row] [data-label="${column}"]`)
    const decimals = (await cells.allTextContents()).map((text) => /\.(\d+) quota$/.exec(text)?.[1]?.length)
    expect(decimals.length).toBeGreaterThan(1)
    expect([column, new Set(decimals).size, decimals[0]]).toEqual([column, 1, expect.any(Number)])
  }
  await admin.setOption('DisplayInCurrencyEnabled', 'true')
  await leave()
})
