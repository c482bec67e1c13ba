import type { Identity, ProviderName } from '../../../accounts/identity.ts'
import type { ProviderAddresses } from '../../../accounts/provider-addresses.ts'
import type { Options } from '../../../options/registry.ts'
import { type AskProvider, type Fields, refused, textOf, unusable } from './ask-provider.ts'

/** The code that the browser brought back, and the data of its state. */
export interface CodeGrant {
  readonly code: string
  /** The URL to which the provider sent the browser. */
  readonly redirectUri: string
  /** The verifier of the proof key (RFC 7636). */
  readonly verifier: string
  readonly nonce: string
}

export interface CodeFlow {
  readonly options: Options
  readonly addresses: ProviderAddresses
  readonly ask: AskProvider
  readonly nowMs: number
}

/** A provider that sends the browser back with a code (RFC 6749, 4.1). */
export interface CodeProvider {
  readonly name: Extract<ProviderName, 'github' | 'oidc' | 'linuxdo'>
  isOn(options: Options): boolean
  /**
   * @throws AppError `oauth_refused`, `oauth_unreachable`, `oauth_answer_invalid` and the errors of the provider's own
   *   rules
   */
  identify(grant: CodeGrant, flow: CodeFlow): Promise<Identity>
}

export interface Client {
  readonly id: string
  readonly secret: string
  /** Whether the secret goes into the header (RFC 6749, 2.3.1) instead of the body. */
  readonly isInHeader: boolean
}

/**
 * Exchanges the code for tokens.
 * @returns the response, in which `access_token` is a text
 * @throws AppError `oauth_refused`, `oauth_unreachable`, `oauth_answer_invalid`
 */
export async function redeemCode(
  ask: AskProvider,
  url: string,
  client: Client,
  form: Readonly<Record<string, string>>,
): Promise<Fields> {
  const { status, fields } = await ask(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(client.isInHeader ? { authorization: basic(client) } : {}),
    },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      ...form,
      ...(client.isInHeader ? {} : { client_id: client.id, client_secret: client.secret }),
    }).toString(),
  })
  // GitHub returns errors with status 200 where all others use 400.
  const error = textOf(fields, 'error')
  if (error === 'invalid_client' || error === 'unauthorized_client' || error === 'redirect_uri_mismatch')
    throw unusable(ask.provider, `token: ${error}`)
  if (error !== undefined || (status >= 400 && status < 500)) throw refused(ask.provider, `token: ${status}`)
  if (textOf(fields, 'access_token') === undefined) throw unusable(ask.provider, 'token: no access_token')
  return fields
}

/** Reads the identity of an access token's owner. @throws AppError `oauth_unreachable`, `oauth_answer_invalid` */
export async function readBearer(ask: AskProvider, url: string, tokens: Fields): Promise<Fields> {
  const { status, fields } = await ask(url, {
    headers: { authorization: `Bearer ${textOf(tokens, 'access_token') ?? ''}` },
  })
  if (status !== 200) throw unusable(ask.provider, `identity: status ${status}`)
  return fields
}

/** Builds the header for basic authentication. Both parts are form-encoded before they are joined (RFC 6749, 2.3.1). */
function basic({ id, secret }: Client): string {
  const encode = (text: string): string => new URLSearchParams({ t: text }).toString().slice(2)
  return `Basic ${Buffer.from(`${encode(id)}:${encode(secret)}`).toString('base64')}`
}

/** Reads an id that the provider returns as a number. @throws AppError `oauth_answer_invalid` */
export function readNumericId(provider: ProviderName, fields: Fields): string {
  const { id } = fields
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1)
    throw unusable(provider, 'identity: no numeric id')
  return String(id)
}
