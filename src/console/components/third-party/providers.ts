import type { Status } from '../../api/use-status.ts'
import { routes } from '../../routes.ts'

/** Providers whose own page people are sent to and return from. */
export type RedirectProvider = 'github' | 'oidc' | 'linuxdo'
export type Provider = RedirectProvider | 'wechat' | 'telegram'

/** Values from the daemon for the redirect to the provider. */
export interface BegunSignIn {
  readonly state: string
  readonly nonce: string
  readonly codeChallenge: string
}

/** In display order. */
export const providers: readonly Provider[] = ['github', 'oidc', 'linuxdo', 'wechat', 'telegram']

/** Status field that says whether a provider is offered, and account field with its identity. */
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

/** Returns the site's address as registered with providers; the daemon sends the same one when it redeems the code. */
export const siteAddress = (status: Pick<Status, 'server_address'>): string =>
  status.server_address || location.origin

/** Returns whether people who return from a provider return to the origin they are on now. */
export const isAtSiteAddress = (status: Pick<Status, 'server_address'>): boolean =>
  URL.parse(siteAddress(status))?.origin === location.origin

/**
 * Returns the address of the provider's page that asks the person for consent.
 * GitHub: https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps; without a scope it
 * grants access to the public profile, which is all that is needed.
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
