import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminPassword } from '../support/gateway/admin.ts'
import { type EpaySimulator, epayOptions, startEpaySimulator } from '../support/payments/epay-simulator.ts'
import {
  type StripeSimulator,
  startStripeSimulator,
  stripeOptions,
} from '../support/payments/stripe-simulator.ts'
import { loseAnswer } from './support/lost-answer.ts'
import { untilSettled } from './support/settled.ts'
import { type Site, startSite } from './support/site.ts'

let site: Site
let epay: EpaySimulator
let stripe: StripeSimulator
beforeAll(async () => {
  epay = await startEpaySimulator()
  stripe = await startStripeSimulator()
  site = await startSite({
    env: { TOLLGATE_MEDIA_RANGES: '127.0.0.1/32' },
    paymentAddresses: { stripe: stripe.url },
  })
  stripe.sendTo(`${site.url}/api/user/stripe/notify`)
  const settings = [
    ['ServerAddress', site.url],
    ...epayOptions(epay.url),
    ...stripeOptions,
    ['RebateEnabled', 'true'],
    ['RebatePercentage', '10'],
  ]
  for (const [key = '', value = ''] of settings) await site.admin.setOption(key, value)
  const root = await site.admin.call<string>('GET', '/api/user/aff')
  // Sent without the administrator's session, which a sign-up would end.
  const body = JSON.stringify({ username: 'payer', password: adminPassword, aff_code: root })
  const headers = { 'content-type': 'application/json' }
  expect((await fetch(`${site.url}/api/user/register`, { method: 'POST', headers, body })).status).toBe(200)
})
afterAll(async () => {
  await site?.close()
  await epay?.close()
  await stripe?.close()
})

/** Clicks a payment method. @returns the payment page in the tab that opens */
const payBy = async (page: Page, name: string): Promise<Page> => {
  const [tab] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name }).click()])
  await tab.getByRole('button', { name: 'Pay' }).waitFor()
  return tab
}
const orders = (page: Page) => page.getByRole('list', { name: 'Orders' }).getByRole('listitem')
/** Finds the entry of an order, which shows the first characters of the order number. */
const entryOf = (page: Page, tradeNo: string | null | undefined) =>
  page
    .getByRole('row')
    .filter({ hasText: 'Online top-up' })
    .filter({ hasText: tradeNo?.slice(0, 12) ?? '?' })
const balanceOf = async (page: Page) =>
  Number(await page.locator('[data-balance]').getAttribute('data-balance'))

it('C-WALLET-06 C-WALLET-08 C-WALLET-13 pays by EPay and by Stripe: the order becomes paid without reloading, with its entry', async () => {
  const { page, leave, complaints } = await site.visitAs('payer', adminPassword)
  await page.goto('/app/wallet')
  // A reload would clear this mark.
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await page.getByLabel('Amount').fill('10')
  await expect.poll(() => page.locator('[data-to-pay=zfb]').textContent()).toBe('73.00')
  await expect.poll(() => page.locator('[data-to-pay=stripe]').textContent()).toBe('10.00')
  const before = await balanceOf(page)

  const epayTab = await payBy(page, 'Alipay')
  expect(await epayTab.evaluate(() => window.opener)).toBe(null)
  await orders(page).first().getByText('Waiting for payment').waitFor()
  await epayTab.getByRole('button', { name: 'Pay' }).click()
  await epayTab.getByText('Site: success').waitFor()
  await orders(page).first().getByText('Paid').waitFor()
  await page.getByText('Payment received, $10.00 credited').waitFor()
  await expect.poll(() => balanceOf(page)).toBe(before + 5_000_000)
  await entryOf(page, epay.forms.at(-1)?.out_trade_no).getByText('+$10.00').waitFor()

  const stripeTab = await payBy(page, 'Card (Stripe)')
  await stripeTab.getByRole('button', { name: 'Pay' }).click()
  await stripeTab.getByText('Site: 200').waitFor()
  await expect.poll(() => orders(page).filter({ hasText: 'Paid' }).count()).toBe(2)
  await expect.poll(() => balanceOf(page)).toBe(before + 10_000_000)
  const session = stripe.sessions.at(-1)?.form
  await entryOf(page, session?.get('client_reference_id')).getByText('+$10.00').waitFor()
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  expect(complaints).toEqual([])
  await leave()
})

it('C-WALLET-17 A-AFF-07 administrators see all orders; the super administrator, who invited, has the rebate and refunds one', async () => {
  const { page, leave, complaints } = await site.visitSignedIn()
  await page.goto('/app/wallet?of=bookings')
  const rebates = page.getByRole('row').filter({ hasText: 'Rebate' })
  await expect.poll(() => rebates.count()).toBe(2)
  expect(await rebates.filter({ hasText: '+$1.00' }).count()).toBe(2)
  await page.getByRole('link', { name: 'Orders' }).click()
  const rows = page.getByRole('row').filter({ hasText: 'payer' })
  await expect.poll(() => rows.count()).toBe(2)
  await page.getByLabel('Order, payment or username').fill('pi_')
  await expect.poll(() => rows.count()).toBe(1)
  await rows.getByRole('button', { name: /Refund order/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount to refund').fill('99')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await dialog.getByText('must be a number from 0.01 to 10.00 USD').waitFor()
  await dialog.getByLabel('Amount to refund').fill('')
  await dialog.getByLabel('Reason').fill('asked for it')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await rows.getByText('Refunded').waitFor()
  expect(stripe.refunds.map(({ form }) => form.get('amount'))).toEqual(['1000'])
  await page.getByRole('link', { name: 'Refused payment notices' }).click()
  await page.waitForURL(/\/admin\/trail\?keyword=payment\.refuse/)
  // The refund takes back the credited amount and the inviter's share.
  await page.goto('/app/wallet?of=bookings')
  await page.getByRole('row').filter({ hasText: '-$1.00' }).waitFor()
  const payer = await site.visitAs('payer', adminPassword)
  await payer.page.goto('/app/wallet?of=bookings')
  await orders(payer.page).filter({ hasText: 'Refunded' }).waitFor()
  expect(await orders(payer.page).filter({ hasText: 'Paid' }).count()).toBe(1)
  await payer.page.getByRole('row').filter({ hasText: '-$10.00' }).waitFor()
  expect(await balanceOf(payer.page)).toBe(5_000_000)
  await payer.leave()
  expect(complaints).toEqual([])
  await leave()
})

it('two prices say whose they are, and a refund is not given by pressing Enter twice', async () => {
  const payer = await site.visitAs('payer', adminPassword)
  await payer.page.goto('/app/wallet')
  await payer.page.getByText('To pay by Alipay or WeChat Pay').waitFor()
  await payer.page.getByText('To pay by Card (Stripe)').waitFor()
  await payer.leave()
  const refunds = stripe.refunds.length
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/orders')
  const open = page.getByRole('button', { name: /Refund order/ }).first()
  await open.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount to refund').waitFor()
  await page.keyboard.press('Enter')
  await untilSettled(page)
  expect(await dialog.getByLabel('Amount to refund').inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(await open.evaluate((button) => button === document.activeElement)).toBe(true)
  expect(stripe.refunds.length).toBe(refunds)
  await leave()
})

it('an order that waits is continued: it leads to the same payment, which is credited once', async () => {
  await site.admin.call('POST', '/api/user/', { username: 'slow-payer', password: adminPassword })
  const { page, leave, complaints } = await site.visitAs('slow-payer', adminPassword)
  await page.goto('/app/wallet')
  await page.getByLabel('Amount').fill('20')
  await expect.poll(() => page.locator('[data-to-pay=zfb]').textContent()).toBe('146.00')
  await expect.poll(() => page.locator('[data-to-pay=stripe]').textContent()).toBe('20.00')
  const before = await balanceOf(page)
  await (await payBy(page, 'Alipay')).close()
  const first = epay.forms.at(-1)
  const again = await payBy(page, 'Continue paying 146.00 CNY')
  expect(await again.evaluate(() => window.opener)).toBe(null)
  expect(epay.forms.at(-1)).toEqual(first)
  await again.getByRole('button', { name: 'Pay' }).click()
  await orders(page).getByText('Paid').waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Continue/ }).count()).toBe(0)

  const session = await payBy(page, 'Card (Stripe)')
  const address = session.url()
  const sessions = stripe.sessions.length
  await session.close()
  const sameSession = await payBy(page, 'Continue paying 20.00 USD')
  expect([sameSession.url(), stripe.sessions.length]).toEqual([address, sessions])
  await sameSession.getByRole('button', { name: 'Pay' }).click()
  await expect.poll(() => balanceOf(page)).toBe(before + 20_000_000)

  // A payment cannot be continued if its method is no longer offered.
  await page.getByLabel('Amount').fill('40')
  await expect.poll(() => page.locator('[data-to-pay=zfb]').textContent()).toBe('292.00')
  await (await payBy(page, 'WeChat Pay')).close()
  await page.getByRole('button', { name: 'Continue paying 292.00 CNY' }).waitFor()
  await site.admin.setOption('PayAddress', '')
  await page.reload()
  await orders(page).getByText('Waiting for payment').waitFor()
  await page.locator('[data-to-pay=stripe]').waitFor()
  expect(await page.getByRole('button', { name: /^Continue/ }).count()).toBe(0)
  await site.admin.setOption('PayAddress', epay.url)
  await page.reload()

  // The order has been paid in another window, which this page does not know.
  await page.getByLabel('Amount').fill('30')
  await expect.poll(() => page.locator('[data-to-pay=zfb]').textContent()).toBe('219.00')
  await (await payBy(page, 'Alipay')).close()
  await page.route('**/api/topup/*/pay', async (route) => {
    await epay.notify(epay.forms.at(-1) ?? {})
    await route.continue()
  })
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Continue paying 219.00 CNY' }).click(),
  ])
  await page.getByText('this order is no longer waiting for its payment').waitFor()
  await expect.poll(() => tab.isClosed()).toBe(true)
  await expect.poll(() => orders(page).filter({ hasText: 'Paid' }).count()).toBe(3)
  expect(complaints).toEqual([])
  await leave()
})

it('C-WALLET-08 payment request failed: the text is shown, and the tab that was opened for it closes', async () => {
  const { page, leave } = await site.visitAs('payer', adminPassword)
  await page.goto('/app/wallet')
  await page.getByLabel('Amount').fill('11')
  stripe.refuse(500)
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Card (Stripe)' }).click(),
  ])
  await page.getByText('payment request failed').waitFor()
  await expect.poll(() => tab.isClosed()).toBe(true)
  stripe.refuse(undefined)
  await leave()
})

it('a part that was refunded stands with the order, for its user and for administrators', async () => {
  await site.admin.call('POST', '/api/user/', { username: 'half-payer', password: adminPassword })
  const payer = await site.visitAs('half-payer', adminPassword)
  await payer.page.goto('/app/wallet')
  await payer.page.getByLabel('Amount').fill('10')
  await expect.poll(() => payer.page.locator('[data-to-pay=zfb]').textContent()).toBe('73.00')
  await (await payBy(payer.page, 'Alipay')).getByRole('button', { name: 'Pay' }).click()
  await orders(payer.page).getByText('Paid').waitFor()

  const { page, leave, complaints } = await site.visitSignedIn()
  await page.goto('/admin/orders?keyword=half-payer')
  const row = page.getByRole('row').filter({ hasText: 'half-payer' })
  const dialog = page.getByRole('dialog')
  const openForm = () => row.getByRole('button', { name: /Refund order/ }).click()
  await openForm()
  expect(await dialog.getByText('has been refunded already').count()).toBe(0)
  await dialog.getByLabel('Amount to refund').fill('3')
  // The answer to the first attempt is lost. The second attempt refunds nothing more.
  await loseAnswer(page, '**/api/topup/*/refund')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await dialog.getByText('3.00 CNY has been refunded already.').waitFor()
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await dialog.waitFor({ state: 'detached' })
  await row.getByText('3.00 refunded').waitFor()
  await row.getByText('Paid', { exact: true }).waitFor()
  await openForm()
  await dialog.getByText('3.00 CNY has been refunded already.').waitFor()
  await dialog.getByLabel('Amount to refund').fill('70,5')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await dialog.getByText('must be a number from 0.01 to 70.00 CNY').waitFor()
  await leave()
  await payer.page.reload()
  await orders(payer.page).getByText('3.00 refunded').waitFor()
  await payer.leave()
  expect([...payer.complaints, ...complaints]).toEqual([])
})
