import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { widths } from './support/browser.ts'
import { untilSettled } from './support/settled.ts'
import { type Site, startSite } from './support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.close())

describe('frame', () => {
  it('C-SHELL-04 C-SHELL-19 C-SHELL-20 C-SHELL-21 C-STORE-06 is as wide and as high as the specification says, and remembers a collapsed sidebar', async () => {
    const { page, leave } = await site.visitSignedIn()
    await page.goto('/app/tokens')
    await page.locator('aside').waitFor()
    const widthOf = async (selector: string) => (await page.locator(selector).boundingBox())?.width
    expect((await page.locator('header').boundingBox())?.height).toBe(56)
    expect(await widthOf('aside')).toBe(200)
    await page.getByRole('button', { name: 'Collapse sidebar' }).click()
    expect(await widthOf('aside')).toBe(60)
    await page.reload()
    await page.getByRole('heading', { name: 'API tokens' }).waitFor()
    expect(await widthOf('aside')).toBe(60)
    expect(await page.evaluate(() => localStorage.getItem('default_collapse_sidebar'))).toBe('true')
    await page.goto('/')
    await page.getByRole('button', { name: /^Account/ }).waitFor()
    expect(await page.locator('aside').count()).toBe(0)
    await leave()
  })

  it('C-SHELL-21 A-OPT-065 begins with the sidebar as the site says', async () => {
    await site.admin.setOption('DefaultCollapseSidebar', 'true')
    const { page, leave } = await site.visitSignedIn()
    await page.goto('/app/tokens')
    await page.locator('aside').waitFor()
    await expect.poll(async () => (await page.locator('aside').boundingBox())?.width).toBe(60)
    await leave()
    await site.admin.setOption('DefaultCollapseSidebar', 'false')
    const other = await site.visitSignedIn()
    await other.page.goto('/app/tokens')
    await other.page.locator('aside').waitFor()
    await expect.poll(async () => (await other.page.locator('aside').boundingBox())?.width).toBe(200)
    await other.leave()
  })

  it('C-SHELL-04 fits a phone: nothing is wider than the screen, and the menu opens as a drawer', async () => {
    await site.admin.createToken({ name: 'a-token-with-a-rather-long-nam', allow_ips: '10.0.0.0/8' })
    const { page, leave } = await site.visitSignedIn({ width: widths.phone })
    for (const path of ['/', '/about', '/app/tokens', '/app/tokens?edit=new', '/nope']) {
      await page.goto(path)
      await page.locator('main h1').first().waitFor()
      await untilSettled(page)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect([path, overflow]).toEqual([path, 0])
    }
    await page.goto('/app/tokens')
    expect((await page.locator('header').boundingBox())?.height).toBe(56)
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'About' }).click()
    await page.waitForURL('**/about')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await leave()
  })

  it('C-SHELL-13 greets on 1 January and on no other day', async () => {
    for (const [day, count] of [
      ['2027-01-01T12:00:00', 1],
      ['2027-01-02T12:00:00', 0],
    ] as const) {
      const { page, leave } = await site.visit()
      await page.clock.setFixedTime(new Date(day))
      await page.goto('/')
      await page.getByRole('link', { name: 'About' }).waitFor()
      expect([day, await page.getByText('Happy New Year 2027').count()]).toEqual([day, count])
      await leave()
    }
  })

  it('C-SHELL-14 A-STATUS-03 A-STATUS-15 A-OPT-066 A-OPT-067 says which mode the site is in, and what is wrong while the daemon cannot be reached', async () => {
    await site.admin.setOption('DemoSiteEnabled', 'true')
    const demo = await site.visit()
    await demo.page.goto('/')
    await demo.page.getByText('Demo site').waitFor()
    await site.admin.setOption('DemoSiteEnabled', 'false')
    await site.admin.setOption('SelfUseModeEnabled', 'true')
    await demo.page.reload()
    await demo.page.getByText('Self-use mode').waitFor()
    expect(await demo.page.getByText('Demo site').count()).toBe(0)
    await site.admin.setOption('SelfUseModeEnabled', 'false')
    await demo.leave()

    for (const [answer, text] of [
      ['abort', 'Unable to connect to server'],
      [{ success: false, message: 'no', code: 'internal' }, 'Failed to load status'],
    ] as const) {
      const { page, leave } = await site.visit()
      await page.route('**/api/status', (route) =>
        answer === 'abort' ? route.abort() : route.fulfill({ status: 200, json: answer }),
      )
      await page.goto('/')
      await page.getByText(text).waitFor()
      await leave()
    }
  })

  it('C-SHELL-25 C-SHELL-26 shows the site’s footer, else a line of its own', async () => {
    const { page, leave } = await site.visit()
    const lines = new Set<string>()
    for (let load = 0; load < 12; load += 1) {
      await page.goto('/about')
      lines.add((await page.locator('footer a').textContent()) ?? '')
    }
    expect(await page.locator('footer a').getAttribute('href')).toBe('/about')
    expect(lines.size).toBeGreaterThan(1)
    await site.admin.setOption('Footer', '<b>Our own footer</b>')
    await page.reload()
    await page.locator('footer b', { hasText: 'Our own footer' }).waitFor()
    await site.admin.setOption('Footer', '')
    await leave()
  })
})

it('C-SHELL-27 a footer that comes late is waited for five times 200 ms, no sixth time, and shown whenever it comes', async () => {
  const { page, leave } = await site.visit()
  await page.clock.install()
  await page.goto('/about')
  const own = page.locator('footer b', { hasText: 'A late footer' })
  const builtIn = page.locator('footer a')
  await builtIn.waitFor()
  await site.admin.setOption('Footer', '<b>A late footer</b>')
  const held: (() => void)[] = []
  await page.route('**/api/status', async (route) => {
    await new Promise<void>((resolve) => held.push(resolve))
    await route.fallback()
  })
  // No request or timer of the previous page continues into the next one.
  await page.goto('about:blank')
  await page.clock.pauseAt(Date.now() + 60_000)
  for (const [waited, isOver] of [
    [999, false],
    [1000, true],
  ] as const) {
    await page.goto('/about')
    await page.locator('footer').waitFor({ state: 'attached' })
    await expect.poll(() => held.length).toBeGreaterThan(0)
    await page.clock.runFor(waited)
    if (isOver) await builtIn.waitFor()
    expect([waited, await builtIn.count()]).toEqual([waited, isOver ? 1 : 0])
    for (const release of held.splice(0)) release()
    await expect
      .poll(async () => {
        await page.clock.runFor(10)
        return own.count()
      })
      .toBe(1)
    expect(await builtIn.count()).toBe(0)
    // The next visit starts with the status that an earlier one stored, which has no footer.
    await page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem('status') ?? '{}')
      localStorage.setItem('status', JSON.stringify({ ...stored, footer_html: '' }))
    })
    await page.goto('about:blank')
  }
  await leave()
  await site.admin.setOption('Footer', '')
})

describe('choices', () => {
  it('C-SHELL-09 C-SHELL-10 C-STORE-05 a theme is applied before anything is painted, stored, and survives a reload', async () => {
    const { page, leave } = await site.visit({ theme: 'light' })
    await page.goto('/')
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    const light = await background()
    await page.getByRole('button', { name: 'Theme' }).click()
    await page.getByRole('menuitem', { name: 'Dark' }).click()
    expect(await background()).not.toBe(light)
    expect(await page.evaluate(() => localStorage.getItem('theme-mode'))).toBe('dark')
    expect(await page.evaluate(() => document.body.getAttribute('theme-mode'))).toBe('dark')
    // The page is dark even before the application's own script has run.
    await page.route('**/assets/index-*.js', (route) => route.abort())
    await page.reload()
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
    await leave()
  })

  it('follows the theme of the system, also where the page is drawn anew in the same moment', async () => {
    const { page, leave } = await site.visit({ theme: 'light' })
    await page.goto('/')
    await page.getByRole('button', { name: 'Theme' }).waitFor()
    await untilSettled(page)
    // Both commands are sent in a row, so the page draws before the browser reports the new theme.
    const browser = await page.context().newCDPSession(page)
    const dark = [{ name: 'prefers-color-scheme', value: 'dark' }]
    await Promise.all([
      browser.send('Emulation.setEmulatedMedia', { features: dark }),
      browser.send('Runtime.evaluate', {
        expression: `document.querySelector('header a[href="/about"]').click()`,
      }),
    ])
    await page.getByRole('heading', { name: 'About' }).waitFor()
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
    await leave()
  })

  it('C-SHELL-11 C-SHELL-12 C-STORE-08 a language changes every text, is stored, and Chinese is the fallback', async () => {
    const french = await site.visit({ locale: 'fr-FR' })
    await french.page.goto('/about')
    await french.page.getByRole('heading', { name: '关于' }).waitFor()
    await french.page.getByRole('button', { name: '语言' }).click()
    await french.page.getByRole('menuitem', { name: 'English' }).click()
    await french.page.getByRole('heading', { name: 'About' }).waitFor()
    expect(await french.page.evaluate(() => localStorage.getItem('i18nextLng'))).toBe('en')
    await french.page.reload()
    await french.page.getByRole('heading', { name: 'About' }).waitFor()
    expect(await french.page.evaluate(() => document.documentElement.lang)).toBe('en')
    await french.leave()
  })

  it('the command palette goes to pages, finds tokens, and changes theme and language', async () => {
    const { id } = await site.admin.createToken({ name: 'findable' })
    const { page, leave } = await site.visitSignedIn()
    await page.goto('/app/tokens')
    await page.getByRole('heading', { name: 'API tokens' }).waitFor()
    const choose = async (text: string, option: string | RegExp) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Page, name or request ID' }).fill(text)
      // The list follows the typed text a moment later. Until then, Enter would choose an entry of the whole list.
      await page.getByRole('option', { name: option }).and(page.locator('[data-focus]')).waitFor()
      await page.keyboard.press('Enter')
    }
    await choose('about', 'About')
    await page.waitForURL('**/about')
    await choose('findab', 'Token findable')
    await page.waitForURL(`**/app/tokens?edit=${id}`)
    await page.getByRole('heading', { name: 'Edit token' }).waitFor()
    await page.keyboard.press('Escape')
    await choose('dark', 'Theme: Dark')
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
    await choose('中文', /中文/)
    await page.getByRole('heading', { name: 'API 令牌' }).waitFor()
    await leave()
  })
})

it('the command palette finds settings by their name in either language and by their key, and goes to them', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/app/tokens')
  await page.getByRole('heading', { name: 'API tokens' }).waitFor()
  const choose = async (text: string, option: string) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Page, name or request ID' }).fill(text)
    await page.getByRole('option', { name: option }).and(page.locator('[data-focus]')).waitFor()
    await page.keyboard.press('Enter')
  }
  const controlOf = (key: string) => page.locator(`[data-option="${key}"]`).locator('input, textarea').first()
  const hasFocus = (key: string) =>
    expect.poll(() => controlOf(key).evaluate((control) => control === document.activeElement)).toBe(true)
  await choose('longpromptratio', 'Setting: Long prompt ratios')
  await page.waitForURL('**/admin/settings?tab=operation')
  await hasFocus('LongPromptRatio')
  const box = await controlOf('LongPromptRatio').boundingBox()
  expect(box && box.y > 56 && box.y < 800).toBe(true)
  // The settings page is already open, on another tab.
  await choose('SMTP 服务器', 'Setting: SMTP')
  await page.waitForURL('**/admin/settings?tab=system')
  await hasFocus('SMTPServer')
  await page.getByRole('searchbox').focus()
  await choose('smtpserver', 'Setting: SMTP')
  await hasFocus('SMTPServer')
  // A section, and a price table, which has no field of its own.
  await choose('request rate', 'Setting: Model request rate limit')
  await page.waitForURL('**/admin/settings?tab=ratelimit')
  await choose('CompletionRatio', 'Setting: Completion ratios')
  await page.waitForURL('**/admin/settings?tab=operation')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id), { timeout: 9000 }).toBe('prices')
  await leave()
})

it('what is typed before the palette is on the screen is typed into it, and is no shortcut of the page', async () => {
  const { page, leave } = await site.visitSignedIn()
  await site.admin.createToken({ name: 'early' })
  let letIn = () => {}
  const mayLoad = new Promise<void>((resolve) => {
    letIn = resolve
  })
  await page.route('**/assets/palette-dialog-*.js', async (route) => {
    await mayLoad
    await route.continue()
  })
  await page.goto('/app/tokens')
  await page.locator('[data-row="0"]').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('xearlyy')
  await page.keyboard.press('Backspace')
  letIn()
  const field = page.getByRole('combobox')
  await field.waitFor()
  await expect.poll(() => field.inputValue()).toBe('xearly')
  await page.keyboard.type('!')
  expect(await field.inputValue()).toBe('xearly!')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await page.getByText('1 selected').count()).toBe(0)
  // The page receives its keys again.
  await page.keyboard.press('x')
  await page.getByText('1 selected').waitFor()
  await leave()
})

it('finding console 6: without a network a page says so, and goes on by itself when it is back', async () => {
  const { page, context, leave } = await site.visitSignedIn()
  await page.goto('/app/tokens')
  await page.getByRole('heading', { name: 'API tokens' }).waitFor()
  await context.setOffline(true)
  await page.getByText('You are offline').waitFor()
  // A page whose scripts have not been fetched yet.
  await page.getByRole('link', { name: 'Wallet', exact: true }).click()
  await page.getByRole('heading', { name: 'You are offline' }).waitFor()
  expect(await page.getByText('The site has been updated').count()).toBe(0)
  await context.setOffline(false)
  await page.getByRole('heading', { name: 'Wallet', exact: true }).waitFor()
  await page.getByText('You are offline').waitFor({ state: 'detached' })
  await leave()
})
