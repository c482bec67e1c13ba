import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { VisitorOptions } from './support/browser.ts'
import { type Site, startSite } from './support/site.ts'
import { rowOf, tokensNamed } from './support/tokens.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
  await site.admin.createChannel({ name: 'up', key: 'k', base_url: site.url, models: 'gpt-4o,o3-mini' })
})
afterAll(() => site?.close())

/** Opens the form of a new or existing token as the super administrator. `posts` counts requests to create tokens. */
const open = async (edit: number | 'new' = 'new', options?: VisitorOptions) => {
  const visitor = await site.visitSignedIn(options)
  let posts = 0
  visitor.page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/token/')) posts += 1
  })
  await visitor.page.goto(`/app/tokens?edit=${edit}`)
  const drawer = visitor.page.locator('[data-drawer]')
  await drawer.getByLabel('Name').waitFor()
  return { ...visitor, drawer, posts: () => posts }
}
const create = async (page: Page, drawer: Locator) => {
  await drawer.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('heading', { name: /tokens? created/i }).waitFor()
}

it.each([
  [1440, 600],
  [375, 375],
])('C-TOKEN-06 C-CONST-01 in a window of %i the form is %i wide, new or not', async (width, expected) => {
  const { id } = await site.admin.createToken({ name: `wide-${width}` })
  for (const edit of ['new', id] as const) {
    const { drawer, leave } = await open(edit, { width })
    await expect.poll(async () => await drawer.boundingBox()).toMatchObject({ width: expected })
    await leave()
  }
})

it('C-TOKEN-14 C-TOKEN-16 C-TOKEN-23 no name, a negative quota and what is no time are refused beside their fields', async () => {
  const { page, drawer, posts, leave } = await open()
  await drawer.getByLabel('Quota', { exact: true }).fill('-1')
  await drawer.getByLabel('Expires').fill('abc')
  await drawer.getByRole('button', { name: 'Create', exact: true }).click()
  const errors = drawer.getByRole('alert')
  await errors.getByText('Please enter a name').waitFor()
  await errors.getByText('The quota must be a number of at least 0').waitFor()
  await errors.getByText('Expiry time format error').waitFor()
  for (const field of ['Name', 'Quota', 'Expires'])
    expect(await drawer.getByLabel(field, { exact: true }).getAttribute('aria-invalid')).toBe('true')
  await drawer.getByLabel('Name').fill('   ')
  for (const unreadable of ['2030-02-31 00:00:00', '2030-13-01', '03/04/2030', 'tomorrow']) {
    await drawer.getByLabel('Expires').fill(unreadable)
    await errors.getByText('Expiry time format error').waitFor()
  }
  await errors.getByText('Please enter a name').waitFor()
  expect(posts()).toBe(0)

  await drawer.getByLabel('Name').fill('mended')
  await drawer.getByLabel('Quota', { exact: true }).fill('2.5')
  await drawer.getByLabel('Expires').fill('2001-02-03 04:05:06')
  await drawer.getByRole('button', { name: 'Create', exact: true }).click()
  await errors.first().waitFor()
  expect(await tokensNamed(site, 'mended')).toEqual([])
  await drawer.getByLabel('Expires').fill('2099-02-03 04:05:06')
  await create(page, drawer)
  const [token] = await tokensNamed(site, 'mended')
  expect(token).toMatchObject({
    remain_quota: 1_250_000,
    expired_time: new Date(2099, 1, 3, 4, 5, 6).getTime() / 1000,
  })
  await leave()

  const editing = await open(token?.id)
  await expect.poll(() => editing.drawer.getByLabel('Expires').inputValue()).toBe('2099-02-03 04:05:06')
  await editing.leave()
})

it('C-TOKEN-17 the presets of expiry are an hour, a day and 30 days from now, and never', async () => {
  const { page, drawer, leave } = await open()
  const expires = drawer.getByLabel('Expires')
  const now = () => Math.floor(Date.now() / 1000)
  for (const [preset, seconds] of [
    ['1 hour', 3600],
    ['1 day', 86_400],
    ['1 month', 30 * 86_400],
  ] as const) {
    const before = now()
    await drawer.getByRole('button', { name: preset }).click()
    const text = await expires.inputValue()
    expect(text).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    const chosen = new Date(text.replace(' ', 'T')).getTime() / 1000
    expect(chosen - seconds).toBeGreaterThanOrEqual(before)
    expect(chosen - seconds).toBeLessThanOrEqual(now())
  }
  await drawer.getByLabel('Name').fill('preset-month')
  await drawer.getByRole('button', { name: 'Never' }).click()
  expect(await expires.inputValue()).toBe('')
  await create(page, drawer)
  expect((await tokensNamed(site, 'preset-month'))[0]?.expired_time).toBe(-1)
  await leave()
})

it('fallbacks are written a line per model, refused where a line is none, shown in the list and as a command', async () => {
  const { page, drawer, posts, leave } = await open()
  await drawer.getByLabel('Name').fill('falls-back')
  const field = drawer.getByLabel('Fallback models')
  await field.fill('gpt-4o claude-sonnet-4-5')
  await drawer.getByRole('button', { name: 'Create', exact: true }).click()
  await drawer.getByRole('alert').getByText('Please write each line as').waitFor()
  expect(posts()).toBe(0)
  await field.fill('gpt-4o = claude-sonnet-4-5, gemini-2.5-pro\n* = o3-mini')
  await drawer.getByText('If one of the 2 models with fallbacks gives no answer, they are asked.').waitFor()
  await create(page, drawer)
  const [token] = await tokensNamed(site, 'falls-back')
  expect(token?.model_fallbacks).toEqual({
    'gpt-4o': ['claude-sonnet-4-5', 'gemini-2.5-pro'],
    '*': ['o3-mini'],
  })
  await leave()

  const editing = await open(token?.id)
  const loaded = editing.drawer.getByLabel('Fallback models')
  await expect.poll(() => loaded.inputValue()).toBe('gpt-4o = claude-sonnet-4-5, gemini-2.5-pro\n* = o3-mini')
  await editing.page.goto('/app/tokens')
  await rowOf(editing.page, 'falls-back').getByText('fallbacks for 2 models').waitFor()
  await editing.leave()
})

it('C-TOKEN-25 a token has a dollar at first; each quick amount is that many dollars', async () => {
  const { page, drawer, leave } = await open()
  const quota = drawer.getByLabel('Quota', { exact: true })
  expect(await quota.inputValue()).toBe('1')
  await drawer.getByText('= 500,000 quota', { exact: true }).waitFor()
  for (const [label, value, units] of [
    ['$1', '1', '500,000'],
    ['$10', '10', '5,000,000'],
    ['$50', '50', '25,000,000'],
    ['$100', '100', '50,000,000'],
    ['$500', '500', '250,000,000'],
    ['$1,000', '1000', '500,000,000'],
  ] as const) {
    await drawer.getByRole('button', { name: label, exact: true }).click()
    await drawer.getByText(`= ${units} quota`, { exact: true }).waitFor()
    expect(await quota.inputValue()).toBe(value)
  }
  await drawer.getByLabel('Name').fill('quick')
  await create(page, drawer)
  expect((await tokensNamed(site, 'quick'))[0]).toMatchObject({
    remain_quota: 500_000_000,
    unlimited_quota: false,
  })
  await leave()
})

it('C-TOKEN-24 ten at once: the first has the plain name, nine a random suffix of six each', async () => {
  const { page, drawer, posts, leave } = await open()
  await drawer.getByLabel('Quantity').click()
  expect(await page.getByRole('listbox').getByRole('option').allTextContents()).toEqual([
    '1',
    '10',
    '20',
    '30',
    '100',
  ])
  await page.getByRole('option', { name: '10', exact: true }).click()
  await drawer.getByLabel('Name').fill('crew')
  await create(page, drawer)
  const names = (await tokensNamed(site, 'crew')).map(({ name }) => name)
  const suffixed = names.filter((name) => /^crew-[a-z\d]{6}$/.test(name))
  expect([names.length, names.filter((name) => name === 'crew').length]).toEqual([10, 1])
  expect(new Set(suffixed).size).toBe(9)
  expect(posts()).toBe(10)
  const shown = await page.getByRole('region', { name: 'Names and keys' }).textContent()
  for (const { name, key } of await tokensNamed(site, 'crew')) expect(shown).toContain(`${name}\tsk-${key}`)
  await leave()
})

it('C-TOKEN-22 a limited rate begins with 60 s, 1000 requests and 10 successes, and is kept as typed', async () => {
  const { page, drawer, leave } = await open()
  await drawer.getByLabel('Name').fill('slow')
  await drawer.getByRole('checkbox', { name: 'Limit request rate' }).check()
  const fields = ['Period', 'Requests', 'Successes']
  const values = () =>
    Promise.all(fields.map((field) => drawer.getByLabel(field, { exact: true }).inputValue()))
  expect(await values()).toEqual(['60', '1000', '10'])
  await drawer.getByLabel('Requests', { exact: true }).fill('1.5')
  await drawer.getByRole('button', { name: 'Create', exact: true }).click()
  await drawer.getByText('Please enter a whole number').waitFor()
  await drawer.getByLabel('Requests', { exact: true }).fill('3')
  await create(page, drawer)
  const [token] = await tokensNamed(site, 'slow')
  expect(token).toMatchObject({
    rate_limit_enabled: true,
    rate_limit_period: 60,
    rate_limit_count: 3,
    rate_limit_success: 10,
  })
  await leave()
})

it('C-TOKEN-30 models and groups are those of the account, groups with description and ratio', async () => {
  await site.admin.setOption('GroupRatio', '{"default":1,"vip":0.5}')
  await site.admin.setOption('UserUsableGroups', '{"default":"Everybody","vip":"The dear ones"}')
  const paths = new Set<string>()
  const visitor = await site.visitSignedIn()
  const { page } = visitor
  page.on('request', (request) => paths.add(new URL(request.url()).pathname))
  await page.goto('/app/tokens?edit=new')
  const drawer = page.locator('[data-drawer]')
  await drawer.getByLabel('Group', { exact: true }).click()
  await page.getByRole('option', { name: 'vip: The dear ones ×0.5' }).waitFor()
  await page.getByRole('option', { name: 'default: Everybody ×1' }).waitFor()
  await page.getByRole('option', { name: /vip/ }).click()
  await drawer.getByRole('checkbox', { name: 'Limit models' }).check()
  await drawer.getByLabel('Models', { exact: true }).click()
  expect(await page.getByRole('listbox').getByRole('option').allTextContents()).toEqual(['gpt-4o', 'o3-mini'])
  await page.getByRole('option', { name: 'o3-mini' }).click()
  await page.keyboard.press('Escape')
  await drawer.getByLabel('Name').fill('chosen')
  await create(page, drawer)
  expect((await tokensNamed(site, 'chosen'))[0]).toMatchObject({
    group: 'vip',
    model_limits_enabled: true,
    model_limits: 'o3-mini',
  })
  expect([...paths]).toEqual(expect.arrayContaining(['/api/user/models', '/api/user/self/groups']))
  await page.getByRole('button', { name: 'Done' }).click()
  await rowOf(page, 'chosen').getByText('×0.5').waitFor()
  await visitor.leave()
})

it.each([
  ['en-US', 'The administrator has not set user-selectable groups'],
  ['zh-CN', '管理员未设置用户可选分组'],
])(
  'C-TOKEN-20 without groups to choose from the choice is closed and says why, in %s',
  async (locale, why) => {
    await site.admin.setOption('UserUsableGroups', '{}')
    const visitor = await site.visitSignedIn({ locale })
    await visitor.page.goto('/app/tokens?edit=new')
    await visitor.page.getByText(why).waitFor()
    const field = visitor.page.locator('[data-field]').filter({ hasText: why })
    expect(await field.getByRole('button').isDisabled()).toBe(true)
    await visitor.leave()
  },
)

it('what is no number stays in its field for the form to refuse, until another number is chosen', async () => {
  const { drawer, posts, leave } = await open()
  const quota = drawer.getByLabel('Quota', { exact: true })
  await drawer.getByLabel('Name').fill('comma')
  await quota.fill('12,5')
  await quota.press('Tab')
  expect(await quota.inputValue()).toBe('12,5')
  await drawer.getByRole('button', { name: 'Create', exact: true }).click()
  await drawer.getByRole('alert').getByText('The quota must be a number of at least 0').waitFor()
  expect([await quota.inputValue(), posts()]).toEqual(['12,5', 0])
  await drawer.getByRole('button', { name: '$10', exact: true }).click()
  expect(await quota.inputValue()).toBe('10')
  await quota.fill('2.50')
  await quota.press('Tab')
  expect(await quota.inputValue()).toBe('2.5')
  await leave()
})

it('an emptied number of a limit that is off is in nobody’s way', async () => {
  const { page, drawer, leave } = await open()
  await drawer.getByLabel('Name').fill('no-limit')
  const limit = drawer.getByRole('checkbox', { name: 'Limit request rate' })
  await limit.check()
  await drawer.getByLabel('Period').fill('')
  await limit.uncheck()
  await create(page, drawer)
  expect(await tokensNamed(site, 'no-limit')).toMatchObject([
    { rate_limit_enabled: false, rate_limit_period: 60 },
  ])
  await leave()

  const { id } = await site.admin.createToken({
    name: 'limit-off',
    rate_limit_enabled: true,
    rate_limit_period: 120,
  })
  const editing = await open(id)
  await editing.drawer.getByLabel('Period').fill('')
  await editing.drawer.getByRole('checkbox', { name: 'Limit request rate' }).uncheck()
  await editing.drawer.getByRole('button', { name: 'Save' }).click()
  await editing.drawer.waitFor({ state: 'detached' })
  expect(await tokensNamed(site, 'limit-off')).toMatchObject([
    { rate_limit_enabled: false, rate_limit_period: 120 },
  ])
  await editing.leave()
})

it.each([
  ['abc', 'the tokens', '/app/tokens?edit=', '/app/tokens'],
  ['0', 'the tokens', '/app/tokens?edit=', '/app/tokens'],
  ['abc', 'the codes', '/admin/coupons?edit=', '/admin/coupons'],
  ['abc', 'the messages', '/admin/messages?edit=', '/admin/messages'],
  ['abc', 'the users', '/admin/users?edit=', '/admin/users'],
  ['abc', 'the users', '/user/edit/', '/admin/users'],
])('an address that edits "%s" leads to %s: %s', async (given, _list, path, list) => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto(path + given)
  await page.waitForURL((url) => url.pathname === list && url.search === '')
  await expect.poll(() => page.locator('[data-drawer]').count()).toBe(0)
  await leave()
})
