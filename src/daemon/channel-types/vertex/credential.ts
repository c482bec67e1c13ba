import { channelFaults } from '../../errors/channel-faults.ts'
import { asObject, asText } from '../../protocols/json-access.ts'
import { misconfigured } from '../addresses.ts'
import { signGoogleAssertion } from '../signing/google-jwt.ts'
import type { Call, CredentialExchange } from '../types.ts'
import { isServiceAccount, readVertexKey } from './key.ts'

const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

/** Exchanges an assertion signed by a service account for an access token at Google's token service (RFC 7523). */
export const vertexCredential: CredentialExchange = {
  applies: isServiceAccount,
  request: (call, now) => {
    const key = readVertexKey(call)
    if (key.kind !== 'account') throw misconfigured(call.channel, channelFaults.noServiceAccount)
    return {
      url: key.account.tokenUri,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: GRANT_TYPE,
        assertion: readAssertion(call, () => signGoogleAssertion(key.account, now)),
      }).toString(),
    }
  },
  read: (document) => {
    const body = asObject(document)
    const token = asText(body?.access_token)
    const expiresInSeconds = Number(body?.expires_in)
    return token !== undefined && expiresInSeconds > 0 ? { token, expiresInSeconds } : undefined
  },
  refreshSeconds: 300,
}

function readAssertion(call: Call, sign: () => string): string {
  try {
    return sign()
  } catch {
    // The cause is left out, because it could reveal parts of the key.
    throw misconfigured(call.channel, channelFaults.badPrivateKey)
  }
}
