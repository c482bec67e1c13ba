import { afterAll, beforeAll, expect, it } from 'vitest'
import { loseAnswer } from './support/lost-answer.ts'
import { type Site, startSite } from './support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.close())

const unreachable = 'Cannot reach the server'
const balance = async () => (await site.admin.call<{ quota: number }>('GET', '/api/user/self')).quota
const named = async (list: string, name: string, member: 'name' | 'title') =>
  (await site.admin.call<{ items: Record<string, unknown>[] }>('GET', list)).items.filter(
    (each) => each[member] === name,
  )

it('a code that was credited although its answer was lost says so at the next try', async () => {
  const [code = ''] = await site.admin.call<string[]>('POST', '/api/redemption/', {
    name: 'lost',
    quota: 500_000,
  })
  const before = await balance()
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/app/wallet')
  await page.getByLabel('Code').fill(code)
  await loseAnswer(page, '**/api/user/topup')
  const redeem = page.getByRole('button', { name: 'Redeem', exact: true })
  await redeem.click()
  await page.getByText(unreachable).waitFor()
  await redeem.click()
  await page.getByText('$1.00 credited').waitFor()
  expect((await balance()) - before).toBe(500_000)
  await leave()
})

it('a token is made once when the answer is lost and the form is sent again', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/app/tokens?edit=new')
  const drawer = page.locator('[data-drawer]')
  await drawer.getByLabel('Name').fill('lost')
  await loseAnswer(page, '**/api/token/')
  const create = drawer.getByRole('button', { name: 'Create', exact: true })
  await create.click()
  await drawer.getByText(unreachable).waitFor()
  await create.click()
  await page.getByRole('button', { name: 'Done' }).waitFor()
  expect(await named('/api/token/?size=100', 'lost', 'name')).toHaveLength(1)
  await leave()
})

it('a message is sent once when the answer is lost and the form is sent again', async () => {
  await site.admin.call('POST', '/api/user/', { username: 'ada', password: 'correct-horse' })
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/admin/messages?edit=new')
  const drawer = page.locator('[data-drawer]')
  await drawer.getByLabel('Title').fill('lost')
  await drawer.getByLabel('Content').fill('Hello')
  await drawer.getByRole('checkbox', { name: /ada/ }).check()
  await loseAnswer(page, '**/api/admin/messages')
  const send = drawer.getByRole('button', { name: 'Send' })
  await send.click()
  await drawer.getByText(unreachable).waitFor()
  await send.click()
  await page.getByText('Message sent to 1 user').waitFor()
  expect(await named('/api/admin/messages?size=100', 'lost', 'title')).toHaveLength(1)
  await leave()
})
