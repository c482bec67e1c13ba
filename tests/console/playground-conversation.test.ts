import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminPassword } from '../support/gateway/admin.ts'
import { signIn, widths } from './support/browser.ts'
import { answers, ask, type PlaygroundSite, startPlaygroundSite } from './support/playground.ts'

let at: PlaygroundSite
beforeAll(async () => {
  at = await startPlaygroundSite()
})
afterAll(() => at?.close())

const model = 'Model'
const temperature = 'Temperature'

describe('what is asked', () => {
  it('C-CHAT-01 C-CHAT-03 C-CHAT-04 carries the model, the group, the temperature and the most tokens that stand beside it', async () => {
    const { page, leave } = await at.open()
    await expect.poll(() => page.getByLabel(model, { exact: true }).inputValue()).toBe('gpt-4o-mini')
    const slider = page.getByLabel(temperature)
    const limits = await slider.evaluate(({ min, max, step }: HTMLInputElement) => [min, max, step])
    expect(limits).toEqual(['0.1', '1', '0.1'])
    await slider.press('Home')
    await slider.press('ArrowRight')
    expect(await page.getByLabel('Max tokens').inputValue()).toBe('0')
    const request = page.waitForRequest('**/pg/chat/completions')
    await ask(page, 'without a limit')
    expect((await request).postDataJSON()).toEqual({
      model: 'gpt-4o-mini',
      group: '',
      messages: [{ role: 'user', content: 'without a limit' }],
      temperature: 0.2,
      max_tokens: 0,
      stream: true,
    })
    await answers(page, 'complete').waitFor()
    expect(at.sent()).not.toHaveProperty('max_tokens')

    await slider.press('End')
    await page.getByLabel('Max tokens').fill('12')
    await page.getByLabel('System prompt').fill('Be short.')
    await ask(page, 'with one')
    await expect.poll(() => answers(page, 'complete').count()).toBe(2)
    expect(at.sent()).toMatchObject({ temperature: 1, max_tokens: 12 })
    expect((at.sent().messages as unknown[])[0]).toEqual({ role: 'system', content: 'Be short.' })

    await page.getByLabel('Max tokens').fill('12.5')
    await page.getByText('Please enter a whole number of at least 0').waitFor()
    await page.getByLabel('Question', { exact: true }).fill('more')
    expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
    await leave()
  })

  it('C-CHAT-07 goes to the chosen group, whose models are offered, and is paid there', async () => {
    const { page, leave } = await at.open()
    await page.getByLabel('Group').click()
    await page.getByRole('option', { name: /^vip/ }).click()
    await page.waitForURL('**/playground?**group=vip**')
    await page.getByText('The chosen group does not have this model').waitFor()
    await page.getByLabel(model, { exact: true }).click()
    expect(await page.getByRole('option').allTextContents()).toEqual(['o3-mini'])
    await page.getByRole('option', { name: 'o3-mini' }).click()
    await page.getByLabel(temperature).press('End')
    await ask(page, 'who are you')
    await answers(page, 'complete').waitFor()
    expect(at.sent().model).toBe('o3-mini')
    const { items } = await at.site.admin.call<{ items: { token_name: string; group: string }[] }>(
      'GET',
      '/api/log/self?type=2&model_name=o3-mini',
    )
    expect(items.map(({ token_name, group }) => [token_name, group])).toEqual([['playground-vip', 'vip']])
    await leave()
  })

  it('C-CHAT-04 is the first model there is where the usual one is not, and where there is none the page says so', async () => {
    const { page, leave } = await at.open()
    const answerWith = async (models: readonly string[]) => {
      await page.unrouteAll()
      await page.route('**/api/pricing', async (route) => {
        const answer = (await (await route.fetch()).json()) as { data: { model_name: string }[] }
        const data = models.map((name) => ({
          ...answer.data[0],
          model_name: name,
          enable_groups: ['default'],
        }))
        await route.fulfill({ json: { ...answer, data } })
      })
      await page.goto('/playground')
    }
    await answerWith(['b-model', 'c-model'])
    await expect.poll(() => page.getByLabel(model, { exact: true }).inputValue()).toBe('b-model')
    await answerWith([])
    await page.getByText('No models are available to this group').first().waitFor()
    expect(await page.getByRole('link', { name: 'Go to channels' }).getAttribute('href')).toBe(
      '/admin/channels',
    )
    expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
    await leave()
  })

  it('C-CHAT-07 is refused in a group that the user may not use, and the page says why', async () => {
    const { page, leave } = await at.open()
    await page.goto('/playground?model=gpt-4o-mini&group=nobody')
    const hits = at.upstream.hits
    await ask(page, 'let me in')
    await answers(page, 'error')
      .getByText(/nobody/)
      .waitFor()
    expect(at.upstream.hits).toBe(hits)
    await leave()
  })
})

describe('a conversation', () => {
  it('goes on after a changed question; what that took away can be had back', async () => {
    const { page, leave } = await at.open()
    for (const [n, question] of ['first', 'second'].entries()) {
      at.upstream.next({ text: `answer to ${question}` })
      await ask(page, question)
      await expect.poll(() => answers(page, 'complete').count()).toBe(n + 1)
    }
    at.upstream.next({ text: 'answer to another' })
    await page.getByRole('button', { name: 'Edit' }).first().click()
    await page.getByLabel('Edit question').fill('another')
    await page.getByLabel('Edit question').press('Control+Enter')
    await answers(page, 'complete').getByText('answer to another').waitFor()
    expect(await answers(page).count()).toBe(1)
    expect(at.sent().messages).toEqual([{ role: 'user', content: 'another' }])
    await page.getByText('Later messages were removed').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await answers(page).getByText('answer to second').waitFor()
    expect(await page.locator('[data-role=user]').allInnerTexts()).toEqual([
      expect.stringContaining('first') as string,
      expect.stringContaining('second') as string,
    ])
    await page.getByRole('button', { name: 'Copy' }).nth(1).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('answer to first')
    await leave()
  })

  it('outlives other pages and a reload, also in the middle of an answer, and ends with the session', async () => {
    const { page, leave } = await at.open()
    at.upstream.next({ text: 'still here', holdAt: 2 })
    const hits = at.upstream.hits
    await ask(page, 'remember me')
    await answers(page, 'incomplete').getByText('Answering').waitFor()
    await page.locator('aside').getByRole('link', { name: 'API tokens' }).click()
    await page.getByRole('heading', { name: 'API tokens' }).waitFor()
    ;(await at.upstream.received(hits + 1)).resume()
    await page.locator('aside').getByRole('link', { name: 'Playground' }).click()
    await answers(page, 'complete').getByText('still here').waitFor()
    await page.getByLabel('Question', { exact: true }).fill('half a question')
    await page.reload()
    await answers(page, 'complete').getByText('still here').waitFor()
    expect(await page.getByLabel('Question', { exact: true }).inputValue()).toBe('half a question')

    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL('**/login')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('playground'))).toBeNull()
    await signIn(page, 'root', adminPassword, '/login?returnTo=/playground')
    await page.getByText('Choose a model and ask it something.').waitFor()
    expect(await answers(page).count()).toBe(0)
    await leave()
  })

  it('C-CHAT-13 is copied by hand where the browser refuses the clipboard', async () => {
    const { page, leave } = await at.open()
    at.upstream.next({ text: 'take this' })
    await ask(page, 'give')
    await answers(page, 'complete').waitFor()
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('denied', 'NotAllowedError'))
    })
    await answers(page).getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('heading', { name: 'Cannot copy, please copy manually' }).waitFor()
    expect(await page.getByRole('dialog').getByRole('textbox').inputValue()).toBe('take this')
    await leave()
  })

  it('starts over at a button, which can be undone', async () => {
    const { page, leave } = await at.open()
    await ask(page, 'keep me')
    await answers(page, 'complete').waitFor()
    await page.getByRole('button', { name: 'New conversation' }).click()
    await page.getByText('Choose a model and ask it something.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await answers(page, 'complete').waitFor()
    await leave()
  })

  it('fits a phone, with what it is asked by folded away', async () => {
    const { page, leave } = await at.site.visitSignedIn({ width: widths.phone })
    await page.goto('/playground')
    const settings = page.getByRole('button', { name: 'Settings' })
    await settings.waitFor()
    expect(await page.getByLabel(model, { exact: true }).isVisible()).toBe(false)
    await settings.click()
    await page.getByLabel(model, { exact: true }).waitFor()
    await settings.click()
    at.upstream.next({
      text: `\`\`\`\n${'wide '.repeat(80)}\n\`\`\`\n\n| ${'cell | '.repeat(20)}\n|${'---|'.repeat(20)}`,
    })
    await ask(page, 'x'.repeat(400))
    await answers(page, 'complete').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(widths.phone)
    const send = await page.getByRole('button', { name: 'Send' }).boundingBox()
    expect((send?.x ?? 0) + (send?.width ?? 0)).toBeLessThan(widths.phone)
    await leave()
  })
})

it.each([
  ['a list', Array.from({ length: 40 }, (_, index) => `- entry ${index} of **many**\n`)],
  [
    'a table',
    ['| a | b |\n', '|---|--:|\n', ...Array.from({ length: 40 }, (_, row) => `| row ${row} | **many** |\n`)],
  ],
  ['paragraphs', Array.from({ length: 40 }, (_, index) => `Paragraph ${index} of **many**.\n\n`)],
])(
  'console 21: of an answer that grows by %s only the end is drawn again; what stands above it is left alone',
  async (_, parts) => {
    const { page, leave } = await at.open()
    const text = `Some **text** above.\n\n${parts.join('')}`
    const half = text.slice(0, text.indexOf(parts[25] ?? '')).match(/\S+\s*/g)?.length ?? 0
    const { hits } = at.upstream
    at.upstream.next({ text, holdAt: half })
    await ask(page, 'at length')
    const held = await at.upstream.received(hits + 1)
    const markup = answers(page).locator('.markup')
    await markup.locator('strong').nth(20).waitFor()
    const drawn = await markup.evaluate((element) => {
      const own = window as Window & { drawn?: Element[] }
      own.drawn = [...element.querySelectorAll('strong')]
      return own.drawn.length
    })
    held.resume()
    await answers(page, 'complete').waitFor()
    await expect.poll(() => markup.locator('strong').count()).toBe(41)
    const left = await page.evaluate(
      () => (window as Window & { drawn?: Element[] }).drawn?.filter(({ isConnected }) => isConnected).length,
    )
    expect(left).toBeGreaterThanOrEqual(drawn - 2)
    await leave()
  },
)

it('finding console 5: an empty wallet is told in dollars on the playground, at the answer and on the dashboard, each with the way to the wallet', async () => {
  const { site } = at
  await site.admin.setOption('QuotaForNewUser', '0')
  await site.admin.call('POST', '/api/user/', { username: 'penniless', password: adminPassword })
  const { page, leave } = await site.visitAs('penniless', adminPassword)
  await page.goto('/playground')
  const banner = page.getByRole('note').filter({ hasText: 'Your wallet is empty.' })
  await banner.getByText('Balance: $0.00.').waitFor()
  await ask(page, 'for nothing')
  const answer = answers(page, 'error').first()
  await answer.getByText('Your balance does not cover this request.').waitFor()
  await answer.getByText('Balance: $0.00.').waitFor()
  expect(await answer.textContent()).not.toMatch(/needed|quota/)
  await answer.getByRole('link', { name: 'Top up in the wallet' }).click()
  await page.waitForURL('**/app/wallet')
  await page.goto('/app/dashboard')
  await page.getByRole('link', { name: 'Top up in the wallet' }).click()
  await page.waitForURL('**/app/wallet')
  await leave()
})
