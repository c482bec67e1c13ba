import type { Options } from '../../../options/registry.ts'
import { type Fields, textOf, unusable } from './ask-provider.ts'
import { type CodeFlow, type CodeProvider, readBearer, redeemCode } from './code-flow.ts'
import { readIdToken } from './id-token.ts'

const ID_MAX = 255

/** OpenID Connect Core 1.0, 3.1: the ID token identifies the user, and the user-info response has to agree. */
export const oidc: CodeProvider = {
  name: 'oidc',
  isOn: (options) => options['oidc.enabled'],
  async identify({ code, redirectUri, verifier, nonce }, flow) {
    const { options, ask, nowMs } = flow
    const discovered = await discover(options, flow)
    const tokens = await redeemCode(
      ask,
      options['oidc.token_endpoint'],
      {
        id: options['oidc.client_id'],
        secret: options['oidc.client_secret'],
        isInHeader: !takesSecretInBody(discovered),
      },
      { code, redirect_uri: redirectUri, code_verifier: verifier },
    )
    const subject = await readIdToken(textOf(tokens, 'id_token'), {
      clientId: options['oidc.client_id'],
      clientSecret: options['oidc.client_secret'],
      nonce,
      nowMs,
      issuer: discovered && textOf(discovered, 'issuer'),
      keys: discovered && (await readKeys(discovered, flow)),
    })
    const user = await readBearer(ask, options['oidc.user_info_endpoint'], tokens)
    if (user.sub !== subject) throw unusable('oidc', 'identity: user-info is about somebody else')
    if (subject.length > ID_MAX) throw unusable('oidc', 'identity: sub is longer than 255 characters')
    return {
      provider: 'oidc',
      id: subject,
      username: textOf(user, 'preferred_username'),
      displayName: textOf(user, 'name') ?? textOf(user, 'preferred_username') ?? 'OIDC User',
      email: user.email_verified === true ? textOf(user, 'email') : undefined,
    }
  },
}

/** Reads the provider's discovery document; undefined if only the endpoints were entered. */
async function discover(options: Options, { ask }: CodeFlow): Promise<Fields | undefined> {
  if (options['oidc.well_known'] === '') return undefined
  const { status, fields } = await ask(options['oidc.well_known'])
  if (status !== 200 || textOf(fields, 'issuer') === undefined) throw unusable('oidc', 'discovery: no issuer')
  return fields
}

async function readKeys(discovered: Fields, { ask }: CodeFlow): Promise<Fields> {
  const address = textOf(discovered, 'jwks_uri')
  if (address === undefined) throw unusable('oidc', 'discovery: no jwks_uri')
  return (await ask(address)).fields
}

/**
 * Reports whether the secret goes into the body, which most providers accept even if they do not say so, rather than
 * into the header, if they require that.
 */
function takesSecretInBody(discovered: Fields | undefined): boolean {
  const methods = discovered?.token_endpoint_auth_methods_supported
  return !Array.isArray(methods) || methods.includes('client_secret_post')
}
