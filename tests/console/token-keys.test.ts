import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Site, startSite } from './support/site.ts'
import { choose, clipboard, rowOf, tokensNamed } from './support/tokens.ts'

/** Tests keys in the console: shown only once if the site demands it, and rotated with an overlap. */

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.close())

const open = async (path: string) => {
  const visitor = await site.visitSignedIn()
  await visitor.page.goto(path)
  return visitor
}
const statusOf = async (key: string) =>
  (await fetch(`${site.url}/v1/models`, { headers: { authorization: `Bearer ${key}` } })).status

it('a key is rotated with an overlap, the list says how long the old one works, and it can be ended', async () => {
  const { key: old } = await site.admin.createToken({ name: 'turned over' })
  const { page, leave, complaints } = await open('/app/tokens?keyword=turned+over')
  await choose(page, 'turned over', 'Rotate key')
  const dialog = page.getByRole('dialog', { name: 'New key for turned over?' })
  await dialog.getByText('Works for 1 more day').waitFor()
  await dialog.getByRole('button', { name: 'Rotate key' }).click()
  const shown = page.getByRole('dialog', { name: 'New key' })
  const key =
    (await shown
      .getByText(/^sk-[A-Za-z0-9]{48}$/)
      .first()
      .textContent()) ?? ''
  await shown.getByRole('button', { name: 'Done' }).click()
  await rowOf(page, 'turned over')
    .getByText(/^old key until /)
    .waitFor()
  expect([await statusOf(old), await statusOf(key)]).toEqual([200, 200])
  await choose(page, 'turned over', 'End the old key')
  await page.getByRole('dialog').getByRole('button', { name: 'End the old key' }).click()
  await rowOf(page, 'turned over')
    .getByText(/^old key until /)
    .waitFor({ state: 'detached' })
  expect([await statusOf(old), await statusOf(key)]).toEqual([401, 200])
  expect(complaints).toEqual([])
  await leave()
})

it('a key that is shown only once can be copied when it is made; later the console says why not and offers a new one', async () => {
  await site.admin.setOption('TokenKeysShownOnce', 'true')
  await site.admin.setOption('Chats', '[{"Chatty":"https://chat.example.com/?key={key}"}]')
  const { page, context, leave } = await open('/app/tokens?edit=new')
  await page.getByRole('textbox', { name: 'Name', exact: true }).last().fill('only once')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const made = page.getByRole('dialog', { name: 'Token created' })
  await made.getByText('This site shows keys only once.').waitFor()
  await made.getByRole('button', { name: /^Copy/ }).first().click()
  const copied = await clipboard(page)
  expect(await statusOf(copied.trim())).toBe(200)
  await made.getByRole('button', { name: 'Done' }).click()
  expect((await tokensNamed(site, 'only once'))[0]?.key).toContain('***')
  const dialog = page.getByRole('dialog', { name: 'New key for only once?' })
  const why = dialog.getByText('This site shows keys only once, so this key cannot be read any more.')
  await rowOf(page, 'only once').getByRole('button', { name: 'Copy key' }).click()
  await why.waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await choose(page, 'only once', 'Open in Chatty')
  await why.waitFor()
  expect(context.pages()).toHaveLength(1)
  await page.goto('/chat/0')
  await page.getByText('Enter your key in the chat app yourself.').waitFor()
  await site.admin.setOption('TokenKeysShownOnce', 'false')
  await leave()
})
