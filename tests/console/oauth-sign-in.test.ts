import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setUpAuthenticator } from '../support/authenticator.ts'
import { client } from '../support/identity/identity-servers.ts'
import { type OidcIssuer, startOidcIssuer } from '../support/identity/oidc-issuer.ts'
import { linkRoot } from '../support/way-in-for-root.ts'
import { widths } from './support/browser.ts'
import {
  agreeElsewhere,
  githubSettings,
  linuxDoSettings,
  type OauthConsole,
  oidcSettings,
  startOauthConsole,
  telegramSettings,
  wechatSettings,
} from './support/oauth-site.ts'
import { untilSettled } from './support/settled.ts'

const switches = [
  ['GitHubOAuthEnabled', (page: Page) => page.getByRole('button', { name: 'Continue with GitHub' })],
  ['oidc.enabled', (page: Page) => page.getByRole('button', { name: 'Continue with OIDC' })],
  ['LinuxDOOAuthEnabled', (page: Page) => page.getByRole('button', { name: 'Continue with Linux DO' })],
  ['WeChatAuthEnabled', (page: Page) => page.getByRole('button', { name: 'Continue with WeChat' })],
  ['TelegramOAuthEnabled', (page: Page) => page.locator('[data-telegram-widget]')],
] as const

let site: OauthConsole
let issuer: OidcIssuer
beforeAll(async () => {
  site = await startOauthConsole()
  issuer = await startOidcIssuer([`${site.api.url}/oauth/oidc`])
  await site.set({
    ...githubSettings,
    ...linuxDoSettings,
    ...telegramSettings,
    ...wechatSettings(site.servers.url),
    ...oidcSettings(issuer),
  })
})
afterAll(async () => {
  await site?.close()
  await issuer?.close()
})

const setAll = (isOn: boolean) => site.set(Object.fromEntries(switches.map(([key]) => [key, String(isOn)])))
const openLogin = async (page: Page, query = '') => {
  await page.goto(`/login${query}`)
  await page.getByLabel('Username or email').waitFor()
}
const userIn = async (page: Page): Promise<{ id: number; username: string }> =>
  JSON.parse((await page.evaluate(() => localStorage.getItem('user'))) ?? '{}')

describe('the ways in', () => {
  it('A-LOGIN-08 A-OPT-015 A-OPT-018 A-OPT-025 A-OPT-029 A-OPT-032 each stands on the sign-in page while it is switched on, and only then', async () => {
    await setAll(false)
    const { page, leave } = await site.visit({ width: widths.phone })
    for (const [key, find] of switches) {
      await openLogin(page)
      await untilSettled(page)
      expect([key, await find(page).count()]).toEqual([key, 0])
      await site.set({ [key]: 'true' })
      await openLogin(page)
      await find(page).waitFor({ state: 'attached' })
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    await leave()
  })

  it('A-LOGIN-08 A-OPT-011 are all there is while login by password is off', async () => {
    await setAll(true)
    await linkRoot(site.api)
    await site.set({ PasswordLoginEnabled: 'false' })
    const { page, leave } = await site.visit()
    await page.goto('/login')
    await page.getByRole('button', { name: 'Continue with GitHub' }).waitFor()
    expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0)
    await site.set({ PasswordLoginEnabled: 'true' })
    await leave()
  })

  it.each([
    ['A-OAUTH-03 A-OPT-016', 'GitHub', 'https://github.com/login/oauth/authorize', 'github'],
    ['A-OAUTH-05 A-OPT-033', 'Linux DO', 'https://connect.linux.do/oauth2/authorize', 'linuxdo'],
  ])(
    '%s the button of %s leads to its page with client id, state and redirect',
    async (_, name, address, path) => {
      const { page, complaints, leave } = await site.visit()
      const seen = await agreeElsewhere(page, site, { id: 100, login: 'ada', name: 'Ada', trust_level: 4 })
      await openLogin(page)
      await page.getByRole('button', { name: `Continue with ${name}` }).click()
      await page.waitForURL('**/app/tokens')
      const [there] = seen
      expect((there?.origin ?? '') + there?.pathname).toBe(address)
      expect(Object.fromEntries(there?.searchParams ?? [])).toMatchObject({
        client_id: client.id,
        state: expect.stringMatching(/^[\w-]{20,}$/),
        redirect_uri: `${site.api.url}/oauth/${path}`,
      })
      expect(complaints).toEqual([])
      await leave()
    },
  )

  it('A-OAUTH-04 A-OAUTH-10 A-OPT-019 A-OPT-022 A-OPT-023 the button of OIDC leads through a real provider to an account, twice to the same', async () => {
    issuer.signInAs('subject-of-grace', { preferred_username: 'grace', name: 'Grace Hopper' })
    const ids: number[] = []
    for (let count = 0; count < 2; count += 1) {
      const { page, leave } = await site.visit()
      const asked = page.waitForRequest((request) => request.url().startsWith(issuer.endpoints.authorization))
      await openLogin(page)
      await page.getByRole('button', { name: 'Continue with OIDC' }).click()
      const query = new URL((await asked).url()).searchParams
      expect([query.get('client_id'), query.get('redirect_uri')]).toEqual([
        client.id,
        `${site.api.url}/oauth/oidc`,
      ])
      await page.waitForURL('**/app/tokens')
      ids.push((await userIn(page)).id)
      await leave()
    }
    expect(ids[0]).toBe(ids[1])
    expect(await site.userOf(ids[0] ?? 0)).toMatchObject({ oidc_id: 'subject-of-grace', username: 'grace' })
  })

  it('the second step comes after a provider too, and leads to the page that was asked for', async () => {
    const member = await site.api.createUser('two-steps')
    await site.api.services.knex('users').where({ id: member.id }).update({ oidc_id: 'subject-of-two-steps' })
    const app = await setUpAuthenticator(member, site.api.clock)
    issuer.signInAs('subject-of-two-steps')
    const { page, complaints, leave } = await site.visit()
    await openLogin(page, `?returnTo=${encodeURIComponent('/app/wallet')}`)
    await page.getByRole('button', { name: 'Continue with OIDC' }).click()
    await page.getByRole('heading', { name: 'Second step' }).waitFor()
    expect(await userIn(page)).toEqual({})
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('session')
    await page.getByLabel('Code', { exact: true }).fill('000 000')
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await page.getByText('This code is wrong or has been used already').waitFor()
    await page.getByLabel('Code', { exact: true }).fill(app.nextCode())
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await page.waitForURL('**/app/wallet')
    expect(await userIn(page)).toMatchObject({ id: member.id })
    expect((await page.context().cookies()).map(({ name }) => name)).toContain('session')
    expect(complaints).toEqual([])
    await leave()
  })

  it('say where they work when the page was opened under another address', async () => {
    await site.set({ ServerAddress: 'https://gate.example' })
    const { page, leave } = await site.visit()
    await openLogin(page)
    await page.getByRole('button', { name: 'Continue with GitHub' }).click()
    await page.getByText('open https://gate.example and sign in there').waitFor()
    expect(new URL(page.url()).pathname).toBe('/login')
    await site.set({ ServerAddress: '' })
    await leave()
  })
})

describe('coming back', () => {
  it('A-OAUTH-01 is open to visitors: nobody is sent to sign in before the daemon was asked', async () => {
    const { page, leave } = await site.visit()
    for (const path of ['github', 'oidc', 'linuxdo']) {
      const asked: string[] = []
      await page.route(`**/api/oauth/${path}?**`, async (route) => {
        asked.push(new URL(page.url()).pathname + new URL(route.request().url()).search)
        await route.continue()
      })
      await page.goto(`/oauth/${path}?code=c0de&state=st4te`)
      await page.waitForURL('**/login')
      expect(asked).toEqual([`/oauth/${path}?code=c0de&state=st4te`])
    }
    await leave()
  })

  it.each([
    ['', '', '/app/tokens'],
    ['?returnTo=%2Fapp%2Fwallet', '', '/app/wallet'],
    ['?returnTo=https%3A%2F%2Fevil.example%2F', '', '/app/tokens'],
    ['', '&returnTo=%2Fapp%2Fwallet', '/app/wallet'],
    ['', '&returnTo=%2F%2Fevil.example', '/app/tokens'],
  ])(
    'A-OAUTH-06 A-OAUTH-09 begun at /login%s, with %j added on the way back, leads the same person to %s',
    async (loginQuery, added, target) => {
      const { page, leave } = await site.visit()
      await agreeElsewhere(page, site, { id: 200, login: 'ada', name: 'Ada Byron' }, added)
      await openLogin(page, loginQuery)
      await page.getByRole('button', { name: 'Continue with GitHub' }).click()
      await page.waitForURL((url) => url.origin === site.api.url && url.pathname === target)
      await page.getByText('Login successful').waitFor()
      const user = await userIn(page)
      expect(await site.userOf(user.id)).toMatchObject({ github_id: '200', username: user.username })
      const { total } = await site.api.root.call<{ total: number }>(
        'GET',
        '/api/user/search?keyword=Ada%20Byron',
      )
      expect(total).toBe(1)
      await leave()
    },
  )

  it('A-OAUTH-08 with a wrong state leads a visitor to the sign-in page, with the reason', async () => {
    const { page, leave } = await site.visit()
    await page.goto('/oauth/github?code=x&state=wrong')
    await page.waitForURL('**/login')
    await page.getByText('this login was not started in this browser, or it took too long').waitFor()
    await page.goto('/oauth/github')
    await page.waitForURL('**/login')
    await page.getByText('Operation failed').waitFor()
    await page.goto('/oauth/github?error=access_denied&state=x')
    await page.getByText('You declined access at GitHub').waitFor()
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
    await leave()
  })
})

it('A-OAUTH-17 an invitation counts when its guest signs up through GitHub, and is used up', async () => {
  await site.set({ QuotaForInviter: '200', QuotaForInvitee: '300' })
  const host = await site.api.createUser('host')
  const code = await host.call<string>('GET', '/api/user/aff')
  const { page, leave } = await site.visit()
  await agreeElsewhere(page, site, { id: 300, login: 'guest', name: 'Guest' })
  await page.goto(`/register?aff=${code}`)
  // Telegram cannot create accounts.
  await page.getByRole('button', { name: 'Continue with GitHub' }).waitFor()
  expect(await page.locator('[data-telegram-widget]').count()).toBe(0)
  await page.getByRole('button', { name: 'Continue with GitHub' }).click()
  await page.waitForURL('**/app/tokens')
  expect(await site.userOf((await userIn(page)).id)).toMatchObject({ inviter_id: host.id, quota: 300 })
  expect(await site.userOf(host.id)).toMatchObject({ aff_count: 1, aff_quota: 200 })
  expect(await page.evaluate(() => localStorage.getItem('aff'))).toBeNull()
  await leave()
})

it('A-OAUTH-18 a banned account is told so on the sign-in page', async () => {
  const person = { id: 400, login: 'banned', name: 'Banned' }
  const first = await site.visit()
  await agreeElsewhere(first.page, site, person)
  await openLogin(first.page)
  await first.page.getByRole('button', { name: 'Continue with GitHub' }).click()
  await first.page.waitForURL('**/app/tokens')
  const { id } = await userIn(first.page)
  await first.leave()
  await site.api.root.call('POST', '/api/user/manage', { id, action: 'disable' })
  const { page, leave } = await site.visit()
  await agreeElsewhere(page, site, person)
  await openLogin(page)
  await page.getByRole('button', { name: 'Continue with GitHub' }).click()
  await page.getByText('this account has been banned or deactivated').waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
  await leave()
})
