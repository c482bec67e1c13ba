import { channelFaults } from '../../errors/channel-faults.ts'
import { asObject, asText } from '../../protocols/json-access.ts'
import { parseJson } from '../../protocols/parse-json.ts'
import { misconfigured, readHttpUrl } from '../addresses.ts'
import { headerSafeKey } from '../openai-family.ts'
import type { GoogleServiceAccount } from '../signing/google-jwt.ts'
import type { Call } from '../types.ts'

const TOKEN_URI = 'https://oauth2.googleapis.com/token'

/** A channel's key: a service account, for which tokens are obtained, or a key of express mode, which is sent. */
export type VertexKey =
  | { readonly kind: 'account'; readonly account: GoogleServiceAccount }
  | { readonly kind: 'express'; readonly apiKey: string }

/** Reports whether the key is a JSON document, which a plain key never is. */
export const isServiceAccount = ({ key }: Call): boolean => key.trimStart().startsWith('{')

/** @throws AppError `channel_misconfigured` if it is an incomplete document or not a key */
export function readVertexKey(call: Call): VertexKey {
  if (!isServiceAccount(call)) {
    const apiKey = headerSafeKey(call)
    if (apiKey === '') throw misconfigured(call.channel, channelFaults.noKey)
    return { kind: 'express', apiKey }
  }
  const file = asObject(parseJson(call.key))
  const projectId = asText(file?.project_id)
  const clientEmail = asText(file?.client_email)
  const privateKey = asText(file?.private_key)
  const tokenUri = asText(file?.token_uri) ?? TOKEN_URI
  if (projectId === undefined || clientEmail === undefined || privateKey === undefined)
    throw misconfigured(call.channel, channelFaults.incompleteServiceAccount)
  if (!/^[a-z0-9:.-]+$/.test(projectId)) throw misconfigured(call.channel, channelFaults.badProject)
  if (!readHttpUrl(tokenUri)) throw misconfigured(call.channel, channelFaults.badTokenAddress)
  return {
    kind: 'account',
    account: {
      projectId,
      clientEmail,
      // Keys from environment variables often have `\\n` instead of line breaks.
      privateKey: privateKey.replaceAll('\\n', '\n'),
      privateKeyId: asText(file?.private_key_id) ?? '',
      tokenUri,
    },
  }
}
