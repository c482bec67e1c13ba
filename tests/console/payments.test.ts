import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminPassword } from '../support/gateway/admin.ts'
import { type EpaySimulator, epayOptions, startEpaySimulator } from '../support/payments/epay-simulator.ts'
import {
  type StripeSimulator,
  startStripeSimulator,
  stripeOptions,
} from '../support/payments/stripe-simulator.ts'
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
  await site.admin.call('POST', '/api/user/register', {
    username: 'payer',
    password: adminPassword,
    aff_code: root,
  })
})
afterAll(async () => {
  await site?.close()
  await epay?.close()
  await stripe?.close()
})

/** Clicks a way to pay, and pays in the tab that opens. */
const payBy = async (page: Page, name: string): Promise<Page> => {
  const [tab] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name }).click()])
  await tab.getByRole('button', { name: 'Pay' }).waitFor()
  return tab
}
const orders = (page: Page) => page.getByRole('list', { name: 'Orders' }).getByRole('listitem')
const balanceOf = async (page: Page) =>
  Number(await page.locator('[data-balance]').getAttribute('data-balance'))

it('C-WALLET-06 C-WALLET-08 C-WALLET-13 pays by EPay and by Stripe: the order becomes paid without reloading, with its entry', async () => {
  const { page, leave, complaints } = await site.visitAs('payer', adminPassword)
  await page.goto('/app/wallet')
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
  await page.getByRole('row').filter({ hasText: 'Online top-up' }).first().waitFor()

  const stripeTab = await payBy(page, 'Card (Stripe)')
  await stripeTab.getByRole('button', { name: 'Pay' }).click()
  await stripeTab.getByText('Site: 200').waitFor()
  await expect.poll(() => orders(page).filter({ hasText: 'Paid' }).count()).toBe(2)
  await expect.poll(() => balanceOf(page)).toBe(before + 10_000_000)
  expect(complaints).toEqual([])
  await leave()
})

it('C-WALLET-17 A-AFF-07 administrators see all orders; the super administrator, who invited, has the rebate and refunds one', async () => {
  const { page, leave, complaints } = await site.visitSignedIn()
  await page.goto('/app/wallet?of=bookings')
  await expect.poll(() => page.getByRole('row').filter({ hasText: 'Rebate' }).count()).toBe(2)
  await page.getByRole('link', { name: 'Orders' }).click()
  const rows = page.getByRole('row').filter({ hasText: 'payer' })
  await expect.poll(() => rows.count()).toBe(2)
  await page.getByLabel('Order, payment or username').fill('pi_')
  await expect.poll(() => rows.count()).toBe(1)
  await rows.getByRole('button', { name: /Refund order/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount to refund').fill('99')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await dialog.getByText('money is out of range').waitFor()
  await dialog.getByLabel('Amount to refund').fill('')
  await dialog.getByLabel('Reason').fill('asked for it')
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await rows.getByText('Refunded').waitFor()
  expect(stripe.refunds.map(({ form }) => form.get('amount'))).toEqual(['1000'])
  await page.getByRole('link', { name: 'Refused payment notices' }).click()
  await page.waitForURL(/\/admin\/trail\?keyword=payment\.refuse/)
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
