import {
  client,
  type IdentityServers,
  startIdentityServers,
  wechatToken,
} from '../../../support/identity/identity-servers.ts'
import { type Answer, type Caller, startTestApi, type TestApi } from '../../../support/test-services.ts'

export interface Summary {
  readonly id: number
  readonly username: string
  readonly display_name: string
}

/** A daemon with simulated identity providers. */
export interface OauthSite {
  readonly api: TestApi
  readonly servers: IdentityServers
  set(settings: Readonly<Record<string, string>>): Promise<void>
  /** Opens a fresh browser, or that of a signed-in user. @param ip default: a unique address */
  browser(who?: Caller, ip?: string): Browser
  close(): Promise<void>
}

export interface Begun {
  readonly state: string
  readonly nonce: string
  readonly code_challenge: string
}

/** A browser that keeps the cookies it receives. */
export interface Browser {
  begin(aff?: string): Promise<Begun>
  call(
    path: string,
    query: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer<Summary>>
  /** Begins a sign-in, lets the person agree at a simulated provider, and returns to the site. */
  come(
    provider: 'github' | 'linuxdo',
    person: Readonly<Record<string, unknown>>,
    aff?: string,
  ): Promise<Answer<Summary>>
  /** Returns the user whom this browser's cookie signs in. */
  self(id: number): Promise<Answer<Readonly<Record<string, unknown>>>>
}

export const allProviders: Readonly<Record<string, string>> = {
  GitHubClientId: client.id,
  GitHubClientSecret: client.secret,
  GitHubOAuthEnabled: 'true',
  LinuxDOClientId: client.id,
  LinuxDOClientSecret: client.secret,
  LinuxDOOAuthEnabled: 'true',
  WeChatServerToken: wechatToken,
}

export async function startOauthSite(): Promise<OauthSite> {
  const servers = await startIdentityServers()
  const api = await startTestApi({
    env: { TOLLGATE_MEDIA_RANGES: '127.0.0.1/32' },
    providerAddresses: servers.addresses,
  })
  const set: OauthSite['set'] = async (settings) => {
    for (const [key, value] of Object.entries(settings))
      await api.root.call('PUT', '/api/option/', { key, value })
  }
  // With Redis, rate limits follow Redis's own clock, which no test can move, so each browser gets its own address.
  await set({ ReverseProxyEnabled: 'true', ReverseProxyProvider: 'nginx' })
  await set({ ...allProviders, WeChatServerAddress: servers.url, WeChatAuthEnabled: 'true' })
  return {
    api,
    servers,
    set,
    browser: (who, ip) => browserOf(api, servers, who, ip ?? nextAddress()),
    close: async () => {
      await api.close()
      await servers.close()
    },
  }
}

let addresses = 0
const nextAddress = (): string => {
  addresses += 1
  return `198.51.${addresses >> 8}.${addresses & 255}`
}

function browserOf(api: TestApi, servers: IdentityServers, who: Caller | undefined, ip: string): Browser {
  const cookies = new Map<string, string>()
  const user = who?.headers['tollgate-user']
  const keep = (text: string) => {
    const [name = '', ...value] = (text.split(';')[0] ?? '').split('=')
    cookies.set(name, value.join('='))
  }
  const request = async <Data>(path: string, headers: Readonly<Record<string, string>> = {}) => {
    // The user's direct calls come from the same browser, so their current cookie is used.
    if (who?.headers.cookie) keep(who.headers.cookie)
    const answer = await (who ?? api.anonymous).requestUnproven<Data>('GET', path, undefined, {
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(user === undefined ? {} : { 'tollgate-user': user }),
      'x-real-ip': ip,
      ...headers,
    })
    for (const each of [answer.headers['set-cookie'] ?? []].flat()) keep(String(each))
    return answer
  }
  const browser: Browser = {
    async begin(aff) {
      const answer = await request<string>(`/api/oauth/state${aff === undefined ? '' : `?aff=${aff}`}`)
      if (answer.status !== 200) throw new Error(answer.text)
      const { data, nonce, code_challenge } = answer.body as unknown as Begun & { data: string }
      return { state: data, nonce, code_challenge }
    },
    call: (path, query, headers) => request(`${path}?${new URLSearchParams(query)}`, headers),
    async come(provider, person, aff) {
      const { state } = await browser.begin(aff)
      return browser.call(`/api/oauth/${provider}`, { code: servers.agree(person), state })
    },
    self: (id) => request('/api/user/self', { 'tollgate-user': String(id) }),
  }
  return browser
}

export const refusal = ({ status, body }: Answer<unknown>): readonly [number, string | undefined] => [
  status,
  body.code,
]
