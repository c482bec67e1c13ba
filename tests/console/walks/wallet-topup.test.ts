import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Site, startSite } from '../support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
  await site.admin.setOption('ServerAddress', site.url)
  await site.admin.setOption('PayAddress', 'https://pay.example.com')
  await site.admin.setOption('EpayId', '1000')
  await site.admin.setOption('MinTopUp', '5')
})
afterAll(() => site?.close())

it('C-WALLET-06 C-WALLET-11 online top-up is closed until all of it is set', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/app/wallet')
  await page.getByText('The administrator has not enabled online top-up').waitFor()
  expect(await page.getByLabel('Amount').count()).toBe(0)
  await site.admin.setOption('EpayKey', 'merchant-key')
  for (const [key, value] of [
    ['PayAddress', 'https://pay.example.com'],
    ['EpayId', '1000'],
  ] as const) {
    await site.admin.setOption(key, '')
    await page.reload()
    await page.getByText('The administrator has not enabled online top-up').waitFor()
    expect([key, await page.getByLabel('Amount').count()]).toEqual([key, 0])
    await site.admin.setOption(key, value)
  }
  await page.reload()
  await page.getByLabel('Amount').waitFor()
  await page.getByRole('button', { name: 'Alipay' }).waitFor()
  await page.getByRole('button', { name: 'WeChat Pay' }).waitFor()
  await leave()
})

it('C-WALLET-07 C-WALLET-09 C-WALLET-12 presets, the minimum and the price are those of the site, in dollars', async () => {
  const { page, leave, complaints } = await site.visitSignedIn()
  await page.goto('/app/wallet')
  const amount = page.getByLabel('Amount')
  const toPay = page.locator('[data-to-pay]')
  expect(await amount.inputValue()).toBe('5')
  await expect.poll(() => toPay.textContent()).toBe('36.50')
  const presets = page.getByRole('group', { name: 'Common amounts' }).getByRole('button')
  expect(await presets.allTextContents()).toEqual([
    '500,000 ($1)',
    '5,000,000 ($10)',
    '25,000,000 ($50)',
    '50,000,000 ($100)',
    '250,000,000 ($500)',
    '500,000,000 ($1,000)',
  ])
  await presets.nth(1).click()
  expect(await amount.inputValue()).toBe('10')
  await expect.poll(() => toPay.textContent()).toBe('73.00')
  await amount.fill('3')
  await page.getByText('Top-up amount cannot be less than 5').waitFor()
  await amount.fill('0')
  await amount.blur()
  expect(await amount.inputValue()).toBe('1')
  await amount.fill('many')
  await page.getByText('Please enter a number').waitFor()
  await amount.fill('20001')
  await page.getByText('Top-up amount cannot be more than 20000').waitFor()
  expect(complaints).toEqual([])
  await leave()
})

it('C-WALLET-07 an amount that is no number stays as typed and buys nothing, and less than one costs what one costs', async () => {
  await site.admin.setOption('MinTopUp', '0.5')
  const { page, leave } = await site.visitSignedIn()
  const orders: unknown[] = []
  await page.route('**/api/user/pay', (route) => {
    orders.push(route.request().postDataJSON())
    return route.abort()
  })
  await page.goto('/app/wallet')
  const amount = page.getByLabel('Amount')
  const alipay = page.getByRole('button', { name: 'Alipay' })
  for (const text of ['12,5', '', '1e3']) {
    await amount.fill(text)
    await page.getByText('Please enter a number').waitFor()
    // The mouse button is pressed on the payment button while the field still has the focus. Leaving the field must not
    // move the button.
    await alipay.click({ force: true })
    expect([text, await amount.inputValue(), await alipay.isDisabled()]).toEqual([text, text, true])
    await page.getByText('Please enter a number').waitFor()
  }
  const preset = page.getByRole('button', { name: '5,000,000 ($10)' })
  await preset.click()
  expect(await amount.inputValue()).toBe('10')
  await amount.fill('0.5')
  await expect.poll(() => page.locator('[data-to-pay]').textContent()).toBe('7.30')
  await page.getByText('= 500,000').waitFor()
  await alipay.click()
  await expect.poll(() => orders.length).toBe(1)
  expect(orders).toEqual([expect.objectContaining({ amount: 1 })])
  expect(await amount.inputValue()).toBe('1')
  await leave()
  await site.admin.setOption('MinTopUp', '5')
})

it('C-WALLET-12 where the site shows quota units, amounts are those', async () => {
  await site.admin.setOption('DisplayInCurrencyEnabled', 'false')
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/app/wallet')
  await page.getByRole('button', { name: '25,000,000 ($50)' }).click()
  expect(await page.getByLabel('Amount').inputValue()).toBe('25000000')
  await expect.poll(() => page.locator('[data-to-pay]').textContent()).toBe('365.00')
  await page.getByLabel('Amount').fill('2499999')
  await page.getByText('Top-up amount cannot be less than 2,500,000').waitFor()
  await site.admin.setOption('DisplayInCurrencyEnabled', 'true')
  await leave()
})
