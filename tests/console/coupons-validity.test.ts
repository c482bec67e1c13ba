import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { components } from '../../openapi/types.gen.ts'
import { type Site, startSite } from './support/site.ts'

/** Tests how often and when a code can be redeemed, from the form to the daemon's answer. */

type Code = components['schemas']['Redemption']

let site: Site
let others: ((key: string) => Promise<string>)[]
beforeAll(async () => {
  site = await startSite()
  others = await Promise.all(['one', 'two', 'three'].map(asRedeemer))
})
afterAll(() => site?.close())

/** Redeems a code as a new user. Returns `ok` or the error code. */
const asRedeemer = async (username: string) => {
  const account = { username, password: 'correct-horse' }
  const { id } = await site.admin.call<{ id: number }>('POST', '/api/user/', account)
  const { context } = await site.visit()
  await context.request.post('/api/user/login', { data: account })
  return async (key: string): Promise<string> => {
    const headers = { 'tollgate-user': String(id) }
    const answer = await context.request.post('/api/user/topup', { data: { key }, headers })
    return answer.ok() ? 'ok' : ((await answer.json()) as { code: string }).code
  }
}

const open = async (locale = 'en-US') => {
  const visitor = await site.visitSignedIn({ locale })
  await visitor.page.goto('/admin/coupons?edit=new')
  return { ...visitor, drawer: visitor.page.locator('[data-drawer]') }
}
const create = async (page: Page, drawer: Locator, name: string): Promise<Code> => {
  await drawer.getByLabel('Name').fill(name)
  await drawer.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Code created' }).waitFor()
  const { items } = await site.admin.call<{ items: Code[] }>('GET', `/api/redemption/search?keyword=${name}`)
  const [code] = items
  if (!code) throw new Error(`There is no code ${name}.`)
  return code
}

it.each([
  ['twice', '2', 2, ['ok', 'redeem_already_by_you', 'ok', 'redeem_limit_reached']],
  ['blank', '', -1, ['ok', 'redeem_already_by_you', 'ok', 'ok']],
  ['endless', '-1', -1, ['ok', 'redeem_already_by_you', 'ok', 'ok']],
] as const)(
  'C-CODE-13 a gift code of uses %s serves each user once',
  async (name, typed, stored, answers) => {
    const { page, drawer, leave } = await open()
    await drawer.getByRole('checkbox', { name: 'Gift code' }).check()
    await drawer.getByLabel('Uses').fill(typed)
    const { key, is_gift, max_uses } = await create(page, drawer, name)
    expect([is_gift, max_uses]).toEqual([true, stored])
    const [first, second, third] = others as [Redeem, Redeem, Redeem]
    expect([await first(key), await first(key), await second(key), await third(key)]).toEqual(answers)
    await leave()
  },
)

type Redeem = (key: string) => Promise<string>

it('C-CODE-13 only gift codes have a number of uses: what was typed for one is not kept for another', async () => {
  const { page, drawer, leave } = await open()
  await drawer.getByLabel('Name').waitFor()
  expect(await drawer.getByLabel('Uses').count()).toBe(0)
  const gift = drawer.getByRole('checkbox', { name: 'Gift code' })
  await gift.check()
  await drawer.getByLabel('Uses').fill('7')
  await gift.uncheck()
  await drawer.getByLabel('Uses').waitFor({ state: 'detached' })
  const { key, is_gift, max_uses } = await create(page, drawer, 'ordinary')
  expect([is_gift, max_uses]).toEqual([false, -1])
  expect([await others[0]?.(key), await others[1]?.(key)]).toEqual(['ok', 'redeem_used'])
  await leave()
})

it.each([
  ['en-US', 'Valid from', 'Valid until', 'Create', 'Effective time must be earlier than expiry'],
  ['zh-CN', '生效时间', '过期时间', '创建', '生效时间必须早于过期时间'],
])(
  'C-CODE-14 times in the wrong order, or the same twice, are refused in %s',
  async (locale, from, until, submit, said) => {
    const { page, drawer, leave } = await open(locale)
    let posts = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/api/redemption')) posts += 1
    })
    await drawer.getByRole('textbox').first().fill('ordered')
    for (const end of ['2098-01-01 00:00:00', '2099-01-01 00:00:00']) {
      await drawer.getByLabel(from).fill('2099-01-01 00:00:00')
      await drawer.getByLabel(until).fill(end)
      await drawer.getByRole('button', { name: submit, exact: true }).click()
      await drawer.getByText(said).waitFor()
      await drawer.getByLabel(until).fill('')
      await drawer.getByText(said).waitFor({ state: 'detached' })
    }
    expect(posts).toBe(0)
    await leave()
  },
)

it('C-CODE-14 blank times are at once and for ever; before its time and after it a code is refused', async () => {
  const times = [
    ['always', '', '', 'ok'],
    ['future', '2099-01-01 00:00:00', '', 'redeem_not_yet'],
    ['inside', '2001-01-01 00:00:00', '2099-01-01 00:00:00', 'ok'],
    ['past', '2001-01-01 00:00:00', '2002-01-01 00:00:00', 'redeem_expired'],
  ] as const
  for (const [name, from, until, answer] of times) {
    const { page, drawer, leave } = await open()
    await drawer.getByLabel('Valid from').fill(from)
    await drawer.getByLabel('Valid until').fill(until)
    const code = await create(page, drawer, name)
    const seconds = (text: string) => (text === '' ? 0 : new Date(text.replace(' ', 'T')).getTime() / 1000)
    expect([code.valid_from, code.valid_until]).toEqual([seconds(from), seconds(until)])
    expect([name, await others[0]?.(code.key)]).toEqual([name, answer])
    await leave()
  }
})
