import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { stopClock } from './support/clock.ts'
import { answers, ask, type PlaygroundSite, startPlaygroundSite } from './support/playground.ts'

let at: PlaygroundSite
beforeAll(async () => {
  at = await startPlaygroundSite()
})
afterAll(() => at?.close())

const questions = (page: Page) => page.locator('[data-role=user]').allInnerTexts()
const asked = (page: Page, count: number) => expect.poll(() => answers(page, 'complete').count()).toBe(count)
const openTab = async (page: Page): Promise<Page> => {
  const tab = await page.context().newPage()
  await tab.goto('/playground')
  await tab.getByRole('heading', { name: 'Playground' }).waitFor()
  return tab
}
const openEarlier = async (page: Page, topic: string) => {
  await page.getByRole('button', { name: 'Earlier conversations' }).click()
  await page.getByRole('menuitem', { name: topic }).click()
}

it('two tabs follow each other; where both go on at the same moment, either keeps its own and finds the other’s', async () => {
  const { page, complaints, leave } = await at.open()
  await ask(page, 'of both')
  await asked(page, 1)
  const second = await openTab(page)
  await asked(second, 1)
  await ask(second, 'seen over there')
  await asked(page, 2)
  expect(await page.getByRole('button', { name: 'Earlier conversations' }).count()).toBe(0)

  const hits = at.upstream.hits
  at.upstream.next({ text: 'slow answer', holdAt: 2 })
  await ask(page, 'of the first tab')
  await answers(page, 'incomplete').getByText('Answering').waitFor()
  at.upstream.next({ text: 'quick answer' })
  await ask(second, 'of the second tab')
  await asked(second, 3)
  ;(await at.upstream.received(hits + 1)).resume()
  await asked(page, 3)
  await page.getByRole('button', { name: 'Earlier conversations' }).waitFor()
  for (const tab of [page, second]) {
    await tab.reload()
    await asked(tab, 3)
  }
  expect((await questions(page)).at(-1)).toContain('of the first tab')
  expect((await questions(second)).at(-1)).toContain('of the second tab')

  await second.close()
  await openEarlier(page, 'of the second tab')
  await answers(page, 'complete').getByText('quick answer').waitFor()
  await openEarlier(page, 'of the first tab')
  await answers(page, 'complete').getByText('slow answer').waitFor()
  expect(complaints).toEqual([])
  await leave()
})

it('a tab that writes before it has seen the last write of another tab overwrites nothing', async () => {
  const { page, context, complaints, leave } = await at.open()
  await ask(page, 'of both')
  await asked(page, 1)
  const second = await context.newPage()
  // This tab sees the writes of the other one late, as it would on a busy machine.
  await second.addInitScript(() => {
    const late = { text: undefined as string | null | undefined }
    Object.assign(window, { late })
    const isLate = () => late.text !== undefined
    addEventListener('storage', (event) => isLate() && event.stopImmediatePropagation(), true)
    const read = Storage.prototype.getItem
    Storage.prototype.getItem = function (key) {
      return key === 'playground' && late.text !== undefined ? late.text : read.call(this, key)
    }
  })
  await second.goto('/playground')
  await asked(second, 1)
  await second.evaluate(() => {
    const { late } = window as unknown as { late: { text: string | null } }
    late.text = localStorage.getItem('playground')
  })
  await ask(page, 'of the first tab')
  await asked(page, 2)
  const stored = () => page.evaluate(() => localStorage.getItem('playground') ?? '')
  const bothStored = (own: string) =>
    expect
      .poll(stored)
      .toSatisfy(
        (text: string) =>
          text.includes('of the first tab') && text.includes(own) && !text.includes('"isAnswering":true'),
      )
  // It writes twice, and each of its writes overwrites what the first tab has stored.
  await second.getByLabel('Question', { exact: true }).fill('of the second tab')
  await bothStored('"draft":"of the second tab"')
  at.upstream.next({ text: 'second answer' })
  await ask(second, 'of the second tab')
  await asked(second, 2)
  await bothStored('second answer')
  await page.getByRole('button', { name: 'Earlier conversations' }).waitFor()
  expect((await questions(page)).at(-1)).toContain('of the first tab')
  for (const [tab, own] of [
    [page, 'of the first tab'],
    [second, 'of the second tab'],
  ] as const) {
    await tab.reload()
    await asked(tab, 2)
    expect((await questions(tab)).at(-1)).toContain(own)
  }
  expect(complaints).toEqual([])
  await leave()
})

it('what is typed in either of two tabs is there again when both were closed', async () => {
  const { page, context, leave } = await at.open()
  const second = await openTab(page)
  const field = (tab: Page) => tab.getByLabel('Question', { exact: true })
  await stopClock(page)
  // Both drafts are typed before either tab has stored one.
  await field(page).fill('a thought')
  await field(second).fill('another thought')
  const leaving = (tab: Page) => tab.evaluate(() => void dispatchEvent(new Event('pagehide')))
  const stored = (tab: Page) => tab.evaluate(() => localStorage.getItem('playground') ?? '')
  await leaving(page)
  await expect.poll(() => stored(second)).toContain('"a thought"')
  await leaving(second)
  await expect.poll(() => stored(page)).toContain('"another thought"')
  expect(await stored(page)).toContain('"a thought"')
  await page.clock.resume()
  const third = await openTab(page)
  await page.close()
  await second.close()
  const there = await field(third).inputValue()
  expect(['a thought', 'another thought']).toContain(there)
  const other = there === 'a thought' ? 'another thought' : 'a thought'
  await third.getByRole('button', { name: 'Earlier conversations' }).click()
  await third
    .getByRole('menuitem')
    .filter({ hasText: new RegExp(`^${other}`) })
    .click()
  await expect.poll(() => field(third).inputValue()).toBe(other)
  expect(context.pages()).toHaveLength(1)
  await leave()
})

it('a new conversation leaves the one before where it can be found, and is itself there after a reload', async () => {
  const { page, leave } = await at.open()
  await ask(page, 'to be found again')
  await asked(page, 1)
  await page.getByRole('button', { name: 'New conversation' }).click()
  await page.getByText('Choose a model and ask it something.').waitFor()
  await page.reload()
  await page.getByText('Choose a model and ask it something.').waitFor()
  await ask(page, 'the next one')
  await asked(page, 1)
  await openEarlier(page, 'to be found again')
  await page.locator('[data-role=user]').getByText('to be found again').waitFor()
  await leave()
})
