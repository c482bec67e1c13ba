import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Visitor } from './support/browser.ts'
import { type Site, startSite } from './support/site.ts'
import { choose, rowOf } from './support/tokens.ts'

/** Tests copying keys from the list to the clipboard and passing them to chat clients. */

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.close())

const open = async (keyword: string, locale = 'en-US') => {
  const visitor = await site.visitSignedIn({ locale })
  await visitor.page.goto(`/app/tokens?keyword=${encodeURIComponent(keyword)}`)
  return visitor
}

/** Makes the browser refuse to write to the clipboard, as when a user has denied the permission. */
const denyClipboard = async ({ page, context }: Visitor) => {
  const session = await context.newCDPSession(page)
  const { targetInfo } = await session.send('Target.getTargetInfo')
  const browser = await site.browser.newBrowserCDPSession()
  await browser.send('Browser.setPermission', {
    permission: { name: 'clipboard-write' },
    setting: 'denied',
    origin: site.url,
    ...(targetInfo.browserContextId && { browserContextId: targetInfo.browserContextId }),
  })
}

it('C-TOKEN-28 a chat link opens with the address and the key filled in', async () => {
  await site.admin.setOption('ServerAddress', 'https://gate.example.com')
  await site.admin.setOption(
    'Chats',
    '[{"Chatty":"https://chat.example.com/#/?settings={\\"key\\":\\"{key}\\",\\"url\\":\\"{address}\\"}"}]',
  )
  const { key } = await site.admin.createToken({ name: 'to chat' })
  const { page, context, leave } = await open('to chat')
  await context.route('https://chat.example.com/**', (route) => route.fulfill({ body: 'a chat' }))
  const [chat] = await Promise.all([context.waitForEvent('page'), choose(page, 'to chat', 'Open in Chatty')])
  await chat.waitForURL('https://chat.example.com/**')
  expect(decodeURIComponent(chat.url())).toBe(
    `https://chat.example.com/#/?settings={"key":"${key}","url":"https://gate.example.com"}`,
  )
  expect(await chat.evaluate(() => window.opener)).toBeNull()
  await leave()
})

it.each([
  ['en-US', 'Open in Broken', 'Chat link config error, contact the administrator'],
  ['zh-CN', '在 Broken 中打开', '聊天链接配置错误，请联系管理员'],
])('C-TOKEN-28 a link that leads nowhere opens nothing and says so, in %s', async (locale, entry, said) => {
  await site.admin.setOption('Chats', '[{"Broken":"https://[address]/?key={key}"}]')
  await site.admin.createToken({ name: `lost-${locale}` })
  const { page, context, leave } = await open(`lost-${locale}`, locale)
  await page.getByRole('button', { name: new RegExp(` lost-${locale}$`) }).click()
  await page.getByRole('menuitem', { name: entry }).click()
  await page.getByText(said).waitFor()
  expect(context.pages()).toHaveLength(1)
  await leave()
})

it('C-TOKEN-29 where the clipboard is refused, one key, several and a new one are there to copy by hand', async () => {
  const keys: string[] = []
  for (const name of ['by-hand-1', 'by-hand-2']) keys.unshift((await site.admin.createToken({ name })).key)
  const visitor = await open('by-hand')
  const { page, leave, complaints } = visitor
  await rowOf(page, 'by-hand-1').waitFor()
  await denyClipboard(visitor)
  const manual = page.getByRole('dialog', { name: 'Cannot copy, please copy manually' })
  const isOffered = async (text: string) => {
    const field = manual.getByRole('textbox')
    await field.waitFor()
    expect(await field.inputValue()).toBe(text)
    await field.focus()
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(text)
    await manual.getByRole('button', { name: 'Close' }).last().click()
    await field.waitFor({ state: 'detached' })
  }
  await rowOf(page, 'by-hand-1').getByRole('button', { name: 'Copy key' }).click()
  await isOffered(keys[1] ?? '')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.locator('[data-bulk]').getByRole('button', { name: 'Copy' }).click()
  await isOffered(keys.join('\n'))
  expect(await page.getByText(/keys? copied/i).count()).toBe(0)

  await page.goto('/app/tokens?edit=new')
  await page.locator('[data-drawer]').getByLabel('Name').fill('by-hand-new')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const key = (await page.getByRole('region', { name: 'Key' }).textContent()) ?? ''
  await page.getByRole('region', { name: 'Key' }).locator('..').getByRole('button', { name: 'Copy' }).click()
  await isOffered(key)
  await page.getByRole('heading', { name: 'Token created' }).waitFor()
  expect(complaints).toEqual([])
  await leave()
})
