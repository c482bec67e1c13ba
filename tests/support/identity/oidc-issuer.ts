import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Configuration, Provider } from 'oidc-provider'
import { client } from './identity-servers.ts'

/** An OpenID Connect provider whose user agrees at once, without being asked. */
export interface OidcIssuer {
  readonly url: string
  readonly wellKnown: string
  readonly endpoints: { readonly authorization: string; readonly token: string; readonly userInfo: string }
  /** Sets the user who is at the browser from now on. @param id the subject */
  signInAs(id: string, claims?: Readonly<Record<string, unknown>>): void
  close(): Promise<void>
}

/** @param redirectUris the only URLs it may send browsers back to */
export async function startOidcIssuer(
  redirectUris: readonly string[],
  clientAuth: 'client_secret_post' | 'client_secret_basic' = 'client_secret_post',
): Promise<OidcIssuer> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let person: { id: string; claims: Readonly<Record<string, unknown>> } = { id: 'nobody', claims: {} }

  const configuration: Configuration = {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [...redirectUris],
        token_endpoint_auth_method: clientAuth,
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    clientAuthMethods: [clientAuth],
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username'],
      email: ['email', 'email_verified'],
    },
    jwks: {
      keys: [generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })],
    },
    ttl: {
      Interaction: 600,
      Grant: 600,
      Session: 600,
      AccessToken: 600,
      IdToken: 600,
      AuthorizationCode: 60,
    },
    cookies: { keys: ['keys-of-the-issuer'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, ...person.claims }),
    }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    // The user's previous sign-in is never remembered.
    loadExistingGrant: async (context) => {
      const { client: asker, session } = context.oidc
      const grant = new context.oidc.provider.Grant({
        clientId: asker?.clientId ?? '',
        accountId: session?.accountId ?? '',
      })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
    renderError: (context, out) => {
      context.type = 'json'
      context.body = out
    },
  }
  const provider = new Provider(url, configuration)
  const handle = provider.callback()
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void handle(request, response)
    void provider.interactionFinished(
      request,
      response,
      { login: { accountId: person.id, remember: false } },
      { mergeWithLastSubmission: false },
    )
  })
  return {
    url,
    wellKnown: `${url}/.well-known/openid-configuration`,
    endpoints: { authorization: `${url}/auth`, token: `${url}/token`, userInfo: `${url}/me` },
    signInAs: (id, claims = {}) => {
      person = { id, claims }
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/**
 * Does what a browser does between the console and the callback page: follows the authorization URL through the
 * provider's pages.
 *
 * @returns code and state that the provider sends back
 */
export async function agreeAt(
  issuer: OidcIssuer,
  query: Readonly<Record<string, string>>,
): Promise<{ readonly code: string; readonly state: string }> {
  const cookies = new Map<string, string>()
  let address = `${issuer.endpoints.authorization}?${new URLSearchParams(query)}`
  for (let hops = 0; hops < 10; hops += 1) {
    const answer = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const each of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (each.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`The issuer says ${answer.status}: ${await answer.text()}`)
    const next = new URL(location, address)
    const code = next.searchParams.get('code')
    if (code !== null) return { code, state: next.searchParams.get('state') ?? '' }
    if (next.searchParams.has('error')) throw new Error(`The issuer refuses: ${next.search}`)
    address = next.href
  }
  throw new Error('The issuer redirects without end.')
}
