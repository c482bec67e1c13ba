import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { pictureBase64 } from '../support/simulator/openai-media.ts'
import { findFlaws } from './support/flaws.ts'
import { answers, ask, type PlaygroundSite, startPlaygroundSite } from './support/playground.ts'

let at: PlaygroundSite
beforeAll(async () => {
  at = await startPlaygroundSite()
  await at.site.admin.createChannel({
    name: 'words only',
    key: 'sk-upstream',
    base_url: at.upstream.url,
    models: 'gpt-3.5-turbo',
    group: 'default',
  })
})
afterAll(() => at?.close())
beforeEach(() => at.upstream.reset())

const mimeType = 'image/png'
const file = (name: string, buffer = Buffer.from(pictureBase64, 'base64')) => ({ name, mimeType, buffer })
const choose = async (page: Page, ...files: readonly ReturnType<typeof file>[]) => {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach pictures' }).click()
  await (await chooser).setFiles([...files])
}
const attached = (page: Page) => page.getByRole('list', { name: 'Attached pictures' }).getByRole('img')
const namesOf = (page: Page) =>
  attached(page).evaluateAll((all) => all.map((each) => each.getAttribute('alt')))
const picture = { type: 'image_url', image_url: { url: `data:image/png;base64,${pictureBase64}` } }

/** Pastes a picture into the question field, or drops it onto the page, like the system's clipboard or file manager. */
const hand = (page: Page, way: 'paste' | 'drop', name: string) =>
  page.evaluate(
    ({ way, name, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
      const data = new DataTransfer()
      data.items.add(new File([bytes], name, { type: 'image/png' }))
      const options = { bubbles: true, cancelable: true }
      const event =
        way === 'paste'
          ? new ClipboardEvent('paste', { ...options, clipboardData: data })
          : new DragEvent('drop', { ...options, dataTransfer: data })
      const target =
        way === 'paste'
          ? document.querySelector('textarea[aria-label=Question]')
          : document.querySelector('h1')
      target?.dispatchEvent(event)
      return event.defaultPrevented
    },
    { way, name, base64: pictureBase64 },
  )

it('pictures are chosen, pasted and dropped, shown with a way to take them off, sent with the question, and again with the next one', async () => {
  const { page, complaints, leave } = await at.open()
  await choose(page, file('one.png'), file('two.png'))
  await expect.poll(() => namesOf(page)).toEqual(['one.png', 'two.png'])
  expect(await hand(page, 'paste', 'three.png')).toBe(true)
  await expect.poll(() => attached(page).count()).toBe(3)
  expect(await hand(page, 'drop', 'four.png')).toBe(true)
  await expect.poll(() => namesOf(page)).toEqual(['one.png', 'two.png', 'three.png', 'four.png'])
  await page.getByText('4 pictures attached').waitFor()
  expect(await findFlaws(page)).toEqual([])

  await page.getByRole('button', { name: 'Remove two.png' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => namesOf(page)).toEqual(['one.png', 'three.png', 'four.png'])
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
  await page.getByRole('button', { name: 'Remove three.png' }).click()
  await page.getByRole('button', { name: 'Remove four.png' }).click()

  await ask(page, 'what is this?')
  await answers(page, 'complete').waitFor()
  expect(at.sent()['messages']).toEqual([
    { role: 'user', content: [picture, { type: 'text', text: 'what is this?' }] },
  ])
  expect(await attached(page).count()).toBe(0)
  await page.getByText(/^\$0\.\d+, [\d,]+ tokens in/).waitFor()
  await page.locator('li[data-role=user]').getByRole('img', { name: 'one.png' }).waitFor()

  await ask(page, 'and now?')
  await expect.poll(() => answers(page, 'complete').count()).toBe(2)
  const messages = at.sent()['messages'] as { role: string; content: unknown }[]
  expect(messages[0]?.content).toEqual([picture, { type: 'text', text: 'what is this?' }])
  expect(messages[2]).toEqual({ role: 'user', content: 'and now?' })
  expect(complaints).toEqual([])
  await leave()
})

it('a picture alone is a question; it stays out of the storage, and after a reload the conversation says that it is gone', async () => {
  const { page, leave } = await at.open()
  await choose(page, file('alone.png'))
  await attached(page).waitFor()
  await page.getByRole('button', { name: 'Send' }).click()
  await answers(page, 'complete').waitFor()
  expect(at.sent()['messages']).toEqual([{ role: 'user', content: [picture] }])
  await page.getByRole('button', { name: 'Regenerate' }).click()
  await expect.poll(() => at.upstream.hits).toBe(2)
  expect(at.sent()['messages']).toEqual([{ role: 'user', content: [picture] }])
  await answers(page, 'complete').waitFor()
  const stored = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  await expect.poll(async () => (await stored()).includes('alone.png')).toBe(true)
  expect(await stored()).not.toContain(pictureBase64.slice(0, 40))

  await page.reload()
  await page.getByText(/alone\.png is no longer here and is not sent again/).waitFor()
  await ask(page, 'what was it?')
  await expect.poll(() => answers(page, 'complete').count()).toBe(2)
  const messages = at.sent()['messages'] as { role: string }[]
  expect(messages.map(({ role }) => role)).toEqual(['assistant', 'user'])
  await leave()
})

it('pictures without a word yet stay when somebody opens an earlier conversation', async () => {
  const { page, leave } = await at.open()
  await ask(page, 'an earlier question')
  await answers(page, 'complete').waitFor()
  await page.getByRole('button', { name: 'New conversation' }).click()
  await choose(page, file('map.png'))
  await attached(page).waitFor()
  for (const topic of ['an earlier question', 'map.png']) {
    await page.getByRole('button', { name: 'Earlier conversations' }).click()
    await page.getByRole('menuitem', { name: topic }).click()
  }
  await expect.poll(() => namesOf(page)).toEqual(['map.png'])
  await leave()
})

it('too many, too large, and what is no picture: each is named with the reason before anything is sent', async () => {
  const { page, leave } = await at.open()
  await choose(
    page,
    file('words.png', Buffer.from('<svg/>')),
    file('huge.png', Buffer.alloc(3_750_001)),
    file('fine.png'),
  )
  const alert = page.getByRole('alert')
  await alert.getByText('words.png: not a PNG, JPEG, WebP or GIF picture.').waitFor()
  await alert.getByText('huge.png: larger than 3.75 MB.').waitFor()
  expect(await namesOf(page)).toEqual(['fine.png'])
  await choose(page, ...Array.from({ length: 9 }, (_, index) => file(`${index + 1}.png`)))
  await alert.getByText('8.png and 9.png: not attached, a question takes at most 8 pictures.').waitFor()
  expect(await attached(page).count()).toBe(8)
  await page.getByRole('button', { name: 'Remove fine.png' }).click()
  const large = Buffer.concat([Buffer.from(pictureBase64, 'base64'), Buffer.alloc(3_700_000)])
  for (let count = 1; count < 7; count += 1)
    await page.getByRole('button', { name: `Remove ${count}.png` }).click()
  await choose(page, ...Array.from({ length: 6 }, (_, index) => file(`large-${index + 1}.png`, large)))
  await alert.getByText(/^large-6\.png: the pictures of a conversation may take 20 MB in all\./).waitFor()
  expect(at.upstream.hits).toBe(0)
  await leave()
})

it('a model that takes no pictures says so beside the button, and is not asked with any', async () => {
  const { page, leave } = await at.open()
  await choose(page, file('one.png'))
  await attached(page).waitFor()
  const chooseModel = async (name: string) => {
    await page.getByLabel('Model', { exact: true }).fill(name)
    await page.getByRole('option', { name, exact: true }).click()
  }
  await chooseModel('gpt-3.5-turbo')
  await page.getByText('gpt-3.5-turbo takes no pictures. Remove them, or choose another model.').waitFor()
  await page.getByLabel('Question', { exact: true }).fill('what is this?')
  expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
  await chooseModel('gpt-4o')
  await ask(page, 'what is this?')
  await answers(page, 'complete').waitFor()

  await chooseModel('gpt-3.5-turbo')
  const note = page.getByText(
    'gpt-3.5-turbo takes no pictures: it is asked without those of this conversation.',
  )
  await note.waitFor()
  const button = page.getByRole('button', { name: 'Attach pictures' })
  expect(await button.isDisabled()).toBe(true)
  expect(await button.getAttribute('aria-describedby')).toBe(await note.getAttribute('id'))
  expect(await hand(page, 'paste', 'two.png')).toBe(true)
  await page.getByText('The pictures were not attached. Choose another model first.').waitFor()
  await ask(page, 'and now?')
  await expect.poll(() => answers(page, 'complete').count()).toBe(2)
  const messages = at.sent()['messages'] as { content: unknown }[]
  expect(messages[0]?.content).toBe('what is this?')
  await leave()
})
