import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startGateway } from '../../support/gateway/gateway-process.ts'
import { type Simulator, startSimulator } from '../../support/simulator/simulator.ts'
import { openBrowser, visit, widths } from '../support/browser.ts'
import { readPhrases } from '../support/phrases.ts'
import { untilSettled } from '../support/settled.ts'

/**
 * Follows one person from an empty install to a balance that was topped up, spent and accounted for, using only the
 * browser.
 */

const run = promisify(execFile)
const model = 'gpt-4o-mini'
let upstream: Simulator
let browser: Browser
beforeAll(async () => {
  upstream = await startSimulator({ models: [model], keys: ['upstream-key'] })
  // 1000 tokens in at 0.15 and 500 out at 0.60 dollars per million: 0.00045 dollars.
  upstream.always({
    text: 'Good day to you',
    usageValues: { prompt_tokens: 1000, completion_tokens: 500, total_tokens: 1500 },
  })
  browser = await openBrowser()
})
afterAll(() => upstream?.close())

const people = [
  { language: 'en', locale: 'en-US', theme: 'light', width: widths.desktop },
  { language: 'zh', locale: 'zh-CN', theme: 'dark', width: widths.phone },
] as const

describe.each(people)('in $language, $theme, $width px wide', ({ language, ...visitor }) => {
  it('set-up, channel, token, the copied curl, its price in the log, a code redeemed, a streamed answer', async () => {
    const say = await readPhrases(language, ['setup', 'tokens', 'coupons', 'wallet', 'playground', 'common'])
    const gateway = await startGateway()
    const { page, complaints, leave } = await visit(browser, gateway.url, visitor)
    await page.goto('/')
    await page.waitForURL('**/setup')
    const field = (key: string) => page.getByLabel(say(key), { exact: true })
    const press = (key: string, within: Pick<Page, 'getByRole'> = page) =>
      within
        .getByRole('button', { name: say(key), exact: true })
        .first()
        .click()

    await field('setup:username').fill('root')
    await field('setup:password').fill('correct-horse')
    await field('setup:confirmPassword').fill('correct-horse')
    await press('setup:submit')
    await field('setup:channel.key').fill('upstream-key')
    await field('setup:channel.baseUrl').fill(upstream.url)
    await field('setup:channel.models').fill(`${model},`)
    await field('setup:channel.models').press('Escape')
    await press('setup:channel.submit')
    await page.getByText(say('setup:channel.tested', { model }).split(model)[0] ?? '').waitFor()
    await press('common:action.next')
    await page.getByText(say('setup:request.waiting')).waitFor()
    await press('setup:request.finish')
    await page.waitForURL('**/app/tokens')

    await press('tokens:new')
    const drawer = page.locator('[data-drawer]')
    await drawer.getByLabel(say('tokens:field.name'), { exact: true }).fill('notebook')
    await press('tokens:drawer.submit', drawer)
    const dialog = page.getByRole('dialog').filter({ hasText: say('tokens:created.text') })
    await dialog.getByRole('region', { name: 'curl' }).waitFor()
    await dialog
      .getByRole('button', { name: say('common:action.copy'), exact: true })
      .last()
      .click()
    const command = await page.evaluate(() => navigator.clipboard.readText())
    expect(command).toContain(`curl ${gateway.url}/v1/chat/completions`)
    const { stdout } = await run('sh', ['-c', `${command} --silent`])
    expect(JSON.parse(stdout)).toMatchObject({ choices: [{ message: { content: 'Good day to you' } }] })
    await press('tokens:created.done', dialog)
    await dialog.waitFor({ state: 'detached' })

    // The charge appears in the log shortly after the answer.
    const row = page.locator('tbody tr[data-row]').filter({ hasText: 'notebook' })
    await expect
      .poll(async () => {
        await page.goto('/app/logs/api-usage')
        await page.locator('h1').waitFor()
        await untilSettled(page)
        return row.count()
      })
      .toBe(1)
    expect(await row.textContent()).toContain('$0.00045')
    await row.click()
    expect(await page.locator('[data-formula]').textContent()).toContain('$0.00045')

    await page.goto('/admin/coupons')
    await press('coupons:new')
    await drawer.getByLabel(say('coupons:field.name')).fill('welcome')
    await drawer.getByLabel(say('coupons:field.key')).fill('welcome-2026')
    await press('coupons:drawer.submit', drawer)
    await page
      .getByRole('region', { name: say('coupons:created.codes') })
      .getByText('welcome-2026')
      .waitFor()
    await press('coupons:created.done')
    await page.goto('/app/wallet?code=welcome-2026')
    const shown = page.locator('[data-balance]')
    await shown.waitFor()
    const before = Number(await shown.getAttribute('data-balance'))
    expect(await page.getByLabel(say('wallet:redeem.code')).inputValue()).toBe('welcome-2026')
    await press('wallet:redeem.submit')
    await expect.poll(async () => Number(await shown.getAttribute('data-balance'))).toBe(before + 100_000)

    await page.goto('/playground')
    const question = page.getByLabel(say('playground:question'), { exact: true })
    upstream.next({ text: 'word after word', holdAt: 2 })
    const asked = upstream.hits
    await question.fill('hello')
    await page
      .getByRole('button', { name: say('playground:send') })
      .and(page.locator(':enabled'))
      .click()
    const answer = page.locator('li[data-role=assistant]')
    await answer.getByText('word').waitFor()
    expect(await answer.getAttribute('data-state')).toBe('incomplete')
    ;(await upstream.received(asked + 1)).resume()
    await answer.getByText('word after word').waitFor()
    await expect.poll(() => answer.getAttribute('data-state')).toBe('complete')

    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe(visitor.theme)
    expect(complaints).toEqual([])
    await leave()
    await gateway.stop()
  })
})
