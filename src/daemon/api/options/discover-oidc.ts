import { AppError } from '../../errors/app-error.ts'
import { lacksMember, memberIsNoAddress, type Texts } from '../../errors/reasons.ts'
import type { Data } from '../../http/contract.ts'
import { readAddress } from '../../options/address.ts'
import { readPublicJson } from './read-public-json.ts'

/** Maps our names to the members of the document (OpenID Connect Discovery 1.0, 3). */
const members = {
  authorization_endpoint: 'authorization_endpoint',
  token_endpoint: 'token_endpoint',
  user_info_endpoint: 'userinfo_endpoint',
} as const

/**
 * Reads the endpoints of an OpenID Connect provider.
 * @param wellKnown URL of its discovery document
 * @throws AppError `option_address`, `oidc_discovery_failed`
 */
export async function discoverOidc(
  wellKnown: string,
  allowedRanges: readonly string[],
): Promise<Data<'discoverOidc'>> {
  const refuse = (why: Texts, cause: unknown) =>
    new AppError('oidc_discovery_failed', { values: { why }, cause, field: 'well_known' })
  const document = await readPublicJson(readWellKnown(wellKnown), allowedRanges, refuse)
  const endpoint = (member: string): string => {
    const value = document[member]
    try {
      if (typeof value === 'string' && value !== '') return readAddress(value, false)
    } catch (cause) {
      throw refuse(memberIsNoAddress(member), cause)
    }
    throw refuse(lacksMember(member), undefined)
  }
  return {
    authorization_endpoint: endpoint(members.authorization_endpoint),
    token_endpoint: endpoint(members.token_endpoint),
    user_info_endpoint: endpoint(members.user_info_endpoint),
  }
}

function readWellKnown(text: string): string {
  try {
    return readAddress(text.trim(), false)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError(error.code, { values: { key: 'oidc.well_known' }, field: 'well_known', cause: error })
  }
}
