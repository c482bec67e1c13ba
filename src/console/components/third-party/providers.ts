import type { Status } from '../../api/use-status.ts'
import { routes } from '../../routes.ts'

/** Providers whose own page people are sent to and come back from. */
export type RedirectProvider = 'github' | 'oidc' | 'linuxdo'
export type Provider = RedirectProvider | 'wechat' | 'telegram'

/** What the daemon gives for the way to the provider. */
export interface BegunSignIn {
  readonly state: string
  readonly nonce: string
  readonly codeChallenge: string
}

/** In the order in which they are offered. */
export const providers: readonly Provider[] = ['github', 'oidc', 'linuxdo', 'wechat', 'telegram']

/** Member of the status that says whether a provider is offered, and of the account that holds its identity. */
export const providerFields = {
  github: { switch: 'github_oauth', identity: 'github_id' },
  oidc: { switch: 'oidc_enabled', identity: 'oidc_id' },
  linuxdo: { switch: 'linuxdo_oauth', identity: 'linux_do_id' },
  wechat: { switch: 'wechat_login', identity: 'wechat_id' },
  telegram: { switch: 'telegram_oauth', identity: 'telegram_id' },
} as const

export const isOffered = (provider: Provider, status: Status | undefined): boolean =>
  status?.[providerFields[provider].switch] === true

const callbackPaths = {
  github: routes.oauthGithub.path,
  oidc: routes.oauthOidc.path,
  linuxdo: routes.oauthLinuxdo.path,
} as const

/** The site as providers know it; the daemon names the same when it redeems the code. */
export const siteAddress = (status: Pick<Status, 'server_address'>): string =>
  status.server_address || location.origin

/** Whether people who come back from a provider come back to where they are now. */
export const isAtSiteAddress = (status: Pick<Status, 'server_address'>): boolean =>
  URL.parse(siteAddress(status))?.origin === location.origin

/**
 * The page of the provider that asks the person.
 * GitHub: https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps; without a scope it tells
 * the public profile, which is all that is needed.
 */
export function authorizeAddress(provider: RedirectProvider, status: Status, begun: BegunSignIn): string {
  const common = { redirect_uri: siteAddress(status) + callbackPaths[provider], state: begun.state }
  switch (provider) {
    case 'github':
      return withQuery('https://github.com/login/oauth/authorize', {
        client_id: status.github_client_id,
        ...common,
      })
    case 'oidc':
      return withQuery(status.oidc_authorization_endpoint, {
        client_id: status.oidc_client_id,
        response_type: 'code',
        scope: 'openid profile email',
        ...common,
        nonce: begun.nonce,
        code_challenge: begun.codeChallenge,
        code_challenge_method: 'S256',
      })
    case 'linuxdo':
      return withQuery('https://connect.linux.do/oauth2/authorize', {
        client_id: status.linuxdo_client_id,
        response_type: 'code',
        ...common,
      })
  }
}

function withQuery(address: string, query: Readonly<Record<string, string>>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}
