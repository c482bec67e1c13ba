import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { RelyingParty } from '../../accounts/passkeys/verify-passkey.ts'
import { AppError } from '../../errors/app-error.ts'
import { isSecureRequest } from '../../http/client-address.ts'
import type { ApiServices } from '../api-services.ts'

type Needs = Pick<ApiServices, 'options' | 'config'>

/**
 * Where passkeys of this site belong: the address in the settings, or else the one that this request was sent to. A
 * page elsewhere that hands requests on to us gets passkeys of its own domain, which count for nothing here.
 *
 * @throws AppError `passkey_needs_domain` for an IP address, which WebAuthn does not allow; `passkey_elsewhere` when
 *   the page is not the one that passkeys work for
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

/** The domain that passkeys are for now; undefined where there can be none. */
export function passkeyDomain(needs: Needs, request: FastifyRequest): string | undefined {
  try {
    return relyingParty(needs, request).id
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
