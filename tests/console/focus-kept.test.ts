import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answers, ask, type PlaygroundSite, startPlaygroundSite } from './support/playground.ts'
import { untilSettled } from './support/settled.ts'
import type { Site } from './support/site.ts'

/**
 * A control may disappear or be disabled when it is used. The focus then moves to a nearby control, never to the top of
 * the page.
 */

let play: PlaygroundSite
let site: Site
beforeAll(async () => {
  play = await startPlaygroundSite()
  site = play.site
  await site.admin.call('POST', '/api/user/credit', { id: 1, delta: '500000' })
  for (let each = 11; each <= 23; each += 1) {
    await site.admin.createToken({ name: `token-${each}` })
    await site.admin.call('POST', '/api/admin/messages', {
      title: `No. ${each}`,
      content: 'one',
      user_ids: [1],
    })
  }
})
afterAll(() => play?.close())

/** Returns the name of the focused element, and of the row that contains it. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    const name = element?.getAttribute('aria-label') ?? element?.textContent ?? ''
    const row = element?.closest('[data-row]')?.textContent?.match(/token-\d+/)?.[0]
    return element === document.body ? 'nowhere' : [name, row].filter(Boolean).join(' of ')
  })

describe('the focus stays', () => {
  it.each([
    ['/admin/messages', 'Title or content', 'No. 12', 'Clear search'],
    ['/admin/trail', 'Object, change or access token', 'token', 'Clear filters'],
  ])('on %s in the field after Enter, and in the list after "clear"', async (path, field, text, clear) => {
    const { page, leave } = await site.visitSignedIn()
    await page.goto(path)
    await page.locator('[data-row="0"]').waitFor()
    const search = page.getByRole('searchbox', { name: field })
    await search.fill(`${text} and nothing`)
    await search.press('Enter')
    await page.getByRole('button', { name: clear }).focus()
    expect(await search.inputValue()).toBe(`${text} and nothing`)
    await page.keyboard.press('Enter')
    await page.locator('[data-row="0"]').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-row'))).toBe('0')
    expect(await search.inputValue()).toBe('')
    await search.fill(text)
    await search.press('Enter')
    await page.waitForURL(/keyword=/)
    await untilSettled(page)
    expect(await focused(page)).toBe(field)
    await page.goBack()
    await expect.poll(() => search.inputValue()).toBe('')
    await leave()
  })

  it('on "Next page" on the last page, which does nothing more', async () => {
    const { page, leave } = await site.visitSignedIn()
    await page.goto('/app/tokens')
    await page.getByText('1–10 of 13').waitFor()
    await page.getByRole('button', { name: 'Next page' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('11–13 of 13').waitFor()
    await untilSettled(page)
    expect(await focused(page)).toBe('Next page')
    await page.keyboard.press('Enter')
    await untilSettled(page)
    expect(page.url()).toContain('p=2')
    await page.keyboard.press('Shift+Tab')
    expect(await page.getByRole('button', { name: 'Next page' }).isDisabled()).toBe(true)
    await leave()
  })

  it('at the same place of the next row when a row is deleted, and in the list when the selection is', async () => {
    const { page, leave } = await site.visitSignedIn()
    await page.goto('/app/tokens')
    const second = page.locator('[data-row="1"]')
    const name = /token-\d+/.exec((await second.textContent()) ?? '')?.[0] ?? ''
    await second.getByRole('button', { name: `Actions on ${name}` }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const sure = page.getByRole('dialog').getByRole('button', { name: 'Delete' })
    await sure.focus()
    await page.keyboard.press('Enter')
    await page.getByText('of 12').waitFor()
    await untilSettled(page)
    const next = /token-\d+/.exec((await second.textContent()) ?? '')?.[0] ?? ''
    expect(next).not.toBe(name)
    await expect.poll(() => focused(page)).toMatch(new RegExp(` of ${next}$`))
    await page.getByRole('checkbox', { name: `Select ${next}` }).check()
    await page.locator('[data-bulk]').getByRole('button', { name: 'Delete' }).focus()
    await page.keyboard.press('Enter')
    await sure.focus()
    await page.keyboard.press('Enter')
    await page.getByText('of 11').waitFor()
    await untilSettled(page)
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-row'))).toBe('0')
    await leave()
  })

  it('beside a setting that is put back to its default, whose button then goes', async () => {
    const { page, leave } = await site.visitSignedIn()
    await page.goto('/admin/settings')
    const row = page.locator('[data-option=RetryTimes]')
    await row.getByRole('spinbutton').fill('7')
    await row.getByRole('button', { name: /^Use default/ }).focus()
    await page.keyboard.press('Enter')
    await row.getByRole('button', { name: /^Use default/ }).waitFor({ state: 'detached' })
    expect(await row.evaluate((part) => part.contains(document.activeElement))).toBe(true)
    await leave()
  })

  it('in the search field once its text is cleared', async () => {
    const { page, leave } = await site.visitSignedIn()
    await page.goto('/app/tokens')
    await page.getByRole('searchbox', { name: 'Name' }).fill('token-1')
    await page.getByRole('button', { name: 'Clear', exact: true }).focus()
    await page.keyboard.press('Enter')
    expect(await focused(page)).toBe('Name')
    await leave()
  })
})

describe('in the playground', () => {
  it('the focus is in the field after "Stop", after a retry, after an edit and in a new conversation', async () => {
    const { page, leave } = await play.open()
    play.upstream.reset()
    play.upstream.next({ holdAt: 1 })
    await ask(page, 'first')
    // If we stopped earlier, the next question would get the held answer.
    await (await play.upstream.received(1)).held
    await page.getByRole('button', { name: 'Stop' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Regenerate' }).waitFor()
    await expect.poll(() => focused(page)).toBe('Question')
    await page.getByRole('button', { name: 'Regenerate' }).focus()
    await page.keyboard.press('Enter')
    await answers(page, 'complete').waitFor()
    expect(await focused(page)).toBe('Question')
    const edit = page.locator('li[data-role=user]').getByRole('button', { name: 'Edit' })
    await edit.focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Edit question').waitFor()
    await page.keyboard.press('Escape')
    await edit.waitFor()
    expect(await focused(page)).toBe('Edit')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => focused(page)).toBe('Question')
    await answers(page, 'complete').waitFor()
    await page.getByRole('button', { name: 'New conversation' }).focus()
    await page.keyboard.press('Enter')
    expect(await focused(page)).toBe('Question')
    await leave()
  })

  it('a double click on "Send" does not stop the answer, and one on "Stop" does not send what is typed meanwhile', async () => {
    const { page, leave } = await play.open()
    const question = page.getByLabel('Question', { exact: true })
    play.upstream.reset()
    play.upstream.next({ holdAt: 1 })
    await question.fill('first')
    await page.getByRole('button', { name: 'Send' }).and(page.locator(':enabled')).dblclick()
    const exchange = await play.upstream.received(1)
    await exchange.held
    await page.getByRole('button', { name: 'Stop' }).waitFor()
    expect(exchange.state).toBe('open')
    await question.fill('second')
    await page.getByRole('button', { name: 'Stop' }).dblclick()
    await page.getByRole('button', { name: 'Regenerate' }).waitFor()
    expect(await question.inputValue()).toBe('second')
    expect(await answers(page).count()).toBe(1)
    await leave()
  })
})
