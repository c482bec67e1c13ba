import { askOf } from './ask.ts'
import type { Behaviour } from './behaviour.ts'
import type { Memory } from './memory.ts'
import { event, type Protocol } from './protocol.ts'

const tokenMark = 'google token '

export const isIssuedToken = (memory: Memory, token: string): boolean =>
  memory.documents.has(tokenMark + token)

export const assertionGrant = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

const errorDocument = (error: Behaviour['error'] = {}) => ({
  error: error.code ?? 'invalid_grant',
  error_description: error.message ?? 'The simulator was told to refuse.',
})

/** Google's token endpoint. Assertions are verified together with the other signatures. */
export const oauth: Protocol = {
  name: 'oauth',
  isSigned: true,
  read: ({ path, method }) =>
    method === 'POST' && path.endsWith('/token') ? askOf({ operation: 'token' }) : undefined,
  check: (_ask, { body }) => {
    const form = new URLSearchParams(body.toString('utf8'))
    return form.get('grant_type') === assertionGrant
      ? undefined
      : { status: 400, code: 'unsupported_grant_type', message: 'Invalid grant_type' }
  },
  plain: ({ memory }) => {
    const token = `ya29.${memory.nextId('token')}`
    memory.documents.set(tokenMark + token, true)
    return { json: { access_token: token, expires_in: 3599, token_type: 'Bearer' } }
  },
  error: (_status, error) => ({ json: errorDocument(error) }),
  errorEvent: (error) => event(errorDocument(error)),
}
