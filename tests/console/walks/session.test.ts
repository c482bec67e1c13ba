import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminPassword } from '../../support/gateway/admin.ts'
import { signIn } from '../support/browser.ts'
import { servesHumanCheck } from '../support/human-check.ts'
import { type Site, startSite } from '../support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.close())

it('A-STORE-01 A-LOGIN-12 an expired session leads to the sign-in page and back to the very same address', async () => {
  const { page, context, leave } = await site.visitSignedIn()
  await page.goto('/app/tokens?keyword=ci')
  await page.getByRole('heading', { name: 'API tokens' }).waitFor()
  await context.clearCookies()
  await page.getByRole('searchbox', { name: 'Key' }).fill('abc')
  await page.waitForURL((url) => url.pathname === '/login')
  const address = new URL(page.url())
  expect(address.searchParams.get('expired')).toBe('true')
  expect(address.searchParams.get('returnTo')).toBe('/app/tokens?keyword=ci&key=abc')
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
  await page.getByText('Not logged in or login expired, please log in again').waitFor()
  await page.getByLabel('Username or email').fill('root')
  await page.getByLabel('Password', { exact: true }).fill(adminPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/app/tokens?keyword=ci&key=abc')
  await leave()
})

it('finding console 3: a session that expires while somebody types is renewed over the page, and the save goes on', async () => {
  const { page, context, complaints, leave } = await site.visitSignedIn()
  await page.goto('/app/tokens?edit=new')
  const drawer = page.locator('[data-drawer]')
  await drawer.getByLabel('Name').fill('typed-before')
  await context.clearCookies()
  await page.getByRole('button', { name: 'Create' }).click()
  const dialog = page.getByRole('dialog').filter({ hasText: 'Sign in again' })
  await dialog.getByText('sign in as root to go on').waitFor()
  expect(new URL(page.url()).pathname).toBe('/app/tokens')
  expect(await dialog.getByLabel('Username or email').inputValue()).toBe('root')
  await dialog.getByLabel('Password', { exact: true }).fill('wrong-horse')
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await dialog.getByRole('alert').waitFor()
  await dialog.getByLabel('Password', { exact: true }).fill(adminPassword)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  // The refused call was repeated automatically.
  await page.getByRole('heading', { name: 'Token created' }).waitFor()
  const { total } = await site.admin.call<{ total: number }>('GET', '/api/token/search?keyword=typed-before')
  expect(total).toBe(1)
  expect(complaints).toEqual([])
  await leave()
})

it('finding console 3: another tab without typed text does not take the page away, and its sign-in serves both', async () => {
  const { page, context, leave } = await site.visitSignedIn()
  await page.goto('/admin/users?edit=new')
  const name = page.locator('[data-drawer]').getByLabel('Username')
  await name.fill('kept-across-tabs')
  const other = await context.newPage()
  await other.goto('/app/tokens')
  await other.getByRole('heading', { name: 'API tokens' }).waitFor()
  await context.clearCookies()
  // Whichever tab calls the server first, this one is sent to sign in.
  await other.reload()
  await other.waitForURL((url) => url.pathname === '/login')
  const dialog = page.getByRole('dialog').filter({ hasText: 'Sign in again' })
  await dialog.getByText('sign in as root to go on').waitFor()
  await other.getByLabel('Username or email').fill('root')
  await other.getByLabel('Password', { exact: true }).fill(adminPassword)
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await name.inputValue()).toBe('kept-across-tabs')
  await leave()
})

it.each([
  ['en', 'Not logged in or login expired, please log in again', 'Username or email', 'Password', 'Sign in'],
  ['zh', '未登录或登录已过期，请重新登录', '用户名或邮箱', '密码', '登录'],
])(
  'A-LOGIN-01 A-LOGIN-02 in %s anybody finds the form at /login, and the notice where a session has expired',
  async (locale, notice, name, password, submit) => {
    const { page, leave } = await site.visit({ locale })
    await page.goto('/login?expired=true')
    await page.getByText(notice).waitFor()
    await page.goto('/login')
    for (const isReloaded of [false, true]) {
      if (isReloaded) await page.reload()
      await page.getByLabel(name).waitFor()
      expect(
        await page.locator('form input').evaluateAll((all) => all.map((each) => each.getAttribute('type'))),
      ).toEqual(['text', 'password'])
      await page.getByLabel(password, { exact: true }).waitFor()
      await page.locator('form').getByRole('button', { name: submit, exact: true }).waitFor()
      expect([new URL(page.url()).pathname, await page.getByText(notice).count()]).toEqual(['/login', 0])
    }
    await leave()
  },
)

it('A-LOGIN-03 signing in leads to the address in returnTo, without one to the tokens', async () => {
  for (const [query, target] of [
    ['?returnTo=/app/wallet', '/app/wallet'],
    ['', '/app/tokens'],
  ] as const) {
    const { page, leave } = await site.visit()
    await signIn(page, 'root', adminPassword, `/login${query}`)
    await page.waitForURL((url) => url.pathname === target)
    await leave()
  }
})

it('A-LOGIN-03 signing in never leads to another site', async () => {
  for (const target of [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
  ]) {
    const { page, leave } = await site.visit()
    await signIn(page, 'root', adminPassword, `/login?returnTo=${encodeURIComponent(target)}`)
    await page.waitForURL(`${site.url}/**`)
    expect([target, new URL(page.url()).origin]).toEqual([target, site.url])
    await leave()
  }
})

it('A-LOGIN-06 without a name or a password the form says what it needs, and sends nothing', async () => {
  const { page, leave } = await site.visit()
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/user/login')) calls.push(request.url())
  })
  await page.goto('/login')
  for (const [name, password] of [
    ['', ''],
    ['root', ''],
    ['', adminPassword],
  ] as const) {
    await page.reload()
    await page.getByLabel('Username or email').fill(name)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').getByText('Please enter username and password').waitFor()
  }
  expect(calls).toEqual([])
  await leave()
})

it('a wrong password is answered on the form, which keeps what was typed', async () => {
  const { page, leave } = await site.visit()
  await page.goto('/login')
  await page.getByLabel('Username or email').fill('root')
  await page.getByLabel('Password', { exact: true }).fill('wrong-horse')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').waitFor()
  expect(new URL(page.url()).search).toBe('')
  expect(await page.getByLabel('Username or email').inputValue()).toBe('root')
  await leave()
})

it('A-STORE-01 A-LOGIN-13 A-LOGIN-14 A-LOGIN-15 C-SHELL-07 a visitor is sent to sign in, a user without the role home; reload and a new tab stay signed in; signing out ends the session', async () => {
  const visitor = await site.visit()
  for (const path of ['/app/tokens', '/app/tokens?edit=new']) {
    await visitor.page.goto(path)
    await visitor.page.waitForURL(
      (url) => url.pathname === '/login' && url.searchParams.get('returnTo') === path,
    )
  }
  await visitor.page.goto('/nope')
  await visitor.page.getByText('Page does not exist, check your browser address').waitFor()
  await visitor.leave()

  const signedIn = await site.visitSignedIn()
  await signedIn.page.goto('/app/tokens')
  await signedIn.page.getByRole('heading', { name: 'API tokens' }).waitFor()
  await signedIn.page.reload()
  const tab = await signedIn.context.newPage()
  await tab.goto('/app/tokens')
  for (const each of [signedIn.page, tab]) {
    await each.getByRole('heading', { name: 'API tokens' }).waitFor()
    await each.getByRole('button', { name: 'Account: root' }).waitFor()
  }

  const cookie = (await signedIn.context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const { id } = await site.admin.call<{ id: number }>('GET', '/api/user/self')
  const selfStatus = async () =>
    (await fetch(`${site.url}/api/user/self`, { headers: { cookie, 'tollgate-user': String(id) } })).status
  expect(await selfStatus()).toBe(200)
  await signedIn.page.getByRole('button', { name: /^Account/ }).click()
  await Promise.all([
    signedIn.page.waitForRequest((request) => request.url().endsWith('/api/user/logout')),
    signedIn.page.getByRole('menuitem', { name: 'Sign out' }).click(),
  ])
  await signedIn.page.getByText('Logout successful').waitFor()
  await signedIn.page.waitForURL('**/login')
  expect(await selfStatus()).toBe(401)
  expect(await signedIn.page.evaluate(() => localStorage.getItem('user'))).toBeNull()
  // The other tab notices the sign-out.
  await tab.waitForURL('**/login?**')
  await signedIn.leave()
})

it('double submission creates one token', async () => {
  const { page, leave } = await site.visitSignedIn()
  await page.goto('/app/tokens?edit=new')
  await page.locator('[data-drawer]').getByLabel('Name').fill('once')
  await page.getByRole('button', { name: 'Create' }).evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
    button.form?.requestSubmit()
  })
  await page.getByRole('heading', { name: 'Token created' }).waitFor()
  const { total } = await site.admin.call<{ total: number }>('GET', '/api/token/search?keyword=once')
  expect(total).toBe(1)
  await leave()
})

it('A-LOGIN-10 A-OPT-037 signing in waits for the human check while that is on and sends its token; while it is off there is neither', async () => {
  const settings = {
    TurnstileSiteKey: 'site-key',
    TurnstileSecretKey: 'secret',
    TurnstileCheckEnabled: 'true',
  }
  for (const [key, value] of Object.entries(settings)) await site.admin.setOption(key, value)
  const { page, leave } = await site.visit()
  await servesHumanCheck(page)
  const calls: URL[] = []
  // Only Cloudflare knows whether a token is valid, so a stub rejects it instead of the daemon.
  await page.route('**/api/user/login**', (route) => {
    calls.push(new URL(route.request().url()))
    return route.fulfill({
      status: 403,
      json: { success: false, message: 'refused', code: 'turnstile_failed' },
    })
  })
  const log = page.getByRole('button', { name: 'Sign in' })
  await page.goto('/login')
  await page.getByText('site-key 1').waitFor()
  await page.getByLabel('Username or email').fill('root')
  await page.getByLabel('Password', { exact: true }).fill(adminPassword)
  await log.click()
  await page.getByText('Wait a few seconds and retry, Turnstile is checking the environment').waitFor()
  expect(calls).toEqual([])
  await page.evaluate(() => (window as unknown as { passTheCheck(): void }).passTheCheck())
  await log.click()
  await page.getByText('refused').waitFor()
  expect(calls.map(({ search }) => search)).toEqual(['?turnstile=token-1'])
  // A token is valid for one attempt.
  await page.getByText('site-key 2').waitFor()
  await leave()

  await site.admin.setOption('TurnstileCheckEnabled', 'false')
  const unchecked = await site.visit()
  const sent = unchecked.page.waitForRequest('**/api/user/login**')
  await signIn(unchecked.page, 'root', adminPassword)
  expect(new URL((await sent).url()).search).toBe('')
  expect(await unchecked.page.locator('[data-human-check]').count()).toBe(0)
  await unchecked.leave()
})
