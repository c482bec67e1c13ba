import { createHash, createHmac } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  agreeElsewhere,
  githubSettings,
  linuxDoSettings,
  type OauthConsole,
  serveTelegramWidget,
  startOauthConsole,
  telegramSettings,
  wechatSettings,
} from './support/oauth-site.ts'

let site: OauthConsole
beforeAll(async () => {
  site = await startOauthConsole()
  await site.set({
    ...githubSettings,
    ...linuxDoSettings,
    ...telegramSettings,
    ...wechatSettings(site.servers.url),
    GitHubOAuthEnabled: 'true',
    LinuxDOOAuthEnabled: 'true',
    WeChatAuthEnabled: 'true',
    TelegramOAuthEnabled: 'true',
  })
})
afterAll(() => site?.close())

/** Signs a user the way Telegram does when they press its button. */
const signed = (id: string): Record<string, string> => {
  const fields = { auth_date: String(Math.floor(Date.now() / 1000)), first_name: 'Ada', id }
  const text = Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')
  const key = createHash('sha256').update(telegramSettings.TelegramBotToken).digest()
  return { ...fields, hash: createHmac('sha256', key).update(text).digest('hex') }
}
const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })
const callsOf = (page: Page): string[] => {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/oauth/')) calls.push(pathname)
  })
  return calls
}

describe('binding', () => {
  it.each([
    ['an administrator', 'boss', 10, 11],
    ['a user', 'plain', 1, 12],
  ] as const)(
    'A-OAUTH-07 %s links GitHub and ends at the account page, which shows the id',
    async (_, name, role, id) => {
      const user = await site.api.createUser(name, role)
      const { page, complaints, leave } = await site.visitAs(name)
      await agreeElsewhere(page, site, { id, login: name })
      await page.goto('/app/me')
      await page.getByRole('button', { name: 'Bind GitHub' }).click()
      await page.getByText('GitHub bound').waitFor()
      expect(new URL(page.url()).pathname).toBe('/app/me')
      await row(page, 'GitHub').getByText(String(id), { exact: true }).waitFor()
      expect(await page.getByRole('button', { name: 'Bind GitHub' }).count()).toBe(0)
      expect(await user.call('GET', '/api/user/self')).toMatchObject({ github_id: String(id) })
      expect(complaints).toEqual([])
      await leave()
    },
  )

  it('A-OAUTH-08 A-OAUTH-16 what fails leads to the account page as well, with the reason', async () => {
    const owner = await site.api.createUser('owner')
    await site.api.services.knex('users').where({ id: owner.id }).update({ linux_do_id: '77' })
    const other = await site.api.createUser('late')
    const { page, leave } = await site.visitAs('late')
    await agreeElsewhere(page, site, { id: 77, name: 'Neo', trust_level: 4 })
    await page.goto('/app/me')
    await page.getByRole('button', { name: 'Bind Linux DO' }).click()
    await page.getByText('this Linux DO account is linked to another user').waitFor()
    expect(new URL(page.url()).pathname).toBe('/app/me')
    await page.goto('/oauth/github?code=x&state=wrong')
    await page.getByText('this login was not started in this browser').waitFor()
    await page.waitForURL('**/app/me')
    expect(await other.call('GET', '/api/user/self')).toMatchObject({ linux_do_id: '', github_id: '' })
    await leave()
  })

  it('A-ME-08 each provider shows what is bound, or a way to bind it; one that is off shows that and offers none', async () => {
    const bound = {
      GitHub: { github_id: 'gh-7' },
      WeChat: { wechat_id: 'wx-7' },
      OIDC: { oidc_id: 'oidc-7' },
      Telegram: { telegram_id: 'tg-7' },
      'Linux DO': { linux_do_id: 'ld-7' },
    } as const
    const user = await site.api.createUser('providers')
    const users = site.api.services.knex('users')
    const { page, leave } = await site.visitAs('providers')
    // All providers except OIDC are on.
    await page.goto('/app/me')
    for (const name of Object.keys(bound)) {
      const isOn = name !== 'OIDC'
      await row(page, name)
        .getByText(isOn ? 'Not bound' : 'Not offered by this site')
        .waitFor()
      const bind = page.getByRole('button', { name: `Bind ${name}`, exact: true })
      expect([name, await bind.count()]).toEqual([name, isOn ? 1 : 0])
    }
    for (const columns of Object.values(bound)) await users.clone().where({ id: user.id }).update(columns)
    await page.reload()
    for (const [name, columns] of Object.entries(bound)) {
      await row(page, name)
        .getByText(String(Object.values(columns)), { exact: true })
        .waitFor()
      expect(await page.getByRole('button', { name: `Bind ${name}`, exact: true }).count()).toBe(0)
    }
    await leave()
  })
})

describe('WeChat', () => {
  it('A-LOGIN-09 A-OAUTH-12 A-OPT-028 a code signs in: picture, code field, three minutes, a wrong code said at the field', async () => {
    site.servers.wechatCode('482913', 'openid-ada')
    const { page, complaints, leave } = await site.visit()
    const calls = callsOf(page)
    await page.goto('/login')
    await page.getByRole('button', { name: 'Continue with WeChat' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign in with WeChat' })
    expect(
      await dialog.getByRole('img', { name: 'QR code of the official account' }).getAttribute('src'),
    ).toBe('/logo.png')
    await dialog.getByText('The code is valid for 3 minutes').waitFor()
    const field = dialog.getByLabel('Verification code')
    const submit = dialog.getByRole('button', { name: 'Sign in' })
    await submit.click()
    await dialog.getByText('Please enter the verification code').waitFor()
    expect(calls).toEqual([])
    await field.fill('000000')
    await submit.click()
    await dialog.getByRole('alert').getByText('wrong, already used or older than 3 minutes').waitFor()
    expect(await field.inputValue()).toBe('000000')
    await field.fill('482913')
    await field.press('Enter')
    await page.waitForURL('**/app/tokens')
    await page.getByText('Login successful').waitFor()
    expect(complaints).toEqual([])
    await leave()
  })

  it('A-OAUTH-13 A-ERR-16 a code links the account', async () => {
    site.servers.wechatCode('222222', 'openid-bound')
    const user = await site.api.createUser('wxbind')
    const { page, leave } = await site.visitAs('wxbind')
    await page.goto('/app/me')
    await page.getByRole('button', { name: 'Bind WeChat' }).click()
    await page.getByLabel('Verification code').fill('222222')
    await page.getByRole('dialog').getByRole('button', { name: 'Bind', exact: true }).click()
    await page.getByText('WeChat bound').waitFor()
    await row(page, 'WeChat').getByText('openid-bound').waitFor()
    expect(await user.call('GET', '/api/user/self')).toMatchObject({ wechat_id: 'openid-bound' })
    await leave()
  })
})

describe('Telegram', () => {
  it('A-LOGIN-09 A-OAUTH-14 A-OAUTH-15 A-OPT-031 its own widget binds an account, and signs in to it afterwards', async () => {
    const user = await site.api.createUser('tgbind')
    const owner = await site.visitAs('tgbind')
    await serveTelegramWidget(owner.page, () => signed('501'))
    await owner.page.goto('/app/me')
    await owner.page.getByRole('button', { name: 'Bind Telegram' }).click()
    await owner.page.getByRole('button', { name: 'Log in as tollgate_bot' }).click()
    await owner.page.getByText('Telegram bound').waitFor()
    await row(owner.page, 'Telegram').getByText('501', { exact: true }).waitFor()
    expect(await user.call('GET', '/api/user/self')).toMatchObject({ telegram_id: '501' })
    expect(owner.complaints).toEqual([])
    await owner.leave()

    site.api.clock.advance(1_000)
    const { page, complaints, leave } = await site.visit()
    await serveTelegramWidget(page, () => ({ ...signed('501') }))
    await page.goto('/login?returnTo=%2Fapp%2Fwallet')
    const script = page.locator('script[data-telegram-login]')
    await script.waitFor({ state: 'attached' })
    expect(await script.getAttribute('data-telegram-login')).toBe('tollgate_bot')
    await page.getByRole('button', { name: 'Log in as tollgate_bot' }).click()
    await page.waitForURL('**/app/wallet')
    expect(JSON.parse((await page.evaluate(() => localStorage.getItem('user'))) ?? '{}').id).toBe(user.id)
    expect(complaints).toEqual([])
    await leave()
  })

  it('an address that somebody else made binds nothing, however well it is signed', async () => {
    const user = await site.api.createUser('victim')
    const { page, leave } = await site.visitAs('victim')
    const calls = callsOf(page)
    for (const state of ['', '&state=guessed']) {
      await page.goto(`/oauth/telegram?${new URLSearchParams(signed('666'))}${state}`)
      await page.waitForURL('**/app/me')
    }
    await page.getByText('Operation failed').first().waitFor()
    expect(calls).toEqual([])
    expect(await user.call('GET', '/api/user/self')).toMatchObject({ telegram_id: '' })
    await leave()
  })

  it('says so where its button cannot be loaded', async () => {
    const { page, leave } = await site.visit()
    await page.route('https://telegram.org/**', (route) => route.abort())
    await page.goto('/login')
    await page.getByText('The Telegram button could not be loaded').waitFor()
    await leave()
  })
})
