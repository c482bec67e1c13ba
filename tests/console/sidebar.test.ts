import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminPassword } from '../support/gateway/admin.ts'
import { untilSettled } from './support/settled.ts'
import { type Site, startSite } from './support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
  for (const username of ['ordinary', 'manager']) {
    const account = { username, password: adminPassword }
    const { id } = await site.admin.call<{ id: number }>('POST', '/api/user/', account)
    if (username === 'manager') await site.admin.call('POST', '/api/user/manage', { id, action: 'promote' })
  }
})
afterAll(() => site?.close())

const ofUsers = {
  '': ['Playground'],
  Console: ['Dashboard', 'API tokens', 'Usage log', 'Drawing log', 'Task log'],
  Account: ['Wallet', 'Personal settings'],
}
const ofAdministrators = {
  Admin: ['Channels', 'Redemption codes', 'Orders', 'Messages', 'Users', 'Settings', 'Audit trail'],
}

const open = async (username: string, path = '/app/tokens') => {
  const visitor = await site.visitAs(username, adminPassword)
  await visitor.page.goto(path)
  await visitor.page.locator('aside nav a').first().waitFor()
  return visitor
}

/** Returns the groups of the sidebar by name, with the names of their pages. */
const groupsOf = async (page: Page): Promise<Record<string, readonly string[]>> =>
  Object.fromEntries(
    await page.locator('aside nav > div').evaluateAll((groups) =>
      groups.map((group) => [
        group.querySelector('h2')?.textContent ?? '',
        // Chat clients have their own test.
        [...group.querySelectorAll(':scope > a')].map((link) => link.textContent ?? ''),
      ]),
    ),
  )

it('C-SHELL-17 C-SHELL-18 a user finds the console and their own things, an administrator the administration beside it', async () => {
  const user = await open('ordinary')
  await expect.poll(() => groupsOf(user.page)).toEqual(ofUsers)
  await user.leave()
  const admin = await open('manager')
  await expect.poll(() => groupsOf(admin.page)).toEqual({ ...ofUsers, ...ofAdministrators })
  await admin.leave()
})

it.each([
  ['an account', '/user/edit/1', 'Users'],
  ['a new channel', '/channel/add', 'Channels'],
])('the form of %s is at home in the list of its kind, also at its own address', async (_, path, name) => {
  const { page, leave } = await open('manager', path)
  await expect.poll(() => page.locator('aside a[aria-current=page]').allTextContents()).toEqual([name])
  await leave()
})

it.each([
  ['the dashboard', 'DataExportEnabled', 'data export is', 'Dashboard'],
  ['the drawing log', 'DrawingEnabled', 'drawing is', 'Drawing log'],
  ['the task log', 'TaskEnabled', 'tasks are', 'Task log'],
])(
  'C-SHELL-16 A-OPT-068 A-OPT-080 A-OPT-138 %s is in the console group while %s says that %s enabled',
  async (_, option, _what, name) => {
    const { page, leave } = await open('ordinary')
    await site.admin.setOption(option, 'false')
    await page.reload()
    const others = ofUsers.Console.filter((each) => each !== name)
    await expect.poll(() => groupsOf(page)).toEqual({ ...ofUsers, Console: others })
    await site.admin.setOption(option, 'true')
    await page.reload()
    await expect.poll(() => groupsOf(page)).toEqual(ofUsers)
    await leave()
  },
)

it.each([
  ['ordinary', ofUsers],
  ['manager', { ...ofUsers, ...ofAdministrators }],
] as const)(
  'C-SHELL-29 from the sidebar %s reaches every page that they may open, and the inbox from the bell',
  async (username, groups) => {
    const { page, complaints, leave } = await open(username)
    const refused: string[] = []
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
    })
    for (const name of Object.values<readonly string[]>(groups).flat()) {
      await page.locator('aside').getByRole('link', { name, exact: true }).click()
      await page.locator('main h1').getByText(name, { exact: true }).waitFor()
      await untilSettled(page)
      const here = page.locator('aside a[aria-current=page]')
      expect(await here.allTextContents()).toEqual([name])
    }
    await page.getByRole('link', { name: 'Inbox', exact: true }).click()
    await page.locator('main h1').getByText('Inbox', { exact: true }).waitFor()
    await untilSettled(page)
    expect([refused, complaints]).toEqual([[], []])
    await leave()
  },
)
