import type { Browser, Page } from 'playwright-core'
import {
  client,
  type IdentityServers,
  startIdentityServers,
  wechatToken,
} from '../../support/identity/identity-servers.ts'
import type { OidcIssuer } from '../../support/identity/oidc-issuer.ts'
import { startTestApi, type TestApi, testPassword } from '../../support/test-services.ts'
import { keepSession, openBrowser, type Visitor, type VisitorOptions, visit } from './browser.ts'

/** A daemon in this process, with fake servers for GitHub and Linux DO, and a browser. */
export interface OauthConsole {
  readonly api: TestApi
  readonly servers: IdentityServers
  readonly browser: Browser
  set(settings: Readonly<Record<string, string>>): Promise<void>
  visit(options?: VisitorOptions): Promise<Visitor>
  /** Opens a browser that is signed in as a user. */
  visitAs(username: string, options?: VisitorOptions): Promise<Visitor>
  /** Returns the current state of an account. */
  userOf(id: number): Promise<Readonly<Record<string, unknown>>>
  close(): Promise<void>
}

/** The settings that an administrator enters for each provider. */
export const githubSettings = { GitHubClientId: client.id, GitHubClientSecret: client.secret }
export const linuxDoSettings = { LinuxDOClientId: client.id, LinuxDOClientSecret: client.secret }
export const telegramSettings = { TelegramBotToken: '4242:bot-token', TelegramBotName: 'tollgate_bot' }
export const wechatSettings = (url: string) => ({
  WeChatServerAddress: url,
  WeChatServerToken: wechatToken,
  WeChatAccountQRCodeImageURL: '/logo.png',
})

export const startOauthConsole = async (): Promise<OauthConsole> => {
  const servers = await startIdentityServers()
  const api = await startTestApi({
    env: { TOLLGATE_MEDIA_RANGES: '127.0.0.1/32' },
    providerAddresses: servers.addresses,
  })
  const browser = await openBrowser()
  const open = (options?: VisitorOptions) => visit(browser, api.url, options)
  return {
    api,
    servers,
    browser,
    set: async (settings) => {
      for (const [key, value] of Object.entries(settings))
        await api.root.call('PUT', '/api/option/', { key, value })
    },
    visit: open,
    visitAs: async (username, options) =>
      open({ ...options, kept: await keepSession(api.url, username, testPassword) }),
    userOf: (id) => api.root.call('GET', `/api/user/${id}`),
    close: async () => {
      await api.close()
      await servers.close()
    },
  }
}

/**
 * Fakes the authorization page of GitHub or Linux DO, which redirects straight back, signed in as `person`.
 * @param added appended to the query of the redirect
 * @returns the URLs at which the browser arrived
 */
export const agreeElsewhere = async (
  page: Page,
  { servers }: OauthConsole,
  person: Readonly<Record<string, unknown>>,
  added = '',
): Promise<readonly URL[]> => {
  const seen: URL[] = []
  await page.route(/^https:\/\/(github\.com|connect\.linux\.do)\//, async (route) => {
    const address = new URL(route.request().url())
    seen.push(address)
    const redirectUri = address.searchParams.get('redirect_uri') ?? ''
    const query = new URLSearchParams({
      code: servers.agree(person, redirectUri),
      state: address.searchParams.get('state') ?? '',
    })
    await route.fulfill({ status: 302, headers: { location: `${redirectUri}?${query}${added}` } })
  })
  return seen
}

/** Serves Telegram's script, reduced to its contract: a button for the bot that returns with signed data. */
export const serveTelegramWidget = (
  page: Page,
  signed: () => Readonly<Record<string, string>>,
): Promise<unknown> =>
  page.route('https://telegram.org/js/**', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `{
        const { telegramLogin, authUrl } = document.currentScript.dataset
        const button = document.createElement('button')
        button.textContent = 'Log in as ' + telegramLogin
        button.onclick = () => { location.href = authUrl + '&' + ${JSON.stringify(
          String(new URLSearchParams(signed())),
        )} }
        document.currentScript.before(button)
      }`,
    }),
  )

export const oidcSettings = ({ endpoints, wellKnown }: OidcIssuer) => ({
  'oidc.client_id': client.id,
  'oidc.well_known': wellKnown,
  'oidc.authorization_endpoint': endpoints.authorization,
  'oidc.token_endpoint': endpoints.token,
  'oidc.user_info_endpoint': endpoints.userInfo,
  'oidc.client_secret': client.secret,
})
