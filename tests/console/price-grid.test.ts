import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Simulator, startSimulator } from '../support/simulator/simulator.ts'
import { save } from './support/settings.ts'
import { type Site, startSite } from './support/site.ts'

/** Tests the price grid in a browser, against the tables that the daemon charges by. */

const grid = '/admin/settings?panel=visual'
let upstream: Simulator
let site: Site
let key: string
beforeAll(async () => {
  upstream = await startSimulator({ models: ['alpha'], keys: ['upstream-key'] })
  site = await startSite()
  await site.admin.createChannel({
    name: 'main',
    key: 'upstream-key',
    base_url: upstream.url,
    models: 'alpha,beta,gamma,delta',
  })
  key = (await site.admin.createToken({ name: 'calls' })).key
})
afterAll(async () => {
  await site?.close()
  await upstream?.close()
})
beforeEach(async () => {
  const { admin } = site
  await admin.setOption('ModelRatio', '{"alpha": 1, "beta": 2, "gamma": 3}')
  await admin.setOption('CompletionRatio', '{"alpha": 2}')
  await admin.setOption('CacheRatio', '{}')
  await admin.setOption('ModelPrice', '{"delta": 0.5}')
})

const tables = async () => {
  const options = await site.admin.call<{ key: string; value: string }[]>('GET', '/api/option/')
  const read = (name: string) => JSON.parse(options.find((each) => each.key === name)?.value ?? '') as object
  return {
    price: read('ModelPrice'),
    ratio: read('ModelRatio'),
    completion: read('CompletionRatio'),
    cache: read('CacheRatio'),
  }
}
const open = async (path = grid) => {
  const visitor = await site.visitSignedIn()
  await visitor.page.goto(path)
  await visitor.page.getByRole('row').filter({ hasText: 'alpha' }).waitFor()
  return visitor
}
const cell = (page: Page, field: string, name: string) =>
  page.getByRole('textbox', { name: `${field} of ${name}`, exact: true })
const paste = async (page: Page, text: string) => {
  await page.evaluate((each) => navigator.clipboard.writeText(each), text)
  await page.keyboard.press('Control+V')
}

it('C-PRICE-08 a price that is changed in the grid is what the next request is charged with', async () => {
  const { page, complaints, leave } = await open()
  await cell(page, 'Model ratio', 'alpha').fill('5')
  await cell(page, 'Completion ratio', 'alpha').fill('3')
  await page.getByText('$30.00').waitFor()
  await save(page)
  await page.getByText('Saved successfully: 1 model').waitFor()
  upstream.always({
    text: 'Hello',
    usageValues: { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 },
  })
  const answer = await fetch(`${site.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'alpha', messages: [{ role: 'user', content: 'Hi' }] }),
  })
  expect(answer.status).toBe(200)
  // (1000 + 100 × 3) × 5
  await expect
    .poll(async () => {
      const { items } = await site.admin.call<{ items: { quota: number }[] }>('GET', '/api/log/?type=2')
      return items.map((each) => each.quota)
    })
    .toEqual([6500])
  expect(complaints).toEqual([])
  await leave()
})

it('C-PRICE-08 C-PRICE-09 per request clears the ratios and per token the fixed price, and nothing is stored as both', async () => {
  const { page, leave } = await open()
  await page.getByRole('combobox', { name: 'How alpha is priced' }).selectOption('Per call')
  expect(await cell(page, 'Model ratio', 'alpha').count()).toBe(0)
  await cell(page, 'Fixed price ($ per call)', 'alpha').fill('0.02')
  await page.getByRole('combobox', { name: 'How delta is priced' }).selectOption('Per token')
  await cell(page, 'Model ratio', 'delta').fill('7')
  await save(page)
  await page.getByText('Saved successfully: 2 models').waitFor()
  expect(await tables()).toEqual({
    price: { alpha: 0.02 },
    ratio: { beta: 2, gamma: 3, delta: 7 },
    completion: {},
    cache: {},
  })
  await leave()
})

it('C-PRICE-14 typed in dollars, prices become ratios, and what was typed in ratios is shown in dollars', async () => {
  const { page, leave } = await open()
  await page.getByText('Dollars per 1M').click()
  await page.waitForURL('**price_unit=dollar')
  expect(await cell(page, 'Input ($ per 1M)', 'alpha').inputValue()).toBe('2')
  expect(await cell(page, 'Output ($ per 1M)', 'alpha').inputValue()).toBe('4')
  await cell(page, 'Input ($ per 1M)', 'beta').fill('2.5')
  await cell(page, 'Output ($ per 1M)', 'beta').fill('10')
  await cell(page, 'Cached input ($ per 1M)', 'beta').fill('0.25')
  // The output price in dollars is kept when only the input price changes.
  await cell(page, 'Input ($ per 1M)', 'alpha').fill('8')
  expect(await cell(page, 'Output ($ per 1M)', 'alpha').inputValue()).toBe('4')
  await save(page)
  await page.getByText('Saved successfully: 2 models').waitFor()
  expect(await tables()).toEqual({
    price: { delta: 0.5 },
    ratio: { alpha: 4, beta: 1.25, gamma: 3 },
    completion: { alpha: 0.5, beta: 4 },
    cache: { beta: 0.1 },
  })
  await leave()
})

it('C-PRICE-14 a new input price typed key by key in dollars leaves the output price what it was, and an output price may be typed first', async () => {
  const { page, leave } = await open(`${grid}&price_unit=dollar`)
  const type = async (field: string, name: string, keys: readonly string[]) => {
    await cell(page, `${field} ($ per 1M)`, name).selectText()
    for (const key of keys) await page.keyboard.press(key)
  }
  await type('Input', 'alpha', ['0', '.', '1', '5', 'Backspace', 'Backspace', '2', '5'])
  expect(await cell(page, 'Output ($ per 1M)', 'alpha').inputValue()).toBe('4')
  await page.getByRole('button', { name: 'Add model' }).click()
  await page.getByRole('textbox', { name: 'Model', exact: true }).fill('new')
  await type('Output', 'new', ['1', '0'])
  await type('Input', 'new', ['2', '.', '5'])
  expect(await cell(page, 'Output ($ per 1M)', 'new').inputValue()).toBe('10')
  await save(page)
  await page.getByText('Saved successfully: 2 models').waitFor()
  expect(await tables()).toMatchObject({
    ratio: { alpha: 0.125, new: 1.25 },
    completion: { alpha: 16, new: 4 },
  })
  await leave()
})

it('C-PRICE-10 C-PRICE-11 C-PRICE-12 C-PRICE-18 what is no number, a name that exists and a price of 0 are refused in the cell and on saving', async () => {
  const { page, leave } = await open()
  await save(page)
  await page.getByText('You seem not to have changed anything').waitFor()
  await cell(page, 'Model ratio', 'alpha').fill('abc')
  await page.getByText('Please enter a number').waitFor()
  expect(await cell(page, 'Model ratio', 'alpha').getAttribute('aria-invalid')).toBe('true')
  await cell(page, 'Model ratio', 'beta').fill('0')
  await page.getByText('Model price cannot be 0').waitFor()
  await page.getByRole('button', { name: 'Add model' }).click()
  await page.getByRole('textbox', { name: 'Model', exact: true }).fill('gamma')
  await page.getByText('Model name already exists').waitFor()
  await save(page)
  await page.getByText('Please check the input').waitFor()
  expect((await tables()).ratio).toEqual({ alpha: 1, beta: 2, gamma: 3 })
  await page.getByRole('textbox', { name: 'Model', exact: true }).fill('new/model')
  await cell(page, 'Model ratio', 'new/model').fill('1.50')
  await cell(page, 'Model ratio', 'alpha').fill('1')
  await cell(page, 'Model ratio', 'beta').fill('2')
  await page.getByRole('button', { name: 'Delete gamma' }).click()
  await page.getByText('Will be deleted').waitFor()
  await save(page)
  await page.getByText('Saved successfully: 2 models').waitFor()
  expect((await tables()).ratio).toEqual({ alpha: 1, beta: 2, 'new/model': 1.5 })
  await leave()
})

it('C-PRICE-13 batch set needs models, a value and a number, and then sets all that are selected', async () => {
  const { page, leave } = await open()
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Batch set' }).click()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await dialog.getByText('Please select models first').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  for (const name of ['alpha', 'beta', 'delta'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('button', { name: 'Batch set' }).first().click()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await dialog.getByText('Please enter a value').waitFor()
  await dialog.getByRole('textbox', { name: 'Value' }).fill('1x')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await dialog.getByText('Please enter a number').waitFor()
  await dialog.getByRole('textbox', { name: 'Value' }).fill('9')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await dialog.waitFor({ state: 'detached' })
  await save(page)
  await page.getByText('Saved successfully: 3 models').waitFor()
  expect(await tables()).toMatchObject({ price: {}, ratio: { alpha: 9, beta: 9, delta: 9, gamma: 3 } })
  await leave()
})

it('rows and blocks of numbers are pasted from a spreadsheet, and undone and redone as one step', async () => {
  const { page, leave } = await open()
  await cell(page, 'Model ratio', 'beta').focus()
  await paste(page, '10\t4\r\n11\t5\r\n')
  await expect.poll(() => cell(page, 'Completion ratio', 'delta').inputValue()).toBe('5')
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(await cell(page, 'Model ratio', 'beta').inputValue()).toBe('2')
  expect(await cell(page, 'Fixed price ($ per call)', 'delta').inputValue()).toBe('0.5')
  await page.getByRole('button', { name: 'Redo' }).click()
  expect(await cell(page, 'Model ratio', 'delta').inputValue()).toBe('11')
  await cell(page, 'Model ratio', 'alpha').focus()
  await page.keyboard.press('Control+z')
  expect(await cell(page, 'Fixed price ($ per call)', 'delta').inputValue()).toBe('0.5')

  await cell(page, 'Model ratio', 'beta').focus()
  await paste(page, '$10\r\n$12\r\n')
  await expect.poll(() => cell(page, 'Model ratio', 'beta').inputValue()).toBe('5')
  await paste(page, 'alpha\t¥1\t¥2\r\n')
  await page.getByText('These prices are in ¥, not in dollars').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(await cell(page, 'Model ratio', 'beta').inputValue()).toBe('2')

  await page.getByRole('button', { name: 'Paste' }).click()
  const cells = page.getByRole('textbox', { name: 'Cells' })
  await cells.fill('Model\tInput (CNY)\nalpha\t2\n')
  await page.getByRole('dialog').getByText('These prices are in CNY, not in dollars').waitFor()
  expect(await page.getByRole('button', { name: 'Fill in 1 row' }).isDisabled()).toBe(true)
  const sheet =
    'Model\tInput ($/1M)\tOutput ($/1M)\nalpha\t$3.00\t$15.00\npasted-model\t1,000\t2,000\nbroken\tn/a\t1\n'
  await page.getByRole('textbox', { name: 'Cells' }).fill(sheet)
  await page.getByText('Models found: 3. Numbers are read as dollars per million tokens').waitFor()
  await page.getByRole('button', { name: 'Fill in 3 rows' }).click()
  await page.getByText('1 changed, 2 added').waitFor()
  await page.getByText('1 with an error').waitFor()
  await page.getByRole('button', { name: 'Delete broken' }).click()
  await save(page)
  await page.getByText('Saved successfully: 2 models').waitFor()
  expect(await tables()).toMatchObject({
    ratio: { alpha: 1.5, beta: 2, gamma: 3, 'pasted-model': 500 },
    completion: { alpha: 5, 'pasted-model': 2 },
  })
  await leave()
})

it('what somebody else saves meanwhile is merged, what both changed is asked about, and nothing typed is lost', async () => {
  const { page, leave } = await open()
  await cell(page, 'Model ratio', 'alpha').fill('100')
  await cell(page, 'Model ratio', 'beta').fill('200')
  await cell(page, 'Model ratio', 'gamma').fill('300')
  await site.admin.call('PUT', '/api/option/entries', {
    entries: [
      { key: 'ModelRatio', name: 'alpha', value: '7' },
      { key: 'CompletionRatio', name: 'beta', value: '8' },
      { key: 'ModelRatio', name: 'theirs', value: '9' },
      { key: 'ModelRatio', name: 'gamma', value: '10' },
    ],
  })
  await save(page)
  await page.getByText('Someone else changed prices at the same time').waitFor()
  expect((await tables()).ratio).toEqual({ alpha: 7, beta: 2, gamma: 10, theirs: 9 })
  expect(await cell(page, 'Model ratio', 'alpha').inputValue()).toBe('100')
  const conflict = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  expect(await conflict('alpha').textContent()).toContain('Now: Model ratio 7')
  await conflict('alpha').getByRole('button', { name: 'Keep mine' }).click()
  await conflict('gamma').getByRole('button', { name: 'Take theirs' }).click()
  await save(page)
  await page.getByText('Saved successfully: 2 models').waitFor()
  expect(await tables()).toMatchObject({
    ratio: { alpha: 100, beta: 200, gamma: 10, theirs: 9 },
    completion: { alpha: 2, beta: 8 },
  })
  await leave()
})

it('unsaved changes survive a visit to another page, and names that look like markup run nothing', async () => {
  const markup = '<img src=x onerror=window.pwned=1>'
  await site.admin.call('PUT', '/api/option/entries', {
    entries: [{ key: 'ModelRatio', name: markup, value: '1' }],
  })
  const { page, leave } = await open()
  await page.getByText(markup, { exact: true }).waitFor()
  await cell(page, 'Model ratio', 'alpha').fill('42')
  await page.getByRole('link', { name: 'API tokens' }).click()
  await page.getByRole('heading', { name: 'API tokens' }).waitFor()
  await page.goBack()
  await cell(page, 'Model ratio', 'alpha').waitFor()
  expect(await cell(page, 'Model ratio', 'alpha').inputValue()).toBe('42')
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false)
  await leave()
})

it('prices of videos are for each second, in the editor and where users read prices', async () => {
  await site.admin.setOption('ModelPrice', '{"delta": 0.5, "sora-2": 0.1}')
  await site.admin.createChannel({ name: 'films', key: 'k', base_url: upstream.url, models: 'sora-2' })
  const { page, leave } = await open()
  const kindOf = (name: string) =>
    page
      .getByRole('combobox', { name: `How ${name} is priced` })
      .locator('option:checked')
      .textContent()
  expect([await kindOf('sora-2'), await kindOf('delta')]).toEqual(['Per second of video', 'Per call'])
  await page.goto('/pricing')
  const row = page.getByRole('row').filter({ hasText: 'sora-2' })
  await row.getByText(/^\$0\.10? \/ s$/).waitFor()
  await row.getByText('Per second').waitFor()
  await page.goto('/pricing?model=sora-2')
  await page.getByText(/^Each second of a video: /).waitFor()
  await leave()
})

it('Ctrl+Z in the search box takes back what was typed there, and in a row of the grid a price', async () => {
  const { page, leave } = await open()
  await cell(page, 'Model ratio', 'alpha').fill('100')
  const search = page.getByRole('searchbox', { name: 'Search models' })
  await search.pressSequentially('a')
  await search.press('Control+z')
  await expect.poll(() => search.inputValue()).toBe('')
  expect(await cell(page, 'Model ratio', 'alpha').inputValue()).toBe('100')
  await page.getByRole('checkbox', { name: 'Select beta' }).focus()
  await page.keyboard.press('Control+z')
  expect(await cell(page, 'Model ratio', 'alpha').inputValue()).toBe('1')
  await leave()
})
