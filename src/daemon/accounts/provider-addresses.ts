/** Endpoints of the providers that are the same for every site. */
export interface ProviderAddresses {
  readonly github: { readonly token: string; readonly user: string }
  readonly linuxdo: { readonly token: string; readonly user: string }
  /** URL that verifies the tokens of the human check. */
  readonly turnstile: string
}

/**
 * No setting and no variable changes them, because anybody who could would receive the site's secrets. Tests pass their
 * own to `startDaemon`.
 *
 * GitHub: https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps and
 * https://docs.github.com/en/rest/users/users#get-the-authenticated-user. Turnstile:
 * https://developers.cloudflare.com/turnstile/get-started/server-side-validation/.
 */
export const providerAddresses: ProviderAddresses = {
  github: {
    token: 'https://github.com/login/oauth/access_token',
    user: 'https://api.github.com/user',
  },
  linuxdo: {
    token: 'https://connect.linux.do/oauth2/token',
    user: 'https://connect.linux.do/api/user',
  },
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
}
