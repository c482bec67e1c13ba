import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Site, startSite } from './support/site.ts'
import { toasts, told } from './support/toasts.ts'

const password = 'correct-horse'
/** Settings that other tests may have changed, with the values that every test expects. */
const settings = {
  CheckInEnabled: 'true',
  CheckInQuota: '1000',
  CheckInMaxQuota: '',
  AffEnabled: 'true',
  SelfUseModeEnabled: 'false',
  QuotaForInviter: '600000',
  ServerAddress: '',
}

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.close())
beforeEach(async () => {
  for (const [key, value] of Object.entries(settings)) await site.admin.setOption(key, value)
})

const make = (username: string) =>
  site.admin.call<{ id: number }>('POST', '/api/user/', { username, password })
/** Creates an account and opens its page as the signed-in user. */
const visitAs = async (username: string, locale = 'en-US') => {
  const { id } = await make(username)
  const visitor = await site.visitAs(username, password, { locale })
  await visitor.page.goto('/app/me')
  await visitor.page.getByRole('region', { name: /^(Daily check-in|每日签到)$/ }).waitFor()
  const self = () =>
    site.admin.call<{ quota: number; aff_quota: number; inviter_id: number }>('GET', `/api/user/${id}`)
  return { ...visitor, id, self }
}
const checkInCard = (page: Page) => page.getByRole('region', { name: 'Daily check-in' })
const invitations = (page: Page) => page.getByRole('region', { name: 'Invitations' })
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
/** Reloads the page and waits for a part that does not depend on any switch. */
const reloaded = async (page: Page) => {
  await page.reload()
  await page.getByRole('button', { name: 'Change password' }).waitFor()
}

it('A-CHECK-01 A-CHECK-02 A-CHECK-03 A-ERR-14 the card is there where the site has a check-in; a click credits the reward, tells it in dollars, reads the balance again and is done for today', async () => {
  const { page, leave, self, complaints } = await visitAs('daily')
  const card = checkInCard(page)
  await card.getByText('Check in once a day and get $0.002.').waitFor()
  const calls: string[] = []
  // Records requests, because the page's initial reads may be answered after the click.
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url())
    if (['/api/user/check_in', '/api/user/self'].includes(pathname))
      calls.push(`${request.method()} ${pathname}`)
  })
  await card.getByRole('button', { name: 'Check in' }).dblclick()
  await told(page, 'Check-in success: $0.002 credited')
  await card.getByText('Checked in today').waitFor()
  await card.getByText(/^Next check-in from /).waitFor()
  expect(await card.getByRole('button').count()).toBe(0)
  await expect.poll(() => calls).toEqual(['POST /api/user/check_in', 'GET /api/user/self'])
  expect((await self()).quota).toBe(1000)

  await reloaded(page)
  await card.getByText('Checked in today').waitFor()
  await site.admin.setOption('CheckInEnabled', 'false')
  await reloaded(page)
  expect(await card.count()).toBe(0)
  expect(complaints).toEqual([])
  await leave()
})

it('A-ME-18 the account page has the card of the check-in and the card of invitations', async () => {
  const { page, leave } = await visitAs('bothcards')
  await checkInCard(page).getByRole('button', { name: 'Check in' }).waitFor()
  await invitations(page)
    .getByRole('button', { name: /^Invite link: / })
    .waitFor()
  expect(new URL(page.url()).pathname).toBe('/app/me')
  await leave()
})

it('A-CHECK-05 a random reward is announced with both ends', async () => {
  await site.admin.setOption('CheckInMaxQuota', '2000')
  const { page, leave } = await visitAs('lucky')
  await checkInCard(page).getByText('Check in once a day and get between $0.002 and $0.004.').waitFor()
  await leave()
})

it.each([
  [
    'en',
    'en-US',
    'Check in',
    'Check-in failed, try later',
    'you have already checked in today; come back tomorrow',
  ],
  ['zh', 'zh-CN', '签到', '签到失败，请稍后再试', '您今天已经签到过了，请明天再来'],
] as const)(
  'A-CHECK-04 A-CHECK-07 in %s: what broke and what was refused is told, and the card stays usable',
  async (language, locale, action, failed, done) => {
    const { page, leave } = await visitAs(`broken-${language}`, locale)
    const button = page.getByRole('button', { name: action, exact: true })
    await page.route('**/api/user/check_in', (route) =>
      route.fulfill({ status: 500, json: { success: false, message: 'broken', code: 'internal' } }),
    )
    await button.click()
    await told(page, failed)
    await page.unrouteAll({ behavior: 'wait' })
    // The same user has already checked in elsewhere.
    await page.evaluate(async () => {
      const user = JSON.parse(localStorage.getItem('user') ?? '{}') as { id: number }
      await fetch('/api/user/check_in', { method: 'POST', headers: { 'Tollgate-User': String(user.id) } })
    })
    await button.click()
    await told(page, done)
    await button.waitFor({ state: 'detached' })
    expect(await toasts(page, 'broken').count()).toBe(0)
    await leave()
  },
)

it('A-AFF-01 A-AFF-02 A-AFF-03 A-AFF-04 A-AFF-05 A-ERR-13 the link is copied by a click and leads to the sign-up; what it earned is shown and moved to the balance', async () => {
  const { page, leave, id, self, complaints } = await visitAs('hostess')
  const card = invitations(page)
  const link = card.getByRole('button', { name: /^Invite link: / })
  await link.click()
  await told(page, 'Invite link copied')
  const address = await clipboard(page)
  expect(address).toMatch(new RegExp(`^${site.url}/register\\?aff=[A-Z2-9]{4}$`))
  await card.getByText(address, { exact: true }).waitFor()
  const fact = (label: string) => card.locator('dl > div').filter({ hasText: label }).locator('dd')
  expect(await fact('Pending earnings').textContent()).toBe('$0.00')

  const visitor = await site.visit()
  await visitor.page.goto(address)
  await visitor.page.getByLabel('Username').fill('newguest')
  await visitor.page.getByLabel('Password', { exact: true }).fill(password)
  await visitor.page.getByLabel('Confirm password').fill(password)
  await visitor.page.locator('main form button[type=submit]').click()
  await told(visitor.page, 'Registration successful')
  await visitor.leave()
  expect((await self()).aff_quota).toBe(600_000)

  await reloaded(page)
  await expect.poll(() => fact('Pending earnings').textContent()).toBe('$1.20')
  expect(await fact('Total earnings').textContent()).toBe('$1.20')
  expect(await fact('People invited').textContent()).toBe('1')

  await card.getByRole('button', { name: 'Transfer' }).click()
  const dialog = page.getByRole('dialog', { name: 'Transfer to balance' })
  const amount = dialog.getByLabel('Amount')
  const submit = dialog.getByRole('button', { name: 'Transfer to balance' })
  expect(await amount.inputValue()).toBe('1.2')
  for (const [typed, said] of [
    ['', 'Please enter a number'],
    ['x', 'Please enter a number'],
    ['0.999998', 'Transfer at least $1.00'],
    ['1.200002', 'Only $1.20 can be transferred'],
  ] as const) {
    await amount.fill(typed)
    await submit.click()
    await dialog.getByText(said).waitFor()
  }
  expect((await self()).quota).toBe(0)
  await amount.fill('1')
  await submit.click()
  await told(page, '$1.00 transferred to your balance')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => fact('Pending earnings').textContent()).toBe('$0.20')
  expect(await fact('Total earnings').textContent()).toBe('$1.20')
  await page.getByRole('region', { name: 'Account' }).getByText('$1.00', { exact: true }).waitFor()
  expect(await self()).toMatchObject({ id, quota: 500_000, aff_quota: 100_000 })
  expect(complaints).toEqual([])
  await leave()
})

it('A-AFF-02 A-AFF-06 A-OPT-001 A-OPT-095 C-SETUP-10 the link has the address of the site; the card is gone with invitations off and in self-use mode', async () => {
  await site.admin.setOption('ServerAddress', 'https://gate.example.com')
  const { page, leave } = await visitAs('alone')
  await invitations(page)
    .getByText(/^https:\/\/gate\.example\.com\/register\?aff=/)
    .waitFor()
  for (const [key, value] of [
    ['AffEnabled', 'false'],
    ['SelfUseModeEnabled', 'true'],
  ] as const) {
    await site.admin.setOption('AffEnabled', 'true')
    await site.admin.setOption(key, value)
    await reloaded(page)
    await checkInCard(page).waitFor()
    expect([key, await invitations(page).count()]).toEqual([key, 0])
  }
  await leave()
})
