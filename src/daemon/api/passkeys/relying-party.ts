import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { RelyingParty } from '../../accounts/passkeys/verify-passkey.ts'
import { AppError } from '../../errors/app-error.ts'
import { isSecureRequest } from '../../http/client-address.ts'
import type { ApiServices } from '../api-services.ts'

type Needs = Pick<ApiServices, 'options' | 'config'>

/**
 * Returns the domain and origin of this site's passkeys: those of the URL in the settings, or else of the one that this
 * request was sent to. A foreign page that forwards requests to us gets passkeys for its own domain, which are not
 * valid here.
 *
 * @throws AppError `passkey_needs_domain` for an IP address, which WebAuthn does not allow; `passkey_elsewhere` if
 *   passkeys do not work for the page's origin
 */
export function relyingParty({ options, config }: Needs, request: FastifyRequest): RelyingParty {
  const scheme = isSecureRequest(request, config.trustProxy) ? 'https' : 'http'
  const url = URL.parse(options.current().ServerAddress || `${scheme}://${request.headers.host ?? ''}`)
  const id = url?.hostname ?? ''
  if (!url || id === '' || isIP(id.replace(/^\[|\]$/g, '')) !== 0) throw new AppError('passkey_needs_domain')
  const { origin: page } = request.headers
  if (page !== undefined && page !== url.origin)
    throw new AppError('passkey_elsewhere', { values: { address: url.origin } })
  return { id, origin: url.origin }
}

/** Returns the domain for passkeys; undefined if there can be none. */
export function passkeyDomain(needs: Needs, request: FastifyRequest): string | undefined {
  try {
    return relyingParty(needs, request).id
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
